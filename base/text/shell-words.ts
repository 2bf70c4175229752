// Splits a command as bash splits words, without a shell: nothing is expanded and nothing is run.

/** The words, or why the text cannot be split. */
export type ShellWords =
  | {readonly kind: 'words'; readonly words: readonly string[]}
  | {readonly kind: 'unclosed'; readonly quote: string};

/** `$'…'`, `'…'`, `"…"`, a line that goes on, an escaped character, blanks, anything else. */
const piece = /\$'((?:[^'\\]|\\[^])*)'|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\\r?\n|\\([^])|(\s+)|([^\s'"])/gy;

/** Splits at blanks; single quotes keep everything, double quotes keep all but backslash escapes of `"` and `\`, a backslash keeps the next character and continues a line, and `$'…'` knows the escapes of C. */
export function shellWords(text: string): ShellWords {
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const found of text.matchAll(piece)) {
    const [whole, ansi, single, double, escaped, blank, plain] = found;
    end = found.index + whole.length;
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const quoted = ansi === undefined ? (single ?? double?.replaceAll(/\\(["\\])/g, '$1')) : ansiText(ansi);
    const own = quoted ?? escaped ?? plain;
    if (own !== undefined) word = (word ?? '') + own;
  }
  if (end < text.length) return {kind: 'unclosed', quote: text.charAt(end)};
  if (word !== undefined) words.push(word);
  return {kind: 'words', words};
}

const ansiLetters: {readonly [letter: string]: string} = {n: '\n', t: '\t', r: '\r'};

function ansiText(text: string): string {
  return text.replaceAll(
    /\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|([^]))/g,
    (_, unicode?: string, hex?: string, letter = '') => {
      const code = unicode ?? hex;
      return code === undefined ? (ansiLetters[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16));
    },
  );
}
