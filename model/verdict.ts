// The six verdicts and the closed list of their causes.
import type {SourcePosition, SourceRef} from './problem.ts';
import type {Json} from './json.ts';
import type {RequirementId} from './requirement.ts';

/** What became of one case. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'flaky' | 'skip' | 'error';

export const verdicts = ['pass', 'fail', 'warn', 'flaky', 'skip', 'error'] as const satisfies readonly Verdict[];

/** Causes of skip that somebody asked for or declared; any other skip costs exit code 6. */
export const skipCauses = [
  'filtered',
  'capability-absent',
  'needs-variant',
  'needs-existing',
  'needs-credentials',
  'not-in-dialect',
  'no-webhook-route',
  'destructive-not-allowed',
  'no-contract',
  'withdrawn',
  'skipped-by-suite',
  'context-unavailable',
] as const;

/** Causes of error: no judgement was possible. The first group is what an HTTP exchange without a whole reply can be. */
export const errorCauses = [
  'connect-refused',
  'connect-timeout',
  'dns',
  'tls',
  'timeout-headers',
  'timeout-total',
  'reset',
  'short-body',
  'body-too-large',
  'headers-too-large',
  'bad-encoding',
  'not-http',
  'protocol',
  'json-too-deep',
  'rate-limited',
  'blocked',
  'arrangement',
  'unconfirmed',
  'name-refused',
  'no-evidence',
  'case-timeout',
  'target-unavailable',
  'interrupted',
  'below-floor',
  'cannot-start',
  'harness',
] as const;

/** Causes of fail (and, on what is only usual, of warn). */
export const failCauses = [
  'expectation',
  'context-refused',
  'changed-beside',
  'state-kept',
  'server-error',
  'invalid-json',
  'crash',
  'hang',
  'memory',
  'noise',
  'bad-answer',
  'frame-too-large',
] as const;

export type SkipCause = (typeof skipCauses)[number];
export type ErrorCause = (typeof errorCauses)[number];
export type FailCause = (typeof failCauses)[number];
export type Cause = SkipCause | ErrorCause | FailCause;

/** Whether a miss costs a fail (`stated`: the record or a protocol standard says so) or a warning (`usual`: known implementations do it). */
export type Basis = 'stated' | 'usual';

/** One difference between what was expected and what was observed. */
export interface Finding {
  readonly basis: Basis;
  /** Where in the observation: `status`, `headers/link`, or a JSON Pointer or JSONPath into the body, e.g. `/0/name`. */
  readonly path: string;
  /** One line, e.g. `expected "kind/bug", got "kind/feature"`. */
  readonly message: string;
  readonly expected?: Json;
  readonly actual?: Json;
  /** The expectation in the suite file. */
  readonly at?: SourceRef | SourcePosition;
  /** Index of the step in its case, from 0. */
  readonly step?: number;
  readonly cause?: FailCause;
  /** The statement that it breaks, where the case has several and the expectation names one. */
  readonly statement?: RequirementId;
}
