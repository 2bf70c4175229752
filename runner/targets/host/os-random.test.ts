// Shows the range of seeds and the form of names.
import {expect, test} from 'vitest';
import {machineRandom} from './os-random.ts';

const random = machineRandom();

test('seeds are whole numbers below 2^31 and differ', () => {
  const seeds = Array.from({length: 50}, () => random.seed());
  expect(seeds.every(seed => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)).toBe(true);
  expect(new Set(seeds).size).toBeGreaterThan(45);
});

test('names have the length that was asked for, begin with a letter, and differ', () => {
  const names = Array.from({length: 200}, () => random.name(12));
  expect(names.filter(name => !/^[a-z][a-z0-9]{11}$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(200);
  expect(random.name(1)).toMatch(/^[a-z]$/);
});
