import {expect, test} from 'vitest';
import {exitCodeOf, type RunOutcome} from './exit-code.ts';

const clean = {pass: 3, fail: 0, warn: 0, flaky: 0, skip: 0, error: 0};
const worst: RunOutcome = {
  isInterrupted: true,
  hasInputProblem: true,
  isTargetUnreachable: true,
  hasHarnessError: true,
  counts: {...clean, fail: 1, error: 1},
  skips: {},
  notRun: 0,
  leftovers: 1,
  isBaselineStale: true,
};

test('RN-19 of everything that went wrong, the first of the list gives the code', () => {
  const codes = [];
  let outcome = worst;
  for (const fix of [
    {},
    {isInterrupted: false},
    {hasInputProblem: false},
    {isTargetUnreachable: false},
    {hasHarnessError: false},
    {counts: {...clean, error: 1}},
    {counts: clean, leftovers: 0},
    {isBaselineStale: false},
  ]) {
    outcome = {...outcome, ...fix};
    codes.push(exitCodeOf(outcome));
  }
  expect(codes).toEqual([130, 2, 5, 3, 1, 6, 4, 0]);
});

test.each<[string, Partial<RunOutcome>, number]>([
  ['all passed', {}, 0],
  ['a warning', {counts: {...clean, warn: 1}}, 0],
  ['as many warnings as --max-warnings allows', {counts: {...clean, warn: 1}, maxWarnings: 1}, 0],
  ['a warning more than --max-warnings allows', {counts: {...clean, warn: 1}, maxWarnings: 0}, 1],
  [
    'a warning newer than the pinned edition under --max-warnings',
    {counts: {...clean, warn: 1}, maxWarnings: 0, free: [{verdict: 'warn'}]},
    0,
  ],
  ['a fail', {counts: {...clean, fail: 1}}, 1],
  ['a flaky case', {counts: {...clean, flaky: 1}}, 1],
  ['a red case newer than the pinned edition', {counts: {...clean, fail: 1}, free: [{verdict: 'fail'}]}, 0],
  ['a red case besides it', {counts: {...clean, fail: 2}, free: [{verdict: 'fail'}]}, 1],
  [
    'an error newer than the pinned edition',
    {counts: {...clean, error: 1}, free: [{verdict: 'error', cause: 'reset'}]},
    0,
  ],
  [
    'a new case that nobody declared absent',
    {counts: {...clean, skip: 1}, skips: {harness: 1}, free: [{verdict: 'skip', cause: 'harness'}]},
    0,
  ],
  ['a fail that the baseline lists', {counts: {...clean, fail: 1}, knownRed: 1}, 0],
  ['a fail more than the baseline lists', {counts: {...clean, fail: 2}, knownRed: 1}, 1],
  ['a case in error', {counts: {...clean, error: 1}}, 6],
  ['nothing selected', {counts: {...clean, pass: 0}}, 6],
  ['a declared skip', {counts: {...clean, skip: 1}, skips: {'capability-absent': 1}}, 0],
  ['every case skipped as declared', {counts: {...clean, pass: 0, skip: 1}, skips: {'capability-absent': 1}}, 6],
  ['a skip for a reason that nobody declared', {counts: {...clean, skip: 1}, skips: {whim: 1}}, 6],
  [
    'a declared skip under --require-all',
    {counts: {...clean, skip: 1}, skips: {'capability-absent': 1}, isAllRequired: true},
    6,
  ],
  ['cases that did not run', {notRun: 1}, 6],
  ['a clean-up that failed', {leftovers: 1}, 6],
  ['a stale baseline', {isBaselineStale: true}, 4],
])('%s', (_name, changes, code) => {
  expect(exitCodeOf({counts: clean, skips: {}, notRun: 0, leftovers: 0, ...changes})).toBe(code);
});
