// What follows from a list that only grows: the same as from the whole list, and each item is looked at once.
import {expect, test} from 'vitest';
import {growing} from './growing.ts';

test('each item is looked at once, and the answer is that of the whole list', () => {
  const seen: number[] = [];
  const sum = growing<number, number>(
    () => 0,
    (state, item) => {
      seen.push(item);
      return state + item;
    },
  );
  const list: number[] = [];
  expect(sum(list)).toBe(0);
  for (const item of [3, 4, 5]) {
    list.push(item);
    expect(sum(list)).toBe(list.reduce((all, one) => all + one, 0));
    expect(sum(list)).toBe(list.reduce((all, one) => all + one, 0));
  }
  expect(seen).toEqual([3, 4, 5]);
});

test('another list with the same items is a list of its own', () => {
  const items = growing<string, string[]>(
    () => [],
    (state, item) => [...state, item],
  );
  const [one, other] = [['a'], ['a']];
  expect(items(one)).toEqual(['a']);
  other.push('b');
  expect(items(other)).toEqual(['a', 'b']);
  expect(items(one)).toEqual(['a']);
});
