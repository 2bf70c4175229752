// Makes text from a target harmless and visible wherever it is printed: nothing in it can move a cursor or command a build log.

/** Shows control, bidirectional and zero-width characters and lone surrogates as escapes, line breaks and tabs included. */
export function visibleText(text: string): string {
  return text.replace(hiddenCharacters, escapeOf);
}

/** The same for text of several lines: line breaks stay, CR LF counts as one. */
export function visibleLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map(visibleText);
}

/** Cuts a text to a number of characters and says how many it left out. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const kept = Array.from(text.slice(0, charactersMax + 1))
    .slice(0, -1)
    .join('');
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/**
 * Breaks what build logs take for a command: `::` at the beginning of a line (GitHub trims it first) and `##[`, `##vso[` or the like
 * anywhere in it.
 */
export function neutralLine(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1\\x3a').replace(/##(?=[a-z]*\[)/gi, '#\\x23');
}

/**
 * What visibleText shows: C0, DEL, C1, soft hyphen, Arabic letter mark, Mongolian separator, zero-width and direction marks, line and
 * paragraph separators, invisible operators, byte order mark, interlinear marks, noncharacters, tag characters, lone surrogates.
 */
export const hiddenCharacters =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e0fff}]|\p{Cs}/gu;

const short: {readonly [character: string]: string} = {'\n': '\\n', '\r': '\\r', '\t': '\\t'};

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return (
    short[character] ??
    (code < 0x100 ? '\\x' + code.toString(16).padStart(2, '0') : '\\u' + code.toString(16).padStart(4, '0'))
  );
}
