// Writes values as canonical bytes; and says what no writer may write, though readers understand it.
import {scanJson, type JsonNode} from './json-nodes.ts';
import {behindValue, varintAt} from './varint-at.ts';
import type {JsonObject} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {Draft, type Slot} from './draft.ts';
import {bytesFromHex} from '../../base/text/hex.ts';
import {heldSchema, schema, wireTypeOf, type OverlayField, type OverlaySchema} from './message-schema.ts';

/**
 * Writes a value (value-text convention, already checked by valueFromText) as canonical bytes: known fields in number order,
 * defaults left out, shortest varints, enums sign-extended to 64 bits.
 */
export function writeValue(message: OverlayMessage, value: JsonObject): Uint8Array {
  return canonicalBytes(draftOfValue(schema[message], value));
}

/** Makes the draft of a value (value-text convention, already checked by valueFromText). */
export function draftOfValue(of: OverlaySchema, value: JsonObject): Draft {
  const draft = new Draft(of);
  for (const field of of.fields) {
    const held = value[field.name];
    if (held !== undefined) draft.slots[field.slot] = slotOf(field, held);
  }
  return draft;
}

function slotOf(field: OverlayField, held: JsonObject[string]): Slot {
  switch (field.kind) {
    case 'enum':
    case 'uint32':
      return held as number;
    case 'uint64':
      return BigInt(held as string);
    case 'bytes':
      return bytesFromHex(held as string);
    case 'message':
      if (!field.isRepeated) return draftOfValue(heldSchema(field), held as JsonObject);
      return (held as readonly JsonObject[]).map(item => draftOfValue(heldSchema(field), item));
  }
}

/** Writes a draft as canonical bytes; the unknown records of each level stand behind its known fields, as they arrived. */
export function canonicalBytes(draft: Draft): Uint8Array {
  const bytes = new Uint8Array(sizeOf(draft));
  writeDraft(bytes, 0, draft);
  return bytes;
}

function sizeOf(draft: Draft): number {
  let size = 0;
  const slots = draft.slots;
  for (let slot = 0; slot < slots.length; slot += 1) {
    const held = slots[slot];
    if (held === undefined) continue;
    if (typeof held === 'number') size += held === 0 ? 0 : 1 + numberSize(held);
    else if (typeof held === 'bigint') size += held === 0n ? 0 : 1 + bigSize(held);
    else if (held instanceof Uint8Array) size += held.length === 0 ? 0 : payloadSize(held.length);
    else if (held instanceof Draft) size += payloadSize(sizeOf(held));
    else for (const item of held) size += payloadSize(sizeOf(item));
  }
  const {unknown = []} = draft;
  for (let at = 0; at < unknown.length; at += 2) size += unknown[at + 1]! - unknown[at]!;
  return size;
}

/** Size of a length-delimited record with a one-byte tag. */
function payloadSize(length: number): number {
  return 1 + numberSize(length) + length;
}

function numberSize(value: number): number {
  // A negative enum is sign-extended to 64 bits: ten bytes.
  if (value < 0) return 10;
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size += 1;
  return size;
}

function bigSize(value: bigint): number {
  let size = 1;
  for (let rest = value; rest >= 0x80n; rest >>= 7n) size += 1;
  return size;
}

const noBytes = new Uint8Array();

function writeDraft(bytes: Uint8Array, start: number, draft: Draft): number {
  let at = start;
  for (const field of draft.schema.fields) {
    const held = draft.slots[field.slot];
    if (held !== undefined) at = writeSlot(bytes, at, field, held);
  }
  const {unknown = [], source = noBytes} = draft;
  for (let record = 0; record < unknown.length; record += 2) {
    const octets = source.subarray(unknown[record], unknown[record + 1]);
    bytes.set(octets, at);
    at += octets.length;
  }
  return at;
}

function writeSlot(bytes: Uint8Array, start: number, field: OverlayField, held: NonNullable<Slot>): number {
  const tag = field.number * 8 + wireTypeOf(field);
  if (typeof held === 'number') return held === 0 ? start : writeNumber(bytes, writeByte(bytes, start, tag), held);
  if (typeof held === 'bigint') return held === 0n ? start : writeBig(bytes, writeByte(bytes, start, tag), held);
  if (held instanceof Uint8Array) {
    if (held.length === 0) return start;
    const at = writeNumber(bytes, writeByte(bytes, start, tag), held.length);
    bytes.set(held, at);
    return at + held.length;
  }
  if (held instanceof Draft) return writeHeld(bytes, start, tag, held);
  let at = start;
  for (const item of held) at = writeHeld(bytes, at, tag, item);
  return at;
}

function writeHeld(bytes: Uint8Array, start: number, tag: number, held: Draft): number {
  const at = writeNumber(bytes, writeByte(bytes, start, tag), sizeOf(held));
  return writeDraft(bytes, at, held);
}

function writeByte(bytes: Uint8Array, at: number, byte: number): number {
  bytes[at] = byte;
  return at + 1;
}

function writeNumber(bytes: Uint8Array, start: number, value: number): number {
  if (value < 0) return writeBig(bytes, start, BigInt.asUintN(64, BigInt(value)));
  let at = start;
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    bytes[at] = (rest % 0x80) | 0x80;
    at += 1;
  }
  bytes[at] = rest;
  return at + 1;
}

function writeBig(bytes: Uint8Array, start: number, value: bigint): number {
  let at = start;
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) {
    bytes[at] = Number(rest & 0x7fn) | 0x80;
    at += 1;
  }
  bytes[at] = Number(rest);
  return at + 1;
}

/** Gives one sentence for each way in which well-formed bytes are not what a writer of the schema writes. */
export function badlyWritten(
  message: OverlayMessage,
  bytes: Uint8Array,
  {mayHaveLaterFields = false}: {readonly mayHaveLaterFields?: boolean} = {},
): readonly string[] {
  const found = writtenIn(schema[message], bytes, 0, bytes.length);
  return mayHaveLaterFields ? found.filter(one => !isAboutLaterField(one)) : found;
}

/** A number that the schema does not have, at any level. */
function isAboutLaterField(problem: string): boolean {
  return /^\w+ has no field \d+, and one was written$/.test(problem);
}

function writtenIn(of: OverlaySchema, bytes: Uint8Array, start: number, end: number): readonly string[] {
  const found: string[] = [];
  const seen = new Set<OverlayField>();
  for (let at = start; at < end;) {
    const tag = varintAt(bytes, at, end);
    const number = Number((tag?.value ?? 0n) >> 3n);
    const wireType = Number((tag?.value ?? 0n) & 7n);
    const field = of.byNumber[number];
    const from = tag?.next ?? end;
    const next = behindValue(bytes, wireType, from, end);
    // Malformed bytes are told by the reader.
    if (tag === undefined || next === undefined) return found;
    if (field === undefined) found.push(`${of.name} has no field ${String(number)}, and one was written`);
    else if (wireType !== wireTypeOf(field))
      found.push(`${field.name} was written with wire type ${String(wireType)}, not ${String(wireTypeOf(field))}`);
    else {
      // "Normally, an encoded message would never have more than one instance of a non-repeated field."
      if (!field.isRepeated && seen.has(field)) found.push(`${field.name} was written more than once`);
      seen.add(field);
      found.push(...writtenValue(field, bytes, from, next));
    }
    at = next;
  }
  return found;
}

function writtenValue(field: OverlayField, bytes: Uint8Array, from: number, next: number): readonly string[] {
  const head = varintAt(bytes, from, next);
  if (head === undefined) return [];
  switch (field.kind) {
    case 'uint32':
      return head.value > 0xffff_ffffn
        ? [`${field.name} was written as ${String(head.value)}, wider than 32 bits`]
        : [];
    case 'enum': {
      // "negative numbers … always ten bytes": an enum is written as an int32.
      const isInt32 = head.value <= 0x7fff_ffffn || head.value >= 0xffff_ffff_8000_0000n;
      return isInt32 ? [] : [`${field.name} was written as ${String(head.value)}, which is not an int32 in 64 bits`];
    }
    case 'message':
      return writtenIn(heldSchema(field), bytes, head.next, next);
    case 'uint64':
    case 'bytes':
      return [];
  }
}

/** The same for proto3 JSON that can be read: "strings, numbers and base64 with padding", as the table of the JSON guide has them. */
export function badlyWrittenJson(message: OverlayMessage, text: string): readonly string[] {
  const node = scanJson(text);
  return node.kind === 'not-json' ? [] : writtenNode(schema[message], node);
}

function writtenNode(of: OverlaySchema, node: JsonNode): readonly string[] {
  if (node.kind !== 'object') return [];
  return node.members.flatMap(({key, node: value}) => {
    const field = of.fields.find(({name}) => name === key);
    if (field === undefined) return [];
    const items = value.kind === 'list' ? value.items : [value];
    return items.flatMap(item => writtenItem(field, item));
  });
}

function writtenItem(field: OverlayField, node: JsonNode): readonly string[] {
  switch (field.kind) {
    case 'message':
      return writtenNode(heldSchema(field), node);
    case 'uint32':
      return node.kind === 'string' ? [`${field.name} was written as a string; the JSON of a uint32 is a number`] : [];
    case 'uint64':
      return node.kind === 'number' ? [`${field.name} was written as a number; the JSON of a uint64 is a string`] : [];
    case 'bytes':
      return node.kind === 'string' &&
        !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(node.text)
        ? [
            `${field.name} was written as ${JSON.stringify(node.text)}; the JSON of bytes is standard base64 with padding`,
          ]
        : [];
    // A number is what the option of writers gives that write no names.
    case 'enum':
      return [];
  }
}
