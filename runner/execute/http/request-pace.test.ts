import {expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import type {HttpReply} from '../../../model/http.ts';
import type {Clock} from '../../../model/ports.ts';
import {patienceFor} from './request-pace.ts';

const clock: Clock = {
  monotonicMs: () => 0,
  alarm: () => () => undefined,
  now: () => new Date('2026-01-01T00:00:00Z'),
  wait: () => Promise.resolve(),
};

function aReply(status: number, retryAfter?: string): HttpReply {
  const headers: [string, string][] = retryAfter === undefined ? [] : [['Retry-After', retryAfter]];
  return {
    kind: 'reply',
    status,
    headers,
    body: new Uint8Array(),
    wireBytes: 0,
    isCloseDelimited: false,
    elapsedMs: 1,
    notes: [],
  };
}

test.each([
  [200, '5', {kind: 'none'}],
  [503, '5', {kind: 'none'}],
  [429, undefined, {kind: 'wait', ms: 1_000}],
  [429, '5', {kind: 'wait', ms: 5_000}],
  [429, '0', {kind: 'wait', ms: 0}],
  [429, 'Thu, 01 Jan 2026 00:00:30 GMT', {kind: 'wait', ms: 30_000}],
  [429, 'soon', {kind: 'wait', ms: 1_000}],
  [429, '61', {kind: 'too-long', ms: 61_000}],
  [429, '1000000000', {kind: 'too-long', ms: 1_000_000_000_000}],
])('HT-40 %i with Retry-After %s', (status, retryAfter, patience) => {
  expect(patienceFor(aReply(status, retryAfter), {bounds: defaultBounds, clock})).toEqual(patience);
});
