import fc from 'fast-check';
import {expect, test} from 'vitest';
import {inAnyOrder, inAnyOrderOrNone} from './in-any-order.ts';

const letters = ['a', 'b', 'c', 'd'] as const;

test('every list holds every item once', () => {
  const {failed} = fc.check(fc.property(inAnyOrder(letters), drawn => drawn.toSorted().join('') === 'abcd'));
  expect(failed).toBe(false);
});

test('orders differ', () => {
  expect(new Set(fc.sample(inAnyOrder(letters), 50).map(drawn => drawn.join(''))).size).toBeGreaterThan(5);
});

test('a failure is shrunk to the one item that it takes', () => {
  const {counterexample} = fc.check(fc.property(inAnyOrder(letters), drawn => !drawn.includes('c')));
  expect(counterexample).toEqual([['c']]);
});

test.each([
  ['none', (drawn: readonly string[], number: number) => drawn.length < 5 && number < 3, [[], 3]],
  ['the one item that it takes', (drawn: readonly string[]) => !drawn.includes('c'), [['c'], 0]],
])('what stands beside other inputs is shrunk to %s', (_what, holds, wanted) => {
  const {counterexample} = fc.check(
    fc.property(inAnyOrderOrNone(letters), fc.integer({min: 0, max: 100}), (drawn, number) => holds(drawn, number)),
  );
  expect(counterexample).toEqual(wanted);
});

test('a failure that takes two items is shrunk to these two, in their order', () => {
  const isBroken = (drawn: readonly string[]): boolean =>
    drawn.includes('b') && drawn.includes('d') && drawn.indexOf('d') < drawn.indexOf('b');
  const {counterexample} = fc.check(fc.property(inAnyOrder(letters), drawn => !isBroken(drawn)));
  expect(counterexample).toEqual([['d', 'b']]);
});
