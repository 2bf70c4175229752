// Says how long a run still takes: as many requests as are planned still, each as long as those of its kind took, and as many at a time.

import {workAhead, type Running, type TimedCase} from './work-ahead.ts';

/** Follows the cases of a run. Times are milliseconds since it began; `running` gives how long each case that runs has run. */
export interface TimeLeft {
  /** A case came to its first end after so long; it may be repeated. */
  ran(id: string, tookMs: number): void;
  finished(id: string): void;
  /** Looks how far the run is; to be called every second or more often. */
  look(elapsedMs: number, running: () => Running): void;
  /** Gives milliseconds, or nothing where what was seen is too little. */
  leftMs(elapsedMs: number): number | undefined;
}

// With fewer cases, or sooner, it may be twice as long as it looks.
const endedMin = 8;
const seenMsMin = 4_000;
// How many cases ran at a time is asked of so long before.
const windowMs = 12_000;
const lookEveryMs = 500;
// What is said moves to what was found by half in this time, so that it does not jump.
const halfMs = 2_000;
// A red case is repeated, and then tried in smaller contexts or beside what its decoder was asked before.
const runsOfRed = 2;
// Where what is found leaves what was said by more, it says nothing until both agree.
const jumpMax = 1.5;

interface Sample {
  readonly atMs: number;
  /** How long all cases ran by then, one after another. */
  readonly busyMs: number;
}

/** Begins with everything that is to run; what is skipped takes no time and is left out. */
export function timeLeft(cases: readonly TimedCase[]): TimeLeft {
  const work = workAhead(cases);
  const waitingMs = new Map<string, number>();
  const samples: Sample[] = [{atMs: 0, busyMs: 0}];
  let ended = 0;
  let endedMs = 0;
  let running: Running = new Map();
  let said: Said | undefined;
  // Red cases are repeated one after another, and those to come will be red as often.
  const repeatsMs = (): number => (runsOfRed * sumOf(waitingMs)) / Math.max(work.doneShare(), Number.EPSILON);
  return {
    ran: (id, tookMs) => {
      if (!work.has(id)) return;
      waitingMs.set(id, tookMs);
      if (!work.end(id, tookMs)) return;
      ended += 1;
      endedMs += tookMs;
    },
    finished: id => {
      waitingMs.delete(id);
      if (work.end(id)) ended += 1;
    },
    look: (elapsedMs, runningNow) => {
      const last = samples.at(-1);
      if (last !== undefined && elapsedMs - last.atMs < lookEveryMs) return;
      running = runningNow();
      samples.push({atMs: elapsedMs, busyMs: endedMs + sumOf(running)});
      while (samples.length > 2 && (samples[1]?.atMs ?? 0) <= elapsedMs - windowMs) samples.shift();
    },
    leftMs: elapsedMs => {
      const workMs = work.leftMs(running);
      const found = atATime(samples);
      if (ended < endedMin || elapsedMs < seenMsMin || found <= 0 || workMs === undefined) return undefined;
      const nowMs = workMs / found + repeatsMs();
      said = {atMs: elapsedMs, leftMs: said === undefined ? nowMs : smoothed(said, {atMs: elapsedMs, leftMs: nowMs})};
      const jump = said.leftMs / Math.max(1, nowMs);
      return nowMs > settledMs && (jump > jumpMax || jump < 1 / jumpMax) ? undefined : said.leftMs;
    },
  };
}

/** How many cases ran at a time, of late. */
function atATime(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  return first === undefined || last === undefined || last.atMs === first.atMs
    ? 0
    : (last.busyMs - first.busyMs) / (last.atMs - first.atMs);
}

function sumOf(times: Running): number {
  return [...times.values()].reduce((sum, ms) => sum + ms, 0);
}

/** In the last seconds a case more or less is a jump. */
const settledMs = 5_000;

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
