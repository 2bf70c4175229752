// How long is waited for what comes late: as long as the target may lag, longer where it was late already; while a broken law is shrunk, several times as long as it took elsewhere.
import {busyWait, shrinkingWait} from '../../../model/bounds.ts';
import type {Learnt, RunContext, Slowest} from './run-context.ts';
import {happened, type Story} from './story.ts';

/** What can come late: a webhook, or an effect that is asked for again and again. */
export type Late = keyof Slowest;

/**
 * Gives how long to wait, in milliseconds; the target's lag stretches every wait, and its default is 10 s. A server that was late elsewhere in the run
 * gets longer: it has much to do, and what it owes has to stand in line.
 */
export function patienceMs(story: Story, withinMs: number, late: Late): number {
  const wholeMs = wholePatienceMs(story.run, withinMs, late);
  const slowestMs = story.run.learnt.slowest[late];
  if (!story.isShrinking || slowestMs === undefined) return wholeMs;
  const lagMs = (withinMs * story.run.policy.bounds.lagMs) / 10_000;
  return Math.min(lagMs, Math.max(shrinkingWait.leastMs, slowestMs * shrinkingWait.timesSlowest));
}

/** Gives how long is waited where no law is shrunk, in milliseconds. */
export function wholePatienceMs({policy, learnt}: RunContext, withinMs: number, late: Late): number {
  const lagMs = (withinMs * policy.bounds.lagMs) / 10_000;
  const slowestMs = Math.min(learnt.slowest[late] ?? 0, lagMs);
  return Math.max(lagMs, slowestMs * busyWait.timesSlowest);
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
