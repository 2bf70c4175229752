// Reads bytes as one overlay message by the letter of the proto3 encoding, and says where the letter ends.
import {jsonText} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {Cursor, readLength, readTag, readVarint, wholeVarint} from './cursor.ts';
import {Draft} from './draft.ts';
import {AcceptedValue, DraftValue} from './draft-value.ts';
import {openPoints, type Reading} from './reading.ts';
import {heldSchema, schema, wireTypeOf, type OverlayField} from './message-schema.ts';
import {nestingMax, skipRecord} from './skip-record.ts';

/**
 * Reads bytes as the message named: accept with the exact value and the canonical bytes, reject with the reason and its offset,
 * or open where the encoding guide and the known decoders leave both answers right. Total: never throws, whatever the bytes.
 */
export function readStrictly(message: OverlayMessage, bytes: Uint8Array): Reading {
  const draft = new Draft(schema[message]);
  const cursor = new Cursor(bytes);
  if (!readMessage(cursor, draft, bytes.length, 0)) {
    // "The wire type tells the parser how big the payload after it is": whether a known number with another wire type is skipped or refused,
    // what cannot be read behind it is malformed. A long tag is read as an unknown field by some, who then do not look into its payload.
    const basis = cursor.sawLongTag ? 'defacto' : 'protocol';
    return {kind: 'reject', basis, why: cursor.fault, offset: cursor.faultAt};
  }
  // The whole input is sound as wire format; what only the known decoders refuse is judged last.
  if (cursor.softFault !== undefined) {
    return {kind: 'reject', basis: 'defacto', why: cursor.softFault, offset: cursor.softFaultAt};
  }
  if (cursor.open === undefined)
    return new AcceptedValue(
      draft,
      cursor.sawOtherWireType || cursor.sawLongTag ? 'defacto' : 'protocol',
      cursor.sawOtherWireType && !cursor.sawLongTag,
    );
  const accept = new DraftValue(draft);
  const other = cursor.hasTwoNumbers ? otherValue(message, bytes, accept) : undefined;
  return {
    kind: 'open',
    basis: 'impl',
    why: cursor.open,
    offset: cursor.openAt,
    accept,
    ...(other === undefined ? {} : {others: [other]}),
    preferred: openPoints[cursor.open].preferred,
  };
}

/** The value where a tenth byte above 1 sets bit 63, unless it is the same: a uint32 and an enum keep the low 32 bits, and the last of a field counts. */
function otherValue(message: OverlayMessage, bytes: Uint8Array, one: DraftValue): DraftValue | undefined {
  const draft = new Draft(schema[message]);
  readMessage(new Cursor(bytes, 'sets-bit-63'), draft, bytes.length, 0);
  const other = new DraftValue(draft);
  return jsonText(other.value) === jsonText(one.value) ? undefined : other;
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
      if (field !== undefined && cursor.wireType !== 4) cursor.sawOtherWireType = true;
      if (!skipRecord(cursor, start, end, depth)) return false;
      draft.source = cursor.bytes;
      if (draft.unknown === undefined) draft.unknown = [start, cursor.position];
      else draft.unknown.push(start, cursor.position);
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
