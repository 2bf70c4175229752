import {expect, test} from 'vitest';
import {cyclesIn} from './cycles.ts';

test.each<[title: string, needs: {readonly [name: string]: readonly string[]}, cycles: readonly string[][]]>([
  ['a chain is no circle', {a: ['b'], b: ['c']}, []],
  ['two ways to one name are no circle', {a: ['b', 'c'], b: ['d'], c: ['d'], d: []}, []],
  ['a name that needs itself', {a: ['a']}, [['a']]],
  ['what only leads to a circle is not in it', {a: ['b'], b: ['c'], c: ['b']}, [['b', 'c']]],
  [
    'two circles',
    {a: ['b'], b: ['a'], c: ['d'], d: ['c']},
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
])('%s', (_, needs, cycles) => {
  expect(cyclesIn(new Map(Object.entries(needs)))).toEqual(cycles);
});
