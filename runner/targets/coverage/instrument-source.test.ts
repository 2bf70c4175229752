import {Script} from 'node:vm';
import {expect, test} from 'vitest';
import {instrumentSource} from './instrument-source.ts';

const counting = (source: string, sourceType: 'module' | 'script' = 'script') =>
  instrumentSource(source, sourceType, counters => ({head: `begin(${counters});`, counter: at => `c[${at}]++`}));

test.each([
  ['an if without else', 'if (a) b();', ';begin(2);if (a) {c[1]++;b();}else{c[0]++}'],
  [
    'if in if',
    'if (a) if (b) c(); else d();',
    ';begin(4);if (a) {c[1]++;if (b) {c[3]++;c();} else {c[2]++;d();}}else{c[0]++}',
  ],
  ['directives come first', "'use strict'\nx && y", "'use strict';begin(1);\nx && (c[0]++,y)"],
  ['an arrow that gives an object', 'a => ({b: 1})', ';begin(1);a => ((c[0]++,{b: 1}))'],
  ['a loop', 'for (const a of b) d()', ';begin(1);for (const a of b) {c[0]++;d()}'],
  ['cases', 'switch (a) { case 1: case 2: b(); }', ';begin(1);switch (a) { case 1: case 2: c[0]++;b(); }'],
])('%s is counted, and stays a program', (_, source, expected) => {
  const {text} = counting(source)!;
  expect(() => new Script(text)).not.toThrow();
  expect(text).toBe(expected);
});

test('each branch is counted as often as it is taken, and what the source does stays the same', () => {
  const source = `function f(n) { 'use strict'; let sum = 0; for (let i = 0; i < n; i += 1) { if (i % 2) sum += i; else sum -= 1; }
    return n > 3 ? sum : n || 7; } [f(0), f(5)]`;
  const {text, counters} = counting(source)!;
  const c = new Uint8Array(counters);
  expect(new Script(text).runInNewContext({begin: () => undefined, c})).toEqual([7, 1]);
  expect([...c].toSorted((a, b) => a - b)).toEqual([1, 1, 1, 2, 2, 3, 5]);
});

test('constants are listed with the branch in which something is compared with them', () => {
  const {constants} = counting(`if (a === 4242) { if (b < 0xbeefn) x(); else if ('key' == c) y(); }
    switch (d) { case 77: z(); } e === 3; f = 1000;`)!;
  expect(constants.toSorted((a, b) => a.counter - b.counter)).toEqual([
    {counter: -1, value: 3n},
    {counter: -1, value: 77n},
    {counter: -1, value: 4242n},
    {counter: 2, value: 0xbeefn},
    {counter: 3, value: 'key'},
  ]);
});

test.each([
  ['a === -40', 2n ** 64n - 40n],
  ['a === 1n << 40n', 2n ** 40n],
  ['a > 60 * 60 * 24 - 1', 86_399n],
  ['a < 2 ** 20', 2n ** 20n],
  ['a === (0x80 | 0x0f)', 0x8fn],
])('a calculated constant is listed: %s', (source, value) => {
  expect(counting(source)?.constants).toEqual([{counter: -1, value}]);
});

test.each([
  ['a >>> 24 === 224', [224n, 224n << 24n]],
  ['77 === a % 1000', [77n, 77n, 1077n]],
  ['a % 1000000007n === 0n', [1_000_000_007n]],
  ['a + 7 < 50', [50n, 43n]],
  ['a * 3 === 10', [10n]],
  ['((a ^ 0xff) >>> 0) % 65521 === 12345', [12345n, 12345n, 77866n, 12345n, 12345n ^ 0xffn]],
  ['a % b === 12', [12n]],
  ['b >>> 70 === 12', [12n]],
])('what is calculated with before it is compared is solved: %s', (source, values) => {
  expect(counting(source)?.constants.map(({value}) => value)).toEqual(values);
});

test.each(['a === 1 << b', 'a === 2 ** 4000', 'a === -(1n << 64n)', 'a === 1 / 2', 'a === -b', 'a === 1.5'])(
  'no constant is made of %s',
  source => {
    expect(counting(source)?.constants).toEqual([]);
  },
);

test('what cannot be parsed stays as it is', () => {
  expect(counting('return {')).toBeUndefined();
  expect(counting('import a from "b"; await a()', 'module')?.text).toBe(';begin(0);import a from "b"; await a()');
});
