// Draws mutants by a seed: each has a rank of its own, so that a change of the code changes only few of those that are drawn.
import type {DescribedMutant} from '../../../../reports/mutants/mutant-result.ts';
import {digestOf} from '../../words/digest.ts';
import {functionsOf} from './functions.ts';

/** Draws so many, or all when there are fewer; the first of them are what a smaller draw gives, so that an interrupted measurement is a sample too. */
export function drawMutants(
  mutants: readonly DescribedMutant[],
  {count, seed}: {readonly count: number; readonly seed: number},
): readonly DescribedMutant[] {
  return mutants
    .map(mutant => ({mutant, rank: digestOf(`${String(seed)} ${mutant.key}`)}))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({mutant}) => mutant);
}

/** Names the functions of a source by file and name, each with the digest of its text; functions of one name are taken together. */
export function functionDigests(file: string, text: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const {name, text: body} of functionsOf(text)) {
    const key = `${file}#${name}`;
    texts.set(key, `${texts.get(key) ?? ''}${body}\n`);
  }
  return new Map([...texts].map(([key, body]) => [key, digestOf(body).slice(0, 16)]));
}

/** Leaves the mutants in functions that are new, or whose text is another now. */
export function inChangedFunctions(
  mutants: readonly DescribedMutant[],
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly DescribedMutant[] {
  return mutants.filter(({file, function: name}) => {
    const key = `${file}#${name}`;
    return before.get(key) !== now.get(key);
  });
}
