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

/** Opens the folder before the target is touched; what an earlier run left there is replaced file by file. */
export function openResults(
  machine: Machine,
  folder: string,
): {readonly kind: 'open'; readonly results: Results} | {readonly kind: 'refused'; readonly why: string} {
  const whole = machine.files.makeFolder(folder);
  const made = whole.kind === 'made' ? machine.files.makeFolder(`${folder}/bodies`) : whole;
  if (made.kind === 'failed')
    return {kind: 'refused', why: `--output ${folder}: ${made.why}\n  choose a folder that can be written`};
  const journal = machine.files.openAppend(`${folder}/results.jsonl`);
  return {
    kind: 'open',
    results: {
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
    },
  };
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
