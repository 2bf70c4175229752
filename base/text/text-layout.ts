// A page of text of a given width: wrapping, indentation, and colour that can be switched off.
import picocolors from 'picocolors';

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
  for (const word of text.split(' ')) {
    const joined = line === undefined ? word : `${line} ${word}`;
    if (lengthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== undefined) lines.push(line);
    const pieces = chop(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line ?? ''];
}

/** Breaks a list of parts between them, never inside one. */
export function wrapParts(parts: readonly string[], separator: string, width: number): readonly string[] {
  const glued = parts.map(part => part.replaceAll(' ', '\u00a0')).join(separator);
  return wrap(glued, width).map(line => line.replaceAll('\u00a0', ' '));
}

/** Cuts a line that is longer than the paper, with a sign that it was cut. */
export function fit(text: string, width: number): string {
  return lengthOf(text) <= width
    ? text
    : Array.from(text)
        .slice(0, Math.max(1, width - 1))
        .join('') + '…';
}

function chop(word: string, width: number): readonly string[] {
  const characters = Array.from(word);
  if (characters.length <= width) return [word];
  return Array.from({length: Math.ceil(characters.length / width)}, (_, n) =>
    characters.slice(n * width, (n + 1) * width).join(''),
  );
}

function lengthOf(text: string): number {
  return text.length < 20 ? text.length : Array.from(text).length;
}
