import {expect, test} from 'vitest';
import {once} from './once.ts';

test('makes a value at the first call, also one that is undefined, and never again', () => {
  let calls = 0;
  const made = once(() => {
    calls += 1;
    return undefined;
  });
  expect(calls).toBe(0);
  expect([made(), made(), calls]).toEqual([undefined, undefined, 1]);
});

test('what could not be made is tried again', () => {
  let calls = 0;
  const made = once(() => {
    calls += 1;
    if (calls === 1) throw new Error('not yet');
    return calls;
  });
  expect(made).toThrow('not yet');
  expect([made(), made()]).toEqual([2, 2]);
});
