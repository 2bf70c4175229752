// Reads requests and writes responses of proto/testee.proto: the other side of testee-envelope.ts, for modules that we host.
import type {Batch} from './batch.ts';
import {fieldHead, idAt, writeFrame} from './envelope.ts';
import {readFields} from './wire-fields.ts';

/** One request; all that is done with the id is to echo it. */
export type HostRequest = {readonly id: number} & (
  | {readonly kind: 'describe'}
  | {readonly kind: 'decode'; readonly message: string; readonly form: 'binary' | 'json'; readonly input: Uint8Array}
  | {readonly kind: 'encode'; readonly message: string; readonly form: 'binary' | 'json'; readonly value: string}
);

/** What a hosted module says of itself. */
export interface HostDescription {
  readonly name: string;
  readonly version: string;
  readonly messages: readonly string[];
  readonly isReadingJson: boolean;
  readonly isEncoding: boolean;
  readonly isKeepingUnknownFields: boolean;
}

export type HostAnswer =
  | {readonly kind: 'description'; readonly description: HostDescription}
  | {readonly kind: 'value' | 'reject' | 'unsupported'; readonly text: string}
  | {readonly kind: 'encoded'; readonly bytes: Uint8Array};

/** Reads one request; undefined when it is none, which only we ourselves could be guilty of. */
export function readRequest(frame: Uint8Array): HostRequest | undefined {
  if (frame.length < 9) return undefined;
  const id = idAt(frame, 1);
  const [question] = readFields(frame.subarray(9)) ?? [];
  if (question?.kind !== 'bytes') return undefined;
  if (question.number === 2) return {id, kind: 'describe'};
  const parts = readFields(question.value) ?? [];
  const bytesOf = (number: number): Buffer | undefined => {
    const part = parts.find(held => held.number === number);
    return part?.kind === 'bytes' ? part.value : undefined;
  };
  const message = bytesOf(1)?.toString() ?? '';
  if (question.number === 3) {
    const json = bytesOf(3);
    // A copy, so that a decoder that keeps its input does not keep the whole chunk, and cannot read past it.
    const input = new Uint8Array(json ?? bytesOf(2) ?? []);
    return {id, kind: 'decode', message, form: json === undefined ? 'binary' : 'json', input};
  }
  const isJson = parts.some(part => part.number === 3 && part.value === 1n);
  return {id, kind: 'encode', message, form: isJson ? 'json' : 'binary', value: bytesOf(2)?.toString() ?? ''};
}

/** Writes the frame of one response into the batch. */
export function writeResponse(batch: Batch, id: number, answer: HostAnswer): void {
  switch (answer.kind) {
    case 'description':
      return writeFrame(batch, id, 2, [descriptionBytes(answer.description)]);
    case 'encoded':
      return writeFrame(batch, id, 6, [answer.bytes]);
    case 'value':
    case 'reject':
    case 'unsupported':
      return writeFrame(batch, id, answerNumbers[answer.kind], [Buffer.from(answer.text)]);
  }
}

const answerNumbers = {value: 3, reject: 4, unsupported: 5} as const;

function descriptionBytes(description: HostDescription): Buffer {
  const {name, version, messages, isReadingJson, isEncoding, isKeepingUnknownFields} = description;
  return Buffer.concat([
    Buffer.from([0x08, 0x01]),
    lengthField(2, Buffer.from(name)),
    lengthField(3, Buffer.from(version)),
    ...messages.map(message => lengthField(4, Buffer.from(message))),
    // repeated Form forms = 5, packed: BINARY, and JSON where it is read.
    lengthField(5, Buffer.from(isReadingJson ? [0, 1] : [0])),
    Buffer.from([0x30, isEncoding ? 1 : 0, 0x38, isKeepingUnknownFields ? 1 : 0]),
  ]);
}

function lengthField(number: number, payload: Uint8Array): Buffer {
  return Buffer.concat([fieldHead(number, payload.length), payload]);
}
