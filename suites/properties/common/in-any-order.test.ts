import fc from 'fast-check';
import {expect, test} from 'vitest';
import {inAnyOrder} from './in-any-order.ts';

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

test('a failure that takes two items is shrunk to these two, in their order', () => {
  const isBroken = (drawn: readonly string[]): boolean =>
    drawn.includes('b') && drawn.includes('d') && drawn.indexOf('d') < drawn.indexOf('b');
  const {counterexample} = fc.check(fc.property(inAnyOrder(letters), drawn => !isBroken(drawn)));
  expect(counterexample).toEqual([['d', 'b']]);
});
