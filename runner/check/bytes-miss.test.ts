import {expect, test} from 'vitest';
import {bytesMiss} from './bytes-miss.ts';

const many = '00'.repeat(100);

test.each([
  ['00ff', '00fe', undefined],
  [many, many, undefined],
  [many, many.slice(0, 140), 'cut off after 70 of 100 bytes'],
  ['aabb', 'aabb'.repeat(50), `expected 2 bytes, got 100: after the last of them comes ${'aabb'.repeat(8)}…`],
  [`${many}01`, `${many}02`, 'differs from byte 100 on (counted from 0): expected 01, got 02'],
  [
    `01${many}`,
    `02${many}${many}`,
    `differs from byte 0 on (counted from 0): expected 01${'00'.repeat(15)}…, got 02${'00'.repeat(15)}…; expected 101 bytes, got 201`,
  ],
  [many, '', 'cut off after 0 of 100 bytes'],
])('%# bytes that differ', (expected, actual, message) => {
  expect(bytesMiss(expected, actual)).toBe(message);
});
