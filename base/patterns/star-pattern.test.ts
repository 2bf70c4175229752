import {expect, test} from 'vitest';
import {matchesStars} from './star-pattern.ts';

test.each([
  ['hosting/labels/*', 'hosting/labels/a[b]', true],
  ['*', '', true],
  ['*labels*', 'hosting/labels/x', true],
  ['hosting/?abels/x', 'hosting/labels/x', true],
  ['hosting/labels', 'hosting/labels/x', false],
  ['*/a*b*/c', 'x/aab/bb/c', true],
  ['*/a*b*/c', 'x/aab/bb/d', false],
  ['a[b]', 'a[b]', true],
  ['a[b]', 'ab', false],
  ['', '', true],
])('%s matches %s: %s', (pattern, id, expected) => {
  expect(matchesStars(pattern, id)).toBe(expected);
});

test('a pattern of many stars against a long id ends at once', () => {
  expect(matchesStars('*a'.repeat(50) + 'b', 'a'.repeat(5_000))).toBe(false);
});
