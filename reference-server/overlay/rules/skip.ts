// Rules of the fields that this schema does not know: how far each reaches, and groups that must close where they opened.
import type {OverlayRules} from './overlay-rules.ts';
import {END_GROUP, I32, I64, LEN, START_GROUP, type Tag, VARINT} from './tag.ts';
import {type Cursor, malformed} from './varint.ts';

// Encoding guide: "old" parsers skip over what they do not know; the wire type alone says how far a field reaches.
export function skipField(rules: OverlayRules, cursor: Cursor, tag: Tag, depth: number): void {
  if (tag.wireType === VARINT) rules.skipVarint(cursor);
  else if (tag.wireType === LEN) rules.skipLengthDelimited(cursor);
  else if (tag.wireType === I32) rules.skipFixed(cursor, 4);
  else if (tag.wireType === I64) rules.skipFixed(cursor, 8);
  else if (tag.wireType === START_GROUP) rules.skipGroup(cursor, tag.number, depth + 1);
  else if (tag.wireType === END_GROUP) rules.strayEndGroup(tag);
}

// A skipped varint obeys the same ten-byte limit as a read one.
export function skipVarint(rules: OverlayRules, cursor: Cursor): void {
  rules.readVarint(cursor);
}

// A skipped length obeys the same bounds as a read one.
export function skipLengthDelimited(rules: OverlayRules, cursor: Cursor): void {
  const length = rules.readLength(cursor);
  cursor.at += length;
}

// Encoding guide: I32 takes four bytes and I64 eight; an input that ends before is malformed.
export function skipFixed(_rules: OverlayRules, cursor: Cursor, size: number): void {
  if (cursor.end - cursor.at < size) malformed(`the input ends inside a ${size}-byte number`);
  cursor.at += size;
}

// Encoding guide, groups: everything up to the matching end tag belongs to the group, groups inside it included.
export function skipGroup(rules: OverlayRules, cursor: Cursor, number: number, depth: number): void {
  if (depth > rules.depthMax) malformed(`groups are nested deeper than ${rules.depthMax}`);
  while (cursor.at < cursor.end) {
    const tag = rules.readTag(cursor);
    if (tag.wireType === END_GROUP) return rules.checkGroupEnd(number, tag.number);
    rules.skipField(cursor, tag, depth);
  }
  return rules.endInsideGroup(number);
}

// proto-limits: C++ and Java read 100 levels, Go 10,000; which limit is left open, that there is one is not.
export const depthMax: number = 100;

// Encoding guide, groups: start and end carry the same field number.
export function checkGroupEnd(_rules: OverlayRules, opened: number, closed: number): void {
  if (opened !== closed) malformed(`group ${opened} is closed as group ${closed}`);
}

// Official suite, PrematureEof: a group that is still open at the end of its message is malformed.
export function endInsideGroup(_rules: OverlayRules, number: number): void {
  malformed(`the input ends inside group ${number}`);
}

// Official suite, UnmatchedEndGroup: an end tag without its start tag is malformed.
export function strayEndGroup(_rules: OverlayRules, tag: Tag): void {
  malformed(`group ${tag.number} is closed but was never opened`);
}
