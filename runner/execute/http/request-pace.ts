// Keeps the run's pace: no more requests a second than were allowed, and as much patience as a busy target asks for.
import type {HttpReply} from '../../../model/http.ts';
import type {Bounds} from '../../../model/bounds.ts';
import type {Clock} from '../../../model/ports.ts';

/** Waits until the next request may be sent. All cases share one pace; without `rateLimit` nothing waits. */
export async function waitForTurn({bounds, clock, learnt}: Paced, signal: AbortSignal): Promise<void> {
  if (bounds.rateLimit === 0) return;
  const nowMs = clock.monotonicMs();
  const turnMs = Math.max(nowMs, learnt.nextTurnMs);
  learnt.nextTurnMs = turnMs + 1_000 / bounds.rateLimit;
  if (turnMs > nowMs) await clock.wait(turnMs - nowMs, signal);
}

interface Paced {
  readonly bounds: Pick<Bounds, 'rateLimit'>;
  readonly clock: Clock;
  readonly learnt: {nextTurnMs: number};
}

/** How often one request is sent again to a target that is busy: it is not going to be judged by more waiting. */
export const busyRoundsMax = 5;

/** What a reply says about waiting: nothing, a wait that is within the bound, or one that is not. */
export type Patience =
  | {readonly kind: 'none'}
  | {readonly kind: 'wait'; readonly ms: number}
  | {readonly kind: 'too-long'; readonly ms: number};

// A 429 without Retry-After: RFC 6585 leaves the time open, so we take a short one.
const usualWaitMs = 1_000;

/** Reads what a 429 asks for (RFC 9110, Retry-After: seconds or a date). A 429 was not acted on, so sending again is safe. */
export function patienceFor(
  {status, headers}: HttpReply,
  {bounds, clock}: {readonly bounds: Pick<Bounds, 'retryAfterMaxMs'>; readonly clock: Clock},
): Patience {
  if (status !== 429) return {kind: 'none'};
  const text = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim();
  const ms = text === undefined ? usualWaitMs : waitOf(text, clock.now());
  return ms <= bounds.retryAfterMaxMs ? {kind: 'wait', ms} : {kind: 'too-long', ms};
}

function waitOf(text: string, now: Date): number {
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? usualWaitMs : Math.max(0, at - now.getTime());
}
