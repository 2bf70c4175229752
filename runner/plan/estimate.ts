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
