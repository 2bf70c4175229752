// Tries the names that the record does not show, and says which of them the server refuses and what it has instead.
import type {RunContext} from '../../execute/attempt/run-context.ts';
import {namesOf, withName, type GuessedName} from '../../execute/names/guessed-names.ts';
import {trialOf} from '../../execute/names/name-trials.ts';
import {refusedNameText, tryName} from '../../execute/names/try-name.ts';
import type {Json} from '../../../model/json.ts';
import type {DiagnosisLine} from '../../../reports/explain/diagnosis.ts';

/** What trying the names came to. */
export interface NamesTried {
  readonly lines: readonly DiagnosisLine[];
  /** Names that the server has instead of those of the dialect. */
  readonly instead: readonly (GuessedName & {readonly instead: Json})[];
  /** The run with these names in place, so that what needs them can be tried all the same. */
  readonly run: RunContext;
}

/** Tries all names of the dialect that can be tried by themselves. */
export async function tryNames(run: RunContext, stop: AbortSignal): Promise<NamesTried> {
  const lines: DiagnosisLine[] = [];
  const instead: (GuessedName & {readonly instead: Json})[] = [];
  let accepted = 0;
  for (const name of namesOf(run.contract.dialect)) {
    if (trialOf(name.path) === undefined || stop.aborted) continue;
    const known = await tryName(run, name, stop);
    if (known.kind === 'accepted') accepted += 1;
    if (known.kind !== 'refused') continue;
    if (known.instead !== undefined) instead.push({...name, instead: known.instead});
    const text = refusedNameText(name, known);
    const end = text.indexOf(': write ');
    lines.push({weight: 'obstacle', says: text.slice(0, end), fix: text.slice(end + 2)});
  }
  const dialect = instead.reduce(
    (before, {path, instead: value}) => withName(before, path, value),
    run.contract.dialect,
  );
  return {
    lines: [
      ...(accepted === 0
        ? []
        : [{weight: 'good' as const, says: `${String(accepted)} names of the dialect are accepted`}]),
      ...lines,
    ],
    instead,
    run: {...run, contract: {...run.contract, dialect}},
  };
}
