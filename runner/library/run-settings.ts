// The settings of a run as a program gives them: each is the flag of the same name, and the flag says what it does.

/** What to run, against what, and how. Durations and sizes are texts with their unit, as on the command line: `10s`, `8MiB`. */
export interface RunSettings extends CaseSelection, TargetSettings, BoundSettings {
  readonly output?: string;
  readonly reporter?: readonly string[];
  readonly record?: 'failed' | 'all' | 'none';
  readonly lastFailed?: boolean;
  readonly bail?: boolean;
  readonly maxFailures?: number;
  readonly repeat?: number;
  readonly seed?: number;
  readonly variants?: boolean;
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
}

/** What is under test, and how to sign in there. */
export interface TargetSettings {
  readonly targetFile?: string;
  readonly target?: string;
  readonly peer?: string;
  readonly livePeer?: string;
  readonly reference?: boolean;
  readonly fault?: readonly string[];
  readonly adminToken?: string;
  readonly adminTokenEnv?: string;
  readonly adminTokenFile?: string;
  readonly adminUser?: string;
  readonly adminPassword?: string;
  readonly adminPasswordEnv?: string;
  readonly adminPasswordFile?: string;
  readonly caFile?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly insecure?: boolean;
  readonly header?: readonly string[];
  readonly proxy?: string;
  readonly proxyExcept?: readonly string[];
  readonly webhookListen?: string;
  readonly webhookUrl?: string;
  readonly openidListen?: string;
  readonly openidUrl?: string;
  readonly dialect?: string;
  readonly without?: readonly string[];
  readonly allowWrites?: string;
  readonly allowDestructive?: boolean;
}

/** What is waited for and kept at most. */
export interface BoundSettings {
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
