// Writes requests and reads responses of proto/testee.proto: the envelope around every question to a decoder under test.
import {defined} from '../../../base/json/defined.ts';
import type {NewlyReached, TesteeDescription, TesteeQuestion} from '../../../model/peer.ts';
import {jsonText} from '../../../model/json.ts';
import {readSchemaFile} from './schema-file.ts';
import type {Batch} from './batch.ts';
import {packedVarints, readFields, type EnvelopeField} from './wire-fields.ts';

/** Writes one frame into the batch: four bytes of length, little-endian, and the request. Ids are whole numbers from 1 to 2^53 − 1. */
export function writeRequest(batch: Batch, id: number, question: TesteeQuestion | {readonly kind: 'describe'}): void {
  switch (question.kind) {
    case 'describe':
      return writeFrame(batch, id, 2, [Uint8Array.of(0x08, 0x01)]);
    case 'decode': {
      const {message, form, bytes} = question;
      // `input` is a oneof: an empty one is written too, else it would be no input at all.
      return writeFrame(batch, id, 3, [nameField(message), fieldHead(form === 'binary' ? 2 : 3, bytes.length), bytes]);
    }
    case 'encode': {
      const {message, form} = question;
      const text = question.text ?? Buffer.from(jsonText(question.value));
      const isJson = form === 'json' ? Uint8Array.of(0x18, 0x01) : noBytes;
      return writeFrame(batch, id, 4, [nameField(message), fieldHead(2, text.length), text, isJson]);
    }
  }
}

const noBytes = new Uint8Array();

/** Writes one frame: the id as fixed64 under number 1, and one field of bytes. Millions are written in a search, so the parts are joined here alone. */
export function writeFrame(batch: Batch, id: number, number: number, parts: readonly Uint8Array[]): void {
  let length = 0;
  for (const part of parts) length += part.length;
  const head = fieldHead(number, length);
  const memory = batch.room(13 + head.length + length);
  let at = batch.length;
  at = writeUint32(memory, at, 9 + head.length + length);
  memory[at] = (1 << 3) | 1;
  at = writeUint32(memory, at + 1, id);
  at = writeUint32(memory, at, Math.floor(id / 0x1_0000_0000));
  at = copy(memory, at, head);
  for (const part of parts) at = copy(memory, at, part);
  batch.length = at;
}

function writeUint32(memory: Uint8Array, at: number, value: number): number {
  memory[at] = value;
  memory[at + 1] = value >>> 8;
  memory[at + 2] = value >>> 16;
  memory[at + 3] = value >>> 24;
  return at + 4;
}

/** Copies a few bytes one by one, which costs less than a call into the engine. */
function copy(memory: Uint8Array, start: number, bytes: Uint8Array): number {
  if (bytes.length > 48) memory.set(bytes, start);
  else for (let index = 0; index < bytes.length; index += 1) memory[start + index] = bytes[index]!;
  return start + bytes.length;
}

const nameFields = new Map<string, Uint8Array>();

/** The name of a message under number 1; there are six of them, and those that a suite makes up. */
function nameField(message: string): Uint8Array {
  const known = nameFields.get(message);
  if (known !== undefined) return known;
  const name = Buffer.from(message);
  const field = Buffer.concat([fieldHead(1, name.length), name]);
  if (nameFields.size < 64) nameFields.set(message, field);
  return field;
}

/** Tag and length of a field of bytes; short ones are made once. */
export function fieldHead(number: number, length: number): Uint8Array {
  if (length > 0x7f) return longHead(number, length);
  return (shortHeads[number * 0x80 + length] ??= Uint8Array.of((number << 3) | 2, length));
}

const shortHeads: (Uint8Array | undefined)[] = Array.from({length: 16 * 0x80}, () => undefined);

function longHead(number: number, length: number): Uint8Array {
  const bytes = [(number << 3) | 2];
  let rest = length;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.of(...bytes, rest);
}

/** What a response says. `text` is not yet looked into, not even whether it is UTF-8; both it and `bytes` are part of a larger piece of memory. */
export type EnvelopeAnswer =
  | {readonly kind: 'description'; readonly description: TesteeDescription}
  | {readonly kind: 'value' | 'reject' | 'unsupported'; readonly text: Uint8Array}
  | {readonly kind: 'encoded'; readonly bytes: Uint8Array};

/** A response, or what is wrong with the frame in one sentence part. */
export type ResponseReading =
  | {
      readonly kind: 'response';
      readonly id: number | bigint;
      readonly answer: EnvelopeAnswer;
      readonly reached?: NewlyReached;
    }
  | {readonly kind: 'bad'; readonly why: string};

/** Reads the payload of one frame. Unknown fields are skipped; anything malformed is bad. */
export function readResponse(frame: Uint8Array): ResponseReading {
  return readPlainResponse(frame) ?? readAnyResponse(frame);
}

/** Reads a response as nearly everybody writes it, id first and one field of bytes behind it; undefined when it is written otherwise. */
function readPlainResponse(frame: Uint8Array): ResponseReading | undefined {
  if (frame.length < 11 || frame[0] !== 0x09 || (frame[9]! & 7) !== 2 || frame[9]! > 0x7f) return undefined;
  const first = frame[10]!;
  let length = first;
  let at = 11;
  if (first > 0x7f) {
    const second = frame[11] ?? 0x80;
    if (second > 0x7f) return undefined;
    length = (first & 0x7f) | (second << 7);
    at = 12;
  }
  if (at + length !== frame.length) return undefined;
  const id = idAt(frame, 1);
  // No id of ours; it is shown exactly, so it is read exactly.
  if (id > Number.MAX_SAFE_INTEGER) return undefined;
  const answer = id === 0 ? undefined : readAnswer(frame[9]! >> 3, frame.subarray(at));
  return answer === undefined ? undefined : {kind: 'response', id, answer};
}

/** Reads eight bytes, little-endian; above 2^53 not exactly. */
export function idAt(bytes: Uint8Array, at: number): number {
  return uint32At(bytes, at) + uint32At(bytes, at + 4) * 0x1_0000_0000;
}

/** Reads four bytes, little-endian. */
export function uint32At(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}

function readAnyResponse(frame: Uint8Array): ResponseReading {
  const fields = readFields(frame);
  if (fields === undefined) return {kind: 'bad', why: 'the frame is not a Response message'};
  let id = 0n;
  let answer: EnvelopeAnswer | undefined;
  const places: number[] = [];
  const constants: (bigint | Uint8Array)[] = [];
  for (const field of fields) {
    const {number} = field;
    if (number === 1 && field.kind === 'fixed64') id = field.value;
    else if (number === reachedNumbers.places) places.push(...numbersIn(field).map(Number));
    else if (number === reachedNumbers.numbers) constants.push(...numbersIn(field));
    else if (field.kind === 'bytes' && number === reachedNumbers.texts) constants.push(Uint8Array.from(field.value));
    else if (field.kind === 'bytes') answer = readAnswer(number, field.value) ?? answer;
  }
  if (id === 0n) return {kind: 'bad', why: 'the Response carries no id'};
  if (answer === undefined) return {kind: 'bad', why: 'the Response carries no answer that can be read'};
  return {
    kind: 'response',
    id: id > BigInt(Number.MAX_SAFE_INTEGER) ? id : Number(id),
    answer,
    ...(places.length + constants.length === 0 ? {} : {reached: {places, constants}}),
  };
}

/** The numbers of a Response's fields about the code of the decoder. */
export const reachedNumbers = {places: 7, numbers: 8, texts: 9} as const;

/** The numbers of a repeated field, packed or one by one. */
function numbersIn(field: EnvelopeField): readonly bigint[] {
  return field.kind === 'varint' ? [field.value] : field.kind === 'bytes' ? packedVarints(field.value) : [];
}

function readAnswer(number: number, payload: Uint8Array): EnvelopeAnswer | undefined {
  switch (number) {
    case 2:
      return readDescription(payload);
    case 3:
      return {kind: 'value', text: payload};
    case 4:
      return {kind: 'reject', text: payload};
    case 5:
      return {kind: 'unsupported', text: payload};
    case 6:
      return {kind: 'encoded', bytes: payload};
    default:
      return undefined;
  }
}

function readDescription(payload: Uint8Array): EnvelopeAnswer | undefined {
  const fields = readFields(payload);
  if (fields === undefined) return undefined;
  const number = (wanted: number): number =>
    Number(fields.findLast(field => field.number === wanted && field.kind === 'varint')?.value ?? 0);
  const texts = (wanted: number): readonly string[] =>
    fields.flatMap(field => (field.number === wanted && field.kind === 'bytes' ? [field.value.toString('utf8')] : []));
  const formsIn = (wanted: number): readonly ('binary' | 'json')[] => {
    const forms = fields.flatMap(field => (field.number === wanted ? numbersIn(field) : []));
    return [...new Set(forms.map(form => (form === 1n ? ('json' as const) : ('binary' as const))))];
  };
  const [forms, encodeForms] = [formsIn(5), formsIn(11)];
  const [name = ''] = texts(2);
  const [schemaPackage] = texts(8);
  const [schemaSyntax] = texts(9);
  const file = fields.findLast(field => field.number === 10 && field.kind === 'bytes');
  const schema = file?.kind === 'bytes' && file.value.length > 0 ? readSchemaFile(file.value) : {};
  if (schema === undefined) return undefined;
  return {
    kind: 'description',
    description: {
      protocol: number(1),
      ...(name === '' ? {} : {name}),
      version: texts(3)[0] ?? '',
      messages: texts(4),
      forms: forms.length === 0 ? ['binary'] : forms,
      encodes: number(6) !== 0,
      ...(encodeForms.length === 0 ? {} : {encodeForms}),
      keepsUnknownFields: number(7) !== 0,
      isDeclared: true,
      ...defined({schemaPackage, schemaSyntax}),
      // What a compiler wrote down says more than what somebody typed.
      ...schema,
    },
  };
}
