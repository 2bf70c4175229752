import {expect, test} from 'vitest';
import {readAnswer} from './testee-answer.ts';

const decode = {kind: 'decode', message: 'OverlayMeta', form: 'binary', bytes: new Uint8Array()} as const;
const encode = {kind: 'encode', message: 'OverlayMeta', form: 'binary', value: {}} as const;

test('a value has its own keys alone and inherits none', () => {
  const reading = readAnswer(decode, {kind: 'value', text: '{"__proto__":{"Type":2}}'}, 9);
  if (reading.kind !== 'answer' || reading.answer.kind !== 'value') throw new Error('no value');
  expect('constructor' in (reading.answer.value as object)).toBe(false);
  expect(Object.keys(reading.answer.value as object)).toEqual(['__proto__']);
});

test('an integer that no double holds is no number', () => {
  const reading = readAnswer(decode, {kind: 'value', text: '{"counter":18446744073709551615}'}, 9);
  expect(reading).toEqual({kind: 'answer', answer: {kind: 'value', value: {counter: 18_446_744_073_709_551_616n}}});
});

test.each([
  ['{"Type":', 'answered a value that is no JSON: "{\\"Type\\":"'],
  ['', 'answered a value that is no JSON: ""'],
  ['[]', 'answered a value that is no JSON object: "[]"'],
  ['[[[[{}]]]]', 'answered a value nested deeper than 3'],
  ['['.repeat(100_000), `answered a value that is no JSON: "${'['.repeat(80)}"…`],
])('the value text %j is bad', (text, detail) => {
  expect(readAnswer(decode, {kind: 'value', text}, 3)).toEqual({kind: 'bad', detail});
});

test('bytes are no answer to a decode', () => {
  const detail = 'was asked to decode OverlayMeta and answered bytes';
  expect(readAnswer(decode, {kind: 'encoded', bytes: new Uint8Array()}, 9)).toEqual({kind: 'bad', detail});
});

test('a value is no answer to an encode', () => {
  const detail = 'was asked to encode OverlayMeta and answered a value';
  expect(readAnswer(encode, {kind: 'value', text: '{}'}, 9)).toEqual({kind: 'bad', detail});
});
