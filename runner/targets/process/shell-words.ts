// Splits a command as a shell splits words, without a shell: nothing is expanded and nothing is run.

/** The words, or why the text cannot be split. */
export type ShellWords =
  | {readonly kind: 'words'; readonly words: readonly string[]}
  | {readonly kind: 'unclosed'; readonly quote: string};

/** Splits at blanks; single quotes keep everything, double quotes keep all but backslash escapes of `"` and `\`, a backslash keeps the next character. */
export function shellWords(text: string): ShellWords {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (quote === "'") {
      if (character === "'") quote = '';
      else word = (word ?? '') + character;
    } else if (quote === '"') {
      if (character === '"') quote = '';
      else if (character === '\\' && (next === '"' || next === '\\')) {
        word = (word ?? '') + next;
        index += 1;
      } else word = (word ?? '') + character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === '\\' && next !== '') {
      word = (word ?? '') + next;
      index += 1;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== '') return {kind: 'unclosed', quote};
  if (word !== undefined) words.push(word);
  return {kind: 'words', words};
}
