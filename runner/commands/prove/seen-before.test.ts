// Which cases are shown to a fault first: the quickest of its own statement, and each case that noticed anything once.
import {expect, test} from 'vitest';
import type {ReferenceFault} from '../../../model/machine.ts';
import type {Runnable} from '../../../model/plan.ts';
import {seenBefore} from './seen-before.ts';

const fault = (name: string, basis: ReferenceFault['basis'] = 'stated'): ReferenceFault => ({
  name,
  role: 'hosting',
  requirement: 'LABEL-COLOR',
  carries: ['LABEL-COLOR'],
  rules: ['shownColor'],
  basis,
  says: 'Colours are wrong.',
  digest: '',
});

const cases: readonly (readonly [id: string, proves: readonly string[], tookMs: number])[] = [
  ['a/slow', ['LABEL-COLOR'], 900],
  ['a/quick[one]', ['LABEL-COLOR'], 5],
  ['a/quick[two]', ['LABEL-COLOR'], 5],
  ['a/other', ['LABEL-OPTION'], 1],
  ['a/usual', [], 20],
  ['a/third', ['LABEL-COLOR'], 30],
  ['a/fourth', ['LABEL-COLOR'], 40],
];
const now = {
  runnables: cases.map(([id, proves]) => ({kind: 'example', id, definition: {proves}}) as unknown as Runnable),
  took: new Map(cases.map(([id, , tookMs]) => [id, tookMs])),
};
const fails = (...ids: readonly string[]) => ids.map(id => ({case: id, verdict: 'fail'}));

test('the quickest three of its own statement, the rows of a table taken together', () => {
  const kills = new Map([['red', fails('a/slow', 'a/fourth', 'a/third', 'a/quick')]]);
  expect(seenBefore([fault('red'), fault('green')], new Map([...kills, ['green', fails('a/slow')]]), now)).toEqual(
    new Map([
      ['red', new Set(['a/quick', 'a/third', 'a/fourth'])],
      ['green', new Set(['a/slow'])],
    ]),
  );
});

test('a case that noticed something is shown to one fault, although it is of another statement or slow', () => {
  const kills = new Map([['red', [...fails('a/quick', 'a/third', 'a/fourth', 'a/slow'), ...fails('a/other')]]]);
  expect([...(seenBefore([fault('red')], kills, now).get('red') ?? [])]).toEqual([
    'a/quick',
    'a/third',
    'a/fourth',
    'a/slow',
    'a/other',
  ]);
});

test('what is usual deserves a warning, of a case that proves nothing too', () => {
  const kills = new Map([
    ['usual', [...fails('a/quick'), {case: 'a/usual', verdict: 'warn'}, {case: 'a/other', verdict: 'warn'}]],
  ]);
  expect([...(seenBefore([fault('usual', 'usual')], kills, now).get('usual') ?? [])]).toEqual([
    'a/usual',
    'a/quick',
    'a/other',
  ]);
});

test('a fault that no case of its own noticed, or none that is still there, is shown to all', () => {
  const kills = new Map([
    ['beside', fails('a/other')],
    ['gone', fails('a/removed')],
  ]);
  expect(seenBefore([fault('beside'), fault('gone'), fault('unknown')], kills, now)).toEqual(new Map());
});
