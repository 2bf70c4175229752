// Reads requests and writes responses of proto/testee.proto: the other side of testee-envelope.ts, for modules that we host.
import {fixed64Field, lengthField, readFields} from './testee-envelope.ts';

/** One request. The id stays eight bytes, because all that is done with it is to echo it. */
export type HostRequest = {readonly id: bigint} & (
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
  const fields = readFields(frame);
  const id = fields?.find(field => field.number === 1)?.value;
  const question = fields?.find(field => field.number > 1);
  if (typeof id !== 'bigint' || question?.kind !== 'bytes') return undefined;
  if (question.number === 2) return {id, kind: 'describe'};
  const parts = readFields(question.value) ?? [];
  const bytesOf = (number: number): Buffer | undefined => {
    const value = parts.find(part => part.number === number)?.value;
    return Buffer.isBuffer(value) ? value : undefined;
  };
  const message = bytesOf(1)?.toString() ?? '';
  if (question.number === 3) {
    const json = bytesOf(3);
    // A copy, so that a decoder that keeps its input does not keep the whole chunk, and cannot read past it.
    const input = Uint8Array.from(json ?? bytesOf(2) ?? []);
    return {id, kind: 'decode', message, form: json === undefined ? 'binary' : 'json', input};
  }
  const isJson = parts.some(part => part.number === 3 && part.value === 1n);
  return {id, kind: 'encode', message, form: isJson ? 'json' : 'binary', value: bytesOf(2)?.toString() ?? ''};
}

/** Writes the frame of one response. */
export function responseFrame(id: bigint, answer: HostAnswer): Buffer {
  const response = Buffer.concat([fixed64Field(1, id), answerField(answer)]);
  const head = Buffer.allocUnsafe(4);
  head.writeUInt32LE(response.length);
  return Buffer.concat([head, response]);
}

const answerNumbers = {value: 3, reject: 4, unsupported: 5} as const;

function answerField(answer: HostAnswer): Buffer {
  switch (answer.kind) {
    case 'description':
      return lengthField(2, descriptionBytes(answer.description));
    case 'encoded':
      return lengthField(6, answer.bytes);
    case 'value':
    case 'reject':
    case 'unsupported':
      return lengthField(answerNumbers[answer.kind], Buffer.from(answer.text));
  }
}

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
