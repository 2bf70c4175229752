// Pins the feature of each kind of input.
import {expect, test} from 'vitest';
import type {OverlayMessage} from '../../model/peer.ts';
import {features, featuresOf, type Feature} from './features.ts';
import {bytesFromHex} from '../../base/text/hex.ts';

const table: readonly (readonly [OverlayMessage, string, Feature])[] = [
  ['OverlayMeta', '0b08010c', 'known-group'],
  ['OverlayMeta', '4b'.repeat(11) + '4c'.repeat(11), 'deep-groups'],
  ['OverlayMeta', '4b53544c', 'nested-group'],
  ['OverlayMeta', '4b08014c', 'group'],
  ['OverlayMeta', '0a0105', 'wrong-wire-type'],
  ['OverlayMeta', '1202080112021801', 'merged-message'],
  ['OverlayMeta', '880001', 'overlong-tag'],
  ['OverlayMeta', '128000', 'overlong-length'],
  ['OverlayMeta', '088100', 'overlong-varint'],
  ['OverlayMeta', '088980808010', 'wide-enum'],
  ['OverlayMeta', '08ffffffffffffffffff01', 'negative-enum'],
  ['IpAndPort', '088180808010', 'wide-uint32'],
  ['OverlayPing', '108180808080808010', 'large-uint64'],
  ['IpAndPort', '088080808008', 'high-uint32'],
  ['OverlayHandshake', `12808004${'00'.repeat(65_536)}`, 'huge-field'],
  ['OverlayHandshake', `12808001${'00'.repeat(16_384)}`, 'long-field'],
  ['IpAndPort', '08010802', 'repeated-scalar'],
  ['OverlayMeta', '080a', 'unnamed-enum'],
  ['OverlayPing', '3005', 'unknown-field'],
  ['OverlayPing', '10050801', 'out-of-order'],
  ['OverlayPing', '1000', 'written-default'],
  ['OverlayMeta', '1200', 'empty-message'],
  ['OverlayHandshake', '120180', 'octets'],
  ['OverlayMetaDetails', '1202080112020802', 'list'],
  ['OverlayPing', '', 'no-bytes'],
];

test.each(table)('%s %.80s: %s', (message, hex, feature) => {
  expect(featuresOf(message, bytesFromHex(hex) ?? new Uint8Array())[0]).toBe(feature);
});

test('every feature has a row above', () => {
  expect(table.map(([, , feature]) => feature)).toEqual(Object.keys(features));
});

test.each([
  ['OverlayMeta', '0802'],
  ['OverlayMeta', '80'],
  ['OverlayMeta', '4b'],
] as const)('%s %s has nothing special that can be read', (message, hex) => {
  expect(featuresOf(message, bytesFromHex(hex) ?? new Uint8Array()).filter(feature => feature !== 'group')).toEqual([]);
});
