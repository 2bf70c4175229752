// Reads and writes overlay values as canonical proto3 JSON.
import {isJsonList, jsonText, type Json, type JsonObject} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {Draft, type Slot} from './draft.ts';
import {AcceptedValue, DraftValue} from './draft-value.ts';
import {bytesFromHex} from '../../base/text/hex.ts';
import {scanJson, type JsonNode} from './json-nodes.ts';
import {readBase64, readInteger, type Spelling} from './json-spelling.ts';
import {openPoints, type Malformation, type OpenPoint, type Reading} from './reading.ts';
import {heldSchema, schema, type OverlayField, type OverlaySchema} from './message-schema.ts';

/** Reads proto3 JSON text as the message named. Total: never throws, whatever the text. Offsets count characters. */
export function readProtoJson(message: OverlayMessage, text: string): Reading {
  const notes = newNotes({isRounding: false, isFirstKept: false});
  const hasMark = text.startsWith('\ufeff');
  if (hasMark) leaveOpen(notes, 'byte-order-mark', 0);
  const node = scanJson(hasMark ? text.slice(1) : text);
  if (node.kind === 'not-json') return {kind: 'reject', basis: 'protocol', why: 'not-json', offset: node.at};
  const draft = new Draft(schema[message]);
  if (node.kind === 'null') leaveOpen(notes, 'top-null', node.at);
  else readMessage(draft, node, notes);
  if (notes.reject !== undefined) return {kind: 'reject', ...notes.reject};
  if (notes.open === undefined) return new AcceptedValue(draft, 'protocol');
  const {preferred} = openPoints[notes.open.why];
  const others = node.kind === 'null' ? [] : otherValues(message, node, notes.met);
  return {
    kind: 'open',
    basis: 'impl',
    ...notes.open,
    accept: new DraftValue(draft),
    ...(others.length === 0 ? {} : {others}),
    preferred,
  };
}

/** The values that the text has for decoders that hold every number in a double, or keep the first of equal keys. */
function otherValues(message: OverlayMessage, node: JsonNode, met: ReadonlySet<OpenPoint>): readonly DraftValue[] {
  const roundings = met.has('number-precision') ? [false, true] : [false];
  const keepings = met.has('duplicate-key') ? [false, true] : [false];
  const ways = roundings.flatMap(isRounding => keepings.map(isFirstKept => ({isRounding, isFirstKept})));
  return ways.slice(1).flatMap(way => {
    const notes = newNotes(way);
    const draft = new Draft(schema[message]);
    readMessage(draft, node, notes);
    return notes.reject === undefined ? [new DraftValue(draft)] : [];
  });
}

/** What a decoder may make of what the guide leaves open. */
interface OpenWays {
  /** A bare number becomes the nearest double. */
  readonly isRounding: boolean;
  /** Of equal keys the first one counts. */
  readonly isFirstKept: boolean;
}

function newNotes(ways: OpenWays): Notes {
  return {...ways, reject: undefined, open: undefined, met: new Set()};
}

/** The first rejection, the open points, and of these the one with the strongest preference. */
interface Notes extends OpenWays {
  readonly met: Set<OpenPoint>;
  reject: {readonly basis: 'protocol' | 'defacto'; readonly why: Malformation; readonly offset: number} | undefined;
  open: {readonly why: OpenPoint; readonly offset: number} | undefined;
}

const weight = {accept: 0, either: 1, reject: 2} as const;

function leaveOpen(notes: Notes, why: OpenPoint, offset: number): void {
  notes.met.add(why);
  if (notes.open !== undefined && weight[openPoints[notes.open.why].preferred] >= weight[openPoints[why].preferred])
    return;
  notes.open = {why, offset};
}

function reject(
  notes: Notes,
  why: Malformation,
  offset: number,
  basis: 'protocol' | 'defacto' = 'protocol',
): undefined {
  notes.reject ??= {basis, why, offset};
  return undefined;
}

function readMessage(draft: Draft, node: JsonNode, notes: Notes): void {
  if (node.kind !== 'object') {
    reject(notes, 'wrong-json-type', node.at);
    return;
  }
  // A key that is not known at all is reason enough to refuse, so its doubles need no looking for.
  let seen = 0;
  for (const member of node.members) {
    const field = fieldNamed(draft.schema, member.key);
    if (field === undefined) {
      reject(notes, 'unknown-key', member.at);
      continue;
    }
    const isDouble = (seen & (1 << field.slot)) !== 0;
    if (isDouble) leaveOpen(notes, 'duplicate-key', member.at);
    seen |= 1 << field.slot;
    if (isDouble && notes.isFirstKept) continue;
    // null is every field's default.
    draft.slots[field.slot] = member.node.kind === 'null' ? undefined : readHeld(field, member.node, notes);
  }
}

function fieldNamed({fields}: OverlaySchema, name: string): OverlayField | undefined {
  for (let slot = 0; slot < fields.length; slot += 1) if (fields[slot]!.name === name) return fields[slot];
  return undefined;
}

function readHeld(field: OverlayField, node: JsonNode, notes: Notes): Slot {
  if (field.kind !== 'message') return readScalar(field, node, notes);
  if (!field.isRepeated) return readElement(field, node, notes);
  if (node.kind !== 'list') return reject(notes, 'wrong-json-type', node.at);
  return node.items.map(item => readElement(field, item, notes));
}

function readElement(field: OverlayField, node: JsonNode, notes: Notes): Draft {
  const draft = new Draft(heldSchema(field));
  if (node.kind === 'null') reject(notes, 'null-element', node.at, 'defacto');
  else readMessage(draft, node, notes);
  return draft;
}

function readScalar(field: OverlayField, node: JsonNode, notes: Notes): Slot {
  if (node.kind !== 'string' && node.kind !== 'number') return reject(notes, 'wrong-json-type', node.at);
  if (field.kind === 'bytes') return readBytes(node, notes);
  if (field.kind === 'enum' && node.kind === 'string') return readEnumName(field, node, notes);
  const plain = plainNumber(node.text);
  if (plain !== undefined) return plain <= maxOf[field.kind] ? plain : reject(notes, 'out-of-range', node.at);
  const spelled = readInteger(node.text, node.kind === 'string');
  const exact = settle(spelled, node, notes);
  if (exact === undefined) return undefined;
  const value = notes.isRounding && node.kind === 'number' ? BigInt(Number(exact)) : exact;
  if (field.kind === 'enum' && node.kind === 'number' && !/^-?[0-9]+$/.test(node.text))
    leaveOpen(notes, 'enum-spelling', node.at);
  const [low, high] = rangeOf(field);
  if (value < low || value > high) return reject(notes, 'out-of-range', node.at);
  if (field.kind !== 'uint64') return Number(value);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

const maxOf = {enum: 0x7fff_ffff, uint32: 0xffff_ffff, uint64: Infinity, bytes: 0, message: 0} as const;

/** The number of up to fifteen digits without any sign or leading zero; undefined when it is spelled otherwise, or larger. */
function plainNumber(text: string): number | undefined {
  if (text.length === 0 || text.length > 15 || (text.length > 1 && text.charCodeAt(0) === 0x30)) return undefined;
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

function readEnumName(field: OverlayField, node: JsonNode & {readonly text: string}, notes: Notes): Slot {
  const number = field.names?.indexOf(node.text) ?? -1;
  if (number >= 0) return number;
  if (!/^-?[0-9]+$/.test(node.text)) return reject(notes, 'unknown-enum-name', node.at);
  const value = BigInt(node.text);
  const [low, high] = rangeOf(field);
  if (value < low || value > high) return reject(notes, 'out-of-range', node.at);
  leaveOpen(notes, 'enum-digits', node.at);
  return Number(value);
}

function readBytes(node: JsonNode & {readonly text: string}, notes: Notes): Slot {
  if (node.kind !== 'string') return reject(notes, 'wrong-json-type', node.at);
  return settle(readBase64(node.text), node, notes);
}

function settle<Value>(spelled: Spelling<Value>, node: JsonNode, notes: Notes): Value | undefined {
  if (spelled.kind === 'bad') return reject(notes, spelled.why, node.at);
  if (spelled.kind === 'open') leaveOpen(notes, spelled.why, node.at);
  return spelled.value;
}

function rangeOf(field: OverlayField): readonly [bigint, bigint] {
  if (field.kind === 'enum') return [-0x8000_0000n, 0x7fff_ffffn];
  return [0n, field.kind === 'uint32' ? 0xffff_ffffn : 0xffff_ffff_ffff_ffffn];
}

/**
 * Writes a value as canonical proto3 JSON: fields at their default left out, enums by name (unlisted ones by number), uint64 as
 * string, bytes as padded standard base64, no white space.
 */
export function writeProtoJson(message: OverlayMessage, value: JsonObject): string {
  return jsonText(jsonOf(schema[message], value));
}

function jsonOf(of: OverlaySchema, value: JsonObject): JsonObject {
  const json: Record<string, Json> = {};
  for (const field of of.fields) {
    const held = value[field.name];
    if (held === undefined || held === 0 || held === '0' || held === '' || (isJsonList(held) && held.length === 0))
      continue;
    json[field.name] = jsonHeld(field, held);
  }
  return json;
}

function jsonHeld(field: OverlayField, held: Json): Json {
  switch (field.kind) {
    case 'enum':
      return field.names?.[held as number] ?? held;
    case 'uint32':
    case 'uint64':
      return held;
    case 'bytes':
      return Buffer.from(bytesFromHex(held as string) ?? []).toString('base64');
    case 'message':
      if (isJsonList(held)) return held.map((item: Json) => jsonOf(heldSchema(field), item as JsonObject));
      return jsonOf(heldSchema(field), held as JsonObject);
  }
}
