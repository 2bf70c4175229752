import {expect, test} from 'vitest';
import {fillTo, fit, widthOf, wrap} from './text-layout.ts';

test.each([
  ['label', 5],
  ['日本', 4],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['\x1b[31mred\x1b[39m', 3],
])('%j takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test.each([
  ['one two three', 8, ['one two', 'three']],
  ['日本 日本', 8, ['日本', '日本']],
  ['日本語日本語', 4, ['日本', '語日', '本語']],
  ['  日本 日本', 12, ['  日本 日本']],
  ['👩‍👩‍👧👩‍👩‍👧', 3, ['👩‍👩‍👧', '👩‍👩‍👧']],
  ['', 8, ['']],
])('%j in %i columns', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});

test('a line is cut at a column, never inside a character', () => {
  expect(fit('日本語', 6)).toBe('日本語');
  expect(fit('日本語', 5)).toBe('日本…');
  expect(fit('日本語', 4)).toBe('日…');
});

test('a column is filled by what is seen', () => {
  expect(fillTo('日本', 5)).toBe('日本 ');
  expect(fillTo('label', 3)).toBe('label');
});
