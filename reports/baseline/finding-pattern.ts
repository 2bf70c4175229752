// Turns the finding of one run into a pattern that the same failure matches in the next run.
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import {findingTexts} from './known-failures.ts';

/** Gives the patterns of a red case, each once. What differs from run to run becomes `*`: names, addresses, dumped objects, times. */
export function findingPatterns(line: CaseLine, header: Pick<HeaderLine, 'run'>): readonly string[] {
  // A property draws other inputs with every seed, so what was drawn is left out of its message.
  const texts = findingTexts(line).map(text => generalized(text, header.run));
  const patterns = line.kind === 'property' ? texts.map(withoutDrawn) : texts;
  return [...new Set(patterns)].slice(0, patternsMax);
}

/** A case with more kinds of findings than this is listed with one pattern for the rest. */
const patternsMax = 20;

function generalized(text: string, run: string): string {
  return (
    text
      .replaceAll(new RegExp(`[a-z]*-?${escaped(run)}[\\w-]*`, 'g'), '*')
      .replace(/\bts-[a-z0-9]{4,}\b/g, '*')
      // Words that a run draws, and ids in what is dumped.
      .replace(/\b(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{8,}\b/g, '*')
      .replace(/\{[^]*\}/, dump => dump.replace(/\b\d{2,}\b/g, '*'))
      // An id that is looked for in a list.
      .replace(/\ban item \d+\b/g, 'an item *')
      .replace(/https?:\/\/[^\s"/]+/g, '*')
      .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, '*')
      .replace(/\b[0-9a-f]{16,}\b/g, '*')
      // Of a dump what it lacks or has too many of says which failure it is; objects hold ids, which differ.
      .replace(/got ([{[])[^]*?((?:; (?:missing|too many) (?:(?!; (?:missing|too many) )[^{])*)*)$/, 'got $1*$2')
      .replace(/\*(?:[^\w"]?\*)+/g, '*')
      .slice(0, 300)
      .replace(/^([^]{299})[^]$/, '$1*')
  );
}

/** Leaves out texts and numbers that a property may have drawn; a status is what the server chose. */
function withoutDrawn(pattern: string): string {
  const [, path = '', message = pattern] = /^([^ ]*): ([^]*)$/.exec(pattern) ?? [];
  const plain = message.replaceAll(/"(?:[^"\\]|\\.)*"/g, '*');
  const drawn = path === 'status' ? plain : plain.replaceAll(/(?<![\w*])-?\d+(?:\.\d+)?(?!\w)/g, '*');
  const short = drawn.replaceAll(/\*(?:[^\w"]?\*)+/g, '*');
  return path === '' ? short : `${path.replaceAll(/(?<=\/)\d+(?=\/|$)/g, '*')}: ${short}`;
}

/**
 * Tells whether a pattern is about one failure: beside the place it has words of the message. `status: *` would hide any
 * other failure at that place.
 */
export function isNarrow(pattern: string): boolean {
  const message = pattern.replace(/^[^ ]*: /, '');
  return message.replaceAll(/[*?]|\W/g, '').length >= wordsMin;
}

/** Letters and digits that say which failure is meant: as many as "expected" has. */
const wordsMin = 8;

function escaped(text: string): string {
  return text === '' ? '(?!)' : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
