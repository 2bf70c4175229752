// A page of text of a given width: wrapping, indentation, and colour that can be switched off.
import picocolors from 'picocolors';
import stringWidth from 'string-width';

/** What a page is written with. */
export interface Paper {
  readonly width: number;
  readonly paint: Pick<
    ReturnType<typeof picocolors.createColors>,
    'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'
  >;
}

/** Makes paper; a width of 0 or nonsense counts as 80, and nothing is narrower than 40. */
export function makePaper({width, color}: {readonly width: number; readonly color: boolean}): Paper {
  return {width: width > 0 ? Math.max(40, Math.min(width, 160)) : 80, paint: picocolors.createColors(color)};
}

/** Breaks prose at spaces, or inside a word that is longer than the line; the blanks at its beginning stay. */
export function wrap(text: string, width: number): readonly string[] {
  const lead = /^ */.exec(text)?.[0] ?? '';
  if (lead !== '' && lead.length < width / 2)
    return wrap(text.slice(lead.length), width - lead.length).map(line => lead + line);
  const lines: string[] = [];
  let line: string | undefined;
  let columns = 0;
  for (const word of text.split(' ')) {
    const more = widthOf(word);
    if (line !== undefined && columns + 1 + more <= width) {
      line += ` ${word}`;
      columns += 1 + more;
      continue;
    }
    if (line !== undefined) lines.push(line);
    const pieces = more <= width ? [word] : chop(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    columns = widthOf(line);
  }
  return [...lines, line ?? ''];
}

/** Breaks a list of parts between them, never inside one. */
export function wrapParts(parts: readonly string[], separator: string, width: number): readonly string[] {
  const glued = parts.map(part => part.replaceAll(' ', '\u00a0')).join(separator);
  return wrap(glued, width).map(line => line.replaceAll('\u00a0', ' '));
}

/** Cuts a line that is wider than the paper, with a sign that it was cut. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const [head = ''] = chop(text, Math.max(1, width - 1));
  return head + '…';
}

/** Fills a text with blanks at its end up to a number of columns. */
export function fillTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Counts the columns that a text takes in a terminal: two for a wide character, none for a mark that combines with the one before it. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Breaks a word into pieces of at most so many columns; what people see as one character stays whole. */
function chop(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let columns = 0;
  for (const {segment} of new Intl.Segmenter().segment(word)) {
    const more = widthOf(segment);
    if (piece !== '' && columns + more > width) {
      pieces.push(piece);
      piece = '';
      columns = 0;
    }
    piece += segment;
    columns += more;
  }
  return [...pieces, piece];
}
