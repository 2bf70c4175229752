// Finds the journal to look at: the one that was named, or the newest that runs from this folder left.
import type {CaseLine} from '../../../model/journal.ts';
import type {Machine} from '../../../model/machine.ts';
import {readJournalFile, type JournalFile} from './journal-file.ts';
import {previousName} from './previous-journal.ts';

/** A journal, none, or why the one that was named cannot be used. */
export type NewestJournal = JournalFile | {readonly kind: 'none'; readonly why: string};

const folder = 'touchstone-results';

/** Reads the journal at the path or, without one, that of the newest run below `touchstone-results` that judged the wanted thing; if none did, the newest of all. */
export function newestJournal(
  path: string | undefined,
  isWanted: (line: CaseLine) => boolean,
  machine: Machine,
): NewestJournal {
  if (path !== undefined) return readJournalFile(path, machine);
  const none = {kind: 'none', why: `no run has left results in ${folder} here; --journal PATH names others`} as const;
  const listed = machine.files.exists(folder) ? machine.files.list(folder, ['results.jsonl', previousName]) : undefined;
  if (listed?.kind !== 'files') return none;
  const readable = listed.files.map(file => readJournalFile(file, machine)).filter(file => file.kind === 'journal');
  const ordered = readable.toSorted((a, b) => (a.journal.header.startedAt < b.journal.header.startedAt ? 1 : -1));
  return ordered.find(({journal}) => journal.cases.some(isWanted)) ?? ordered[0] ?? none;
}
