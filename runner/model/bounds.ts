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
  frameBytesMax: 1024 * 1024,
  retryAfterMaxMs: 60_000,
  jobs: 8,
  rateLimit: 0,
  lagMs: 10_000,
};
