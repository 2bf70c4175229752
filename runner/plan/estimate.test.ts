// The time that a plan announces.
import {expect, test} from 'vitest';
import {estimateMs, knownServerMs} from './estimate.ts';

test.each([
  ['requests share the jobs', {requests: 800, requestMs: 10, jobs: 8, rateLimit: 0}, 1_000],
  ['a rate limit is slower than the target', {requests: 800, requestMs: 10, jobs: 8, rateLimit: 100}, 8_000],
  ['a target can be slower than the rate limit', {requests: 100, requestMs: 500, jobs: 2, rateLimit: 100}, 25_000],
])('%s', (_what, inputs, ms) => {
  expect(estimateMs(inputs)).toBe(ms);
});

test('a known server takes far longer than reading lets expect', () => {
  expect(knownServerMs(4_000)).toBe(128_000);
});
