import {expect, test} from 'vitest';
import {inOrder} from './listen.ts';

const told = (id: number, event = 'pull_request_review_request') => ({
  headers: [['X-Forge-Event', event]] as const,
  payload: {action: 'review_requested', requested_reviewer: {id, login: `reviewer-${String(id)}`}},
});

test.each([
  [4, 5],
  [9, 10],
  [99, 100],
  [999_999, 1_000_000],
])(
  'of two deliveries about %i and %i the first is about whoever was made first, however they come',
  (first, second) => {
    const [one, other] = [told(first), told(second)];
    expect(inOrder([one, other])).toEqual([one, other]);
    expect(inOrder([other, one])).toEqual([one, other]);
  },
);

test('deliveries of different events are in the order of their names', () => {
  const [push, create] = [told(1, 'push'), told(2, 'create')];
  expect(inOrder([push, create])).toEqual([create, push]);
});

test('deliveries that differ in their hook alone are in the order of what it sends as its Authorization', () => {
  const [one, other] = ['hook for issues', 'hook for push'].map(value => ({
    headers: [...told(1).headers, ['Authorization', value] as const],
    payload: told(1).payload,
  }));
  expect(inOrder([other, one].flatMap(delivery => delivery ?? []))).toEqual([one, other]);
});
