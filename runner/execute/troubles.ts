// What can stop a case before it is judged, as values that are thrown inside `execute` and caught where a case ends.
import type {Cause, ErrorCause, Finding} from '../model/verdict.ts';

/** Ends an attempt: it could not be judged, or the target broke the statement that the case proves. */
export class CaseEnded extends Error {
  readonly verdict: 'error' | 'fail' | 'flaky' | 'skip';
  readonly reason: Cause;
  readonly findings: readonly Finding[];

  constructor(
    verdict: 'error' | 'fail' | 'flaky' | 'skip',
    reason: Cause,
    detail: string,
    findings: readonly Finding[] = [],
  ) {
    super(detail);
    this.name = 'CaseEnded';
    this.verdict = verdict;
    this.reason = reason;
    this.findings = findings;
  }
}

/** The case cannot go on, and nobody knows that the target is to blame. */
export function ended(cause: ErrorCause, detail: string): CaseEnded {
  return new CaseEnded('error', cause, detail);
}
