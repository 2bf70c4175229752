// Tries the names that the record does not show, and says which of them the server refuses and what it has instead.
import type {RunContext} from '../../execute/attempt/run-context.ts';
import {namesOf, withName} from '../../execute/names/guessed-names.ts';
import {trialOf} from '../../execute/names/name-trials.ts';
import {refusedNameText, tryName} from '../../execute/names/try-name.ts';
import {defined} from '../../../base/json/defined.ts';
import type {DiagnosisLine, DifferingName} from '../../../reports/explain/diagnosis.ts';

/** What trying the names came to. */
export interface NamesTried {
  readonly lines: readonly DiagnosisLine[];
  /** Names of the dialect that the server refuses, with what it has instead where that was found. */
  readonly differs: readonly DifferingName[];
  /** The run with these names in place, so that what needs them can be tried all the same. */
  readonly run: RunContext;
}

/** Tries all names of the dialect that can be tried by themselves. */
export async function tryNames(run: RunContext, stop: AbortSignal): Promise<NamesTried> {
  const lines: DiagnosisLine[] = [];
  const differs: DifferingName[] = [];
  let accepted = 0;
  for (const name of namesOf(run.contract.dialect)) {
    if (trialOf(name.path) === undefined || stop.aborted) continue;
    const known = await tryName(run, name, stop);
    if (known.kind === 'accepted') accepted += 1;
    if (known.kind !== 'refused') continue;
    differs.push({path: name.path, ...defined({instead: known.instead})});
    const text = refusedNameText(name, known);
    const end = text.indexOf(': write ');
    lines.push({weight: 'obstacle', says: text.slice(0, end), fix: text.slice(end + 2)});
  }
  const dialect = differs.reduce(
    (before, {path, instead}) => (instead === undefined ? before : withName(before, path, instead)),
    run.contract.dialect,
  );
  return {
    lines: [
      ...(accepted === 0
        ? []
        : [{weight: 'good' as const, says: `${String(accepted)} names of the dialect are accepted`}]),
      ...lines,
    ],
    differs,
    run: {...run, contract: {...run.contract, dialect}},
  };
}
