// Shows that a run goes on: live lines on a terminal, one plain line every few seconds elsewhere, and news above them. It never touches the results.
import {defined} from '../../../base/json/defined.ts';
import type {Machine} from '../../../model/machine.ts';
import {verdicts, type Verdict} from '../../../model/verdict.ts';
import {renderLive, renderPlainProgress} from '../../../reports/terminal/live-lines.ts';
import {timeLeft, type TimeLeft} from './time-left.ts';
import type {TimedCase} from './work-ahead.ts';

/** What a run tells its progress. */
export interface Progress {
  started(id: string): void;
  /** A property is red, and what fails is being made smaller. */
  shrinks(id: string): void;
  /** A case runs again later, before anything is said of it. */
  putOff(id: string): void;
  /** A case was red and waits for its repetition. */
  red(id: string): void;
  finished(id: string, verdict: Verdict): void;
  /** Prints lines that stay. */
  news(lines: readonly string[]): void;
  /** Takes the live lines away. */
  stopped(): void;
}

// Drawing more often than people can read costs the run time.
const liveEveryMs = 100;
const plainEveryMs = 5_000;
// Without any news it is drawn again all the same, so that a hanging case is seen to hang.
const beatEveryMs = 1_000;

/** Begins showing. */
export function progress(
  machine: Pick<Machine, 'clock' | 'terminal' | 'talk'>,
  {total, timed, isQuiet}: {readonly total: number; readonly timed: readonly TimedCase[]; readonly isQuiet: boolean},
): Progress {
  const {isTalkTerminal, columns} = machine.terminal;
  const {clock} = machine;
  const left = timeLeft(timed);
  const running = new Map<string, number>();
  const waiting = new Set<string>();
  const shrinking = new Set<string>();
  const counts = {pass: 0, fail: 0, warn: 0, flaky: 0, skip: 0, error: 0};
  const startedMs = clock.monotonicMs();
  const over = new AbortController();
  let shownMs = startedMs;
  let drawn = 0;

  const show = (): void => {
    if (isQuiet) return;
    const nowMs = clock.monotonicMs();
    left.look(nowMs - startedMs, () => sincesOf(running, nowMs));
    if (nowMs - shownMs < (isTalkTerminal ? liveEveryMs : plainEveryMs)) return;
    shownMs = nowMs;
    const facts = factsOf({total, running, waiting, shrinking, counts, left}, {nowMs, startedMs});
    if (isTalkTerminal) draw(renderLive(facts, machine.terminal.talkColumns ?? columns));
    else machine.talk(`${renderPlainProgress(facts)}\n`);
  };
  const draw = (lines: readonly string[]): void => {
    machine.talk(erasure(drawn) + lines.join('\n'));
    drawn = lines.length;
  };
  const beat = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await clock.wait(beatEveryMs, over.signal);
      if (!over.signal.aborted) show();
    }
  };
  if (!isQuiet) void beat();

  const stop = (id: string): void => {
    const beganMs = running.get(id);
    if (beganMs !== undefined) left.ran(id, clock.monotonicMs() - beganMs);
    running.delete(id);
    shrinking.delete(id);
  };
  return {
    started: id => {
      running.set(id, clock.monotonicMs());
      show();
    },
    shrinks: id => {
      shrinking.add(id);
      show();
    },
    putOff: id => {
      stop(id);
      show();
    },
    red: id => {
      stop(id);
      waiting.add(id);
      show();
    },
    finished: (id, verdict) => {
      stop(id);
      left.finished(id);
      waiting.delete(id);
      counts[verdict] += 1;
      show();
    },
    news: lines => {
      if (isQuiet || lines.length === 0) return;
      machine.talk(`${erasure(drawn)}${lines.join('\n')}\n`);
      drawn = 0;
    },
    stopped: () => {
      over.abort();
      if (drawn > 0) draw([]);
    },
  };
}

interface Shown {
  readonly total: number;
  /** When each case that runs began. */
  readonly running: ReadonlyMap<string, number>;
  readonly waiting: ReadonlySet<string>;
  readonly shrinking: ReadonlySet<string>;
  readonly counts: {readonly [verdict in Verdict]: number};
  readonly left: TimeLeft;
}

function factsOf(
  {total, running, waiting, shrinking, counts, left}: Shown,
  {nowMs, startedMs}: {readonly nowMs: number; readonly startedMs: number},
): Parameters<typeof renderLive>[0] {
  const done = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
  const elapsedMs = nowMs - startedMs;
  // What only waits for the last ones to end has no pace, and what fails is made smaller for as long as that goes on.
  const isLast = total - done - waiting.size <= running.size;
  const sinceMs = sincesOf(running, nowMs);
  const rest = isLast || shrinking.size > 0 ? undefined : left.leftMs(elapsedMs);
  return {
    total,
    counts,
    running: [...sinceMs].map(([id, since]) => ({id, sinceMs: since, isShrinking: shrinking.has(id)})),
    toRepeat: waiting.size,
    elapsedMs,
    ...defined({remainingMs: rest}),
  };
}

function sincesOf(running: ReadonlyMap<string, number>, nowMs: number): ReadonlyMap<string, number> {
  return new Map([...running].map(([id, beganMs]) => [id, nowMs - beganMs]));
}

/** Takes as many lines away as were drawn, and leaves the cursor at the beginning of the first. */
function erasure(drawn: number): string {
  if (drawn === 0) return '';
  return `\r${drawn > 1 ? `\u001B[${String(drawn - 1)}A` : ''}\u001B[J`;
}
