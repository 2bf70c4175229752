// The line of a file that a finding is about, with its number and a caret, as compilers show it.
import type {SourcePosition} from '../../model/problem.ts';
import {visibleText} from '../../base/text/visible-text.ts';

/** The parts of a frame, so that a terminal can colour them. */
export interface SourceFrame {
  readonly place: string;
  /** `327 |`, and as much room for the line below it. */
  readonly gutter: string;
  readonly emptyGutter: string;
  readonly text: string;
  /** What of the text is before the caret. */
  readonly before: string;
}

/** Makes the frame; a long line is shown from a little before the caret. */
export function sourceFrame(
  {file, line, column, sourceLine, sourceStart = 1}: SourcePosition,
  width: number,
): SourceFrame {
  // The line was cut in front where it is long.
  const caret = Math.max(1, column - sourceStart + 1);
  const blank = ' '.repeat(String(line).length);
  const room = width - blank.length - 5;
  const skip = caret <= room ? 0 : caret - Math.floor(room / 2);
  return {
    place: visibleText(`${file}:${line}:${column}`),
    gutter: `${line} |`,
    emptyGutter: `${blank} |`,
    text: visibleText(sourceLine.slice(skip)),
    before: visibleText(sourceLine.slice(skip, Math.max(skip, caret - 1))),
  };
}
