// `touchstone report`: makes the reports of a journal again, whole or cut.
import {program} from '../../base/text/program.ts';
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import type {Journal} from '../../reports/journal/reader.ts';
import {renderConsole} from '../../reports/terminal/console.ts';
import {isColored} from './words/colored.ts';
import {readCommandLine} from './words/command-line.ts';
import {folderOf} from '../../base/text/dirname.ts';
import {holdFolder} from './run/hold-folder.ts';
import {readJournalFile, requirementsOf} from './run/journal-file.ts';
import {exitCodeWith, printReports, reportFiles, writeStepSummary, type ReportInputs} from './run/report-files.ts';
import {readReporters, reporterOption} from './words/reporter-option.ts';
import {printProblems} from './words/print-problems.ts';

interface ReportOptions {
  readonly output?: string;
  readonly to?: readonly string[];
  readonly reporter?: readonly string[];
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('report')
    .description('Makes the reports of a run again from its journal, also when the run was killed.')
    .argument('[journal]', 'a results.jsonl, or the folder of a run', 'touchstone-results/results.jsonl')
    .addOption(reporterOption('--to'))
    .addOption(reporterOption('--reporter').hideHelp())
    .option('--output <folder>', 'where reports without a file go (default: beside the journal)');
}

/** Runs the command: the exit code of the journal's run; 6 when it never ended, or when a report cannot be written; 2 when it is no journal. */
export function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<ReportOptions>(argv, machine, configure);
  return line.kind === 'stop' ? Promise.resolve(line.exitCode) : makeReports(line.options, line.operands, machine);
}

async function makeReports(options: ReportOptions, operands: readonly string[], machine: Machine): Promise<number> {
  if (operands.length > 1)
    return refuse(machine, [`one journal at a time; ${program} merge joins the journals of shards`]);
  const read = readJournalFile(operands[0] ?? 'touchstone-results/results.jsonl', machine);
  if (read.kind === 'unusable') return refuse(machine, [read.why]);
  const {journal, file} = read;
  const folder = options.output ?? folderOf(file);
  const given = options.to === undefined ? options.reporter : [...options.to, ...(options.reporter ?? [])];
  const {wanted, problems} = readReporters(given, {flag: '--to', folder, machine});
  if (problems.length > 0) return refuse(machine, problems);
  const inputs = {machine, requirements: requirementsOf(journal, machine), folder: folderOf(file), file, wanted};
  const work = (): Promise<number> => Promise.resolve(writeReports(journal, {...inputs, isAsked: given !== undefined}));
  // What only prints may look at a run that is still going on.
  const writesThere = wanted.some(({place}) => place.kind === 'file' && isIn(folder, place.path, machine));
  return writesThere ? holdFolder({folder, command: 'report'}, machine, work) : work();
}

function isIn(folder: string, path: string, {files}: Machine): boolean {
  return files.absolute(folderOf(path)) === files.absolute(folder);
}

function writeReports(
  journal: Journal,
  inputs: ReportInputs & {readonly file: string; readonly isAsked: boolean},
): number {
  const {machine, wanted, file, isAsked} = inputs;
  const written = reportFiles(journal, inputs);
  writeStepSummary(journal, inputs);
  const isPrinted = printReports(journal, inputs);
  if (!isAsked) printConsole(journal, {...inputs, reports: [file, ...written]});
  else if (!isPrinted) machine.talk(written.map(path => `wrote ${path}\n`).join(''));
  return exitCodeWith(written, wanted, journal.kind === 'complete' ? journal.footer.exitCode : 6);
}

function printConsole(
  journal: Journal,
  {machine, requirements, reports}: ReportInputs & {readonly reports: readonly string[]},
): void {
  const {isPrintTerminal, columns} = machine.terminal;
  machine.print(
    `${renderConsole(journal, {requirements, color: isColored(machine, isPrintTerminal), width: columns, isQuiet: false, reports})}\n`,
  );
}

function refuse(machine: Machine, problems: readonly string[]): number {
  printProblems(machine, 'report', problems);
  return 2;
}
