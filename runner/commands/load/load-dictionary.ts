// Reads dictionaries in the form of libFuzzer and AFL: one word in quotes per line, with a name before it or none.
import {quoted} from '../../../base/text/quoted.ts';

/** The words of a dictionary, or one sentence for each line that is none. */
export interface Dictionary {
  readonly words: readonly Uint8Array[];
  readonly problems: readonly string[];
}

const problemsMax = 5;

/** Reads `name="value"` and `"value"` lines; `\\`, `\"` and `\xAB` are escapes, empty lines and those that begin with `#` are left out. */
export function readDictionary(text: string): Dictionary {
  const words: Uint8Array[] = [];
  const wrong: {readonly line: number; readonly text: string}[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const word = wordOf(line.trim());
    if (word !== undefined) words.push(word);
    else if (wrong.length < problemsMax) wrong.push({line: at + 1, text: line.slice(0, 80)});
  }
  if (words.length === 0 && wrong.length === 0)
    return {words, problems: ['it has no entries: write name="value", one per line']};
  // Of a file that is something else nothing is quoted: it may hold secrets.
  const shown = (text: string): string => (words.length === 0 ? '' : `: ${quoted(text)}`);
  const problems = wrong.map(
    ({line, text: said}) =>
      `line ${String(line)}${shown(said)} is not an entry: write name="value", with \\xAB for a byte`,
  );
  return {words, problems};
}

function wordOf(line: string): Uint8Array | undefined {
  const [, value] = /^(?:[^\s"=]+\s*=\s*)?"((?:[^"\\]|\\[\\"]|\\x[0-9a-fA-F]{2})+)"$/.exec(line) ?? [];
  if (value === undefined) return undefined;
  const parts = value.match(/\\x..|\\.|[^\\]+/g) ?? [];
  return Buffer.concat(
    parts.map(part =>
      part.startsWith('\\x')
        ? Buffer.from(part.slice(2), 'hex')
        : Buffer.from(part.startsWith('\\') ? part.slice(1) : part),
    ),
  );
}
