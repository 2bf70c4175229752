// Pins in which forms a constant that the code of a decoder compares with comes into a message.
import {expect, test} from 'vitest';
import {Random} from '../../../base/random/seeded-numbers.ts';
import type {OverlayMessage} from '../../../model/peer.ts';
import {withConstant} from './with-constant.ts';

const added = (message: OverlayMessage, constant: bigint): ReadonlySet<string> => {
  const random = new Random(1);
  const input = {message, way: 'binary', bytes: new Uint8Array()} as const;
  const all = Array.from({length: 20_000}, () => withConstant(random, {input, constant}));
  return new Set(all.map(({bytes}) => Buffer.from(bytes).toString('hex')));
};

test.each([
  ['as a field', 'IpAndPort', 4242n, '109221'],
  ['in each number of a message', 'IpAndPort', 4242n, '089221109221'],
  ['in each number of a message that is held', 'OverlayHandshake', 9n, '0a081009180920092809'],
  ['as the count of a list', 'OverlayMetaDetails', 3n, '120208031202080312020803'],
  ['as a part of a number', 'IpAndPort', 224n, '08808080800e'],
] as const)('a constant comes %s', (_, message, constant, expected) => {
  expect(added(message, constant)).toContain(expected);
});

test('a list of so many elements can rise and fall', () => {
  const lists = [...added('OverlayMetaDetails', 3n)].filter(hex => /^(120208[0-7].){3}$/.test(hex));
  const numbers = lists.map(hex => [6, 14, 22].map(at => Number.parseInt(hex.slice(at, at + 2), 16)));
  expect(numbers.some(([a, b, c]) => b === a! + 1 && c === a! + 2)).toBe(true);
  expect(numbers.some(([a, b, c]) => b === a! - 1 && c === a! - 2)).toBe(true);
});
