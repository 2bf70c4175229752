import {expect, test} from 'vitest';
import {countsText, durationText, reachText, verdictWords, type RunNumbers} from './verdict-words.ts';

const counts = {pass: 3, fail: 0, warn: 0, flaky: 0, skip: 0, error: 0};
const numbers: RunNumbers = {
  counts,
  skips: [],
  planned: 3,
  judgedInContexts: 0,
  notRun: 0,
  probed: 0,
  filtered: 0,
  isInterrupted: false,
  isGone: false,
  isUnreached: false,
  isComplete: true,
  leftovers: 0,
  knownRed: 0,
  newRed: 0,
};

test.each<[string, Partial<RunNumbers>]>([
  ['All 3 judged cases passed.', {}],
  ['All 2 judged cases (3 with contexts) passed.', {judgedInContexts: 1}],
  ['The one judged case (3 with contexts) passed.', {judgedInContexts: 2}],
  ['All 3 judged cases passed.', {judgedInContexts: 3}],
  ['The one judged case passed; 2 cases skipped.', {counts: {...counts, pass: 1, skip: 2}}],
  [
    'All 3 judged cases passed; 1 case differed from what is usual, which the record does not demand.',
    {counts: {...counts, pass: 2, warn: 1}},
  ],
  [
    'Failed: 1 case differed from what is usual, and --max-warnings allows 0.',
    {counts: {...counts, pass: 2, warn: 1}, maxWarnings: 0},
  ],
  ['1 new failure: 2 cases failed; the baseline lists 1 of these 2.', {counts: {...counts, fail: 2}, knownRed: 1}],
  ['Nothing new: 2 cases failed; the baseline lists all of these.', {counts: {...counts, fail: 2}, knownRed: 2}],
  [
    '2 cases failed and 1 case could not be judged; the baseline lists all that failed.',
    {counts: {...counts, fail: 2, error: 1}, knownRed: 2},
  ],
  [
    '1 new failure: 2 cases failed and 1 case could not be judged; the baseline lists 1 of the 2 that failed.',
    {counts: {...counts, fail: 2, error: 1}, knownRed: 1},
  ],
  [
    '2 cases failed; the baseline lists 1 of these 2; 1 of these are newer than the pinned edition and do not fail the run.',
    {counts: {...counts, fail: 2}, knownRed: 1, newRed: 1},
  ],
  ['1 case failed.', {counts: {...counts, pass: 2, fail: 1}}],
  [
    '1 case failed, 1 case failed once and not again and 1 case could not be judged.',
    {counts: {...counts, pass: 0, fail: 1, flaky: 1, error: 1}},
  ],
  ['2 cases could not be judged.', {counts: {...counts, pass: 1, error: 2}}],
  ['Nothing was judged: all 3 cases were skipped.', {counts: {...counts, pass: 0, skip: 3}}],
  ['No case was selected, so nothing was judged.', {counts: {...counts, pass: 0}, planned: 0}],
  [
    'No case failed so far, but the run was interrupted with 1 case not run: this is not a verdict about the target.',
    {isInterrupted: true, notRun: 1, planned: 4},
  ],
  [
    'No case failed so far, but the run was killed before it ended with 4 cases not run: this is not a verdict about the target.',
    {isComplete: false, notRun: 4, planned: 7},
  ],
  ['No case failed so far, but 4 cases did not run: this is not a verdict about the target.', {notRun: 4, planned: 7}],
  [
    '1 case failed (stopped after 1 failure with 30 cases not run).',
    {counts: {...counts, fail: 1}, stoppedAfter: 1, notRun: 30, planned: 34},
  ],
  [
    '1 case failed (the run was interrupted with 1 case not run).',
    {counts: {...counts, fail: 1}, isInterrupted: true, notRun: 1, planned: 5},
  ],
])('%s', (words, changes) => {
  expect(verdictWords({...numbers, ...changes})).toBe(words);
});

test('all six counts are shown, zero or not', () => {
  expect(
    countsText({
      ...numbers,
      counts: {...counts, skip: 3},
      skips: [
        ['needs-variant', 2],
        ['no-contract', 1],
      ],
      notRun: 4,
      filtered: 9,
    }),
  ).toBe(
    '3 pass · 0 fail · 0 warn · 0 flaky · 3 skip (needs-variant 2, no-contract 1) · 0 error · 4 not run · 9 not selected',
  );
});

test.each([
  [12.4, '12 ms'],
  [3_210, '3.2 s'],
  [59_949, '59.9 s'],
  [245_000, '4 min 05 s'],
])('%d ms is %s', (ms, words) => {
  expect(durationText(ms)).toBe(words);
});

test.each([
  ['41 of 42 cases did not run', {notRun: 41, planned: 42}],
  ['every case had begun, but not all finished', {notRun: 0, planned: 1}],
])('an interrupted run says how far it came: %s', (words, numbers) => {
  expect(reachText(numbers)).toBe(words);
});
