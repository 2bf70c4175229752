// The folder that a run leaves: the journal while it runs, the reports when it is over.
import type {Machine} from '../model/machine.ts';
import type {Requirement} from '../model/requirement.ts';
import {renderConsole} from '../../reports/console.ts';
import {readJournal} from '../../reports/journal-reader.ts';
import {reportFiles} from './report-files.ts';

/** An open results folder. */
export interface Results {
  readonly folder: string;
  append(text: string): void;
  writeBody(sha256: string, bytes: Uint8Array): void;
  close(): void;
}

/** Makes the folder before the target is touched; says why it cannot. What an earlier run left there stays until this one begins. */
export function makeResultsFolder(machine: Machine, folder: string): string | undefined {
  const whole = machine.files.makeFolder(folder);
  const made = whole.kind === 'made' ? machine.files.makeFolder(`${folder}/bodies`) : whole;
  return made.kind === 'made' ? undefined : `--output ${folder}: ${made.why}\n  choose a folder that can be written`;
}

/** Opens the journal of this run. */
export function openResults(machine: Machine, folder: string): Results {
  const journal = machine.files.openAppend(`${folder}/results.jsonl`);
  return {
    folder,
    append: text => {
      journal.append(text);
    },
    writeBody: (sha256, bytes) => {
      machine.files.writeWhole(`${folder}/bodies/${sha256}`, bytes);
    },
    close: () => {
      journal.close();
    },
  };
}

/** Replaces the reports of an earlier run by such as say that this one has not ended, for the case that it is killed. */
export async function writeFirstReports({
  machine,
  results: {folder},
  requirements,
}: {
  readonly machine: Machine;
  readonly results: Results;
  readonly requirements: ReadonlyMap<string, Requirement>;
}): Promise<void> {
  const text = machine.files.readText(`${folder}/results.jsonl`);
  const journal = text.kind === 'text' ? readJournal(text.text) : undefined;
  if (journal !== undefined && journal.kind !== 'refused') await reportFiles(journal, {requirements, folder, machine});
}

/** Makes every report from the journal and prints the one for people. */
export async function writeReports({
  machine,
  results: {folder},
  requirements,
  isQuiet,
}: {
  readonly machine: Machine;
  readonly results: Results;
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly isQuiet: boolean;
}): Promise<void> {
  const text = machine.files.readText(`${folder}/results.jsonl`, 512 * 1024 * 1024);
  const journal = text.kind === 'text' ? readJournal(text.text) : undefined;
  if (journal === undefined || journal.kind === 'refused') {
    machine.talk(`the journal ${folder}/results.jsonl cannot be read back: ${journal?.why ?? 'it is not readable'}\n`);
    return;
  }
  const written = await reportFiles(journal, {requirements, folder, machine});
  const {isPrintTerminal, columns} = machine.terminal;
  machine.print(
    `${renderConsole(journal, {requirements, color: isColored(machine, isPrintTerminal), width: columns, isQuiet, reports: [`${folder}/results.jsonl`, ...written]})}\n`,
  );
}

function isColored({env}: Machine, isTerminal: boolean): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  if ((env['FORCE_COLOR'] ?? '') !== '') return env['FORCE_COLOR'] !== '0';
  return isTerminal;
}
