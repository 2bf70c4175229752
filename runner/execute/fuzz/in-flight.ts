// Decides how many questions are in flight: enough to keep a pipe busy, few enough that the last one is not late.
import type {Clock} from '../../../model/ports.ts';

/** The pace of one search. */
export interface FuzzPace {
  /** How many questions may be in flight now. */
  inFlightMax(): number;
  answered(): void;
  broke(): void;
}

/** What one process is sent at most: it may take 700 at once, and must find more when it comes back while we look at its answers. */
const perJobMax = 2_048;
/** To begin with. */
const perJobMin = 8;
/** After a break: whose fault the next one is needs no asking again when nobody else was asked. */
const perJobCareful = 1;
const lookEveryMs = 50;
/** What is in flight should be answered within this time, far below any reply timeout. */
const answeredWithinMs = 150;
const carefulMs = 1_000;

/** Begins slowly and follows what the decoders can do. */
export function fuzzPace({clock, jobs}: {readonly clock: Clock; readonly jobs: number}): FuzzPace {
  let window = perJobMin * jobs;
  let carefulUntilMs = 0;
  const counted = {sinceMs: clock.monotonicMs(), answers: 0};
  return {
    inFlightMax: () => window,
    answered: () => {
      counted.answers += 1;
      // A batch of answers comes at once; looking at the clock for each would cost more than it tells.
      if (counted.answers % 8 !== 0 && counted.answers < window) return;
      const nowMs = clock.monotonicMs();
      const elapsedMs = nowMs - counted.sinceMs;
      if (elapsedMs < lookEveryMs) return;
      const wanted = Math.round((counted.answers / elapsedMs) * answeredWithinMs);
      if (nowMs >= carefulUntilMs) window = Math.max(perJobMin, Math.min(wanted, window * 2, perJobMax * jobs));
      counted.sinceMs = nowMs;
      counted.answers = 0;
    },
    broke: () => {
      window = perJobCareful * jobs;
      carefulUntilMs = clock.monotonicMs() + carefulMs;
    },
  };
}
