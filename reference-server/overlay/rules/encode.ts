// Rules of writing: which fields are written, in which order, and as which bytes.
import type {FieldValue, Message} from './message.ts';
import {isMessage} from './message.ts';
import type {OverlayRules} from './overlay-rules.ts';
import type {Field} from './schema.ts';
import {wireTypeOf} from './decode.ts';

// Encoding guide: fields are usually written by number, unknown ones after them; every reader takes any order.
export function writeMessage(rules: OverlayRules, message: Message): number[] {
  const out: number[] = [];
  for (const field of rules.messages[message.type].toSorted((a, b) => a.number - b.number)) {
    const value = message.fields.get(field.name);
    if (value !== undefined && rules.isWritten(value)) rules.writeField(out, field, value);
  }
  if (rules.keepsUnknownFields) for (const bytes of message.unknown) pushAll(out, bytes);
  return out;
}

// proto3 guide, implicit presence: a scalar at its default is not written; a submessage that is there is, even when empty.
export function isWritten(_rules: OverlayRules, value: FieldValue): boolean {
  if (value instanceof Uint8Array) return value.length > 0;
  return typeof value === 'object' || BigInt(value) !== 0n;
}

// Encoding guide: the tag, then the payload that the declared type asks for; a list is one field per element.
export function writeField(rules: OverlayRules, out: number[], field: Field, value: FieldValue): void {
  for (const one of Array.isArray(value) ? value : [value]) {
    rules.writeVarint(out, BigInt(field.number * 8 + wireTypeOf(field)));
    if (isMessage(one)) writeDelimited(rules, out, rules.writeMessage(one));
    else if (one instanceof Uint8Array) writeDelimited(rules, out, one);
    else if (typeof one === 'object') throw new TypeError(`${field.name} holds a list inside a list`);
    else if (field.kind === 'enum') rules.writeEnum(out, BigInt(one));
    else rules.writeVarint(out, BigInt(one));
  }
}

function writeDelimited(rules: OverlayRules, out: number[], payload: ArrayLike<number>): void {
  rules.writeLength(out, payload.length);
  pushAll(out, payload);
}

function pushAll(out: number[], bytes: ArrayLike<number>): void {
  for (let index = 0; index < bytes.length; index++) out.push(bytes[index] ?? 0);
}

// Encoding guide: a varint is written in as few bytes as its value needs.
export function writeVarint(_rules: OverlayRules, out: number[], value: bigint): void {
  let rest = value;
  while (rest > 0x7fn) {
    out.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  out.push(Number(rest));
}

// Encoding guide, signed integers: a negative int32 or enum is sign-extended and always takes ten bytes.
export function writeEnum(rules: OverlayRules, out: number[], value: bigint): void {
  rules.writeVarint(out, BigInt.asUintN(64, value));
}

// Encoding guide: the length of a payload is a varint like any other.
export function writeLength(rules: OverlayRules, out: number[], length: number): void {
  rules.writeVarint(out, BigInt(length));
}
