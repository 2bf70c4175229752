// Says how long the cases ahead of a run take one after another: as many requests as are planned, each as long as those of its kind took.

/** A case that runs, and how many requests are planned for it. */
export interface TimedCase {
  readonly id: string;
  readonly requests: number;
  /** Cases of one kind take alike long for a request; default: all are of one. */
  readonly kind?: string;
}

/** How long each case that runs has run, in milliseconds. */
export type Running = ReadonlyMap<string, number>;

/** Follows the cases that are ahead. */
export interface WorkAhead {
  has(id: string): boolean;
  /** A case ended, after so long where it ran; says whether it was ahead. */
  end(id: string, tookMs?: number): boolean;
  /** Which part of the planned requests is no more ahead, 0 to 1. */
  doneShare(): number;
  /** Gives milliseconds, or nothing where too much is of kinds that are not known. */
  leftMs(running: Running): number | undefined;
}

// Half of what is known of a kind is of so many of its requests: another program may have had the machine before. Of a self-test of five minutes on
// a busy machine that was right within a factor of two nearly all along, but for the seconds in which the examples take over from the properties.
const memoryShare = 1 / 100;
// With fewer, some long cases in a row look like all that are to come.
const memoryMin = 400;
/** A case that runs counts as done up to here, however long it runs. */
const runningShareMax = 0.9;
// A kind with fewer cases may look twice as fast as it is, unless little of it is left.
const endedOfKindMin = 3;
const unknownShareMax = 0.1;

/** What is known of the cases of a kind. */
interface Kind {
  total: number;
  ahead: number;
  ended: number;
  /** Planned requests of those that ended and how long they took; older ones count for less. */
  requests: number;
  tookMs: number;
}

/** Begins with everything that is to run. */
export function workAhead(cases: readonly TimedCase[]): WorkAhead {
  const kinds = kindsOf(cases);
  const placed = new Map(
    cases.map(({id, requests, kind = ''}) => [
      id,
      {weight: Math.max(1, requests), kind: kinds.get(kind), isAhead: true},
    ]),
  );
  const total = sumOf([...kinds.values()], kind => kind.total);
  const left = (): number => sumOf([...kinds.values()], kind => kind.ahead);
  const runningOf = (running: Running, kind: Kind): readonly RunningCase[] =>
    [...running].flatMap(([id, ms]) => {
      const {weight, kind: own, isAhead} = placed.get(id) ?? {};
      return weight !== undefined && own === kind && isAhead === true ? [{weight, ms}] : [];
    });
  return {
    has: id => placed.has(id),
    end: (id, tookMs) => {
      const one = placed.get(id);
      if (one?.kind === undefined || !one.isAhead) return false;
      one.isAhead = false;
      const {weight, kind} = one;
      kind.ahead -= weight;
      if (tookMs !== undefined) learn(kind, {weight, ms: tookMs});
      return true;
    },
    doneShare: () => (total === 0 ? 0 : 1 - left() / total),
    leftMs: running => {
      const known = [...kinds.values()].filter(({ended}) => ended >= endedOfKindMin);
      const share = sumOf(known, kind => kind.ahead) / Math.max(1, left());
      return left() > 0 && share < 1 - unknownShareMax
        ? undefined
        : sumOf(known, kind => leftOfKind(kind, runningOf(running, kind))) / Math.max(1 - unknownShareMax, share);
    },
  };
}

function kindsOf(cases: readonly TimedCase[]): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const {requests, kind: name = ''} of cases) {
    const weight = Math.max(1, requests);
    const kind = kinds.get(name) ?? {total: 0, ahead: 0, ended: 0, requests: 0, tookMs: 0};
    kinds.set(name, {...kind, total: kind.total + weight, ahead: kind.ahead + weight});
  }
  return kinds;
}

interface RunningCase {
  readonly weight: number;
  readonly ms: number;
}

function learn(kind: Kind, {weight, ms}: RunningCase): void {
  const kept = 0.5 ** (weight / Math.max(memoryMin, memoryShare * kind.total));
  kind.ended += 1;
  kind.requests = kind.requests * kept + weight;
  kind.tookMs = kind.tookMs * kept + ms;
}

/** How long those of a kind take still. Short cases end first, so those that already run longer than the others took count as well. */
function leftOfKind({ahead, requests, tookMs}: Kind, running: readonly RunningCase[]): number {
  const overdue = running.filter(({weight, ms}) => ms * requests > weight * tookMs);
  const oneMs = (tookMs + sumOf(overdue, ({ms}) => ms)) / (requests + sumOf(overdue, ({weight}) => weight));
  return ahead * oneMs - sumOf(running, ({weight, ms}) => Math.min(runningShareMax * weight * oneMs, ms));
}

function sumOf<T>(items: readonly T[], numberOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}
