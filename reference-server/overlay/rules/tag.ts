// Rules of the tag that begins every field, and of the length that begins a length-delimited one.
import type {OverlayRules} from './overlay-rules.ts';
import {type Cursor, malformed, type Varint} from './varint.ts';

/** The field number and the wire type that stand before a field. */
export interface Tag {
  readonly number: number;
  readonly wireType: number;
}

export const VARINT = 0;
export const I64 = 1;
export const LEN = 2;
export const START_GROUP = 3;
export const END_GROUP = 4;
export const I32 = 5;

// Encoding guide: a tag is the varint of `(field_number << 3) | wire_type`.
export function readTag(rules: OverlayRules, cursor: Cursor): Tag {
  const varint = rules.readVarint(cursor);
  rules.checkTagLength(varint);
  rules.checkTagWidth(varint);
  const tag = {number: varint.low >>> 3, wireType: varint.low & 7};
  rules.checkFieldNumber(tag.number);
  rules.checkWireType(tag.wireType);
  return tag;
}

// Official suite, BadTag: a tag is a uint32 varint, so more than five bytes are malformed.
export function checkTagLength(_rules: OverlayRules, varint: Varint): void {
  if (varint.length > 5) malformed(`a tag is ${varint.length} bytes long, five are the most`);
}

// proto3 guide, field numbers: the largest is 2^29-1, so a tag has 32 bits.
export function checkTagWidth(_rules: OverlayRules, varint: Varint): void {
  if (varint.high !== 0) malformed('a tag has more than 32 bits');
}

// proto3 guide, field numbers: the smallest is 1; the official suite rejects 0 with every wire type.
export function checkFieldNumber(_rules: OverlayRules, number: number): void {
  if (number === 0) malformed('field number 0 does not exist');
}

// Encoding guide: there are six wire types; 6 and 7 are none of them.
export function checkWireType(_rules: OverlayRules, wireType: number): void {
  if (wireType > I32) malformed(`wire type ${wireType} does not exist`);
}

// Encoding guide: a length-delimited field is a varint length and that many bytes.
export function readLength(rules: OverlayRules, cursor: Cursor): number {
  return rules.checkExtent(cursor, rules.lengthOf(rules.readVarint(cursor)));
}

// Encoding guide: the length is an int32 varint and a message stays below 2 GiB.
export function lengthOf(_rules: OverlayRules, varint: Varint): number {
  if (varint.high !== 0 || varint.low > 0x7fffffff) malformed('a length is 2 GiB or more');
  return varint.low;
}

// Encoding guide: a nested message ends where its length says, so nothing inside may run past that end.
export function checkExtent(_rules: OverlayRules, cursor: Cursor, length: number): number {
  const left = cursor.end - cursor.at;
  if (length > left) malformed(`a length of ${length} runs past the end, ${left} bytes are left`);
  return length;
}
