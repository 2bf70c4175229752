// Shows that a run goes on: one live line on a terminal, one plain line every few seconds elsewhere. It never touches the results.
import type {Machine} from '../model/machine.ts';
import {verdicts, type Verdict} from '../model/verdict.ts';
import {renderPlainProgress, renderProgressLine} from '../../reports/progress.ts';

/** What a run tells its progress. */
export interface Progress {
  started(id: string): void;
  /** A case was red and waits for its repetition. */
  red(id: string): void;
  finished(id: string, verdict: Verdict): void;
  /** Takes the live line away. */
  stopped(): void;
}

const liveEveryMs = 100;
const plainEveryMs = 5_000;

/** Begins showing. */
export function progress(
  machine: Machine,
  {total, isQuiet}: {readonly total: number; readonly isQuiet: boolean},
): Progress {
  const {isTalkTerminal, columns} = machine.terminal;
  const running = new Set<string>();
  const waiting = new Set<string>();
  const counts = {pass: 0, fail: 0, warn: 0, flaky: 0, skip: 0, error: 0};
  const startedMs = machine.clock.monotonicMs();
  let shownMs = startedMs;
  const show = (): void => {
    const nowMs = machine.clock.monotonicMs();
    if (isQuiet || nowMs - shownMs < (isTalkTerminal ? liveEveryMs : plainEveryMs)) return;
    shownMs = nowMs;
    const done = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
    const elapsedMs = nowMs - startedMs;
    // Skipped cases cost nothing, and red ones have run once.
    const ran = done - counts.skip + waiting.size;
    const rest = ran < 10 ? undefined : (elapsedMs / ran) * (total - done);
    const facts = {
      total,
      counts,
      running: [...running],
      toRepeat: waiting.size,
      elapsedMs,
      ...(rest === undefined ? {} : {remainingMs: rest}),
    };
    machine.talk(
      isTalkTerminal ? `\r\u001B[2K${renderProgressLine(facts, columns)}` : `${renderPlainProgress(facts)}\n`,
    );
  };
  return {
    started: id => {
      running.add(id);
      show();
    },
    red: id => {
      running.delete(id);
      waiting.add(id);
      show();
    },
    finished: (id, verdict) => {
      running.delete(id);
      waiting.delete(id);
      counts[verdict] += 1;
      show();
    },
    stopped: () => {
      if (isTalkTerminal && !isQuiet) machine.talk('\r\u001B[2K');
    },
  };
}
