// Writes requests and reads responses of proto/testee.proto: the envelope around every question to a decoder under test.
import {isUtf8} from 'node:buffer';
import type {TesteeDescription, TesteeQuestion} from '../model/peer.ts';
import {jsonText} from '../model/json.ts';

/** One frame: four bytes of length, little-endian, and the request. */
export function requestFrame(id: bigint, question: TesteeQuestion | {readonly kind: 'describe'}): Uint8Array {
  if (question.kind === 'decode') return decodeFrame(id, question);
  const [number, payload] = questionField(question);
  const request = Buffer.concat([fixed64Field(1, id), lengthField(number, payload)]);
  const frame = Buffer.allocUnsafe(4 + request.length);
  frame.writeUInt32LE(request.length, 0);
  request.copy(frame, 4);
  return frame;
}

// Millions of these are written in a search, so each is one piece of memory, filled from front to back.
function decodeFrame(id: bigint, {message, form, bytes}: Extract<TesteeQuestion, {kind: 'decode'}>): Uint8Array {
  const name = Buffer.byteLength(message);
  // `input` is a oneof: an empty one is written too, else it would be no input at all.
  const decode = 1 + varintSize(name) + name + 1 + varintSize(bytes.length) + bytes.length;
  const request = 9 + 1 + varintSize(decode) + decode;
  const frame = Buffer.allocUnsafe(4 + request);
  frame.writeUInt32LE(request, 0);
  frame[4] = (1 << 3) | 1;
  frame.writeBigUInt64LE(id, 5);
  let at = writeLengthHead(frame, 13, 3, decode);
  at = writeLengthHead(frame, at, 1, name);
  at += frame.write(message, at);
  at = writeLengthHead(frame, at, form === 'binary' ? 2 : 3, bytes.length);
  frame.set(bytes, at);
  return frame;
}

/** Writes tag and length of a field of bytes; gives the place behind them. */
function writeLengthHead(frame: Buffer, start: number, number: number, length: number): number {
  frame[start] = (number << 3) | 2;
  let at = start + 1;
  for (let rest = length; ; rest >>>= 7) {
    frame[at] = rest > 0x7f ? (rest & 0x7f) | 0x80 : rest;
    at += 1;
    if (rest <= 0x7f) return at;
  }
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) size += 1;
  return size;
}

function questionField(
  question: Exclude<TesteeQuestion, {kind: 'decode'}> | {readonly kind: 'describe'},
): readonly [number: number, payload: Uint8Array] {
  switch (question.kind) {
    case 'describe':
      return [2, Buffer.from([0x08, 0x01])];
    case 'encode': {
      const form = question.form === 'binary' ? Buffer.alloc(0) : Buffer.from([0x18, 0x01]);
      return [
        4,
        Buffer.concat([
          lengthField(1, Buffer.from(question.message)),
          lengthField(2, Buffer.from(jsonText(question.value))),
          form,
        ]),
      ];
    }
  }
}

/** Writes a field of eight bytes. */
export function fixed64Field(number: number, value: bigint): Buffer {
  const field = Buffer.allocUnsafe(9);
  field[0] = (number << 3) | 1;
  field.writeBigUInt64LE(value, 1);
  return field;
}

/** Writes a field of bytes or text. */
export function lengthField(number: number, payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2]), varint(payload.length), payload]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** What a response says; texts are UTF-8 and not yet looked into. */
export type EnvelopeAnswer =
  | {readonly kind: 'description'; readonly description: TesteeDescription}
  | {readonly kind: 'value' | 'reject' | 'unsupported'; readonly text: string}
  | {readonly kind: 'encoded'; readonly bytes: Uint8Array};

/** A response, or what is wrong with the frame in one sentence part. */
export type ResponseReading =
  | {readonly kind: 'response'; readonly id: bigint; readonly answer: EnvelopeAnswer}
  | {readonly kind: 'bad'; readonly why: string};

/** Reads the payload of one frame. Unknown fields are skipped; anything malformed is bad. */
export function readResponse(frame: Uint8Array): ResponseReading {
  const fields = readFields(frame);
  if (fields === undefined) return {kind: 'bad', why: 'the frame is no Response message'};
  let id = 0n;
  let answer: EnvelopeAnswer | undefined;
  for (const field of fields) {
    if (field.number === 1 && field.kind === 'fixed64') id = field.value;
    else if (field.kind === 'bytes') answer = readAnswer(field.number, field.value) ?? answer;
  }
  if (id === 0n) return {kind: 'bad', why: 'the Response carries no id'};
  if (answer === undefined) return {kind: 'bad', why: 'the Response carries no answer that can be read'};
  return {kind: 'response', id, answer};
}

function readAnswer(number: number, payload: Buffer): EnvelopeAnswer | undefined {
  switch (number) {
    case 2:
      return readDescription(payload);
    case 3:
      return textAnswer('value', payload);
    case 4:
      return textAnswer('reject', payload);
    case 5:
      return textAnswer('unsupported', payload);
    case 6:
      return {kind: 'encoded', bytes: Uint8Array.from(payload)};
    default:
      return undefined;
  }
}

// "A string must always contain UTF-8 encoded text": bytes that are none would be mended silently, and a wrong value with them.
function textAnswer(kind: 'value' | 'reject' | 'unsupported', payload: Buffer): EnvelopeAnswer | undefined {
  return isUtf8(payload) ? {kind, text: payload.toString('utf8')} : undefined;
}

function readDescription(payload: Buffer): EnvelopeAnswer | undefined {
  const fields = readFields(payload);
  if (fields === undefined) return undefined;
  const number = (wanted: number): number =>
    Number(fields.findLast(field => field.number === wanted && field.kind === 'varint')?.value ?? 0);
  const texts = (wanted: number): readonly string[] =>
    fields.flatMap(field => (field.number === wanted && field.kind === 'bytes' ? [field.value.toString('utf8')] : []));
  const forms = fields.flatMap(field => {
    if (field.number !== 5) return [];
    return field.kind === 'varint' ? [field.value] : field.kind === 'bytes' ? packedVarints(field.value) : [];
  });
  const [schemaPackage] = texts(8);
  const [schemaSyntax] = texts(9);
  return {
    kind: 'description',
    description: {
      protocol: number(1),
      name: texts(2)[0] ?? '',
      version: texts(3)[0] ?? '',
      messages: texts(4),
      forms:
        forms.length === 0
          ? ['binary']
          : [...new Set(forms.map(form => (form === 1n ? ('json' as const) : ('binary' as const))))],
      encodes: number(6) !== 0,
      keepsUnknownFields: number(7) !== 0,
      ...(schemaPackage === undefined ? {} : {schemaPackage}),
      ...(schemaSyntax === undefined ? {} : {schemaSyntax}),
    },
  };
}

/** One field as it stands on the wire. */
export type EnvelopeField =
  | {readonly number: number; readonly kind: 'varint'; readonly value: bigint}
  | {readonly number: number; readonly kind: 'fixed64'; readonly value: bigint}
  | {readonly number: number; readonly kind: 'fixed32'; readonly value: number}
  | {readonly number: number; readonly kind: 'bytes'; readonly value: Buffer};

/** Reads the fields of a message; undefined when it is malformed. */
export function readFields(frame: Uint8Array): readonly EnvelopeField[] | undefined {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const fields: EnvelopeField[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = readVarint(bytes, at);
    if (tag === undefined) return undefined;
    const number = Number(tag.value >> 3n);
    at = tag.next;
    switch (Number(tag.value & 7n)) {
      case 0: {
        const read = readVarint(bytes, at);
        if (read === undefined) return undefined;
        fields.push({number, kind: 'varint', value: read.value});
        at = read.next;
        break;
      }
      case 1:
        if (at + 8 > bytes.length) return undefined;
        fields.push({number, kind: 'fixed64', value: bytes.readBigUInt64LE(at)});
        at += 8;
        break;
      case 2: {
        const length = readVarint(bytes, at);
        if (length === undefined || BigInt(length.next) + length.value > BigInt(bytes.length)) return undefined;
        const end = length.next + Number(length.value);
        fields.push({number, kind: 'bytes', value: bytes.subarray(length.next, end)});
        at = end;
        break;
      }
      case 5:
        if (at + 4 > bytes.length) return undefined;
        fields.push({number, kind: 'fixed32', value: bytes.readUInt32LE(at)});
        at += 4;
        break;
      default:
        return undefined;
    }
  }
  return fields;
}

function packedVarints(payload: Buffer): readonly bigint[] {
  const values: bigint[] = [];
  for (let at = 0; at < payload.length;) {
    const read = readVarint(payload, at);
    if (read === undefined) return values;
    values.push(read.value);
    at = read.next;
  }
  return values;
}

function readVarint(bytes: Uint8Array, from: number): {readonly value: bigint; readonly next: number} | undefined {
  let value = 0n;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 0x7f) << BigInt(index * 7);
    if (byte < 0x80) return {value, next: from + index + 1};
  }
  return undefined;
}
