// The time that a plan announces.
import {expect, test} from 'vitest';
import {estimateMs} from './estimate.ts';

const even = {readMs: 10, writeMs: 10};

test.each([
  ['requests share the jobs', {requests: 800, objects: 0, times: even, jobs: 8, rateLimit: 0}, 1_000],
  ['a rate limit is slower than the target', {requests: 800, objects: 5, times: even, jobs: 8, rateLimit: 100}, 8_000],
  [
    'a target can be slower than the rate limit',
    {requests: 100, objects: 0, times: {readMs: 500, writeMs: 900}, jobs: 2, rateLimit: 100},
    25_000,
  ],
  [
    'what is made and removed is written twice',
    {requests: 100, objects: 20, times: {readMs: 10, writeMs: 100}, jobs: 1, rateLimit: 0},
    4_600,
  ],
])('%s', (_what, inputs, ms) => {
  expect(estimateMs(inputs)).toBe(ms);
});
