// Rules of a message: which field a tag means, and what a second occurrence, a wrong wire type or an unknown number does.
import type {FieldValue, Message, MessageName} from './message.ts';
import {aMessage, isMessage} from './message.ts';
import type {OverlayRules} from './overlay-rules.ts';
import type {Field} from './schema.ts';
import {LEN, type Tag, VARINT} from './tag.ts';
import type {Cursor} from './varint.ts';

/** One field being read: where, into which message, and where its tag began. */
export interface Spot {
  readonly cursor: Cursor;
  readonly message: Message;
  readonly tag: Tag;
  readonly start: number;
}

// Encoding guide: a message is a series of fields in any order; nothing but the end of its bytes ends it.
export function readMessage(rules: OverlayRules, cursor: Cursor, message: Message): Message {
  while (cursor.at < cursor.end) {
    const start = cursor.at;
    const tag = rules.readTag(cursor);
    if (rules.endsMessage(tag)) break;
    const field = rules.fieldOf(message.type, tag.number);
    const spot = {cursor, message, tag, start};
    if (field === undefined) rules.readUnknown(spot);
    else if (tag.wireType === wireTypeOf(field)) rules.readKnown(spot, field);
    else rules.readWrongWireType(spot, field);
    if (field !== undefined && rules.isComplete(message.type, field)) break;
  }
  return message;
}

/** Gives the wire type that a field of our schema is written with. */
export function wireTypeOf(field: Field): number {
  return field.kind === 'uint32' || field.kind === 'uint64' || field.kind === 'enum' ? VARINT : LEN;
}

// Encoding guide: there is no end marker; a zero byte or an end-group tag is not one.
export function endsMessage(_rules: OverlayRules, _tag: Tag): boolean {
  return false;
}

// Encoding guide, order: fields may come in any order, so no field is the last one.
export function isComplete(_rules: OverlayRules, _type: MessageName, _field: Field): boolean {
  return false;
}

// Record: a field is known by its number in the table of its message.
export function fieldOf(rules: OverlayRules, type: MessageName, number: number): Field | undefined {
  return rules.messages[type].find(field => field.number === number);
}

// proto3 guide, unknown fields: they are kept while parsing and written again when serializing.
export function readUnknown(rules: OverlayRules, spot: Spot): void {
  rules.skipField(spot.cursor, spot.tag, 0);
  if (rules.keepsUnknownFields) spot.message.unknown.push(spot.cursor.bytes.slice(spot.start, spot.cursor.at));
}

// proto3 guide: "proto3 messages preserve unknown fields and include them during parsing and in the serialized output".
export const keepsUnknownFields: boolean = true;

// No sentence of the guide; de facto a known number with another wire type is an unknown field.
export function readWrongWireType(rules: OverlayRules, spot: Spot, _field: Field): void {
  rules.readUnknown(spot);
}

// Encoding guide: what the payload of a known field means depends on its declared type.
export function readKnown(rules: OverlayRules, spot: Spot, field: Field): void {
  const {cursor, message} = spot;
  switch (field.kind) {
    case 'uint32':
      return rules.storeScalar(message, field, rules.uint32Of(rules.readVarint(cursor), field));
    case 'uint64':
      return rules.storeScalar(message, field, rules.uint64Of(rules.readVarint(cursor)));
    case 'bytes':
      return rules.storeScalar(message, field, rules.bytesOf(takeSlice(rules, cursor)));
    case 'enum': {
      const number = rules.enumOf(rules.readVarint(cursor));
      if (rules.keepsEnumNumber(number, field.values)) return rules.storeScalar(message, field, number);
      message.unknown.push(cursor.bytes.slice(spot.start, cursor.at));
      return;
    }
    case 'message':
      message.fields.set(
        field.name,
        readSubmessage(rules, cursor, rules.mergeTarget(field.of, single(message, field))),
      );
      return;
    case 'list':
      message.fields.set(
        field.name,
        rules.append(list(message, field), readSubmessage(rules, cursor, rules.freshMessage(field.of))),
      );
  }
}

function takeSlice(rules: OverlayRules, cursor: Cursor): Uint8Array {
  const length = rules.readLength(cursor);
  const from = cursor.at;
  cursor.at += length;
  return cursor.bytes.slice(from, cursor.at);
}

function readSubmessage(rules: OverlayRules, cursor: Cursor, into: Message): Message {
  const length = rules.readLength(cursor);
  const inner = {bytes: cursor.bytes, at: cursor.at, end: cursor.at + length};
  cursor.at = inner.end;
  return rules.readMessage(inner, into);
}

function single(message: Message, field: Field): Message | undefined {
  const value = message.fields.get(field.name);
  return isMessage(value) ? value : undefined;
}

function list(message: Message, field: Field): Message[] {
  const value = message.fields.get(field.name);
  return Array.isArray(value) ? value : [];
}

// Encoding guide, last one wins: of a singular scalar that comes more than once, the parser takes the last value it sees.
export function storeScalar(_rules: OverlayRules, message: Message, field: Field, value: FieldValue): void {
  message.fields.set(field.name, value);
}

// Record: "| Cert | bytes | 1 |", "| Hmac | bytes | 2 |": any octets, exactly as long as they came.
export function bytesOf(_rules: OverlayRules, payload: Uint8Array): Uint8Array {
  return payload;
}

// Encoding guide, last one wins: singular submessages that come more than once are merged field by field.
export function mergeTarget(rules: OverlayRules, type: MessageName, previous: Message | undefined): Message {
  return previous ?? rules.freshMessage(type);
}

// Encoding guide: the elements of a repeated field keep their order; an empty message is an element too.
export function append(_rules: OverlayRules, list: Message[], element: Message): Message[] {
  list.push(element);
  return list;
}

// Each message is decoded on its own; nothing of an earlier one shows in a later one.
export function freshMessage(_rules: OverlayRules, type: MessageName): Message {
  return aMessage(type);
}
