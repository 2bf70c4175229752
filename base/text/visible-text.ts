// Makes text from a target harmless and visible wherever it is printed: nothing in it can move a cursor or command a build log.

/** Shows control, bidirectional and zero-width characters and lone surrogates as escapes, line breaks and tabs included. */
export function visibleText(text: string): string {
  return text.replace(hiddenCharacters, visibleEscape);
}

/** The same for text of several lines: line breaks stay, CR LF counts as one. */
export function visibleLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map(visibleText);
}

/** The same for one line of a file: a tab becomes one space, so that a column of the file is a column of what is printed. */
export function visibleSourceLine(line: string): string {
  return visibleText(line.replaceAll('\t', ' '));
}

/** The same for a text that is read as code afterwards: line breaks and tabs stay, CR LF counts as one line break. */
export function visibleBlock(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(hiddenCharacters, character =>
      character === '\n' || character === '\t' ? character : visibleEscape(character),
    );
}

/** The same for a message of ours that may hold foreign text: its line breaks, tabs and colours stay. */
export function withoutHidden(text: string): string {
  return text.replace(hiddenCharacters, character => (character < ' ' ? character : visibleEscape(character)));
}

/** Writes the hidden characters of a JSON text as JSON escapes, except line breaks, which are only between its values: its meaning is the same. */
export function jsonWithEscapes(json: string): string {
  return json.replace(hiddenCharacters, character => (character === '\n' ? character : jsonEscape(character)));
}

/** Writes one character as the escape of a JSON string, e.g. `\u001b`. */
export function jsonEscape(character: string): string {
  return Array.from({length: character.length}, (_, unit) => `\\u${hex(character.charCodeAt(unit), 4)}`).join('');
}

/** Writes one character as the escape that people read, e.g. `\x1b`, `\u202e` or `\u{e0041}`. */
export function visibleEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${hex(code, 5)}}`;
  return shortEscapes[character] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
}

const shortEscapes: {readonly [character: string]: string} = {'\n': '\\n', '\r': '\\r', '\t': '\\t'};

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
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
 * Breaks what build logs take for a command: `::` at the beginning of a line (GitHub trims it first) and `##[`, `##vso[` or similar
 * anywhere in it.
 */
export function neutralLine(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1\\x3a').replace(/##(?=[a-z]*\[)/gi, '#\\x23');
}

/**
 * Finds the characters that are not seen or that change how others are seen: controls, line and paragraph separators, lone surrogates,
 * noncharacters, interlinear marks, and what Unicode calls ignorable (soft hyphen, zero-width and direction marks, variation selectors,
 * tags, byte order mark).
 */
const hiddenCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{NChar}\p{DI}\ufff9-\ufffb]/gu;
