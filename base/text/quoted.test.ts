import {expect, test} from 'vitest';
import {quoted} from './quoted.ts';

test.each([
  ['\x9b31m\u202e', String.raw`"\u009b31m\u202e"`],
  ['a"b\n\ufeff', String.raw`"a\"b\n\ufeff"`],
  ['tag \u{e0041}', String.raw`"tag \udb40\udc41"`],
  ['Schlüssel 🔑', '"Schlüssel 🔑"'],
])('%j is quoted as %s, which JSON reads back', (text, shown) => {
  expect(quoted(text)).toBe(shown);
  expect(JSON.parse(shown)).toBe(text);
});

test('a whole number past 2^53 is quoted as the number that it is', () => {
  expect(quoted([2n ** 60n])).toBe('[1152921504606846976]');
});
