// Reads Request and writes Response of proto/testee.proto by hand. It knows no overlay rule, so no fault can garble an answer's
// way back, and it reads only what touchstone sends: an envelope that is broken ends the conversation.

import {bytesField} from './envelope-fields.ts';

/** One question of touchstone; `id` is echoed in the answer. */
export type Request =
  | {readonly kind: 'describe'; readonly id: bigint}
  | {
      readonly kind: 'decode';
      readonly id: bigint;
      readonly message: string;
      readonly form: Form;
      readonly input: Uint8Array;
    }
  | {
      readonly kind: 'encode';
      readonly id: bigint;
      readonly message: string;
      readonly form: Form;
      readonly value: string;
    }
  | {readonly kind: 'unknown'; readonly id: bigint};

export type Form = 'binary' | 'json' | 'unknown';

/** One answer. */
export type Answer =
  | {readonly kind: 'description'; readonly description: Description}
  | {readonly kind: 'value' | 'reject' | 'unsupported'; readonly text: string}
  | {readonly kind: 'encoded'; readonly bytes: Uint8Array};

export interface Description {
  readonly name: string;
  readonly version: string;
  readonly messages: readonly string[];
  readonly keepsUnknownFields: boolean;
  readonly schemaPackage: string;
  readonly schemaSyntax: string;
  /** A serialized google.protobuf.FileDescriptorProto. */
  readonly schemaFile: Uint8Array;
}

/** Reads one Request; throws an Error with a full sentence when the bytes are none. */
export function readRequest(bytes: Uint8Array): Request {
  const fields = readFields(bytes);
  const id = numberOf(fields.get(1));
  const decode = fields.get(3);
  const encode = fields.get(4);
  if (decode !== undefined) {
    const inner = readFields(bytesOf(decode));
    const json = inner.get(3);
    const form = json === undefined ? 'binary' : 'json';
    return {kind: 'decode', id, message: textOf(inner.get(1)), form, input: bytesOf(json ?? inner.get(2))};
  }
  if (encode !== undefined) {
    const inner = readFields(bytesOf(encode));
    const form = forms[Number(numberOf(inner.get(3)))] ?? 'unknown';
    return {kind: 'encode', id, message: textOf(inner.get(1)), form, value: textOf(inner.get(2))};
  }
  return {kind: fields.has(2) ? 'describe' : 'unknown', id};
}

const forms: readonly Form[] = ['binary', 'json'];

/** Writes one Response. */
export function writeResponse(id: bigint, answer: Answer): Buffer {
  const head = Buffer.alloc(9, 0x09);
  head.writeBigUInt64LE(id, 1);
  return Buffer.concat([head, ...writeAnswer(answer)]);
}

function writeAnswer(answer: Answer): Buffer[] {
  switch (answer.kind) {
    case 'description':
      return [bytesField(2, Buffer.concat(writeDescription(answer.description)))];
    case 'value':
      return [bytesField(3, Buffer.from(answer.text))];
    case 'reject':
      return [bytesField(4, Buffer.from(answer.text))];
    case 'unsupported':
      return [bytesField(5, Buffer.from(answer.text))];
    case 'encoded':
      break;
  }
  return [bytesField(6, answer.bytes)];
}

function writeDescription(description: Description): Buffer[] {
  return [
    Buffer.from([0x08, 1]), // protocol = 1
    bytesField(2, Buffer.from(description.name)),
    bytesField(3, Buffer.from(description.version)),
    ...description.messages.map(message => bytesField(4, Buffer.from(message))),
    bytesField(5, Buffer.from([0, 1])), // forms = [BINARY, JSON], packed
    Buffer.from([0x30, 1, 0x38, description.keepsUnknownFields ? 1 : 0]), // encodes = true, keeps_unknown_fields
    bytesField(8, Buffer.from(description.schemaPackage)),
    bytesField(9, Buffer.from(description.schemaSyntax)),
    bytesField(10, description.schemaFile),
  ];
}

type Raw = bigint | Buffer;

function readFields(bytes: Uint8Array): Map<number, Raw> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const fields = new Map<number, Raw>();
  let at = 0;
  const readVarint = (): number => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = buffer[at++];
      if (byte === undefined || scale > 2 ** 42) throw new Error('The request envelope has a broken varint.');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > buffer.length) throw new Error('The request envelope ends inside a field.');
    at += length;
    return buffer.subarray(at - length, at);
  };
  while (at < buffer.length) {
    const tag = readVarint();
    const wireType = tag % 8;
    if (wireType === 0) fields.set(Math.floor(tag / 8), BigInt(readVarint()));
    else if (wireType === 1) fields.set(Math.floor(tag / 8), take(8).readBigUInt64LE());
    else if (wireType === 2) fields.set(Math.floor(tag / 8), take(readVarint()));
    else throw new Error(`The request envelope uses wire type ${wireType}, which testee.proto does not.`);
  }
  return fields;
}

function numberOf(raw: Raw | undefined): bigint {
  return typeof raw === 'bigint' ? raw : 0n;
}

function bytesOf(raw: Raw | undefined): Uint8Array {
  return typeof raw === 'object' ? raw : new Uint8Array();
}

function textOf(raw: Raw | undefined): string {
  return typeof raw === 'object' ? raw.toString() : '';
}
