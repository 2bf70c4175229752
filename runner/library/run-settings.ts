// The settings of a run as a program gives them: each is the flag of the same name, and the flag says what it does.
import type {TargetChoice} from '../../model/target-choice.ts';

/** What to run, against what, and how. Durations and sizes are texts with their unit, as on the command line: `10s`, `8MiB`. */
export interface RunSettings extends CaseSelection, TargetChoice, BoundSettings {
  readonly output?: string;
  readonly reporter?: readonly string[];
  readonly record?: 'failed' | 'all' | 'none';
  readonly lastFailed?: boolean;
  readonly bail?: boolean;
  readonly maxFailures?: number;
  readonly maxWarnings?: number;
  readonly repeat?: number;
  readonly seed?: number;
  readonly variants?: boolean;
  /** Values of variables of suites of one's own, each `NAME=VALUE`. */
  readonly var?: readonly string[];
  readonly varFile?: readonly string[];
  readonly shard?: `${number}/${number}`;
  readonly propertyRuns?: number;
  readonly propertyTime?: string;
  readonly requireAll?: boolean;
  readonly strict?: boolean;
  readonly baseline?: string;
  readonly stale?: 'fail' | 'warn';
  readonly edition?: string;
  readonly errata?: string;
}

/** Which cases. */
export interface CaseSelection {
  /** Suite files, folders, or `FILE:LINE` of one case; without any, our own suites and properties. */
  readonly places?: readonly string[];
  readonly id?: readonly string[];
  readonly tags?: readonly string[];
  readonly grep?: string;
  readonly requirement?: readonly string[];
  /** How many contexts each case also runs in. */
  readonly contexts?: 'plain' | 'values' | 'pairs';
  /** The one context to run in: `owner=organization,visibility=private`. */
  readonly context?: string;
}

/** What is waited for and kept at most. */
interface BoundSettings {
  readonly connectTimeout?: string;
  readonly replyTimeout?: string;
  readonly caseTimeout?: string;
  readonly lag?: string;
  readonly replyBytesMax?: string;
  readonly headerBytesMax?: string;
  readonly headersMax?: number;
  readonly informationalMax?: number;
  readonly jsonDepthMax?: number;
  readonly frameBytesMax?: string;
  readonly retryAfterMax?: string;
  readonly rateLimit?: number;
  readonly jobs?: number;
}
