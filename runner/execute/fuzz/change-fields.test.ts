// Pins which changes are made in the fields of a message: numbers, lists and equal fields, with lengths that stay right.
import {expect, test} from 'vitest';
import {Random} from '../../../base/random/seeded-numbers.ts';
import type {OverlayMessage} from '../../../model/peer.ts';
import {changeFields} from './change-fields.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const changes = (message: OverlayMessage, hex: string, constant?: bigint): ReadonlySet<string> => {
  const random = new Random(1);
  const input = {message, way: 'binary', bytes: bytesOf(hex)} as const;
  const all = Array.from({length: 5_000}, () => changeFields(random, input, constant));
  return new Set(all.map(bytes => (bytes === undefined ? 'none' : Buffer.from(bytes).toString('hex'))));
};

test.each([
  ['in an element of a list', 'OverlayMeta', '0805120612040801100a', 4242n, '0805120712050801109221'],
  ['in all that were equal', 'OverlayHandshake', '0a0410071807', 4242n, '0a06109221189221'],
  ['in one of those that were equal', 'OverlayHandshake', '0a0410071807', 4242n, '0a051007189221'],
  ['as the count of a list', 'OverlayMetaDetails', '12021007', 3n, '120210071202100612021005'],
  ['as the count of a longer list', 'OverlayMetaDetails', '120012001803', 1n, '12001803'],
  ['of a negative enum', 'OverlayPing', '0801', 2n ** 64n - 40n, '08d8ffffffffffffffff01'],
] as const)('a constant is put %s', (_, message, hex, constant, expected) => {
  expect(changes(message, hex, constant)).toContain(expected);
});

test.each([
  ['one field becomes equal to another', 'IpAndPort', '08011022', '08221022'],
  ['a number becomes a power of two', 'OverlayPing', '1001', '10808080808020'],
  ['a list is sorted down', 'OverlayMetaDetails', '120210011202100312021002', '120210031202100212021001'],
  ['a list is sorted up', 'OverlayMetaDetails', '120210011202100312021002', '120210011202100212021003'],
  ['a list loses an element', 'OverlayMetaDetails', '1202100112021003180412021002', '12021001120210021804'],
  ['an element comes twice', 'OverlayMetaDetails', '12021001', '1202100112021001'],
  ['bytes become shorter', 'OverlayHandshake', '120401020304', '120101'],
  ['bytes become longer', 'OverlayHandshake', '1200', '120107'],
  ['a byte becomes another', 'OverlayHandshake', '12020102', '12024302'],
  ['what is unknown stays', 'IpAndPort', '9a06034142430801', '9a06034142430800'],
] as const)('%s', (_, message, hex, expected) => {
  expect(changes(message, hex)).toContain(expected);
});

test.each([
  ['is malformed', 'OverlayMeta', '12050801'],
  ['is malformed inside', 'OverlayMeta', '12020880'],
  ['has no number', 'OverlayHandshake', '1203010203'],
  ['is empty', 'OverlayPing', ''],
] as const)('nothing is changed where the input %s', (_, message, hex) => {
  expect([...changes(message, hex, 7n)]).toEqual(['none']);
});
