import {expect, test} from 'vitest';
import {framedForm} from './testee-framed.ts';

const reject = Buffer.from('0d00000009010000000000000022026e6f', 'hex');
const answer = {kind: 'answer', id: 1n, answer: {kind: 'reject', text: 'no'}};

test('two frames in one chunk are two answers', () => {
  expect(
    framedForm(100)
      .reader()
      .take(Buffer.concat([reject, reject])),
  ).toEqual([answer, answer]);
});

test('a frame that arrives byte by byte is one answer', () => {
  const reader = framedForm(100).reader();
  expect([...reject].flatMap(byte => reader.take(Buffer.from([byte])))).toEqual([answer]);
});

test('what is not whole yet is held', () => {
  const reader = framedForm(100).reader();
  reader.take(Buffer.concat([reject, reject.subarray(0, 6)]));
  expect(Buffer.from(reader.held()).toString('hex')).toBe('0d0000000901');
});

test.each([
  ['ffffffff0912', 'frame-too-large', 'announced a frame of 4,294,967,295 bytes; frames above 100 bytes are refused'],
  ['68656c6c6f0a', 'noise', String.raw`wrote text where a frame was due: "hello\n"`],
  ['00000000', 'bad-answer', 'sent a frame that cannot be read: the Response carries no id: ""'],
  ['0100000007', 'bad-answer', 'sent a frame that cannot be read: the frame is no Response message: 07 (hex)'],
  [
    '09000000090100000000000000',
    'bad-answer',
    'sent a frame that cannot be read: the Response carries no answer that can be read: 090100000000000000 (hex)',
  ],
  [
    '0c0000000901000000000000001a01ff',
    'bad-answer',
    'sent a frame that cannot be read: the Response carries no answer that can be read: 0901000000000000001a01ff (hex)',
  ],
])('the bytes %s are %s', (hex, cause, detail) => {
  expect(framedForm(100).reader().take(Buffer.from(hex, 'hex'))).toEqual([{kind: 'broken', cause, detail}]);
});

test('a question above the bound is not sent', () => {
  const question = {kind: 'decode', message: 'OverlayMeta', form: 'binary', bytes: Buffer.alloc(101)} as const;
  expect(framedForm(100).question(1n, question)).toEqual({
    kind: 'unsupported',
    text: 'The question does not fit into a frame of 100 bytes.',
  });
});
