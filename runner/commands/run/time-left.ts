// Says how long a run still takes, from what its cases took so far: properties take longer than examples, and servers longer than decoders.

/** A case that runs, and what takes about as long as it: `property hosting`. */
export interface TimedCase {
  readonly id: string;
  readonly kind: string;
}

/** What is known of the cases of one kind. */
interface Kind {
  /** Those that have not ended. */
  rest: number;
  /** Those that have ended, or were red and wait to be repeated. */
  ended: number;
  /** What the ended ones took together. */
  spentMs: number;
  /** What those took that wait to be repeated, by their case. */
  readonly waitingMs: Map<string, number>;
}

/** Follows the cases of a run. */
export interface TimeLeft {
  /** A case came to its first end after so long; it may be repeated. */
  ran(id: string, tookMs: number): void;
  finished(id: string): void;
  /** Gives milliseconds, or nothing where what was seen is too little. `running` says how long each case that runs has run. */
  leftMs(elapsedMs: number, running: ReadonlyMap<string, number>): number | undefined;
}

// With fewer of a kind, its cases may be twice as long as they look.
const endedMin = 8;
// A red case is repeated, and then tried in smaller contexts or beside what its decoder was asked before.
const runsOfRed = 2;
// So few cases change little, whatever they take; a dozen properties among a thousand examples may be half of the time.
const strayMax = 3;

/** Begins with everything that is to run; what is skipped takes no time and is left out. */
export function timeLeft(cases: readonly TimedCase[]): TimeLeft {
  const kinds = new Map<string, Kind>();
  const kindOf = new Map<string, Kind>();
  for (const {id, kind: name} of cases) {
    const kind = kinds.get(name) ?? {rest: 0, ended: 0, spentMs: 0, waitingMs: new Map<string, number>()};
    kinds.set(name, kind);
    kind.rest += 1;
    kindOf.set(id, kind);
  }
  return {
    ran: (id, tookMs) => {
      const kind = kindOf.get(id);
      if (kind === undefined) return;
      kind.ended += 1;
      kind.spentMs += tookMs;
      kind.waitingMs.set(id, tookMs);
    },
    finished: id => {
      const kind = kindOf.get(id);
      if (kind === undefined) return;
      kind.rest -= 1;
      kind.waitingMs.delete(id);
      kindOf.delete(id);
    },
    leftMs: (elapsedMs, running) => {
      const runningMs = new Map<Kind, number>();
      for (const [id, ms] of running) {
        const kind = kindOf.get(id);
        if (kind !== undefined) runningMs.set(kind, (runningMs.get(kind) ?? 0) + ms);
      }
      return leftOf([...kinds.values()], {elapsedMs, runningMs});
    },
  };
}

function leftOf(
  kinds: readonly Kind[],
  {elapsedMs, runningMs}: {readonly elapsedMs: number; readonly runningMs: ReadonlyMap<Kind, number>},
): number | undefined {
  // Those that run still have taken time too: without it, the short ones, which end first, would stand for all.
  const exposureMs = (kind: Kind): number => kind.spentMs + (runningMs.get(kind) ?? 0);
  const sum = (of: (kind: Kind) => number): number => kinds.reduce((total, kind) => total + of(kind), 0);
  const ended = sum(kind => kind.ended);
  const allMs = sum(exposureMs);
  if (ended < endedMin || allMs === 0) return undefined;
  const isKnown = (kind: Kind): boolean => kind.ended >= endedMin;
  if (kinds.some(kind => !isKnown(kind) && kind.rest > strayMax)) return undefined;
  const meanMs = (kind: Kind): number => (isKnown(kind) ? exposureMs(kind) / kind.ended : allMs / ended);
  const restMs = sum(kind => (kind.rest - kind.waitingMs.size) * meanMs(kind));
  // So many cases ran side by side so far; red ones are repeated one after another, and those to come will be red as often.
  return (restMs * elapsedMs) / allMs + sum(kind => repeatsMs(kind));
}

function repeatsMs({rest, ended, waitingMs}: Kind): number {
  const seenMs = [...waitingMs.values()].reduce((total, ms) => total + ms, 0);
  const toCome = ended === 0 ? 0 : (rest - waitingMs.size) / ended;
  return runsOfRed * seenMs * (1 + toCome);
}
