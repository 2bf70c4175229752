// Puts the cases of a journal into the order of their ids: cases run in parallel, and reports of two runs must line up.
import type {CaseLine} from '../../model/journal.ts';
import type {JournalParts} from './reader.ts';

/** Gives the cases sorted by suite and id, by code unit, so that no locale matters. */
export function orderedCases({cases}: Pick<JournalParts, 'cases'>): readonly CaseLine[] {
  let ordered = known.get(cases);
  if (ordered === undefined) {
    ordered = cases.toSorted((a, b) => compare(a.suite, b.suite) || compare(a.id, b.id));
    known.set(cases, ordered);
  }
  return ordered;
}

/** Every report of a run wants them, some more than once. */
const known = new WeakMap<readonly CaseLine[], readonly CaseLine[]>();

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
