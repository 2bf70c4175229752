// Skips records that the message does not know, as strictly as it reads the ones that it knows.
import {failShort, readLength, readTag, readVarint, type Cursor} from './cursor.ts';

/** Skips the value of a record whose tag was just read. */
export function skipRecord(cursor: Cursor, start: number, end: number, depth: number): boolean {
  switch (cursor.wireType) {
    case 3:
      return skipGroup(cursor, start, end, depth);
    case 4:
      return cursor.fail('stray-end-group', start);
    default:
      return skipValue(cursor, end);
  }
}

function skipValue(cursor: Cursor, end: number): boolean {
  switch (cursor.wireType) {
    case 0:
      return readVarint(cursor, end, 'ends-in-varint');
    case 1:
      return skipFixed(cursor, 8, end);
    case 2:
      if (!readLength(cursor, end)) return false;
      cursor.position += cursor.low;
      return true;
    default:
      return skipFixed(cursor, 4, end);
  }
}

function skipFixed(cursor: Cursor, length: number, end: number): boolean {
  if (length > end - cursor.position) return failShort(cursor, length, end, 'ends-in-payload', cursor.position);
  cursor.position += length;
  return true;
}

/**
 * Messages and groups nested deeper than this are left open: no guide states a depth, and known decoders begin to refuse at 65 (upb 3.21), 99 (later
 * upb), 100 (C++, Java) and 10,000 (Go).
 */
export const nestingMax = 64;

/** Skips a group by a list of open numbers, not by recursion: 20,000 nested groups must not cost our own stack. */
function skipGroup(cursor: Cursor, start: number, end: number, depth: number): boolean {
  const open = [cursor.number];
  while (cursor.position < end) {
    if (depth + open.length > nestingMax) cursor.leaveOpen('deep', start);
    const at = cursor.position;
    if (!readTag(cursor, end)) return false;
    if (cursor.wireType === 3) {
      open.push(cursor.number);
    } else if (cursor.wireType === 4) {
      if (open.pop() !== cursor.number) return cursor.fail('wrong-end-group', at);
      if (open.length === 0) return true;
    } else if (!skipValue(cursor, end)) {
      return false;
    }
    if (cursor.number === 0) cursor.leaveOpen('zero-in-group', at);
  }
  return cursor.fail('open-group', start);
}
