// Finds the cases that were red in the run whose journal is in the output folder.
import type {Machine} from '../../../model/machine.ts';
import {readJournalFile} from './journal-file.ts';

/** The ids, or why there are none to be had. */
export type LastFailed =
  | {readonly kind: 'ids'; readonly ids: ReadonlySet<string>}
  | {readonly kind: 'unusable'; readonly why: string};

/** Reads the journal; also one that was cut short has its cases. */
export function lastFailed(folder: string, machine: Machine): LastFailed {
  const file = `${folder}/results.jsonl`;
  if (!machine.files.exists(file))
    return {
      kind: 'unusable',
      why: `--last-failed: there is no earlier run in ${folder}\n  leave it out for the first run, or name the folder of that run with --output`,
    };
  const reading = readJournalFile(file, machine);
  if (reading.kind === 'unusable') return {kind: 'unusable', why: `--last-failed: ${reading.why}`};
  const red = reading.journal.cases.filter(
    ({verdict}) => verdict === 'fail' || verdict === 'flaky' || verdict === 'error',
  );
  return {kind: 'ids', ids: new Set(red.map(({id}) => id))};
}
