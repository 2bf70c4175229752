// Gives the exit code of a run: the first statement of the list that holds.
import type {CaseLine} from '../../model/journal.ts';
import {skipCauses, type Verdict} from '../../model/verdict.ts';

/** Everything that an exit code depends on; what is left out did not happen. */
export interface RunOutcome {
  readonly isInterrupted?: boolean;
  /** Wrong usage, a wrong target file or a wrong suite: nothing was sent. */
  readonly hasInputProblem?: boolean;
  /** The target could not be reached, or signing in failed. */
  readonly isTargetUnreachable?: boolean;
  readonly hasHarnessError?: boolean;
  readonly counts: {readonly [verdict in Verdict]: number};
  /** Cases newer than the pinned edition; whatever they found costs nothing. */
  readonly free?: readonly Pick<CaseLine, 'verdict' | 'cause'>[];
  /** Red cases that a baseline lists; they cost nothing. */
  readonly knownRed?: number;
  /** `--max-warnings`: more warnings than these are failures. */
  readonly maxWarnings?: number;
  readonly skips: {readonly [cause: string]: number};
  /** Planned cases that never ran. */
  readonly notRun: number;
  /** Objects that the clean-up could not remove. */
  readonly leftovers: number;
  readonly isBaselineStale?: boolean;
  /** A shard may hold nothing that can be judged; the merged run may not. */
  readonly isPart?: boolean;
  /** `--require-all`: every skip costs 6. */
  readonly isAllRequired?: boolean;
  /** `--strict`, and there are signs that the run may have shown nothing. */
  readonly isVacuous?: boolean;
}

/** Gives the exit code; each line is a row of the table in docs. */
export function exitCodeOf(outcome: RunOutcome): number {
  const {counts, skips} = withoutFree(outcome);
  if (outcome.isInterrupted === true) return 130;
  if (outcome.hasInputProblem === true) return 2;
  if (outcome.isTargetUnreachable === true) return 5;
  if (outcome.hasHarnessError === true) return 3;
  if (counts.fail + counts.flaky > (outcome.knownRed ?? 0) || hasTooManyWarnings(outcome)) return 1;
  if (isInconclusive(outcome, counts, skips)) return 6;
  if (outcome.isBaselineStale === true) return 4;
  return 0;
}

/** More warnings than `--max-warnings` allows. */
export function hasTooManyWarnings({
  counts,
  free = [],
  maxWarnings = Infinity,
}: Pick<RunOutcome, 'counts' | 'free' | 'maxWarnings'>): boolean {
  return counts.warn - free.filter(({verdict}) => verdict === 'warn').length > maxWarnings;
}

function withoutFree({counts, skips, free = []}: RunOutcome): Pick<RunOutcome, 'counts' | 'skips'> {
  if (free.length === 0) return {counts, skips};
  const count = (verdict: Verdict): number => counts[verdict] - free.filter(line => line.verdict === verdict).length;
  const skipped = (cause: string): number =>
    free.filter(line => line.verdict === 'skip' && (line.cause ?? 'harness') === cause).length;
  return {
    // Green ones stay: they were judged, and a run of nothing else has judged something.
    counts: {...counts, fail: count('fail'), flaky: count('flaky'), error: count('error'), skip: count('skip')},
    skips: Object.fromEntries(Object.entries(skips).map(([cause, all]) => [cause, all - skipped(cause)])),
  };
}

function isInconclusive(
  {notRun, leftovers, isAllRequired, isPart, isVacuous}: RunOutcome,
  counts: RunOutcome['counts'],
  skips: RunOutcome['skips'],
): boolean {
  // A context that the target does not offer is a hole of the suites' own making: its case ran in the plain one.
  const holes = skips['context-unavailable'] ?? 0;
  const judged = counts.pass + counts.fail + counts.warn + counts.flaky;
  if (counts.error > 0 || notRun > 0 || leftovers > 0) return true;
  // A green line must have been earned: nothing selected and nothing judged prove nothing.
  if (judged === 0 && isPart !== true) return true;
  if (isVacuous === true || (isAllRequired === true && counts.skip > holes)) return true;
  return Object.entries(skips).some(([cause, count]) => count > 0 && !asked.has(cause));
}

const asked: ReadonlySet<string> = new Set(skipCauses);
