// Lists the cases that a selection holds, without a target.
import type {ListedCase} from '../../model/plan.ts';
import {machineFor} from './machine-for.ts';
import type {CaseSelection} from './run-settings.ts';

export type {ListedCase} from '../../model/plan.ts';

/** Gives the cases, sorted by id. Throws with every problem, each with its place, when a suite cannot be read. */
export async function listCases(selection: CaseSelection): Promise<readonly ListedCase[]> {
  const {listGiven} = await import('../commands/list.ts');
  const {machine, said} = await machineFor({});
  const cases = await listGiven({...selection}, machine);
  if (cases === undefined) throw new Error(said().talk.trimEnd());
  return cases;
}
