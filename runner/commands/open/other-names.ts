// Collects what all dialects have for each name, as what to try where one of them is refused.
import {namesOf} from '../../execute/names/guessed-names.ts';
import type {Json} from '../../../model/json.ts';
import type {Dialect} from '../../../model/operation.ts';

/** Gives the values that any dialect has, by the path of the name. */
export function otherNamesOf(dialects: Iterable<Dialect>): ReadonlyMap<string, readonly Json[]> {
  const all = new Map<string, Json[]>();
  for (const dialect of dialects)
    for (const {path, value} of namesOf(dialect)) all.set(path, [...(all.get(path) ?? []), value]);
  return all;
}
