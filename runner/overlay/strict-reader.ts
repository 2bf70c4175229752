// Reads bytes as one overlay message by the letter of the proto3 encoding, and says where the letter ends.
import type {OverlayMessage} from '../model/peer.ts';
import type {Malformation, OpenPoint, Preference, Reading} from './reading.ts';
import {openPoints} from './reading.ts';
import {Draft, hasUnknown, valueOfDraft} from './draft.ts';
import {heldSchema, schema, wireTypeOf, type OverlayField} from './schema.ts';
import {canonicalBytes} from './writer.ts';

/**
 * Reads bytes as the message named: accept with the exact value and the canonical bytes, reject with the reason and its offset,
 * or open where the encoding guide and the known decoders leave both answers right. Total: never throws, whatever the bytes.
 */
export function readStrictly(message: OverlayMessage, bytes: Uint8Array): Reading {
  const draft = new Draft(schema[message]);
  const cursor = new Cursor(bytes);
  if (!readMessage(cursor, draft, bytes.length, 0)) {
    return {kind: 'reject', basis: 'protocol', why: cursor.fault, offset: cursor.faultAt};
  }
  // The whole input is sound as wire format; what only the known decoders refuse is judged last.
  if (cursor.softFault !== undefined) {
    return {kind: 'reject', basis: 'defacto', why: cursor.softFault, offset: cursor.softFaultAt};
  }
  const value = valueOfDraft(draft);
  const canonical = canonicalBytes(draft);
  const isUnknown = cursor.sawUnknown && hasUnknown(draft);
  if (cursor.open !== undefined) {
    const accept = {value, canonical, hasUnknown: isUnknown};
    return {
      kind: 'open',
      basis: 'impl',
      why: cursor.open,
      offset: cursor.openAt,
      accept,
      preferred: openPoints[cursor.open].preferred,
    };
  }
  return {
    kind: 'accept',
    basis: cursor.sawWrongWireType ? 'defacto' : 'protocol',
    value,
    canonical,
    hasUnknown: isUnknown,
  };
}

/** Messages and groups nested deeper than this are left open: known decoders begin to refuse at 99 (upb), 100 (C++, Java), 10,000 (Go). */
const nestingMax = 90;

/** Where reading stands, the varint read last, and what was noticed on the way. */
class Cursor {
  readonly bytes: Uint8Array;
  position = 0;
  /** The varint read last: low and high 32 bits, unsigned, and its length in bytes. */
  low = 0;
  high = 0;
  varintBytes = 0;
  /** The tag read last. */
  number = 0;
  wireType = 0;
  sawUnknown = false;
  sawWrongWireType = false;
  fault: Malformation = 'ends-in-tag';
  faultAt = 0;
  softFault: Malformation | undefined = undefined;
  softFaultAt = 0;
  open: OpenPoint | undefined = undefined;
  openAt = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
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

function readMessage(cursor: Cursor, draft: Draft, end: number, depth: number): boolean {
  if (depth > nestingMax) cursor.leaveOpen('deep', cursor.position);
  const byNumber = draft.schema.byNumber;
  while (cursor.position < end) {
    const start = cursor.position;
    if (!readTag(cursor, end)) return false;
    if (cursor.number === 0) return cursor.fail('field-number-zero', start);
    const field = cursor.number < byNumber.length ? byNumber[cursor.number] : undefined;
    if (field !== undefined && cursor.wireType === wireTypeOf(field)) {
      if (!readField(cursor, draft, field, end, depth)) return false;
    } else {
      if (field !== undefined) cursor.sawWrongWireType = true;
      if (!skipRecord(cursor, start, end, depth)) return false;
      cursor.sawUnknown = true;
      (draft.unknown ??= []).push(cursor.bytes.subarray(start, cursor.position));
    }
  }
  return true;
}

function readField(cursor: Cursor, draft: Draft, field: OverlayField, end: number, depth: number): boolean {
  switch (field.kind) {
    case 'uint32':
      if (!readVarint(cursor, end, 'ends-in-varint')) return false;
      draft.slots[field.slot] = cursor.low;
      return true;
    case 'enum':
      if (!readVarint(cursor, end, 'ends-in-varint')) return false;
      draft.slots[field.slot] = cursor.low | 0;
      return true;
    case 'uint64':
      if (!readVarint(cursor, end, 'ends-in-varint')) return false;
      draft.slots[field.slot] = wholeVarint(cursor);
      return true;
    case 'bytes':
      if (!readLength(cursor, end)) return false;
      draft.slots[field.slot] = cursor.bytes.subarray(cursor.position, cursor.position + cursor.low);
      cursor.position += cursor.low;
      return true;
    case 'message':
      if (!readLength(cursor, end)) return false;
      return readMessage(cursor, heldDraft(draft, field), cursor.position + cursor.low, depth + 1);
  }
}

/** Gives the draft that a message record goes into: a new list element, or the one that is there already (records of one field merge). */
function heldDraft(draft: Draft, field: OverlayField): Draft {
  const held = draft.slots[field.slot];
  if (field.isRepeated) {
    const element = new Draft(heldSchema(field));
    if (held === undefined) draft.slots[field.slot] = [element];
    else (held as Draft[]).push(element);
    return element;
  }
  if (held !== undefined) return held as Draft;
  const fresh = new Draft(heldSchema(field));
  draft.slots[field.slot] = fresh;
  return fresh;
}

function wholeVarint(cursor: Cursor): number | bigint {
  if (cursor.high < 0x200000) return cursor.high * 0x1_0000_0000 + cursor.low;
  return (BigInt(cursor.high) << 32n) | BigInt(cursor.low);
}

/** Reads a tag into `number` and `wireType`. */
function readTag(cursor: Cursor, end: number): boolean {
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
    judgeTagLength(cursor, start);
  }
  return cursor.wireType < 6 || cursor.fail('reserved-wire-type', start);
}

function judgeTagLength(cursor: Cursor, start: number): void {
  const length = cursor.varintBytes;
  if (length >= 9) cursor.failSoftly('tag-too-long', start);
  else if (cursor.high !== 0) cursor.failSoftly('tag-too-large', start);
  else if (length > 5) cursor.leaveOpen('long-tag', start);
  else if (length > varintLength(cursor.low)) cursor.leaveOpen('overlong-tag', start);
}

function varintLength(low: number): number {
  if (low < 0x80) return 1;
  if (low < 0x4000) return 2;
  if (low < 0x20_0000) return 3;
  return low < 0x1000_0000 ? 4 : 5;
}

/** Reads a length that fits before `end` into `low`. */
function readLength(cursor: Cursor, end: number): boolean {
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
function failShort(cursor: Cursor, needed: number, end: number, why: Malformation, offset: number): false {
  const isNested = end < cursor.bytes.length && needed <= cursor.bytes.length - cursor.position;
  return cursor.fail(isNested ? 'runs-past-parent' : why, offset);
}

/** Reads a varint into `low` and `high`. Bits above the 64th are dropped and leave the input open. */
function readVarint(cursor: Cursor, end: number, why: Malformation): boolean {
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
      if (byte < 0x80 && bits > 1) cursor.leaveOpen('tenth-byte', start);
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

/** Fails because a varint is cut at `end`; inside a nested message the parent's bytes may look like its rest. */
function failCut(cursor: Cursor, start: number, end: number, why: Malformation): false {
  const bytes = cursor.bytes;
  for (let at = end; at < bytes.length && at < start + 10; at += 1) {
    if (bytes[at]! < 0x80) return cursor.fail('runs-past-parent', start);
  }
  return cursor.fail(why, start);
}

/** Skips the value of a record whose tag was just read. */
function skipRecord(cursor: Cursor, start: number, end: number, depth: number): boolean {
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
