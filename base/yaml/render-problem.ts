// Writes one problem as people read it: where, what, what to do, and the source line with a caret.
import colors from 'picocolors';
import type {Problem} from '../../model/problem.ts';
import {visibleSourceLine as visible} from '../text/visible-text.ts';
import {widthOf} from '../text/text-layout.ts';

export interface RenderOptions {
  readonly color: boolean;
}

/** Gives the problem as text without a line break at its end. */
export function renderProblem(problem: Problem, {color}: RenderOptions): string {
  const {bold, red, cyan} = colors.createColors(color);
  const head = `${bold(visible(placeOf(problem)))}  ${red(visible(problem.message))}  ${cyan(visible(problem.fix))}`;
  return [head, ...sourceLines(problem, color)].join('\n');
}

function placeOf({file, line, column}: Problem): string {
  return [file, line, column].filter(part => part !== undefined).join(':');
}

/** Columns of the source line that are shown; the caret stands in them with some text before it. */
const windowWidth = 100;
const windowBefore = 60;

function sourceLines({line, column, sourceLine, sourceStart = 1}: Problem, color: boolean): readonly string[] {
  if (line === undefined || column === undefined || sourceLine === undefined) return [];
  const {dim, red} = colors.createColors(color);
  const caret = Math.min(Math.max(column - sourceStart, 0), sourceLine.length);
  const from =
    sourceLine.length <= windowWidth ? 0 : Math.max(0, Math.min(caret - windowBefore, sourceLine.length - windowWidth));
  const before = (from > 0 || sourceStart > 1 ? '…' : '') + visible(sourceLine.slice(from, caret));
  const after =
    visible(sourceLine.slice(caret, from + windowWidth)) + (from + windowWidth < sourceLine.length ? '…' : '');
  const gutter = String(line);
  return [
    `  ${dim(`${gutter} |`)} ${before}${after}`,
    `  ${dim(`${' '.repeat(gutter.length)} |`)} ${' '.repeat(widthOf(before))}${red('^')}`,
  ];
}
