// Lists the cases that a selection holds, without a target.
import {argvOf} from './argv-of.ts';
import {machineFor} from './machine-for.ts';
import type {CaseSelection} from './run-settings.ts';

/** One case, before anything is sent. */
export interface ListedCase {
  readonly id: string;
  readonly title: string;
  /** Ids of the statements that it proves. */
  readonly proves: readonly string[];
}

/** Gives the cases, sorted by id. Throws with every problem, each with its place, when a suite cannot be read. */
export async function listCases({places, ...chosen}: CaseSelection): Promise<readonly ListedCase[]> {
  const {main} = await import('../commands/list.ts');
  const {machine, said} = await machineFor({});
  const given = {...chosen, format: 'json', ...(places === undefined ? {} : {places})};
  const exitCode = await main(argvOf(given), machine);
  const {printed, talk} = said();
  if (exitCode !== 0) throw new Error(talk.trimEnd());
  return printed
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as ListedCase);
}
