// What a run shows while it goes on: a line that is drawn again and again on a terminal, plain lines elsewhere.
import type {Verdict} from '../runner/model/verdict.ts';
import {fit, makePaper} from './paper.ts';
import {durationText} from './verdict-words.ts';
import {neutralLine, visibleText} from './visible-text.ts';

/** Where a run stands. */
export interface Progress {
  readonly done: number;
  readonly planned: number;
  readonly counts: {readonly [verdict in Verdict]: number};
  /** Ids of the cases that run now. */
  readonly running: readonly string[];
  readonly elapsedMs: number;
  /** Estimated rest; absent while nothing is known. */
  readonly remainingMs?: number;
}

/** Renders the live line, without line break and never wider than the terminal. */
export function renderProgressLine(progress: Progress, {width, color}: {readonly width: number; readonly color: boolean}): string {
  const paper = makePaper({width, color: false});
  const text = fit(neutralLine(`${standing(progress)} · ${runningText(progress.running)}`), paper.width - 1);
  const {paint} = makePaper({width, color});
  return progress.counts.fail + progress.counts.flaky > 0 ? paint.red(text) : text;
}

/** Renders one plain line for logs, with line break. */
export function renderPlainProgress(progress: Progress): string {
  return neutralLine(`touchstone: ${standing(progress)}`) + '\n';
}

function standing({done, planned, counts, elapsedMs, remainingMs}: Progress): string {
  const news = (['fail', 'flaky', 'error', 'warn', 'skip'] as const).filter(verdict => counts[verdict] > 0);
  const rest = remainingMs === undefined || done === planned ? '' : `, about ${durationText(remainingMs)} left`;
  return [`${done}/${planned}`, `${counts.pass} pass`, ...news.map(verdict => `${counts[verdict]} ${verdict}`), `${durationText(elapsedMs)}${rest}`].join(' · ');
}

function runningText(running: readonly string[]): string {
  const [first] = running;
  if (first === undefined) return 'finishing';
  return visibleText(first) + (running.length > 1 ? ` and ${running.length - 1} more` : '');
}
