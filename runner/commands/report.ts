// `touchstone report`: makes the reports of a journal again, whole or cut.
import {program} from '../../base/text/program.ts';
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {renderConsole} from '../../reports/terminal/console.ts';
import {isColored} from './words/colored.ts';
import {readCommandLine} from './words/command-line.ts';
import {folderOf} from '../../base/text/dirname.ts';
import {readJournalFile, requirementsOf} from './run/journal-file.ts';
import {exitCodeWith, printReports, reportFiles, writeStepSummary} from './run/report-files.ts';
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
  return Promise.resolve(line.kind === 'stop' ? line.exitCode : makeReports(line.options, line.operands, machine));
}

function makeReports(options: ReportOptions, operands: readonly string[], machine: Machine): number {
  if (operands.length > 1)
    return refuse(machine, [`one journal at a time; ${program} merge joins the journals of shards`]);
  const read = readJournalFile(operands[0] ?? 'touchstone-results/results.jsonl', machine);
  if (read.kind === 'unusable') return refuse(machine, [read.why]);
  const {journal, file} = read;
  const folder = options.output ?? folderOf(file);
  const made = machine.files.makeFolder(folder);
  if (made.kind === 'failed') return refuse(machine, [`--output ${folder}: ${made.why}`]);
  const given = options.to === undefined ? options.reporter : [...options.to, ...(options.reporter ?? [])];
  const {wanted, problems} = readReporters(given, {flag: '--to', folder, machine});
  if (problems.length > 0) return refuse(machine, problems);
  const inputs = {machine, requirements: requirementsOf(journal, machine), folder: folderOf(file), file, wanted};
  const written = reportFiles(journal, inputs);
  writeStepSummary(journal, inputs);
  const isPrinted = printReports(journal, inputs);
  const isAsked = given !== undefined;
  if (!isAsked) printConsole(journal, {...inputs, reports: [file, ...written]});
  else if (!isPrinted) machine.talk(written.map(path => `wrote ${path}\n`).join(''));
  return exitCodeWith(written, wanted, journal.kind === 'complete' ? journal.footer.exitCode : 6);
}

function printConsole(
  journal: Parameters<typeof renderConsole>[0],
  {machine, requirements, reports}: Parameters<typeof reportFiles>[1] & {readonly reports: readonly string[]},
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
