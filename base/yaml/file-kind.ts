// Tells whether a text is of the kind that it is read as. Of another file nothing is quoted: a wrong path or a link may lead to a key or a password.
import type {Problem} from '../../model/problem.ts';

/** A kind of file, e.g. `a target file`, and the keys of which each such file has at least one at its left edge. */
export interface FileKind {
  readonly what: string;
  readonly keys: readonly string[];
}

/** Gives the problems of a file as they may be shown: all of them where the text is of the kind, else the one that it is not. */
export function problemsOfKind(
  problems: readonly Problem[],
  {text, file}: {readonly text: string; readonly file: string},
  {what, keys}: FileKind,
): readonly Problem[] {
  if (problems.length === 0 || keys.some(key => hasRootKey(text, key))) return problems;
  const wanted = keys.map(key => `"${key}:"`).join(' or ');
  // A problem of the whole file, such as its size, quotes nothing.
  const whole = problems.find(({line}) => line === undefined);
  if (whole !== undefined) return [whole];
  return [
    {
      file,
      line: 1,
      column: 1,
      message: `this is not ${what}: no line begins with ${wanted}`,
      fix: 'give the right file, or add that key; nothing of this one is shown, as it may hold secrets',
    },
  ];
}

/** Whether a text has a key at its left edge, or, in JSON, after a brace or a comma. */
export function hasRootKey(text: string, key: string): boolean {
  const word = `(?:${key}|"${key}"|'${key}')[ \\t]*:`;
  if (new RegExp(`^\\uFEFF?${word}`, 'm').test(text)) return true;
  return /^[\s\uFEFF]*\{/.test(text) && new RegExp(`[{,]\\s*${word}`).test(text);
}
