// Pins canonical bytes of values, and that reading them gives the value back.
import {expect, test} from 'vitest';
import type {Json} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {hexOf} from '../../base/text/hex.ts';
import {readValueOf} from './reading.ts';
import {readStrictly} from './strict-reader.ts';
import {normalizeValue} from './value-text.ts';
import {writeValue} from './message-writer.ts';

test.each<[OverlayMessage, Json, string]>([
  ['OverlayMeta', {}, ''],
  ['OverlayMeta', {Type: 2}, '0802'],
  ['OverlayMeta', {Type: -1}, '08ffffffffffffffffff01'],
  ['OverlayMeta', {Type: -2_147_483_648}, '0880808080f8ffffffff01'],
  ['OverlayMeta', {Details: {}}, '1200'],
  ['OverlayMeta', {Details: {IpAndPorts: [{}, {Ip: 1}]}}, '1206120012020801'],
  ['OverlayMetaDetails', {counter: 4_294_967_295, VpnIp: 128}, '08800118ffffffff0f'],
  ['OverlayPing', {Time: '18446744073709551615'}, '10ffffffffffffffffff01'],
  ['OverlayPing', {Time: '9007199254740993'}, '108180808080808010'],
  ['OverlayPing', {Time: '0', Type: 0}, ''],
  ['OverlayHandshake', {Hmac: 'ff00', Details: {Cert: 'aa'}}, '0a030a01aa1202ff00'],
])('%s %j is %s', (message, value, hex) => {
  const normalized = normalizeValue(message, value);
  const bytes = writeValue(message, normalized);
  expect(hexOf(bytes)).toBe(hex);
  expect(readValueOf(readStrictly(message, bytes))?.value).toEqual(normalized);
});

test.each([126, 127, 128, 16_383, 16_384])('a certificate of %d bytes gets a length of the right size', size => {
  const value = normalizeValue('OverlayHandshake', {Details: {Cert: 'ab'.repeat(size)}});
  const bytes = writeValue('OverlayHandshake', value);
  expect(readValueOf(readStrictly('OverlayHandshake', bytes))?.value).toEqual(value);
});
