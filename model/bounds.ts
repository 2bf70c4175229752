// Every bound that the harness keeps, by name, with its default and its unit.

/** The bounds of one run; each is a flag and a target-file key of the same name. */
export interface Bounds {
  readonly connectTimeoutMs: number;
  /** Total time of one exchange, from the first byte sent to the last byte read. */
  readonly replyTimeoutMs: number;
  readonly caseTimeoutMs: number;
  /** Bytes of one reply body after decompression. */
  readonly replyBytesMax: number;
  readonly headerBytesMax: number;
  readonly headersMax: number;
  /** Informational (1xx) replies before the final one. */
  readonly informationalMax: number;
  readonly jsonDepthMax: number;
  /** Bytes of one overlay frame. */
  readonly frameBytesMax: number;
  readonly retryAfterMaxMs: number;
  /** Cases at a time. */
  readonly jobs: number;
  /** Requests per second over the whole run; 0 means no limit. */
  readonly rateLimit: number;
  /** How long the target may take until an effect is visible. */
  readonly lagMs: number;
}

/**
 * How long a step of shrinking waits for what may come late: so many times the slowest that came in the run, at least `leastMs`, and never
 * longer than the lag lets it. What it makes of a broken law is told only when it breaks with the whole lag too, so a wait that is too short
 * costs the shorter story and never a verdict. Our own reference delivers in 5 to 20 ms; with the whole lag of 10 s, five steps take a minute.
 */
export const shrinkingWait = {timesSlowest: 5, leastMs: 300} as const;

/**
 * How long a wait lasts on a busy server: so many times the slowest that came in time in the run, where that is longer than the lag. Gitea 1.26 delivers webhooks one
 * after another; with eight jobs, on a machine whose two cores did other work too, one came after 8 s and others after more than 10 s, and were called missing.
 */
export const busyWait = {timesSlowest: 3} as const;

/** The defaults; `jobs` is 8 on loopback and 2 elsewhere. */
export const defaultBounds: Bounds = {
  connectTimeoutMs: 5_000,
  replyTimeoutMs: 10_000,
  caseTimeoutMs: 60_000,
  replyBytesMax: 8 * 1024 * 1024,
  headerBytesMax: 64 * 1024,
  headersMax: 200,
  informationalMax: 20,
  jsonDepthMax: 200,
  frameBytesMax: 4 * 1024 * 1024,
  retryAfterMaxMs: 60_000,
  jobs: 8,
  rateLimit: 0,
  lagMs: 10_000,
};
