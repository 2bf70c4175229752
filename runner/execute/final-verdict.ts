// Gives the one verdict of a case from its attempts.
import {defined} from '../../base/json/defined.ts';
import type {Attempt} from '../../model/outcome.ts';
import type {Cause, Verdict} from '../../model/verdict.ts';
import type {CaseOutcome} from './run-plan.ts';

/** The verdict that is reported, and the attempt whose story is told first. */
export interface FinalVerdict {
  readonly verdict: Verdict;
  readonly cause?: Cause;
  readonly detail?: string;
  readonly told?: Attempt;
}

/**
 * Red twice is fail; red and then not, or green and then red, is flaky; red and then not to be judged, as when the target has died, is an error.
 * Nothing is ever retried to green.
 */
export function finalVerdict({planned, attempts}: CaseOutcome): FinalVerdict {
  if (planned.skip !== undefined) return {verdict: 'skip', cause: planned.skip.cause, detail: planned.skip.why};
  const greens = attempts.findIndex(({verdict}) => verdict !== 'pass' && verdict !== 'warn');
  const [before, after] = [attempts[0], attempts[greens]];
  // Repeated as often as was asked for: a warning of any time is a warning.
  if (before !== undefined && greens === -1)
    return fromAttempt(attempts.find(({verdict}) => verdict === 'warn') ?? before);
  if (greens > 0 && after !== undefined)
    return after.verdict === 'fail' ? heldFirst(after, greens) : fromAttempt(after);
  const [first, second] = attempts;
  if (first === undefined) return {verdict: 'error', cause: 'interrupted', detail: 'the case did not run'};
  if (second === undefined) return fromAttempt(first);
  if (second.verdict === 'fail') return fromAttempt(second);
  if (second.cause === 'interrupted') return fromAttempt(first);
  const found = first.detail ?? first.findings[0]?.message ?? '';
  if (second.verdict === 'error') {
    const why = second.detail === undefined ? '' : `: ${second.detail}`;
    return {
      ...fromAttempt(second),
      detail: `failed once (${found}), and could not be judged when repeated alone${why}`,
    };
  }
  const then =
    second.verdict === 'pass'
      ? 'green'
      : `${second.verdict}${second.detail === undefined ? '' : ` (${second.detail})`}`;
  const detail = `failed, and was ${then} when repeated alone: ${found}`;
  return {verdict: 'flaky', ...defined({cause: first.cause}), detail, told: first};
}

function heldFirst(attempt: Attempt, times: number): FinalVerdict {
  const detail = `held ${times === 1 ? 'once' : `${String(times)} times`}, and then failed: ${attempt.detail ?? attempt.findings[0]?.message ?? ''}`;
  return {verdict: 'flaky', ...defined({cause: attempt.cause}), detail, told: attempt};
}

function fromAttempt(attempt: Attempt): FinalVerdict {
  return {
    verdict: attempt.verdict,
    ...defined({cause: attempt.cause, detail: attempt.detail}),
    told: attempt,
  };
}
