// Rules of the smallest thing on the wire: the varint, and the three numbers that our fields make of one.
import {Malformed} from './message.ts';
import type {OverlayRules} from './overlay-rules.ts';
import type {EnumName, Field} from './schema.ts';

/** A place in bytes that may not be read past `end`. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
}

/** 64 bits as two unsigned halves, and how many bytes they took. */
export interface Varint {
  readonly low: number;
  readonly high: number;
  readonly length: number;
}

// Encoding guide, varints: "They allow encoding unsigned 64-bit integers using anywhere between one and ten bytes".
export const varintBytesMax: number = 10;

// Encoding guide, varints: each byte carries seven bits, least significant group first; the top bit says that more follow.
export function readVarint(rules: OverlayRules, cursor: Cursor): Varint {
  let low = 0;
  let high = 0;
  for (let index = 0; ; index++) {
    if (index === rules.varintBytesMax) throw new Malformed(`a varint is longer than ${index} bytes`);
    if (cursor.at >= cursor.end) return rules.endInsideVarint({low: low >>> 0, high: high >>> 0, length: index});
    const byte = cursor.bytes[cursor.at++] ?? 0;
    const bits = byte & 0x7f;
    if (index < 5) low |= bits << (7 * index);
    if (index === 4) high |= bits >> 4;
    // Of the tenth byte one bit is left; what lies above 64 bits is dropped, which the guide leaves open.
    else if (index > 4 && index < 10) high |= bits << (7 * index - 32);
    if (byte < 0x80) return {low: low >>> 0, high: high >>> 0, length: index + 1};
  }
}

// Official suite, PrematureEof: an input that ends inside a varint is malformed.
export function endInsideVarint(_rules: OverlayRules, _soFar: Varint): Varint {
  throw new Malformed('the input ends inside a varint');
}

// proto3 guide: a wider number is treated "as if you had cast the number to that type in C++", so a uint32 keeps its low 32 bits.
export function uint32Of(_rules: OverlayRules, varint: Varint, _field: Field): number {
  return varint.low;
}

// Record: "| Time | uint64 | 2 |", "| Cookie | uint64 | 4 |": all 64 bits, unsigned.
export function uint64Of(_rules: OverlayRules, varint: Varint): bigint {
  return varint.high === 0 ? BigInt(varint.low) : (BigInt(varint.high) << 32n) | BigInt(varint.low);
}

// Encoding guide: "bool and enum are encoded as if they were int32", so the low 32 bits are signed.
export function enumOf(_rules: OverlayRules, varint: Varint): number {
  return varint.low | 0;
}

// Enum guide: in proto3 enums are open; a number without a name is kept as the value of the field.
export function keepsEnumNumber(_rules: OverlayRules, _number: number, _values: EnumName): boolean {
  return true;
}

/** Rejects for the reason given; lets a rule refuse inside an expression. */
export function malformed(why: string): never {
  throw new Malformed(why);
}
