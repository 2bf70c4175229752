// Keeps the journal that a smaller run is about to replace, and finds in it the cases that the smaller one lacks.
import {counted} from '../../../base/text/counted.ts';
import type {Machine} from '../../../model/machine.ts';
import {nearestName} from '../../../base/text/nearest-name.ts';
import type {Plan} from '../../../model/plan.ts';
import type {Journal} from '../../../reports/journal/reader.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {folderOf} from '../../../base/text/dirname.ts';
import {readJournalFile, type JournalFile} from './journal-file.ts';

/** The name that a replaced journal has beside the newest one, which is `results.jsonl`. */
export const previousName = 'results.previous.jsonl';

/** Keeps the journal in a folder when the run to come is a selection that leaves out cases of it; one of more cases is not replaced. */
export function keepPrevious(folder: string, plan: Pick<Plan, 'cases' | 'filtered' | 'shard'>, machine: Machine): void {
  const file = `${folder}/results.jsonl`;
  if (plan.filtered === 0 || plan.shard !== undefined || !machine.files.exists(file)) return;
  const read = readJournalFile(file, machine);
  if (read.kind === 'unusable') return;
  const {cases} = read.journal;
  const coming = new Set(plan.cases.map(({runnable}) => runnable.id));
  if (cases.every(({id}) => coming.has(id)) || cases.length < keptCases(folder, machine)) return;
  machine.files.writeWhole(`${folder}/${previousName}`, read.bytes);
}

function keptCases(folder: string, machine: Machine): number {
  const file = `${folder}/${previousName}`;
  const kept = machine.files.exists(file) ? readJournalFile(file, machine) : undefined;
  return kept?.kind === 'journal' ? kept.journal.cases.length : 0;
}

/** Says where the red cases of the run before are, when the newest one has none of them; nothing when there are none. */
export function previousReds(newest: string, machine: Machine): string | undefined {
  const file = `${folderOf(newest)}/${previousName}`;
  const read = machine.files.exists(file) && file !== newest ? readJournalFile(file, machine) : undefined;
  if (read?.kind !== 'journal') return undefined;
  const red = read.journal.cases.filter(({verdict}) => verdict === 'fail' || verdict === 'flaky').length;
  return red === 0 ? undefined : `the run before it has ${counted(red, 'red case')}: --from ${file}`;
}

/** Reads the journal that was named. Where its run was a selection that lacks a wanted case, reads the one that it replaced, and says so. */
export function journalWith(from: string, isThere: (journal: Journal) => boolean, machine: Machine): JournalFile {
  const newest = readJournalFile(from, machine);
  if (newest.kind === 'unusable' || isThere(newest.journal) || newest.file === from) return newest;
  const previous = `${folderOf(newest.file)}/${previousName}`;
  if (!machine.files.exists(previous)) return newest;
  const older = readJournalFile(previous, machine);
  if (older.kind === 'unusable' || !isThere(older.journal)) return newest;
  const {selection = []} = newest.journal.header;
  machine.talk(
    `note: the newest run in ${visibleText(from)} had only ${visibleText(selection.join(' '))}; this is of the run before it, ${visibleText(older.journal.header.startedAt)} (${visibleText(previous)})\n`,
  );
  return older;
}

/** Red cases that are listed where a name is unknown. */
const redsShown = 10;

/** Says that a journal has no case of this name: which was probably meant, else the red ones, which are what there is to do again. */
export function missingCase(
  named: string,
  {journal: {cases}, file}: {readonly journal: Journal; readonly file: string},
): string {
  const nearest = nearestName(
    named,
    cases.map(({id}) => id),
  );
  const red = cases.filter(({verdict}) => verdict === 'fail' || verdict === 'flaky').map(({id}) => id);
  const hint =
    nearest !== undefined
      ? [`  did you mean "${nearest}"?`]
      : red.length === 0
        ? ['  no case of it failed']
        : [
            `  ${counted(red.length, 'case')} of it failed:`,
            ...red.slice(0, redsShown).map(id => `    ${id}`),
            ...(red.length > redsShown ? [`    … and ${String(red.length - redsShown)} more`] : []),
          ];
  return [`${file} has no case ${named}`, ...hint].map(text => visibleText(text)).join('\n');
}
