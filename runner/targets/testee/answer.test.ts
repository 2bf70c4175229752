import {expect, test} from 'vitest';
import {isJsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import {readProtoJson} from '../../overlay/proto-json.ts';
import {valueFromText} from '../../overlay/value-text.ts';
import {readAnswer} from './answer.ts';

const decode = {kind: 'decode', message: 'OverlayMeta', form: 'binary', bytes: new Uint8Array()} as const;
const encode = {kind: 'encode', message: 'OverlayMeta', form: 'binary', value: {}} as const;

/** Every name that an ordinary object answers to without having been given it. */
const inherited = [...Object.getOwnPropertyNames(Object.prototype), '__proto__'];

function valueFrom(text: string): JsonObject {
  const reading = readAnswer(decode, {kind: 'value', text: Buffer.from(text)}, 9);
  if (reading.kind !== 'answer' || reading.answer.kind !== 'value' || !isJsonObject(reading.answer.value))
    throw new Error('no value');
  return reading.answer.value;
}

test.each(inherited)('an empty value, at any depth, has no %s', name => {
  const value = valueFrom('{"a":{"b":[{}]}}');
  for (const object of [value, selected(value, 'a'), selected(value, 'a', 'b', '0')]) {
    expect(name in object).toBe(false);
    expect(object[name]).toBe(undefined);
  }
});

test.each(inherited)('a key %s is data like any other', name => {
  const value = valueFrom(`{${JSON.stringify(name)}:{"Type":2},"z":1}`);
  expect(Object.entries(value)).toEqual([
    [name, {Type: 2}],
    ['z', 1],
  ]);
  expect(value['Type']).toBe(undefined);
  expect(jsonText(value)).toBe(`{${JSON.stringify(name)}:{"Type":2},"z":1}`);
  expect(({} as {readonly Type?: number}).Type).toBe(undefined);
});

test.each(inherited)('a message has no field %s, neither in a value nor in JSON', name => {
  const text = `{${JSON.stringify(name)}:{}}`;
  expect(valueFromText('OverlayMeta', valueFrom(text))).toMatchObject({
    kind: 'problems',
    problems: [{path: `/${name}`, message: expect.stringContaining(`no field "${name}"`)}],
  });
  expect(readProtoJson('OverlayMeta', text)).toMatchObject({kind: 'reject', why: 'unknown-key'});
  expect(valueFromText(name, {})).toMatchObject({kind: 'problems'});
});

function selected(value: JsonObject, ...path: readonly string[]): JsonObject {
  let held: Json = value;
  for (const key of path) held = (held as JsonObject)[key]!;
  return held as JsonObject;
}

test('a text that is no UTF-8 is bad', () => {
  for (const kind of ['value', 'reject', 'unsupported'] as const) {
    const detail = 'answered a text that is not UTF-8: 22ff22 (hex)';
    expect(readAnswer(decode, {kind, text: Buffer.from('22ff22', 'hex')}, 9)).toEqual({kind: 'bad', detail});
  }
});

test('an integer that no double holds is no number', () => {
  const reading = readAnswer(decode, {kind: 'value', text: Buffer.from('{"counter":18446744073709551615}')}, 9);
  expect(reading).toEqual({kind: 'answer', answer: {kind: 'value', value: {counter: 18_446_744_073_709_551_616n}}});
});

test.each([
  ['{"Type":', 'answered a value that is not JSON: "{\\"Type\\":"'],
  ['', 'answered a value that is not JSON: ""'],
  ['[]', 'answered a value that is not a JSON object: "[]"'],
  ['[[[[{}]]]]', 'answered a value nested deeper than 3'],
  ['['.repeat(100_000), `answered a value that is not JSON: "${'['.repeat(80)}"…`],
])('the value text %j is bad', (text, detail) => {
  expect(readAnswer(decode, {kind: 'value', text: Buffer.from(text)}, 3)).toEqual({kind: 'bad', detail});
});

test('bytes are no answer to a decode', () => {
  const detail = 'was asked to decode OverlayMeta and answered bytes';
  expect(readAnswer(decode, {kind: 'encoded', bytes: new Uint8Array()}, 9)).toEqual({kind: 'bad', detail});
});

test('a value is no answer to an encode', () => {
  const detail = 'was asked to encode OverlayMeta and answered a value';
  expect(readAnswer(encode, {kind: 'value', text: Buffer.from('{}')}, 9)).toEqual({kind: 'bad', detail});
});
