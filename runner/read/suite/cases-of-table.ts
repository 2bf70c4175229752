// Makes the cases of one table: they share everything but their id, title and row.
import type {CaseDefinition} from '../../../model/suite.ts';

/** What a case of a table has of its own. */
export type OwnOfCase = Pick<CaseDefinition, 'id' | 'title' | 'row'>;

/**
 * Gives a definition for each. V8 gives all of them one shape only because they are copies of one complete object in which values are replaced: with keys
 * added to a copy, each would have a shape of its own, larger than itself.
 */
export function casesOfTable(
  shared: Omit<CaseDefinition, keyof OwnOfCase>,
  own: readonly OwnOfCase[],
): readonly CaseDefinition[] {
  const [first] = own;
  if (first === undefined) return [];
  const complete: CaseDefinition = {...shared, ...first};
  return own.map(({id, title, row}) => (row === undefined ? {...complete, id, title} : {...complete, id, title, row}));
}
