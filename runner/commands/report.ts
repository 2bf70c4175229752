// `touchstone report`: makes the reports of a journal again, whole or cut.
import type {Command} from 'commander';
import type {Machine} from '../model/machine.ts';
import {readRequirements} from '../read/read-requirements.ts';
import {renderConsole} from '../../reports/console.ts';
import {readJournal} from '../../reports/journal-reader.ts';
import {readCommandLine} from './command-line.ts';
import {reportFiles} from './report-files.ts';

interface ReportOptions {
  readonly output?: string;
}

function configure(command: Command): Command {
  return command
    .name('report')
    .description('Makes the reports of a run again from its journal, also when the run was killed.')
    .argument('[journal]', 'a results.jsonl', 'touchstone-results/results.jsonl')
    .option('--output <folder>', 'where the reports go (default: beside the journal)');
}

/** Runs the command: the exit code of the journal's run; 6 when it never ended; 2 when it is no journal. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<ReportOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const file = line.operands[0] ?? 'touchstone-results/results.jsonl';
  const text = machine.files.readText(file, 512 * 1024 * 1024);
  if (text.kind === 'unreadable') return refuse(machine, `${file}: ${text.why}`);
  const journal = readJournal(text.text);
  if (journal.kind === 'refused') return refuse(machine, `${file}: ${journal.why}`);
  const requirementsText = machine.files.readText(`${machine.packageRoot}/suites/requirements.yaml`);
  const {requirements} = readRequirements({
    text: requirementsText.kind === 'text' ? requirementsText.text : '',
    file: 'suites/requirements.yaml',
  });
  const byId = new Map(requirements.map(requirement => [requirement.id, requirement]));
  const folder = line.options.output ?? file.replace(/[^/\\]*$/, '').replace(/[/\\]$/, '');
  const target = folder === '' ? '.' : folder;
  const made = machine.files.makeFolder(target);
  if (made.kind === 'failed') return refuse(machine, `--output ${target}: ${made.why}`);
  const written = await reportFiles(journal, {requirements: byId, folder: target, machine});
  const {columns} = machine.terminal;
  machine.print(
    `${renderConsole(journal, {requirements: byId, color: machine.terminal.isPrintTerminal, width: columns, isQuiet: false, reports: [file, ...written]})}\n`,
  );
  return journal.kind === 'complete' ? journal.footer.exitCode : 6;
}

function refuse(machine: Machine, text: string): number {
  machine.talk(`touchstone report: ${text}\n`);
  return 2;
}
