// Shows that reports write every matcher of the suites as what it accepts.
import {expect, test} from 'vitest';
import {acceptedText} from '../../reports/case/accepted-text.ts';
import {matchers} from '../../runner/check/matchers.ts';

// What stands for its content alone.
const asContent = new Set(['$eq', '$literal']);

test.each(Object.entries(matchers))('%s is written in words', (keyword, {passes}) => {
  const text = acceptedText({[keyword]: passes.argument});
  expect(text).not.toContain(keyword);
  expect(text === JSON.stringify(passes.argument)).toBe(asContent.has(keyword));
});

test.each([
  [{$in: [null, []]}, 'one of null, []'],
  [{name: {$any: [{$absent: true}, 'x']}}, '{"name": one of nothing here, or "x"}'],
  [{$gte: 1, $lte: 5}, 'at least 1, and at most 5'],
  [['a', 'b'], '["a","b"]'],
])('%j is written as %s', (tree, text) => {
  expect(acceptedText(tree)).toBe(text);
});
