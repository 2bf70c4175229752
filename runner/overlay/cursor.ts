// A place in bytes that are read, and what is read from there: tags, lengths, varints, or why one cannot be read.
import {openPoints, type Malformation, type OpenPoint, type Preference} from './reading.ts';

/** Where reading stands, the varint read last, and what was noticed on the way. */
export class Cursor {
  readonly bytes: Uint8Array;
  /** What is made of a tenth byte above 1 whose lowest bit is 0: bit 63 as it is written, or set. */
  readonly overflow: 'dropped' | 'sets-bit-63';
  position = 0;
  /** The varint read last: low and high 32 bits, unsigned, and its length in bytes. */
  low = 0;
  high = 0;
  varintBytes = 0;
  /** The tag read last. */
  number = 0;
  wireType = 0;
  /** The number of a known field came with another wire type: decoders differ in what they make of it. */
  sawOtherWireType = false;
  /** A tag was longer than it must be: decoders differ in what they make of it, and of what is in it. */
  sawLongTag = false;
  fault: Malformation = 'ends-in-tag';
  faultAt = 0;
  softFault: Malformation | undefined = undefined;
  softFaultAt = 0;
  open: OpenPoint | undefined = undefined;
  openAt = 0;
  /** Some varint is read as another number where overflow sets bit 63. */
  hasTwoNumbers = false;

  constructor(bytes: Uint8Array, overflow: Cursor['overflow'] = 'dropped') {
    this.bytes = bytes;
    this.overflow = overflow;
  }

  /** Notes why the input is malformed; always false, so that a caller can return it. */
  fail(why: Malformation, offset: number): false {
    this.fault = why;
    this.faultAt = offset;
    return false;
  }

  failSoftly(why: Malformation, offset: number): void {
    if (this.softFault !== undefined) return;
    this.softFault = why;
    this.softFaultAt = offset;
  }

  /** Notes an open point; the one whose preference is strongest stays. */
  leaveOpen(why: OpenPoint, offset: number): void {
    if (this.open !== undefined && weight(openPoints[why].preferred) <= weight(openPoints[this.open].preferred)) return;
    this.open = why;
    this.openAt = offset;
  }
}

function weight(preference: Preference): number {
  return preference === 'reject' ? 2 : preference === 'either' ? 1 : 0;
}

/** Reads a tag into `number` and `wireType`. */
export function readTag(cursor: Cursor, end: number): boolean {
  const start = cursor.position;
  const first = cursor.bytes[start]!;
  if (first < 0x80) {
    cursor.position = start + 1;
    cursor.number = first >>> 3;
    cursor.wireType = first & 7;
  } else {
    if (!readVarint(cursor, end, 'ends-in-tag')) return false;
    cursor.wireType = cursor.low & 7;
    // A tag above 32 bits has a number beyond 2^29 − 1; any number there is as unknown as another.
    cursor.number = cursor.high === 0 ? cursor.low >>> 3 : 0x2000_0000;
    // Nobody can read on behind a wire type that does not exist, however its tag is written.
    if (cursor.wireType < 6) judgeTagLength(cursor, start);
  }
  return cursor.wireType < 6 || cursor.fail('reserved-wire-type', start);
}

function judgeTagLength(cursor: Cursor, start: number): void {
  const length = cursor.varintBytes;
  if (cursor.high === 0 && length === varintLength(cursor.low)) return;
  cursor.sawLongTag = true;
  if (length >= 9) cursor.failSoftly('tag-too-long', start);
  else if (cursor.high !== 0) cursor.failSoftly('tag-too-large', start);
  else if (length > 5) cursor.leaveOpen('long-tag', start);
  else cursor.leaveOpen('overlong-tag', start);
}

function varintLength(low: number): number {
  if (low < 0x80) return 1;
  if (low < 0x4000) return 2;
  if (low < 0x20_0000) return 3;
  return low < 0x1000_0000 ? 4 : 5;
}

/** Reads a length that fits before `end` into `low`. */
export function readLength(cursor: Cursor, end: number): boolean {
  const start = cursor.position;
  if (!readVarint(cursor, end, 'ends-in-length')) return false;
  const left = end - cursor.position;
  if (cursor.high !== 0) {
    if (cursor.low > left) return cursor.fail('length-too-large', start);
    cursor.leaveOpen('wide-length', start);
  }
  if (cursor.low > left) return failShort(cursor, cursor.low, end, 'ends-in-payload', start);
  if (cursor.varintBytes > 5) cursor.leaveOpen('long-length', start);
  return true;
}

/** Fails because `needed` bytes do not fit before `end`, and tells whether bytes of the parent would complete them. */
export function failShort(cursor: Cursor, needed: number, end: number, why: Malformation, offset: number): false {
  const isNested = end < cursor.bytes.length && needed <= cursor.bytes.length - cursor.position;
  return cursor.fail(isNested ? 'runs-past-parent' : why, offset);
}

/** Reads a varint into `low` and `high`. Bits above the 64th leave the input open. */
export function readVarint(cursor: Cursor, end: number, why: Malformation): boolean {
  const start = cursor.position;
  if (start < end) {
    const first = cursor.bytes[start]!;
    if (first < 0x80) {
      cursor.position = start + 1;
      cursor.low = first;
      cursor.high = 0;
      cursor.varintBytes = 1;
      return true;
    }
  }
  return readLongVarint(cursor, start, end, why);
}

function readLongVarint(cursor: Cursor, start: number, end: number, why: Malformation): boolean {
  const bytes = cursor.bytes;
  let low = 0;
  let high = 0;
  for (let index = 0; index < 10; index += 1) {
    const at = start + index;
    if (at >= end) return failCut(cursor, start, end, why);
    const byte = bytes[at]!;
    const bits = byte & 0x7f;
    if (index < 4) low |= bits << (index * 7);
    else if (index === 4) {
      low |= bits << 28;
      high = bits >>> 4;
    } else if (index < 9) high |= bits << (index * 7 - 32);
    else {
      high |= bits << 31;
      if (byte < 0x80 && bits > 1) high |= overflowBit(cursor, start, bits);
    }
    if (byte < 0x80) {
      cursor.position = at + 1;
      cursor.low = low >>> 0;
      cursor.high = high >>> 0;
      cursor.varintBytes = index + 1;
      return true;
    }
  }
  return cursor.fail('varint-too-long', start);
}

/**
 * Gives what a tenth byte above 1 adds to the high half. Of such a byte most decoders keep the lowest bit, as bit 63, and drop the others; protobuf-java
 * sets bit 63 whatever the byte is; Go and prost refuse it.
 */
function overflowBit(cursor: Cursor, start: number, bits: number): number {
  cursor.leaveOpen('tenth-byte', start);
  if ((bits & 1) === 0) cursor.hasTwoNumbers = true;
  return cursor.overflow === 'sets-bit-63' ? 1 << 31 : 0;
}

/** Fails because a varint is cut at `end`; inside a nested message the parent's bytes may look like its rest. */
function failCut(cursor: Cursor, start: number, end: number, why: Malformation): false {
  const bytes = cursor.bytes;
  for (let at = end; at < bytes.length && at < start + 10; at += 1) {
    if (bytes[at]! < 0x80) return cursor.fail('runs-past-parent', start);
  }
  return cursor.fail(why, start);
}

/** Gives the varint read last as an exact number: above 2^53 − 1 as bigint. */
export function wholeVarint(cursor: Cursor): number | bigint {
  if (cursor.high < 0x200000) return cursor.high * 0x1_0000_0000 + cursor.low;
  return (BigInt(cursor.high) << 32n) | BigInt(cursor.low);
}
