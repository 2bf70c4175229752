// What a run shows while it goes on: a line that is drawn again and again on a terminal, plain lines elsewhere.
import type {Verdict} from '../runner/model/verdict.ts';
import {fit, makePaper} from './paper.ts';
import {durationText} from './verdict-words.ts';
import {neutralLine, visibleText} from './visible-text.ts';

/** Where a run stands. */
export interface Progress {
  /** How many cases the run has. */
  readonly total: number;
  readonly counts: {readonly [verdict in Verdict]: number};
  /** Ids of the cases that run now. */
  readonly running: readonly string[];
  /** Red cases that wait to be repeated alone. */
  readonly toRepeat?: number;
  readonly elapsedMs: number;
  /** Estimated rest; absent while nothing is known. */
  readonly remainingMs?: number;
}

/** Renders the live line, without line break and never wider than the terminal. */
export function renderProgressLine(progress: Progress, columns: number): string {
  // In the last column some terminals would begin a new line.
  return fit(
    neutralLine(`${standing(progress)} · ${runningText(progress.running)}`),
    makePaper({width: columns, color: false}).width - 1,
  );
}

/** Renders one plain line for logs, without line break. */
export function renderPlainProgress(progress: Progress): string {
  return neutralLine(`touchstone: ${standing(progress)}`);
}

function standing({total, counts, toRepeat = 0, elapsedMs, remainingMs}: Progress): string {
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const news = (['fail', 'flaky', 'error', 'warn', 'skip'] as const).filter(verdict => counts[verdict] > 0);
  const rest = remainingMs === undefined || done >= total ? '' : `, about ${durationText(remainingMs)} left`;
  return [
    `${done}/${total} cases`,
    `${counts.pass} pass`,
    ...news.map(verdict => `${counts[verdict]} ${verdict}`),
    ...(toRepeat > 0 ? [`${toRepeat} red, to be repeated`] : []),
    `${durationText(elapsedMs)}${rest}`,
  ].join(' · ');
}

function runningText(running: readonly string[]): string {
  const [first] = running;
  if (first === undefined) return 'finishing';
  return visibleText(first) + (running.length > 1 ? ` and ${running.length - 1} more` : '');
}
