// Says how long the requests of a plan will take at the least, from the times that reading and writing took.

/** Median times of requests while the target was entered, in milliseconds. */
export interface RequestTimes {
  readonly readMs: number;
  /** Of requests that make, change or remove. */
  readonly writeMs: number;
}

/** What an estimate is made of. */
export interface EstimateInputs {
  readonly requests: number;
  /** Things that are made, and removed again. */
  readonly objects: number;
  readonly times: RequestTimes;
  /** Cases at a time. */
  readonly jobs: number;
  /** Requests per second over the whole run; 0 means no limit. */
  readonly rateLimit: number;
}

/** Gives milliseconds. Cases run side by side, as far as the target can; a rate limit cannot be overtaken. */
export function estimateMs({requests, objects, times, jobs, rateLimit}: EstimateInputs): number {
  const writes = Math.min(requests, 2 * objects);
  const oneByOne = writes * times.writeMs + (requests - writes) * times.readMs;
  return Math.max(oneByOne / Math.max(1, jobs), rateLimit === 0 ? 0 : (requests / rateLimit) * 1_000);
}
