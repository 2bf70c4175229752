// `touchstone dispute`: puts everything about one case of a run into a folder that can be sent to whoever should look at it.
import {counted} from '../../base/text/counted.ts';
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import type {CaseLine} from '../../model/journal.ts';
import type {Journal} from '../../reports/journal/reader.ts';
import {bodyHashes} from '../../reports/journal/body-hashes.ts';
import {disputeOf} from '../../reports/explain/dispute-text.ts';
import {suggestName} from '../../base/text/nearest-name.ts';
import {readCommandLine} from './words/command-line.ts';
import {folderOf} from '../../base/text/dirname.ts';
import {holdFolder} from './run/hold-folder.ts';
import {requirementsOf} from './run/journal-file.ts';
import {journalWith} from './run/previous-journal.ts';
import {printProblems} from './words/print-problems.ts';

interface DisputeOptions {
  readonly from: string;
  readonly output?: string;
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('dispute')
    .description(
      'Writes a folder about one case of a run: what the record says, how it was read, what was asked and answered, and how to repeat it. Secrets are not in it.',
    )
    .argument('<case>', 'the id of the case')
    .option('--from <journal>', 'the results.jsonl, or the folder, of the run', 'touchstone-results')
    .option('--output <folder>', 'the folder to write (default: touchstone-dispute/ID)');
}

/** Runs the command: 0 when the folder was written, 2 when the journal or the case cannot be found. */
export function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<DisputeOptions>(argv, machine, configure);
  return line.kind === 'stop' ? Promise.resolve(line.exitCode) : dispute(line.operands[0] ?? '', line.options, machine);
}

const bodyBytesMax = 1024 ** 3;

async function dispute(id: string, {from, output}: DisputeOptions, machine: Machine): Promise<number> {
  const read = journalWith(from, ({cases}) => cases.some(one => one.id === id), machine);
  if (read.kind === 'unusable') return refuse(machine, `${read.why}\n  --from names the journal of a run`);
  const {journal, file} = read;
  const line = journal.cases.find(one => one.id === id);
  if (line === undefined)
    return refuse(
      machine,
      `the run has no case "${id}": ${suggestName(
        id,
        journal.cases.map(one => one.id),
        'cases',
      )}`,
    );
  const folder = output ?? `touchstone-dispute/${id.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`;
  if (machine.files.exists(`${folder}/README.md`))
    return refuse(machine, `${folder} holds a dispute already: choose another --output`);
  return holdFolder({folder, command: 'dispute'}, machine, () =>
    Promise.resolve(writeDispute({journal, line, file, folder}, machine)),
  );
}

function writeDispute(
  {
    journal,
    line,
    file,
    folder,
  }: {readonly journal: Journal; readonly line: CaseLine; readonly file: string; readonly folder: string},
  machine: Machine,
): number {
  const made = machine.files.makeFolder(`${folder}/bodies`);
  if (made.kind === 'failed') return refuse(machine, `--output ${folder}: ${made.why}`);
  const {files, exchanges} = disputeOf(journal, line, requirementsOf(journal, machine));
  for (const [name, text] of Object.entries(files)) machine.files.writeWhole(`${folder}/${name}`, text);
  const missing = copyBodies(bodyHashes(exchanges), {source: folderOf(file), folder, machine});
  machine.print(
    `${folder}/README.md  describes the dispute; case.json, exchanges.jsonl and bodies/ are beside it\n${missing === 0 ? '' : `${counted(missing, 'body is', 'bodies are')} not beside the journal and missing here too\n`}`,
  );
  return 0;
}

function copyBodies(
  hashes: ReadonlySet<string>,
  {source, folder, machine}: {readonly source: string; readonly folder: string; readonly machine: Machine},
): number {
  let missing = 0;
  for (const hash of hashes) {
    const bytes = machine.files.readBytes(`${source}/bodies/${hash}`, bodyBytesMax);
    if (bytes === undefined) missing += 1;
    else machine.files.writeWhole(`${folder}/bodies/${hash}`, bytes);
  }
  return missing;
}

function refuse(machine: Machine, why: string): number {
  printProblems(machine, 'dispute', [why]);
  return 2;
}
