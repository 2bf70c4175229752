// Says how long a run still takes: as many requests as are planned still, at the speed of its last seconds.

/** A case that runs, and how many requests are planned for it. */
export interface TimedCase {
  readonly id: string;
  readonly requests: number;
}

/** Follows the cases of a run. Times are milliseconds since it began; `running` gives how long each case that runs has run. */
export interface TimeLeft {
  /** A case came to its first end after so long; it may be repeated. */
  ran(id: string, tookMs: number): void;
  finished(id: string): void;
  /** Looks how far the run is; to be called every second or more often. */
  look(elapsedMs: number, running: () => ReadonlyMap<string, number>): void;
  /** Gives milliseconds, or nothing where what was seen is too little. */
  leftMs(elapsedMs: number): number | undefined;
}

// With fewer cases, or sooner, it may be twice as long as it looks.
const endedMin = 8;
const seenMsMin = 4_000;
// The speed is that of so long before: shorter ones see a few long cases alone, and longer ones what another program once took of the machine.
// Of two self-tests, one of them on a busy machine, 12 s was right within a factor of two all along.
const windowMs = 12_000;
// Long runs have long stretches of one kind of case, so that a quarter of them speaks for the rest.
const windowShare = 1 / 4;
const lookEveryMs = 500;
// What is said moves to what was found by half in this time, so that it does not jump.
const halfMs = 2_000;
// A red case is repeated, and then tried in smaller contexts or beside what its decoder was asked before.
const runsOfRed = 2;
/** A case that runs counts as done up to here, however long it runs. */
const runningShareMax = 0.9;

interface Sample {
  readonly atMs: number;
  /** Planned requests of cases that ended, and of those that run as far as they are. */
  readonly done: number;
}

/** Begins with everything that is to run; what is skipped takes no time and is left out. */
export function timeLeft(cases: readonly TimedCase[]): TimeLeft {
  const weights = new Map(cases.map(({id, requests}) => [id, Math.max(1, requests)]));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const ahead = new Map(weights);
  const waitingMs = new Map<string, number>();
  const samples: Sample[] = [{atMs: 0, done: 0}];
  let ended = 0;
  /** Planned requests of all that ended. */
  let endedWeight = 0;
  let said: {readonly atMs: number; readonly leftMs: number} | undefined;

  const end = (id: string): void => {
    const weight = ahead.get(id);
    if (weight === undefined) return;
    ahead.delete(id);
    ended += 1;
    endedWeight += weight;
  };
  /** Planned requests in a millisecond, of late. */
  const speed = (): number => {
    const [first, last] = [samples[0], samples.at(-1)];
    return first === undefined || last === undefined || last.atMs === first.atMs
      ? 0
      : (last.done - first.done) / (last.atMs - first.atMs);
  };
  const runningWeight = (running: ReadonlyMap<string, number>): number => {
    const each = speed() / Math.max(1, running.size);
    return [...running].reduce((sum, [id, ms]) => {
      const weight = ahead.get(id) ?? 0;
      return sum + Math.min(runningShareMax * weight, each * ms);
    }, 0);
  };
  // Red cases are repeated one after another, and those to come will be red as often.
  const repeatsMs = (): number => {
    const seenMs = [...waitingMs.values()].reduce((sum, ms) => sum + ms, 0);
    return endedWeight === 0 ? 0 : (runsOfRed * seenMs * total) / endedWeight;
  };
  return {
    ran: (id, tookMs) => {
      if (!weights.has(id)) return;
      end(id);
      waitingMs.set(id, tookMs);
    },
    finished: id => {
      end(id);
      waitingMs.delete(id);
    },
    look: (elapsedMs, running) => {
      const last = samples.at(-1);
      if (last !== undefined && elapsedMs - last.atMs < lookEveryMs) return;
      samples.push({atMs: elapsedMs, done: endedWeight + runningWeight(running())});
      const since = elapsedMs - Math.max(windowMs, elapsedMs * windowShare);
      while (samples.length > 2 && (samples[1]?.atMs ?? 0) <= since) samples.shift();
    },
    leftMs: elapsedMs => {
      const done = samples.at(-1)?.done ?? 0;
      const found = speed();
      if (ended < endedMin || elapsedMs < seenMsMin || found <= 0) return undefined;
      const nowMs = (total - done) / found + repeatsMs();
      said = {atMs: elapsedMs, leftMs: said === undefined ? nowMs : smoothed(said, {atMs: elapsedMs, leftMs: nowMs})};
      return said.leftMs;
    },
  };
}

interface Said {
  readonly atMs: number;
  readonly leftMs: number;
}

/** What was said before goes down as time goes by, and towards what was found now. */
function smoothed(before: Said, now: Said): number {
  const passedMs = now.atMs - before.atMs;
  const expected = Math.max(0, before.leftMs - passedMs);
  return now.leftMs + (expected - now.leftMs) * 0.5 ** (passedMs / halfMs);
}
