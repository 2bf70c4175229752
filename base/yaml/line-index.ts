// Turns offsets into a text into lines and columns as people count them.

/** The longest piece of a source line that a problem carries. */
const sourceLineMax = 200;

/** Where an offset is; `sourceStart` is the column of the first character of `sourceLine`, when the line was cut in front. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly sourceLine: string;
  readonly sourceStart?: number;
}

/** Looks up positions in one text. */
export interface LineIndex {
  lineAt(offset: number): number;
  positionAt(offset: number): TextPosition;
}

/** Indexes the lines of a text; columns count UTF-16 units, as editors do. */
export function lineIndex(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);

  const lineAt = (offset: number): number => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };

  const positionAt = (offset: number): TextPosition => {
    const line = lineAt(offset);
    const start = starts[line - 1] ?? 0;
    const end = (starts[line] ?? text.length + 1) - 1;
    const column = Math.min(offset, end) - start + 1;
    return {line, column, ...cutLine(text, start, text[end - 1] === '\r' ? end - 1 : end, column)};
  };

  return {lineAt, positionAt};
}

// A line may be megabytes long, so only the part around the column is ever copied.
function cutLine(text: string, start: number, end: number, column: number): {sourceLine: string; sourceStart?: number} {
  if (end - start <= sourceLineMax) return {sourceLine: text.slice(start, end)};
  const from = Math.max(0, Math.min(column - 1 - sourceLineMax / 2, end - start - sourceLineMax));
  const sourceLine = text.slice(start + from, start + from + sourceLineMax);
  return from === 0 ? {sourceLine} : {sourceLine, sourceStart: from + 1};
}
