// Pins the writer of records, above all the wrong bytes that it writes on purpose.
import {expect, test} from 'vitest';
import {bytesFromHex, hexOf} from '../../base/text/hex.ts';
import {writeRecords, type WireRecord} from './records.ts';

const octets = (hex: string): Uint8Array => bytesFromHex(hex) ?? new Uint8Array();

test.each<[string, WireRecord, string]>([
  ['a varint', {kind: 'varint', number: 1, value: 300n}, '08ac02'],
  ['a varint with bytes that carry nothing', {kind: 'varint', number: 1, value: 1n, extraBytes: 2}, '08818000'],
  ['a varint of eleven bytes', {kind: 'varint', number: 1, value: 0n, extraBytes: 10}, `08${'80'.repeat(10)}00`],
  ['a varint above 64 bits', {kind: 'varint', number: 1, value: 2n ** 64n}, `08${'80'.repeat(9)}02`],
  ['an over-long tag', {kind: 'varint', number: 1, value: 1n, tagExtra: 1}, '880001'],
  ['a fixed64', {kind: 'fixed64', number: 2, value: 258n}, '110201000000000000'],
  ['a fixed32', {kind: 'fixed32', number: 2, value: 258}, '1502010000'],
  ['bytes', {kind: 'length', number: 1, payload: octets('aabb')}, '0a02aabb'],
  ['a nested message', {kind: 'length', number: 2, payload: [{kind: 'varint', number: 1, value: 5n}]}, '12020805'],
  ['a length past the parent', {kind: 'length', number: 2, payload: octets('0801'), announced: 4n}, '12040801'],
  [
    'a length of 2^32 + 2',
    {kind: 'length', number: 2, payload: octets('0801'), announced: 2n ** 32n + 2n},
    '1282808080100801',
  ],
  ['a group', {kind: 'group', number: 9, records: [{kind: 'varint', number: 1, value: 1n}]}, '4b08014c'],
  ['a group with another end', {kind: 'group', number: 9, records: [], endNumber: 10}, '4b54'],
  ['a group without end', {kind: 'group', number: 9, records: [], endNumber: null}, '4b'],
  ['an end that nothing began', {kind: 'end-group', number: 1}, '0c'],
  ['a wire type that does not exist', {kind: 'tag', number: 1, wireType: 7}, '0f'],
  ['field number 0', {kind: 'tag', number: 0, wireType: 0}, '00'],
  ['bytes as they are', {kind: 'raw', bytes: octets('ff')}, 'ff'],
])('%s', (_, record, hex) => {
  expect(hexOf(writeRecords([record]))).toBe(hex);
});

test('records stand one behind the other', () => {
  expect(
    hexOf(
      writeRecords([
        {kind: 'end-group', number: 1},
        {kind: 'varint', number: 3, value: 7n},
      ]),
    ),
  ).toBe('0c1807');
});
