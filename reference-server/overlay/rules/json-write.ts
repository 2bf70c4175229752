// Rules of writing canonical proto3 JSON.
import type {FieldValue, Message} from './message.ts';
import {isMessage} from './message.ts';
import type {OverlayRules} from './overlay-rules.ts';
import type {EnumName, Field} from './schema.ts';

/** What our fields become in JSON. */
type JsonValue = number | string | JsonObject | JsonObject[];
export interface JsonObject {
  [key: string]: JsonValue;
}

// JSON guide: an object with one key per field that is set; unknown fields have no name and are left out.
export function writeJsonMessage(rules: OverlayRules, message: Message): JsonObject {
  const json: JsonObject = {};
  for (const field of rules.messages[message.type]) {
    const value = message.fields.get(field.name) ?? defaultOf(field);
    if (value !== undefined && rules.isWrittenToJson(value))
      json[rules.jsonNameOf(field)] = toJson(rules, field, value);
  }
  return json;
}

function defaultOf(field: Field): FieldValue | undefined {
  if (field.kind === 'uint64') return 0n;
  if (field.kind === 'bytes') return new Uint8Array();
  if (field.kind === 'list') return [];
  return field.kind === 'message' ? undefined : 0;
}

// JSON guide: fields without presence that hold their default are left out.
export function isWrittenToJson(rules: OverlayRules, value: FieldValue): boolean {
  return Array.isArray(value) ? value.length > 0 : rules.isWritten(value);
}

function toJson(rules: OverlayRules, field: Field, value: FieldValue): JsonValue {
  if (Array.isArray(value)) return value.map(element => rules.writeJsonMessage(element));
  if (isMessage(value)) return rules.writeJsonMessage(value);
  if (value instanceof Uint8Array) return rules.writeJsonBytes(value);
  if (typeof value === 'bigint') return rules.writeJsonUint64(value);
  return field.kind === 'enum' ? rules.writeJsonEnum(value, field.values) : value;
}

// JSON guide: an enum is written by name; a number that has no name is written as the number.
export function writeJsonEnum(rules: OverlayRules, number: number, values: EnumName): number | string {
  return rules.enums[values][number] ?? number;
}

// JSON guide: 64-bit integers are written as decimal strings.
export function writeJsonUint64(_rules: OverlayRules, value: bigint): number | string {
  return value.toString();
}

// JSON guide: bytes are written as standard base64 with padding.
export function writeJsonBytes(_rules: OverlayRules, bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
