// Says how long the requests of a plan will take, from the time that reading took.

/** What an estimate is made of. */
export interface EstimateInputs {
  readonly requests: number;
  /** What the fastest reading took while the target was entered; making things takes longer. */
  readonly requestMs: number;
  /** Cases at a time. */
  readonly jobs: number;
  /** Requests per second over the whole run; 0 means no limit. */
  readonly rateLimit: number;
}

/** Gives milliseconds. Cases run side by side; a rate limit cannot be overtaken. */
export function estimateMs({requests, requestMs, jobs, rateLimit}: EstimateInputs): number {
  const sideBySide = (requests * requestMs) / Math.max(1, jobs);
  return Math.max(sideBySide, rateLimit === 0 ? 0 : (requests / rateLimit) * 1_000);
}

// Measured on two cores in November 2026: Gitea 1.26.0 with SQLite took 130 s for a run of about 4,050 requests, 8 cases at a time. Writing, pushing and
// delivering decide there, and none of them is known before a run. Where it is wrong, the progress line says better after some seconds.
const knownMsPerRequest = 32;

/** Gives the milliseconds that so many requests of a run take on a known server that keeps things on a disk. */
export function knownServerMs(requests: number): number {
  return requests * knownMsPerRequest;
}
