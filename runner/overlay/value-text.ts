// The value-text convention of proto/testee.proto: reads, checks, normalizes, compares and writes overlay values.
import {isJsonList, isJsonObject, jsonText, type Json, type JsonObject} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {heldSchema, isOverlayMessage, schema, type OverlayField, type OverlaySchema} from './message-schema.ts';

/** One thing that is wrong with a value: a JSON Pointer into it and a sentence. */
interface ValueProblem {
  readonly path: string;
  readonly message: string;
}

/** A value that keeps the convention (normalized), or everything that is wrong with it. */
export type CheckedValue =
  | {readonly kind: 'value'; readonly value: JsonObject}
  | {readonly kind: 'problems'; readonly problems: readonly ValueProblem[]};

/**
 * Checks a JSON value against the value-text convention and normalizes it: scalars that are left out get their default, lists
 * that are left out become [], keys stand in number order; an absent message stays absent. Two normalized values are equal exactly when they mean the same.
 */
export function valueFromText(message: string, value: Json): CheckedValue {
  if (!isOverlayMessage(message)) {
    const known = Object.keys(schema).join(', ');
    return {kind: 'problems', problems: [{path: '', message: `"${message}" is not one of the six messages: ${known}`}]};
  }
  const problems: ValueProblem[] = [];
  const checked = checkMessage(schema[message], value, '', problems);
  return problems.length === 0 ? {kind: 'value', value: checked} : {kind: 'problems', problems};
}

/** Normalizes a value as valueFromText does. Throws when it breaks the convention: check values of strangers with valueFromText. */
export function normalizeValue(message: OverlayMessage, value: Json): JsonObject {
  const checked = valueFromText(message, value);
  if (checked.kind === 'value') return checked.value;
  throw new Error(
    `not a value of ${message}: ${checked.problems.map(({path, message: what}) => `${path} ${what}`).join('; ')}`,
  );
}

/** Writes a value as the one-line text that a decoder is given; keys in number order, defaults left out, so that the text is short. */
export function valueToText(message: OverlayMessage, value: JsonObject): string {
  return jsonText(withoutDefaults(schema[message], value));
}

/** Leaves out scalars at their default and empty lists, at every level; present but empty messages stay. */
export function withoutDefaults(of: OverlaySchema, value: JsonObject): JsonObject {
  const short: Record<string, Json> = {};
  for (const field of of.fields) {
    const held = value[field.name];
    if (held === undefined || isDefault(held)) continue;
    short[field.name] = field.kind === 'message' ? shortHeld(field, held) : held;
  }
  return short;
}

function isDefault(held: Json): boolean {
  return held === 0 || held === '0' || held === '' || (isJsonList(held) && held.length === 0);
}

function shortHeld(field: OverlayField, held: Json): Json {
  if (isJsonList(held)) return held.map((item: Json) => withoutDefaults(heldSchema(field), item as JsonObject));
  return withoutDefaults(heldSchema(field), held as JsonObject);
}

/** Tells whether two values of one message mean the same. Both must keep the convention; they need not be normalized. */
export function sameValue(message: OverlayMessage, left: JsonObject, right: JsonObject): boolean {
  return sameMessage(schema[message], left, right);
}

function sameMessage(of: OverlaySchema, left: JsonObject, right: JsonObject): boolean {
  for (const field of of.fields) {
    const a = left[field.name];
    const b = right[field.name];
    if (a === b) continue;
    if (!sameField(field, a, b)) return false;
  }
  return true;
}

function sameField(field: OverlayField, a: Json | undefined, b: Json | undefined): boolean {
  if (field.kind !== 'message') return (a ?? defaultOf(field)) === (b ?? defaultOf(field));
  if (!field.isRepeated) {
    return a !== undefined && b !== undefined && sameMessage(heldSchema(field), a as JsonObject, b as JsonObject);
  }
  const these = (a ?? []) as readonly JsonObject[];
  const those = (b ?? []) as readonly JsonObject[];
  return (
    these.length === those.length && these.every((item, index) => sameMessage(heldSchema(field), item, those[index]!))
  );
}

function defaultOf(field: OverlayField): Json {
  return field.kind === 'uint64' ? '0' : field.kind === 'bytes' ? '' : 0;
}

function checkMessage(of: OverlaySchema, value: Json, path: string, problems: ValueProblem[]): JsonObject {
  if (!isJsonObject(value)) {
    problems.push({path, message: `${of.name} must be an object, not ${kindOf(value)}`});
    return {};
  }
  for (const key of Object.keys(value)) {
    if (hasField(of, key)) continue;
    problems.push({
      path: `${path}/${escapeKey(key)}`,
      message: `${of.name} has no field "${key}"; its fields are ${of.fields.map(({name}) => name).join(', ')}`,
    });
  }
  const checked: Record<string, Json> = {};
  for (const field of of.fields) {
    const held = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    const good = checkField(field, held, `${path}/${field.name}`, problems);
    if (good !== undefined) checked[field.name] = good;
  }
  return checked;
}

function hasField({fields}: OverlaySchema, name: string): boolean {
  for (let slot = 0; slot < fields.length; slot += 1) if (fields[slot]!.name === name) return true;
  return false;
}

function checkField(
  field: OverlayField,
  held: Json | undefined,
  path: string,
  problems: ValueProblem[],
): Json | undefined {
  if (field.kind === 'message') return checkHeld(field, held, path, problems);
  if (held === undefined) return defaultOf(field);
  const problem = scalarProblem(field, held);
  if (problem === undefined) return typeof held === 'string' && field.kind === 'bytes' ? held.toLowerCase() : held;
  problems.push({path, message: problem});
  return undefined;
}

function checkHeld(
  field: OverlayField,
  held: Json | undefined,
  path: string,
  problems: ValueProblem[],
): Json | undefined {
  if (!field.isRepeated) return held === undefined ? undefined : checkMessage(heldSchema(field), held, path, problems);
  if (held === undefined) return [];
  if (!isJsonList(held)) {
    problems.push({path, message: `must be a list of ${field.message}, not ${kindOf(held)}`});
    return undefined;
  }
  return held.map((item: Json, index) => checkMessage(heldSchema(field), item, `${path}/${index}`, problems));
}

const digits = /^(?:0|[1-9][0-9]{0,19})$/;
const hexText = /^(?:[0-9a-fA-F]{2})*$/;

function scalarProblem(field: OverlayField, held: Json): string | undefined {
  switch (field.kind) {
    case 'uint32':
      if (isWhole(held, 0, 0xffff_ffff)) return undefined;
      return `must be a whole number from 0 to 4294967295, not ${shown(held)}`;
    case 'enum':
      if (isWhole(held, -0x8000_0000, 0x7fff_ffff)) return undefined;
      return `must be an enum number from -2147483648 to 2147483647 (names are not used here), not ${shown(held)}`;
    case 'uint64':
      if (typeof held === 'string' && digits.test(held) && BigInt(held) <= 0xffff_ffff_ffff_ffffn) return undefined;
      return `must be a string of decimal digits from "0" to "18446744073709551615" without leading zeros, not ${shown(held)}`;
    case 'bytes':
      if (typeof held === 'string' && hexText.test(held)) return undefined;
      return `must be a string of hex pairs, not ${shown(held)}`;
    case 'message':
      return undefined;
  }
}

function isWhole(held: Json, from: number, to: number): boolean {
  return typeof held === 'number' && Number.isInteger(held) && !Object.is(held, -0) && held >= from && held <= to;
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return isJsonList(value) ? 'a list' : typeof value === 'object' ? 'an object' : `the ${typeof value} ${shown(value)}`;
}

function shown(value: Json): string {
  const text = jsonText(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
