import {expect, test} from 'vitest';
import type {TesteeQuestion} from '../../../model/peer.ts';
import {Batch} from './batch.ts';
import type {Arrival, ArrivalReader} from './form.ts';
import {lineForm} from './line.ts';

function arrivalsOf(reader: ArrivalReader, chunk: Buffer): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  reader.take(chunk, {
    takePlain: () => false,
    take: arrival => {
      arrivals.push(arrival);
      return arrival.kind !== 'broken';
    },
  });
  return arrivals;
}

const form = lineForm(100);
const lineOf = (question: TesteeQuestion): string => {
  const batch = new Batch();
  form.question(batch, 7, question);
  return batch.take().toString();
};

test('empty bytes are asked as a dash', () => {
  expect(lineOf({kind: 'decode', message: 'OverlayPing', form: 'binary', bytes: new Uint8Array()})).toBe(
    '7 decode OverlayPing -\n',
  );
});

test('a value is asked as JSON on one line', () => {
  expect(lineOf({kind: 'encode', message: 'OverlayPing', form: 'binary', value: {Time: '1'}})).toBe(
    '7 encode OverlayPing {"Time":"1"}\n',
  );
});

test('JSON input has no place in a line', () => {
  expect(
    form.question(new Batch(), 7, {kind: 'decode', message: 'OverlayPing', form: 'json', bytes: new Uint8Array()}),
  ).toEqual({
    kind: 'unsupported',
    text: 'The line form carries binary messages alone.',
  });
});

test.each([
  ['7 value {"Type":2}', {kind: 'answer', id: 7, answer: {kind: 'value', text: Buffer.from('{"Type":2}')}}],
  ['7 reject it ends early\r', {kind: 'answer', id: 7, answer: {kind: 'reject', text: Buffer.from('it ends early')}}],
  ['7 unsupported', {kind: 'answer', id: 7, answer: {kind: 'unsupported', text: Buffer.from('')}}],
  ['7 bytes 08', {kind: 'answer', id: 7, answer: {kind: 'encoded', bytes: Buffer.of(8)}}],
  ['7 bytes -', {kind: 'answer', id: 7, answer: {kind: 'encoded', bytes: Buffer.alloc(0)}}],
  [
    '7 bytes 0',
    {kind: 'broken', cause: 'bad-answer', detail: 'answered bytes that are not pairs of hexadecimal digits: "0"'},
  ],
  ['7 maybe', {kind: 'broken', cause: 'bad-answer', detail: 'wrote a line that is not an answer: "7 maybe"'}],
  ['[debug] hello', {kind: 'broken', cause: 'noise', detail: 'wrote a line that is not an answer: "[debug] hello"'}],
])('the line %j is understood', (line, arrival) => {
  const reader = form.reader();
  arrivalsOf(reader, Buffer.from('touchstone 1\r\n'));
  const half = Math.floor(line.length / 2);
  expect(arrivalsOf(reader, Buffer.from(line.slice(0, half)))).toEqual([]);
  expect(arrivalsOf(reader, Buffer.from(`${line.slice(half)}\n`))).toEqual([arrival]);
});

test('a line without end is refused', () => {
  const [arrival] = arrivalsOf(form.reader(), Buffer.alloc(1_300, 'x'));
  expect(arrival).toMatchObject({kind: 'broken', cause: 'frame-too-large'});
});
