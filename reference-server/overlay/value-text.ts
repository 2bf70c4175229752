// Reads and writes the value text of proto/testee.proto: the one spelling of a message that every decoder under test shares.
// No rule and no fault reaches this file: a fault changes what was decoded, never how a decoder reports it.
import type {Field} from './rules/schema.ts';
import {messages} from './rules/schema.ts';
import {aMessage, type FieldValue, isMessage, Malformed, type Message, type MessageName} from './rules/message.ts';

/** Writes a message as value text; scalars at their default are left out, present submessages never. */
export function writeValueText(message: Message): string {
  return JSON.stringify(toValue(message));
}

/** Reads value text; throws Malformed when it is none or a number does not fit its field. */
export function readValueText(type: MessageName, text: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Malformed('the value text is no JSON');
  }
  return fromValue(type, value);
}

type Value = number | string | {[key: string]: Value} | Value[];

function toValue(message: Message): Value {
  const value: {[key: string]: Value} = {};
  for (const {name} of messages[message.type]) {
    const field = message.fields.get(name);
    if (field === undefined || field === 0 || field === 0n || isEmptyList(field)) continue;
    if (typeof field === 'number') value[name] = field;
    else if (typeof field === 'bigint') value[name] = field.toString();
    else if (Array.isArray(field)) value[name] = field.map(toValue);
    else if (isMessage(field)) value[name] = toValue(field);
    else if (field.length > 0) value[name] = Buffer.from(field).toString('hex');
  }
  return value;
}

function isEmptyList(field: FieldValue): boolean {
  return Array.isArray(field) && field.length === 0;
}

function fromValue(type: MessageName, value: unknown): Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed(`the value of ${type} is no JSON object`);
  }
  const message = aMessage(type);
  for (const [key, one] of Object.entries(value)) {
    const field = messages[type].find(({name}) => name === key);
    if (field === undefined) throw new Malformed(`${type} has no field ${JSON.stringify(key)}`);
    message.fields.set(key, fieldFrom(field, one));
  }
  return message;
}

function fieldFrom(field: Field, value: unknown): FieldValue {
  switch (field.kind) {
    case 'uint32':
      if (isWhole(value, 0, 0xffff_ffff)) return value;
      break;
    case 'enum':
      if (isWhole(value, -0x8000_0000, 0x7fff_ffff)) return value;
      break;
    case 'uint64':
      if (typeof value === 'string' && /^\d{1,20}$/.test(value) && BigInt(value) < 1n << 64n) return BigInt(value);
      break;
    case 'bytes':
      if (typeof value === 'string' && /^(?:[0-9a-f]{2})*$/.test(value))
        return new Uint8Array(Buffer.from(value, 'hex'));
      break;
    case 'message':
      return fromValue(field.of, value);
    case 'list':
      if (Array.isArray(value)) return value.map(element => fromValue(field.of, element));
  }
  throw new Malformed(`${field.name} cannot hold ${JSON.stringify(value)}`);
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}
