// Holds the generator to its promises: repeatable, varied, and every kind of answer often enough to find something.
import {expect, test} from 'vitest';
import {overlayMessages} from '../../model/peer.ts';
import {generateInput} from './generate.ts';
import {hexOf} from '../../base/text/hex.ts';
import {malformations, openPoints} from './reading.ts';
import {readStrictly} from './strict-reader.ts';

const some = Array.from({length: 30_000}, (_, index) => generateInput(99, index));

test('an input can be drawn again without the ones before it', () => {
  expect(hexOf(generateInput(99, 12_345).bytes)).toBe(hexOf(some[12_345]?.bytes ?? new Uint8Array()));
});

test('another seed draws other inputs', () => {
  const same = some.filter(({bytes}, index) => hexOf(bytes) === hexOf(generateInput(100, index).bytes));
  expect(same.length).toBeLessThan(some.length / 4);
});

test('only the messages asked for are drawn, and all of them', () => {
  expect(new Set(some.map(({message}) => message))).toEqual(new Set(overlayMessages));
  expect(generateInput(1, 1, ['OverlayPing']).message).toBe('OverlayPing');
});

test('accepted, refused and open inputs all come, and nearly every reason among them', () => {
  const counts = new Map<string, number>();
  for (const {message, bytes} of some) {
    const reading = readStrictly(message, bytes);
    const kinds = reading.kind === 'accept' ? [`accept ${reading.basis}`] : [reading.kind, reading.why];
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  expect(counts.get('accept protocol')).toBeGreaterThan(10_000);
  expect(counts.get('reject')).toBeGreaterThan(8_000);
  const jsonOnly = [
    'not-json',
    'unknown-key',
    'wrong-json-type',
    'not-a-number',
    'out-of-range',
    'unknown-enum-name',
    'not-base64',
    'null-element',
  ];
  const binary = Object.keys(malformations).filter(why => !jsonOnly.includes(why));
  expect(binary.filter(why => !counts.has(why))).toEqual([]);
  expect(
    ['overlong-tag', 'long-tag', 'tenth-byte', 'long-length', 'wide-length'].filter(why => !counts.has(why)),
  ).toEqual([]);
  expect(Object.keys(openPoints)).toContain('wide-length');
});

test('most inputs differ from each other', () => {
  const distinct = new Set(some.map(({message, bytes}) => `${message} ${hexOf(bytes)}`));
  expect(distinct.size).toBeGreaterThan(some.length * 0.75);
});
