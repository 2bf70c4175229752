// Tests the host's side of the envelope against ours, and that a hosted module cannot reach into it.
import {expect, test, vi} from 'vitest';
import protobuf from 'protobufjs';
import {Batch} from './batch.ts';
import {readResponse, writeRequest} from './envelope.ts';
import {readRequest, writeResponse, type HostAnswer} from './host-envelope.ts';

function requestOf(...[id, question]: Parameters<typeof writeRequest> extends [unknown, ...infer Rest] ? Rest : never) {
  const batch = new Batch();
  writeRequest(batch, id, question);
  return readRequest(batch.take().subarray(4));
}

const bytes = Buffer.from('0a00', 'hex');

test('what we write is read', () => {
  const last = Number.MAX_SAFE_INTEGER;
  expect(requestOf(last, {kind: 'describe'})).toEqual({id: last, kind: 'describe'});
  expect(requestOf(1, {kind: 'decode', message: 'A', form: 'binary', bytes})).toEqual({
    id: 1,
    kind: 'decode',
    message: 'A',
    form: 'binary',
    input: new Uint8Array(bytes),
  });
  expect(requestOf(2, {kind: 'decode', message: 'A', form: 'json', bytes: Buffer.from('')})).toEqual({
    id: 2,
    kind: 'decode',
    message: 'A',
    form: 'json',
    input: new Uint8Array(),
  });
  expect(requestOf(3, {kind: 'encode', message: 'A', form: 'json', value: {a: 1}})).toEqual({
    id: 3,
    kind: 'encode',
    message: 'A',
    form: 'json',
    value: '{"a":1}',
  });
});

test('the input is a copy', () => {
  const batch = new Batch();
  writeRequest(batch, 1, {kind: 'decode', message: 'A', form: 'binary', bytes});
  const request = readRequest(batch.take().subarray(4));
  expect(request?.kind === 'decode' && request.input.buffer.byteLength).toBe(bytes.length);
});

test.each(['', '08', '090100000000000000', '0901000000000000001a05', 'ffffffffffffffffffffff'])(
  'the frame "%s" is no request',
  hex => {
    expect(readRequest(Buffer.from(hex, 'hex'))).toBeUndefined();
  },
);

test.each<HostAnswer>([
  {kind: 'value', text: '{}'},
  {kind: 'encoded', bytes},
  {
    kind: 'description',
    description: {
      name: 'a',
      version: '1',
      messages: ['A', 'B'],
      isReadingJson: true,
      isEncoding: true,
      isWritingJson: false,
      isKeepingUnknownFields: false,
    },
  },
])('what the host answers is read: %j', answer => {
  const batch = new Batch();
  writeResponse(batch, 7, answer);
  expect(readResponse(batch.take().subarray(4))).toMatchObject({
    kind: 'response',
    id: 7,
    answer:
      answer.kind === 'description'
        ? {
            kind: 'description',
            description: {
              protocol: 1,
              name: 'a',
              messages: ['A', 'B'],
              forms: ['binary', 'json'],
              encodeForms: ['binary'],
            },
          }
        : {kind: answer.kind},
  });
});

test('a module that changes its protobufjs changes nothing here', () => {
  const {Reader} = protobuf;
  const spy = vi.spyOn(Reader.prototype, 'string').mockReturnValue('other');
  expect(requestOf(1, {kind: 'encode', message: 'A', form: 'binary', value: 1})).toMatchObject({message: 'A'});
  spy.mockRestore();
});
