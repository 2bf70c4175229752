import {expect, test} from 'vitest';
import {foldedStory} from './plain-story.ts';

const tags = (from: number, to: number): readonly string[] =>
  Array.from({length: to - from + 1}, (_, n) => `given another tag (name: v${String(from + n)})`);

test.each([
  [[], []],
  [
    ['given a tag (name: v1)', ...tags(2, 4), 'list the tags'],
    [
      '1. given a tag (name: v1)',
      '2. given another tag (name: v2)',
      '3. given another tag (name: v3)',
      '4. given another tag (name: v4)',
      '5. list the tags',
    ],
  ],
  [
    ['given a tag (name: v1)', ...tags(2, 31), 'given another tag-like thing', 'list the tags'],
    [
      '1. given a tag (name: v1)',
      '2. given another tag (name: v2)',
      '… 28 more like it',
      '31. given another tag (name: v31)',
      '32. given another tag-like thing',
      '33. list the tags',
    ],
  ],
  [Array.from({length: 9}, () => 'add a/x'), Array.from({length: 9}, (_, n) => `${String(n + 1)}. add a/x`)],
])('%j', (story, lines) => {
  expect(foldedStory(story)).toEqual(lines);
});
