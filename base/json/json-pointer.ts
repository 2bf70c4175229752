// JSON Pointer (RFC 6901): names exactly one value inside a JSON value.
import {quoted} from '../text/quoted.ts';
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';

/** What following a pointer came to; `nothing` says how far it got. */
export type PointerSelection =
  | {readonly kind: 'value'; readonly value: Json}
  | {readonly kind: 'nothing'; readonly why: string};

/** Follows a JSON Pointer from the root of a value. The pointer must be well formed: see `pointerProblem`. */
export function selectPointer(root: Json, pointer: string): PointerSelection {
  let value = root;
  let reached = '';
  for (const key of pointerKeys(pointer)) {
    const next = member(value, key);
    if (next === undefined) return {kind: 'nothing', why: whyNothing(value, key, reached)};
    value = next;
    reached = pointerTo(reached, key);
  }
  return {kind: 'value', value};
}

/** Says what is wrong with a pointer; undefined when it is well formed. The empty pointer is the whole value. */
export function pointerProblem(pointer: string): string | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return 'a JSON Pointer begins with "/"';
  return /~(?![01])/.test(pointer) ? 'in a JSON Pointer "~" is written "~0" and "/" inside a key "~1"' : undefined;
}

/** Splits a pointer into its keys, escapes undone; undefined when it is not a pointer. */
export function readPointer(pointer: string): readonly string[] | undefined {
  return pointerProblem(pointer) === undefined ? pointerKeys(pointer) : undefined;
}

/** Splits a well-formed pointer into its keys, escapes undone. */
export function pointerKeys(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Appends one key or index to a pointer. */
export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${typeof key === 'number' ? String(key) : escapeKey(key)}`;
}

/** Escapes one key for use in a JSON Pointer. */
export function escapeKey(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

function member(value: Json, key: string): Json | undefined {
  if (isJsonList(value)) return /^(?:0|[1-9]\d{0,15})$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function whyNothing(value: Json, key: string, reached: string): string {
  const place = reached === '' ? 'the whole value' : reached;
  if (isJsonList(value)) return `${place} is a list of ${value.length} with no item ${quoted(key)}`;
  if (isJsonObject(value)) return `${place} has no key ${quoted(key)}`;
  return `${place} is neither an object nor a list`;
}
