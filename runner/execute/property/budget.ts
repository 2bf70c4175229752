// Says how many runs a property gets, and when no more are begun, so that a slow server is tested too and no server is pressed for ever.
import type {Clock} from '../../../model/ports.ts';

/** What one property may use up. */
export interface PropertyBudget {
  /** Runs asked for. */
  readonly asked: number;
  /** Fewer runs than this show nothing. */
  readonly floor: number;
  /** Is told when a run came to its end. */
  ran(): void;
  /** Says why no more runs are begun; nothing while there may be one. */
  whyOver(): string | undefined;
}

/** What the budget is made of. */
export interface BudgetInputs {
  /** The property's own numbers. */
  readonly definition: {readonly runs: number; readonly floor: number};
  /** `--property-runs`; 0 means the property's own number. */
  readonly propertyRuns: number;
  /** `--property-time`; 0 means the default, and no limit where runs were asked for. */
  readonly propertyTimeMs: number;
  readonly clock: Clock;
}

/** A property that takes longer than this stops at its floor: on a fast server none does, a slow one is not pressed. */
const defaultPropertyTimeMs = 20_000;

// A run is measured on this many; the first one alone is often the slowest.
const measuredRuns = 3;
// No whole bound is shorter: a server that stumbles once is not to blame for a floor that was not reached.
const wholeMsMin = 60_000;

/** Begins a budget; its time runs from now. */
export function propertyBudget({definition, propertyRuns, propertyTimeMs, clock}: BudgetInputs): PropertyBudget {
  const asked = propertyRuns === 0 ? definition.runs : propertyRuns;
  const floor = Math.min(definition.floor, asked);
  const usualMs = propertyRuns === 0 ? defaultPropertyTimeMs : Number.POSITIVE_INFINITY;
  const timeMs = propertyTimeMs === 0 ? usualMs : propertyTimeMs;
  const startedMs = clock.monotonicMs();
  let done = 0;
  let wholeMs = Number.POSITIVE_INFINITY;
  return {
    asked,
    floor,
    ran: () => {
      done += 1;
      if (done > measuredRuns) return;
      // What must be done, at the speed that was measured, and three times that for bad luck.
      const mustBeDone = propertyRuns === 0 ? floor : asked;
      const oneRunMs = (clock.monotonicMs() - startedMs) / done;
      wholeMs = Math.max(wholeMsMin, mustBeDone * oneRunMs * 3);
    },
    whyOver: () => {
      const ms = clock.monotonicMs() - startedMs;
      if (ms >= timeMs && done >= floor) return `${seconds(timeMs)} were over`;
      return ms >= wholeMs ? `${seconds(wholeMs)} were over, three times what its first runs let expect` : undefined;
    },
  };
}

function seconds(ms: number): string {
  return `${String(Math.round(ms / 100) / 10)} s`;
}
