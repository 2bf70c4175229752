import {expect, test} from 'vitest';
import type {Json} from '../../model/json.ts';
import {difference} from './difference.ts';

const shown = (expected: Json | undefined, actual: Json | undefined) =>
  difference(expected, actual).map(
    ({sign, text}) => `${{expected: '-', actual: '+', both: ' ', note: '~'}[sign]} ${text}`,
  );

test.each<[string, Json | undefined, Json | undefined, readonly string[]]>([
  ['short values', 'kind/bug', 'kind/feature', ['- "kind/bug"', '+ "kind/feature"']],
  ['big integers', 9007199254740993n, 9007199254740992n, ['- 9007199254740993', '+ 9007199254740992']],
  ['nothing', 1, undefined, ['- 1', '+ nothing']],
  ['control characters', 'a', '\x1b[2J', ['- "a"', '+ "\\u001b[2J"']],
  [
    'texts of several lines',
    'a\nb'.padEnd(120, '.'),
    'a\nc'.padEnd(120, '.'),
    ['  a', `- b${'.'.repeat(117)}`, `+ c${'.'.repeat(117)}`],
  ],
  ['a matcher', {$unordered: ['x'.repeat(120)]}, ['y'], [`- ["${'x'.repeat(120)}"] in any order`, '+ ["y"]']],
])('%s', (_name, expected, actual, lines) => {
  expect(shown(expected, actual)).toEqual(lines);
});

test('equal lines far from a change are left out', () => {
  const list = Array.from({length: 50}, (_, n) => `item ${n}`);
  expect(shown(list, list.with(25, 'other'))).toEqual([
    '~ … 23 equal lines',
    '    "item 22",',
    '    "item 23",',
    '    "item 24",',
    '-   "item 25",',
    '+   "other",',
    '    "item 26",',
    '    "item 27",',
    '    "item 28",',
    '~ … 22 equal lines',
  ]);
});

test('RP-07 two values of 5 MB that differ everywhere are compared in bounded time', () => {
  const list = (word: string) => Array.from({length: 100_000}, (_, n) => `${word} ${n} ${'.'.repeat(30)}`);
  const startedAt = performance.now();
  expect(shown(list('a'), list('b'))[0]).toBe('~ too large to compare in full; the first difference is at /0');
  expect(shown({text: 'x'.repeat(5e6)}, {text: 'x'.repeat(5e6) + 'y'})[0]).toBe(
    '~ too large to compare in full; the first difference is at /text character 5000000',
  );
  const lines = (word: string) => Array.from({length: 5_000}, (_, n) => `${word} ${n}`);
  expect(shown(lines('a'), lines('b'))[0]).toBe('~ too large to compare in full; the first difference is at /0');
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
