// What can stop a case before it is judged, as values that are thrown inside `execute` and caught where a case ends.
import {nearestName} from '../../../base/text/nearest-name.ts';
import type {Cause, ErrorCause, Finding} from '../../../model/verdict.ts';

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

/** Says that the code of a property names something that is not there, and what it probably means. */
export function unknownName(what: string, name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return `there is no ${what} "${name}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}
