// Turns the finding of one run into a pattern that the same failure matches in the next run.
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import {findingTexts} from './known-failures.ts';

/** Gives the patterns of a red case, each once. What differs from run to run becomes `*`: names, addresses, dumped objects, times. */
export function findingPatterns(line: CaseLine, header: Pick<HeaderLine, 'run'>): readonly string[] {
  // A property draws other inputs with every seed, so only the place of its finding stays.
  const texts =
    line.kind === 'property' ? line.findings.map(({path}) => `${path || 'the reply'}: *`) : findingTexts(line);
  const patterns = (texts.length === 0 ? findingTexts(line) : texts).map(text => generalized(text, header.run));
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

function escaped(text: string): string {
  return text === '' ? '(?!)' : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
