// What a run shows while it goes on: a few lines that are drawn again and again on a terminal, plain lines elsewhere, and red cases as they happen.
import {counted} from '../../base/text/counted.ts';
import type {CaseLine} from '../../model/journal.ts';
import type {Verdict} from '../../model/verdict.ts';
import {fit, wrap} from '../../base/text/text-layout.ts';
import {durationText} from '../words/verdict-words.ts';
import {cutText, neutralLine, visibleText} from '../../base/text/visible-text.ts';

/** Where a run stands. */
export interface Progress {
  /** How many cases the run has. */
  readonly total: number;
  readonly counts: {readonly [verdict in Verdict]: number};
  /** The cases that run now, those that began first first. */
  readonly running: readonly RunningCase[];
  /** Red cases that wait to be repeated alone. */
  readonly toRepeat?: number;
  readonly elapsedMs: number;
  /** Estimated rest; absent while nothing is known. */
  readonly remainingMs?: number;
}

/** A case that runs now. */
interface RunningCase {
  readonly id: string;
  readonly sinceMs: number;
  /** A property that was red: what fails is being made smaller. */
  readonly isShrinking?: boolean;
}

/** Running cases that are named; a run of many jobs must not fill the screen. */
const namedMax = 4;

/** Renders the live lines, without line breaks and none wider than the terminal. */
export function renderLive(progress: Progress, columns: number): readonly string[] {
  const {running} = progress;
  const named = running.slice(0, namedMax).map(one => `  ${durationText(one.sinceMs).padStart(7)}  ${nameOf(one)}`);
  const more = running.length - named.length;
  const lines = [
    standing(progress),
    ...named,
    ...(more > 0 ? [`           and ${more} more`] : []),
    ...(running.length === 0 ? ['  finishing'] : []),
  ];
  // In the last column some terminals would begin a new line.
  return lines.map(line => fit(neutralLine(line), Math.max(1, (columns > 0 ? columns : 80) - 1)));
}

/** Renders one plain line for logs, without line break; it names a case that runs for long. */
export function renderPlainProgress(progress: Progress): string {
  const [oldest] = progress.running;
  const slow =
    oldest === undefined || oldest.sinceMs < slowMs
      ? ''
      : ` · since ${durationText(oldest.sinceMs)}: ${nameOf(oldest)}`;
  return neutralLine(`touchstone: ${standing(progress)}${slow}`);
}

const slowMs = 10_000;

function nameOf({id, isShrinking = false}: RunningCase): string {
  return `${visibleText(id)}${isShrinking ? ' (red; a shorter story is looked for)' : ''}`;
}

function standing({total, counts, toRepeat = 0, elapsedMs, remainingMs}: Progress): string {
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const news = (['fail', 'flaky', 'error', 'warn', 'skip'] as const).filter(verdict => counts[verdict] > 0);
  const rest = remainingMs === undefined || done >= total ? '' : `, about ${durationText(remainingMs)} left`;
  return [
    `${done}/${counted(total, 'case')}`,
    `${counts.pass} pass`,
    ...news.map(verdict => `${counts[verdict]} ${verdict}`),
    ...(toRepeat > 0 ? [`${toRepeat} red, to be repeated`] : []),
    `${durationText(elapsedMs)}${rest}`,
  ].join(' · ');
}

/** What is told of a red case at once. */
export type RedNews = Pick<CaseLine, 'id' | 'detail' | 'cause'> & {
  /** `red` is a case that is going to be repeated alone before it has a verdict. */
  readonly verdict: 'red' | 'fail' | 'flaky' | 'error';
  readonly findings: readonly Pick<CaseLine['findings'][number], 'path' | 'message'>[];
};

/** Tells a red case in two or three lines when it happens; the summary has the whole story. Secrets were taken out. */
export function renderRedNews({id, verdict, detail, cause, findings}: RedNews, columns: number): readonly string[] {
  const [finding] = findings;
  const found =
    finding === undefined ? undefined : `${finding.path === '' ? 'the reply' : finding.path}: ${finding.message}`;
  const why = verdict === 'red' || verdict === 'fail' ? (found ?? detail ?? cause) : (detail ?? found ?? cause);
  const later = verdict === 'red' ? ' (to be repeated alone)' : '';
  return [
    `${verdict.padEnd(5)} ${visibleText(id)}${later}`,
    ...(why === undefined
      ? []
      : wrap(visibleText(cutText(why, whyMax)), Math.max(40, columns - 6)).map(line => `      ${line}`)),
  ].map(neutralLine);
}

const whyMax = 200;
