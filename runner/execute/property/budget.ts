// Says how many runs a property gets, and when no more are begun, so that a slow server is tested too and no server is pressed for ever.

/** What one property may use up. */
export interface PropertyBudget {
  /** Runs asked for. */
  readonly asked: number;
  /** Fewer runs than this show nothing. */
  readonly floor: number;
  /** No run begins later than this once the floor is reached. */
  readonly timeMs: number;
  /** Runs that have to be done, however slow they are. */
  readonly mustBeDone: number;
}

/** What the budget is made of. */
export interface BudgetInputs {
  /** The property's own numbers. */
  readonly definition: {readonly runs: number; readonly floor: number};
  /** `--property-runs`; 0 means the property's own number. */
  readonly propertyRuns: number;
  /** `--property-time`; 0 means the default, and no limit where runs were asked for. */
  readonly propertyTimeMs: number;
}

/** What a property has used up so far. */
export interface Spent {
  /** Runs that came to an end of their own. */
  readonly done: number;
  /** Milliseconds since the first run began. */
  readonly ms: number;
  /** Milliseconds after which each of the first runs was done, by which the speed of the target is measured. */
  readonly firstMs: readonly number[];
}

/** A property that takes longer than this stops at its floor: on a fast server none does, a slow one is not pressed. */
const defaultPropertyTimeMs = 20_000;

/** Gives the budget of a property. */
export function propertyBudget({definition, propertyRuns, propertyTimeMs}: BudgetInputs): PropertyBudget {
  const asked = propertyRuns === 0 ? definition.runs : propertyRuns;
  const floor = Math.min(definition.floor, asked);
  const usualMs = propertyRuns === 0 ? defaultPropertyTimeMs : Number.POSITIVE_INFINITY;
  const timeMs = propertyTimeMs === 0 ? usualMs : propertyTimeMs;
  return {asked, floor, timeMs, mustBeDone: propertyRuns === 0 ? floor : asked};
}

/** Says why no more runs are begun; nothing while there may be one. */
export function whyOver({timeMs, floor, mustBeDone}: PropertyBudget, {done, ms, firstMs}: Spent): string | undefined {
  if (ms >= timeMs && done >= floor) return `stopped after ${seconds(timeMs)}`;
  const wholeMs = wholeMsOf(firstMs, mustBeDone);
  return ms >= wholeMs ? `stopped after ${seconds(wholeMs)}, three times what its first runs predicted` : undefined;
}

// A run is measured on this many; the first one alone is often the slowest.
const measuredRuns = 3;
// No whole bound is shorter: a server that stumbles once is not to blame for a floor that was not reached.
const wholeMsMin = 60_000;

// What must be done, at the speed that was measured, and three times that for bad luck.
function wholeMsOf(firstMs: readonly number[], mustBeDone: number): number {
  const measured = firstMs.slice(0, measuredRuns);
  const lastMs = measured.at(-1);
  if (lastMs === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(wholeMsMin, (mustBeDone * lastMs * 3) / measured.length);
}

function seconds(ms: number): string {
  return `${String(Math.round(ms / 100) / 10)} s`;
}
