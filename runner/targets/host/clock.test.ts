// Shows that waiting ends in time, and at once when it is called off.
import {expect, test} from 'vitest';
import {machineClock} from './clock.ts';

const clock = machineClock();

test('RN-12 a wait takes its time by the monotonic clock', async () => {
  const before = clock.monotonicMs();
  await clock.wait(30);
  expect(clock.monotonicMs() - before).toBeGreaterThanOrEqual(29);
});

test('a wait that is called off, before or while it runs, ends at once', async () => {
  const before = clock.monotonicMs();
  await clock.wait(60_000, AbortSignal.abort());
  const stop = new AbortController();
  const waiting = clock.wait(60_000, stop.signal);
  stop.abort();
  await waiting;
  expect(clock.monotonicMs() - before).toBeLessThan(5_000);
});
