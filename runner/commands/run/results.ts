// The folder that a run leaves: the journal while it runs, the reports when it is over.
import type {Machine} from '../../../model/machine.ts';
import type {Requirement} from '../../../model/requirement.ts';
import {renderConsole} from '../../../reports/terminal/console.ts';
import type {Journal, JournalUse} from '../../../reports/journal/reader.ts';
import {isColored} from '../words/colored.ts';
import {readJournalFile} from './journal-file.ts';
import {printReports, reportFiles, useOf, writeStepSummary} from './report-files.ts';
import type {WantedReport} from '../words/reporter-option.ts';

/** An open results folder. */
export interface Results {
  readonly folder: string;
  append(text: string): void;
  writeBody(sha256: string, bytes: Uint8Array): void;
  close(): void;
}

/** Makes the place for bodies in a results folder before anything is sent; says why nothing can be written there. */
export function whyNoResults({files}: Machine, folder: string): string | undefined {
  const why = files.whyNotWritable(`${folder}/results.jsonl`);
  if (why !== undefined) return `${folder}/results.jsonl cannot be written: ${why}`;
  const bodies = files.makeFolder(`${folder}/bodies`);
  return bodies.kind === 'failed' ? `${folder}/bodies cannot be made: ${bodies.why}` : undefined;
}

/** Takes away the place for bodies where a run has left none. */
export function removeEmptyBodiesFolder({files}: Machine, folder: string): void {
  files.removeEmptyFolder(`${folder}/bodies`);
}

/** Opens the journal of this run. What an earlier run left there stays until then. */
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

/** What the reports of a run are made of. */
interface ReportsOfRun {
  readonly machine: Machine;
  readonly results: Results;
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly wanted: readonly WantedReport[];
}

/** Replaces the reports of an earlier run by such as say that this one has not ended, for the case that it is killed. */
export function writeFirstReports({machine, results: {folder}, requirements, wanted}: ReportsOfRun): void {
  const read = readJournalFile(`${folder}/results.jsonl`, machine);
  if (read.kind === 'journal') reportFiles(read.journal, {requirements, folder, machine, wanted});
}

/** What came of the reports: the journal as they show it, and the paths of those that could be written. */
interface WrittenReports {
  readonly journal: Journal;
  readonly written: readonly string[];
}

/** Reads the journal of the run; its bytes, of which there may be as many as of everything else, are let go. */
function readBack(folder: string, machine: Machine, use: JournalUse | undefined): Journal | undefined {
  const read = readJournalFile(`${folder}/results.jsonl`, machine, use);
  if (read.kind === 'journal') return read.journal;
  machine.talk(`the journal cannot be read back: ${read.why}\n`);
  return undefined;
}

/** Makes every report from the journal and prints the one for people; gives them with the journal, where it can be read: with all exchanges, or with those that the reports show. */
export function writeReports({
  machine,
  results: {folder},
  requirements,
  wanted,
  isQuiet,
  isAllWanted,
}: ReportsOfRun & {readonly isQuiet: boolean; readonly isAllWanted: boolean}): WrittenReports | undefined {
  const journal = readBack(folder, machine, isAllWanted ? undefined : useOf(wanted));
  if (journal === undefined) return undefined;
  const written = reportFiles(journal, {requirements, folder, machine, wanted});
  const inputs = {requirements, folder, machine, wanted};
  writeStepSummary(journal, inputs);
  const isStdoutTaken = wanted.some(({place, format}) => place.kind === 'stdout' && format !== 'github');
  const {isPrintTerminal, isTalkTerminal, columns} = machine.terminal;
  const color = isColored(machine, isStdoutTaken ? isTalkTerminal : isPrintTerminal);
  const reports = [`${folder}/results.jsonl`, ...written];
  const page = `${renderConsole(journal, {requirements, color, width: columns, isQuiet, reports})}\n`;
  // A report that was asked for on stdout stands there alone.
  if (isStdoutTaken) machine.talk(page);
  else machine.print(page);
  printReports(journal, inputs);
  return {journal, written};
}
