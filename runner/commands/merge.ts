// `touchstone merge`: joins the journals of the shards of one run and makes its reports.
import type {Command} from 'commander';
import type {CaseLine} from '../../model/journal.ts';
import type {Machine} from '../../model/machine.ts';
import {bodyHashes} from '../../reports/journal/body-hashes.ts';
import {renderConsole} from '../../reports/terminal/console.ts';
import {readJournal} from '../../reports/journal/reader.ts';
import {lineText} from '../../reports/journal/writer.ts';
import {mergeJournals, type Merging} from '../../reports/compare/join-journals.ts';
import {isColored} from './words/colored.ts';
import {readCommandLine} from './words/command-line.ts';
import {folderOf} from '../../base/text/dirname.ts';
import {holdFolder} from './run/hold-folder.ts';
import {readJournalFile, requirementsOf, type JournalFile} from './run/journal-file.ts';
import {exitCodeWith, printReports, reportFiles, writeStepSummary} from './run/report-files.ts';
import {joinedBaselines} from './load/load-fuzz-baseline.ts';
import {findingFile} from '../../reports/words/next-command.ts';
import {readReporters, reporterOption} from './words/reporter-option.ts';
import {printProblems} from './words/print-problems.ts';

interface MergeOptions {
  readonly output: string;
  readonly reporter?: readonly string[];
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('merge')
    .description('Joins the journals of all shards of one run, as if one process had run it, and makes its reports.')
    .argument('<journals...>', 'the results.jsonl, or the folder, of every shard')
    .option('--output <folder>', 'where journal and reports go', 'touchstone-results')
    .addOption(reporterOption('--reporter'));
}

/** Runs the command: the exit code that the whole run would have had; 2 when the journals do not belong together. */
export function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<MergeOptions>(argv, machine, configure);
  return line.kind === 'stop' ? Promise.resolve(line.exitCode) : merge(line.operands, line.options, machine);
}

async function merge(operands: readonly string[], options: MergeOptions, machine: Machine): Promise<number> {
  const read = operands.map(path => readJournalFile(path, machine));
  const unusable = read.flatMap(one => (one.kind === 'unusable' ? [one.why] : []));
  if (unusable.length > 0) return refuse(machine, unusable);
  const files = read.flatMap(one => (one.kind === 'journal' ? [one] : []));
  const merged = mergeJournals(files.map(({file, journal}) => ({name: file, journal})));
  if (merged.kind === 'refused') return refuse(machine, merged.problems);
  const work = (): Promise<number> => Promise.resolve(writeMerged({files, merged}, options, machine));
  return holdFolder({folder: options.output, command: 'merge'}, machine, work);
}

type OneJournal = Extract<JournalFile, {kind: 'journal'}>;

function writeMerged(
  {files, merged}: {readonly files: readonly OneJournal[]; readonly merged: Extract<Merging, {kind: 'merged'}>},
  {output, reporter}: MergeOptions,
  machine: Machine,
): number {
  const made = machine.files.makeFolder(`${output}/bodies`);
  if (made.kind === 'failed') return refuse(machine, [`--output ${output}: ${made.why}`]);
  const target = `${output}/results.jsonl`;
  const clash = files.find(({file}) => machine.files.absolute(file) === machine.files.absolute(target));
  if (clash !== undefined)
    return refuse(machine, [`--output ${output} would replace the shard ${clash.file}\n  choose a folder of its own`]);
  const {wanted, problems} = readReporters(reporter, {flag: '--reporter', folder: output, machine});
  if (problems.length > 0) return refuse(machine, problems);
  const text = merged.lines.map(lineText).join('');
  const journal = readJournal(text);
  if (journal.kind === 'refused') throw new Error(`the merged journal is not whole: ${journal.why}`);
  copyBodies(journal.exchanges, {folders: files.map(({file}) => folderOf(file)), output, machine});
  machine.files.writeWhole(target, text);
  if (journal.header.isSearch === true)
    copyFindings(journal.cases, {folders: files.map(({file}) => folderOf(file)), output, machine});
  const inputs = {machine, requirements: requirementsOf(journal, machine), folder: output, wanted};
  const written = reportFiles(journal, inputs);
  writeStepSummary(journal, inputs);
  const isTaken = wanted.some(({place, format}) => place.kind === 'stdout' && format !== 'github');
  const {isPrintTerminal, columns} = machine.terminal;
  const page = `${renderConsole(journal, {requirements: inputs.requirements, color: isColored(machine, isPrintTerminal && !isTaken), width: columns, isQuiet: false, reports: [target, ...written]})}\n`;
  if (isTaken) machine.talk(page);
  else machine.print(page);
  printReports(journal, inputs);
  return exitCodeWith(written, wanted, merged.exitCode);
}

/** The files of what a search found, and its baseline, which the commands of the reports name. */
function copyFindings(
  cases: readonly CaseLine[],
  {folders, output, machine}: {readonly folders: readonly string[]; readonly output: string; readonly machine: Machine},
): void {
  machine.files.makeFolder(`${output}/findings`);
  const baselines = folders.flatMap(folder => {
    const read = machine.files.readText(`${folder}/${baselineName}`);
    return read.kind === 'text' ? [read.text] : [];
  });
  machine.files.writeWhole(`${output}/${baselineName}`, joinedBaselines(baselines));
  const files = cases.flatMap(line => findingFile(line) ?? []);
  for (const name of files.flatMap(file => [`${file}.json`, `${file}.bin`])) {
    const from = folders.map(folder => `${folder}/${name}`).find(path => machine.files.exists(path));
    const bytes = from === undefined ? undefined : machine.files.readBytes(from, bodyBytesMax);
    if (bytes !== undefined) machine.files.writeWhole(`${output}/${name}`, bytes);
  }
}

const baselineName = 'fuzz-baseline.yaml';

const bodyBytesMax = 1024 ** 3;

/** Bodies have their hash for a name, so those of two shards never clash. */
function copyBodies(
  exchanges: readonly unknown[],
  {folders, output, machine}: {readonly folders: readonly string[]; readonly output: string; readonly machine: Machine},
): void {
  for (const hash of bodyHashes(exchanges)) {
    const bytes = folders
      .map(folder => `${folder}/bodies/${hash}`)
      .filter(path => machine.files.exists(path))
      .map(path => machine.files.readBytes(path, bodyBytesMax))
      .find(one => one !== undefined);
    if (bytes !== undefined) machine.files.writeWhole(`${output}/bodies/${hash}`, bytes);
  }
}

function refuse(machine: Machine, problems: readonly string[]): number {
  printProblems(machine, 'merge', problems);
  return 2;
}
