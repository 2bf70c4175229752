// Pins what is said of answers to JSON and to values that had to be written.
import {expect, test} from 'vitest';
import type {FuzzInput, FuzzWay} from '../../model/decoder-search.ts';
import type {OverlayMessage, TesteeAnswer} from '../../model/peer.ts';
import {judgeInput} from './judge-input.ts';
import {readInput} from './read-input.ts';

const inputOf = (message: OverlayMessage, way: FuzzWay, text: string): FuzzInput => ({
  message,
  way,
  bytes: Buffer.from(text),
});
const value = (held: TesteeAnswer & {kind: 'value'}): TesteeAnswer => held;
const refused: TesteeAnswer = {kind: 'reject', text: 'no'};
const wrote = (text: string, encoding: 'hex' | 'utf8' = 'hex'): TesteeAnswer => ({
  kind: 'encoded',
  bytes: Buffer.from(text, encoding),
});

test.each([
  ['{"Type":2}', refused, 'refuses an enum by number', 'protocol'],
  ['{"Type":"HostQuery"}', refused, 'refuses a plain OverlayMeta in JSON', 'protocol'],
  ['{"Type":null}', refused, 'refuses a null in place of a value', 'protocol'],
  [
    '{"Typ":2}',
    value({kind: 'value', value: {}}),
    'accepts JSON with a key that the message does not have',
    'protocol',
  ],
  ['{"Type":2', value({kind: 'value', value: {}}), 'accepts a text that is not JSON', 'protocol'],
  ['{"Type":2}', value({kind: 'value', value: {Type: 3}}), 'reads another Type from an enum by number', 'protocol'],
  [
    '{"Details":{"VpnIp":4294967296}}',
    value({kind: 'value', value: {Details: {}}}),
    'accepts a number in JSON that does not fit into its field',
    'protocol',
  ],
  [
    '{"Type":"1"}',
    value({kind: 'value', value: {Type: 1}}),
    'accepts what careful decoders refuse: an enum is given as a string of digits',
    'impl',
  ],
] as const)('of the JSON %s it is said that a decoder %j: %s', (text, answer, kind, basis) => {
  const input = inputOf('OverlayMeta', 'json', text);
  expect(judgeInput(input, readInput(input), answer)).toMatchObject({kind, basis});
});

test.each([
  ['encode', '{"Type":-1}', wrote('08ff'), 'writes malformed bytes for a negative enum number'],
  ['encode', '{"Type":-1}', wrote('0801'), 'writes another Type as bytes for a negative enum number'],
  ['encode', '{"Details":{}}', wrote(''), 'writes another Details as bytes for a present but empty message'],
  ['encode', '{"Type":1}', wrote('08011801'), 'writes fields that the message does not have for a plain OverlayMeta'],
  ['encode', '{"Type":1}', refused, 'refuses to write as bytes a plain OverlayMeta'],
  ['encode', '{"Type":1}', value({kind: 'value', value: {Type: 1}}), 'answers a value where bytes had to be written'],
  ['encode-json', '{"Type":1}', wrote('{"Type":1', 'utf8'), 'writes malformed JSON for a plain OverlayMeta'],
  ['encode-json', '{"Type":1}', wrote('{"type":1}', 'utf8'), 'writes malformed JSON for a plain OverlayMeta'],
  ['encode-json', '{"Type":1}', wrote('{}', 'utf8'), 'writes another Type as JSON for a plain OverlayMeta'],
  ['encode', '{"Type":1}', wrote('08020801'), 'writes bytes that no encoding guide allows for a plain OverlayMeta'],
  [
    'encode-json',
    '{"Details":{"VpnIp":7}}',
    wrote('{"Details":{"VpnIp":"7"}}', 'utf8'),
    'writes JSON that no encoding guide allows for a plain OverlayMeta',
  ],
] as const)('asked to %s %s, with the answer %j, it %s', (way, text, answer, kind) => {
  const input = inputOf('OverlayMeta', way, text);
  expect(judgeInput(input, readInput(input), answer)).toMatchObject({kind, basis: 'protocol'});
});

test.each([
  ['encode', '{"Type":1,"Details":{"VpnIp":7}}', wrote('120208070801')],
  ['encode', '{"Type":0}', wrote('0800')],
  ['encode-json', '{"Type":1}', wrote('{ "Type": 1, "Details": null }', 'utf8')],
  ['json', '{"Type":"1"}', refused],
  ['json', '{"Type":1,"Type":1}', refused],
] as const)('asked to %s %s, another spelling of the same value is right', (way, text, answer) => {
  const input = inputOf('OverlayMeta', way, text);
  expect(judgeInput(input, readInput(input), answer)).toBeUndefined();
});
