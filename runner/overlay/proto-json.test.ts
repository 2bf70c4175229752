// Pins canonical proto3 JSON, and that reading it gives the value back.
import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {jsonText, type Json} from '../../model/json.ts';
import {overlayMessages, type OverlayMessage} from '../../model/peer.ts';
import {generateInput} from './generate.ts';
import {readProtoJson, writeProtoJson} from './proto-json.ts';
import {readValueOf} from './reading.ts';
import {readStrictly} from './strict-reader.ts';
import {normalizeValue} from './value-text.ts';

test.each<[OverlayMessage, Json, string]>([
  ['OverlayMeta', {}, '{}'],
  ['OverlayMeta', {Type: 2, Details: {}}, '{"Type":"HostQueryReply","Details":{}}'],
  ['OverlayMeta', {Type: 10}, '{"Type":10}'],
  ['OverlayMeta', {Type: -1}, '{"Type":-1}'],
  ['OverlayMetaDetails', {counter: 7, IpAndPorts: [{}, {Port: 1}]}, '{"IpAndPorts":[{},{"Port":1}],"counter":7}'],
  ['OverlayPing', {Type: 1, Time: '18446744073709551615'}, '{"Type":"Reply","Time":"18446744073709551615"}'],
  ['OverlayHandshake', {Hmac: 'fbff'}, '{"Hmac":"+/8="}'],
])('%s %j is written as %s', (message, value, text) => {
  expect(writeProtoJson(message, normalizeValue(message, value))).toBe(text);
});

test('JSON that we write reads as the value', () => {
  const told = fc.property(fc.nat(2 ** 31 - 1), index => {
    const {message, bytes} = generateInput(3, index);
    const read = readValueOf(readStrictly(message, bytes));
    if (read === undefined) return true;
    const again = readProtoJson(message, writeProtoJson(message, read.value));
    return again.kind === 'accept' && jsonText(again.value) === jsonText(read.value);
  });
  expect(fc.check(told, {numRuns: 1_000}).counterexample).toBeNull();
});

test('any text gets a verdict', () => {
  const text = fc.oneof(fc.string(), fc.json(), fc.string({unit: 'binary'}));
  const told = fc.property(fc.constantFrom(...overlayMessages), text, (message, input) =>
    ['accept', 'reject', 'open'].includes(readProtoJson(message, input).kind),
  );
  expect(fc.check(told, {numRuns: 1_000}).counterexample).toBeNull();
});

test.each([
  ['a million brackets', '['.repeat(1_000_000)],
  ['a number of a million digits', `{"Time":${'9'.repeat(1_000_000)}}`],
  ['an exponent of a million', '{"Time":"1e1000000"}'],
  ['a tiny exponent', '{"Time":"1e-999999999999"}'],
])('%s is refused at once', (_, text) => {
  expect(readProtoJson('OverlayPing', text).kind).toBe('reject');
});

test('__proto__ changes nothing', () => {
  expect(readProtoJson('OverlayMeta', '{"__proto__":{"Type":1}}').kind).toBe('reject');
  expect(({} as {Type?: unknown}).Type).toBeUndefined();
});
