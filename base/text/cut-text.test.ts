import {expect, test} from 'vitest';
import {cutText} from './cut-text.ts';

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe…'],
  ['ab😀cd', 3, 'ab…'],
  ['ab😀cd', 4, 'ab😀…'],
  ['', 0, ''],
])('%s is cut after %i to %s', (text, lengthMax, cut) => {
  expect(cutText(text, lengthMax)).toBe(cut);
  expect(cut).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});
