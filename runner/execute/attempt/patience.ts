// How long is waited for what comes late: as long as the target may lag; while a broken law is shrunk, several times as long as it took elsewhere.
import {shrinkingWait} from '../../../model/bounds.ts';
import type {Learnt, Slowest} from './run-context.ts';
import {happened, type Story} from './story.ts';

/** What can come late: a webhook, or an effect that is asked for again and again. */
export type Late = keyof Slowest;

/** Gives how long to wait, in milliseconds; the target's lag stretches every wait, and its default is 10 s. */
export function patienceMs({run, isShrinking}: Story, withinMs: number, late: Late): number {
  const wholeMs = (withinMs * run.policy.bounds.lagMs) / 10_000;
  const slowestMs = run.learnt.slowest[late];
  if (!isShrinking || slowestMs === undefined) return wholeMs;
  return Math.min(wholeMs, Math.max(shrinkingWait.leastMs, slowestMs * shrinkingWait.timesSlowest));
}

/** Remembers that a wait of so long was given up. */
export function giveUp(story: Story, withinMs: number, waitedMs: number): void {
  const isEarly = waitedMs < (withinMs * story.run.policy.bounds.lagMs) / 10_000;
  if (story.isShrinking && isEarly) happened(story, {kind: 'gave-up'});
}

/** Remembers how long something took to come. */
export function learnWait({slowest}: Pick<Learnt, 'slowest'>, late: Late, ms: number): void {
  slowest[late] = Math.max(slowest[late] ?? 0, ms);
}
