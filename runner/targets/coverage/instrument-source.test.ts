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

test('what cannot be parsed stays as it is', () => {
  expect(counting('return {')).toBeUndefined();
  expect(counting('import a from "b"; await a()', 'module')?.text).toBe(';begin(0);import a from "b"; await a()');
});
