// What a JSON value is inside touchstone: exact integers, own keys only, nothing else.

/**
 * A JSON value read exactly: integers outside ±(2^53 − 1) are bigint, every other number is a number.
 * Objects made by our readers have no prototype, so `__proto__` and `constructor` are ordinary keys.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

/** One JSON object; the order of its keys is the order in the text. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Tells whether a value is a JSON object (not a list, not null). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells whether a value is a JSON list. `Array.isArray` would make its items `any`. */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * Makes an empty object that inherits nothing, so that `__proto__` and `constructor` are ordinary keys. Its prototype is an empty object without
 * prototype: V8 turns objects of `Object.create(null)` into hash tables, which cost reading a reply a tenth (measured).
 */
export function newJsonObject(): Record<string, Json> {
  return new BareObject();
}

const BareObject = function () {} as unknown as new () => Record<string, Json>;
BareObject.prototype = Object.create(null);

/** Makes an object without prototype from entries; later entries win. */
export function jsonObject(entries: Iterable<readonly [string, Json]>): JsonObject {
  const object = newJsonObject();
  for (const [key, value] of entries) object[key] = value;
  return object;
}

/** Writes a JSON value as text; bigint is written as a plain integer. `indent` is a number of spaces. */
export function jsonText(value: Json, indent = 0): string {
  try {
    // Several times as fast as our own writer, and writes the same; it knows no bigint.
    return JSON.stringify(value, undefined, indent);
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;
  }
  return render(value, indent === 0 ? '' : '\n', ' '.repeat(indent));
}

function render(value: Json, lineBreak: string, step: string): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const deeper = lineBreak === '' ? '' : lineBreak + step;
  const colon = lineBreak === '' ? ':' : ': ';
  const parts = isList
    ? value.map(item => render(item as Json, deeper, step))
    : Object.entries(value).map(([key, item]) => JSON.stringify(key) + colon + render(item, deeper, step));
  if (parts.length === 0) return isList ? '[]' : '{}';
  return (isList ? '[' : '{') + deeper + parts.join(',' + deeper) + lineBreak + (isList ? ']' : '}');
}
