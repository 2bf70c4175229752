// How long is waited for what comes late: as long as the target may lag; while a broken law is shrunk, several times as long as it took elsewhere.
import {shrinkingWait} from '../../../model/bounds.ts';
import type {Slowest} from './run-context.ts';
import type {Story} from './story.ts';

/** What can come late: a webhook, or an effect that is asked for again and again. */
export type Late = keyof Slowest;

/** An attempt that is one step of shrinking: whoever must be waited for is not waited for to the end. */
export interface Haste {
  /** A wait was given up that the target's lag would have let go on: what came of it is no evidence. */
  isFelt: boolean;
}

/** Gives how long to wait, in milliseconds; the target's lag stretches every wait, and its default is 10 s. */
export function patienceMs({run, haste}: Story, withinMs: number, late: Late): number {
  const wholeMs = (withinMs * run.bounds.lagMs) / 10_000;
  const slowestMs = run.learnt.slowest[late];
  if (haste === undefined || slowestMs === undefined) return wholeMs;
  return Math.min(wholeMs, Math.max(shrinkingWait.leastMs, slowestMs * shrinkingWait.timesSlowest));
}

/** Remembers that a wait of so long was given up. */
export function giveUp({run, haste}: Story, withinMs: number, waitedMs: number): void {
  if (haste !== undefined && waitedMs < (withinMs * run.bounds.lagMs) / 10_000) haste.isFelt = true;
}

/** Remembers how long something took to come. */
export function learnWait({learnt: {slowest}}: Story['run'], late: Late, ms: number): void {
  slowest[late] = Math.max(slowest[late] ?? 0, ms);
}
