import {expect, test} from 'vitest';
import {shrinkSequence} from './shrink-input.ts';

const numbers = Array.from({length: 100}, (_, at) => at);

test.each([
  ['one item', (items: readonly number[]) => items.includes(42), [42]],
  ['two items far apart', (items: readonly number[]) => items.includes(3) && items.includes(97), [3, 97]],
  ['nothing', () => true, []],
  ['a number of items', (items: readonly number[]) => items.length >= 2, [97, 98]],
])('what needs %s is shrunk to that', async (_name, shows, expected) => {
  expect(await shrinkSequence(numbers, items => Promise.resolve(shows(items)), 1_000)).toEqual(expected);
});

test('it asks no more often than it may, and what is left still shows it', async () => {
  let tries = 0;
  const shows = (items: readonly number[]): Promise<boolean> => {
    tries += 1;
    return Promise.resolve(items.length >= 60);
  };
  expect((await shrinkSequence(numbers, shows, 10)).length).toBeGreaterThanOrEqual(60);
  expect(tries).toBe(10);
});
