// Reads requests and writes responses of proto/testee.proto with protobufjs: the other side of envelope.ts, for modules that we host.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type protobuf from 'protobufjs';
import {joinBytes} from '../../../base/text/hex.ts';
import {varintBytes} from '../../overlay/records.ts';
import type {Batch} from './batch.ts';
import type {NewlyReached} from '../coverage/code-counters.ts';
import {fieldHead, reachedNumbers, writeFrame} from './envelope.ts';

/** One request; all that is done with the id is to echo it. */
export type HostRequest = {readonly id: number} & (
  | {readonly kind: 'describe'}
  | {readonly kind: 'decode'; readonly message: string; readonly form: 'binary' | 'json'; readonly input: Uint8Array}
  | {readonly kind: 'encode'; readonly message: string; readonly form: 'binary' | 'json'; readonly value: string}
);

/** What a hosted module says of itself. */
interface HostDescription {
  readonly name: string;
  readonly version: string;
  readonly messages: readonly string[];
  readonly isReadingJson: boolean;
  readonly isEncoding: boolean;
  readonly isWritingJson: boolean;
  readonly isKeepingUnknownFields: boolean;
}

export type HostAnswer =
  | {readonly kind: 'description'; readonly description: HostDescription}
  | {readonly kind: 'value' | 'reject' | 'unsupported'; readonly text: string}
  | {readonly kind: 'encoded'; readonly bytes: Uint8Array};

/** Reads one request; undefined when it is none, which only we ourselves could be guilty of. */
export function readRequest(frame: Uint8Array): HostRequest | undefined {
  const {id, describe, decode, encode} = requestIn(frame);
  const number = typeof id === 'number' ? id : id.toNumber();
  if (number === 0) return undefined;
  if (describe) return {id: number, kind: 'describe'};
  if (decode) {
    const {message, input = 'binary'} = decode;
    // A copy, so that a decoder that keeps its input does not keep the whole chunk, and cannot read past it.
    return {id: number, kind: 'decode', message, form: input, input: new Uint8Array(decode[input])};
  }
  if (encode) {
    const {message, value, form} = encode;
    return {id: number, kind: 'encode', message, form: form === jsonForm ? 'json' : 'binary', value};
  }
  return undefined;
}

/** A Request of proto/testee.proto as protobufjs gives it; what was not sent is null. */
interface RequestMessage {
  readonly id: number | {toNumber(): number};
  readonly describe: object | null;
  readonly decode: {
    readonly message: string;
    readonly input?: 'binary' | 'json';
    readonly binary: Uint8Array;
    readonly json: Uint8Array;
  } | null;
  readonly encode: {readonly message: string; readonly value: string; readonly form: number} | null;
}

const nothing: RequestMessage = {id: 0, describe: null, decode: null, encode: null};

function requestIn(frame: Uint8Array): RequestMessage {
  try {
    return requestType.decode(frame) as unknown as RequestMessage;
  } catch {
    return nothing;
  }
}

const protoFile = import.meta.url.endsWith('.ts') ? '../../../proto/testee.proto' : '../../../../proto/testee.proto';
const types = ownProtobuf().parse(readFileSync(new URL(protoFile, import.meta.url), 'utf8')).root;
// Made ready before the module is loaded, so that its first question is answered as fast as its last.
const requestType = types.lookupType('touchstone.testee.Request').setup();
const descriptionType = types.lookupType('touchstone.testee.Description').setup();
const jsonForm = 1;

/** A copy that nobody else has: a hosted decoder that changes its protobufjs changes nothing of how it is asked. */
function ownProtobuf(): typeof protobuf {
  const load = createRequire(import.meta.url);
  const before = new Set(Object.keys(load.cache));
  const own = load('protobufjs') as typeof protobuf;
  for (const file of Object.keys(load.cache)) if (!before.has(file)) Reflect.deleteProperty(load.cache, file);
  return own;
}

/** Loads the copy for the decoder: Node 20 gives an empty module to who imports a file that was loaded once and is in the cache no more. */
export function loadProtobufOfDecoder(): void {
  createRequire(import.meta.url)('protobufjs');
}

/** Writes the frame of one response into the batch. */
export function writeResponse(batch: Batch, id: number, answer: HostAnswer, reached?: NewlyReached): void {
  const start = batch.length;
  writeAnswer(batch, id, answer);
  if (reached === undefined) return;
  const {places, constants} = reached;
  const numbers = constants.filter(constant => typeof constant === 'bigint');
  const texts = constants.filter(constant => typeof constant === 'string');
  for (const field of [
    bytesField(reachedNumbers.places, packed(places.map(BigInt))),
    ...(numbers.length > 0 ? [bytesField(reachedNumbers.numbers, packed(numbers))] : []),
    ...texts.map(text => bytesField(reachedNumbers.texts, Buffer.from(text))),
  ])
    batch.add(field);
  batch.room(0).writeUInt32LE(batch.length - start - 4, start);
}

function packed(numbers: readonly bigint[]): Uint8Array {
  return joinBytes(numbers.map(number => varintBytes(number)));
}

function bytesField(number: number, bytes: Uint8Array): Uint8Array {
  return joinBytes([fieldHead(number, bytes.length), bytes]);
}

function writeAnswer(batch: Batch, id: number, answer: HostAnswer): void {
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

function descriptionBytes(description: HostDescription): Uint8Array {
  const {name, version, messages, isReadingJson, isEncoding, isWritingJson, isKeepingUnknownFields} = description;
  const forms = isReadingJson ? [0, jsonForm] : [0];
  return descriptionType
    .encode({
      protocol: 1,
      name,
      version,
      messages,
      forms,
      encodes: isEncoding,
      encodeForms: isWritingJson ? [0, jsonForm] : [0],
      keepsUnknownFields: isKeepingUnknownFields,
    })
    .finish();
}
