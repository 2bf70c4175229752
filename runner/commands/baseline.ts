// `touchstone baseline`: makes, updates and prunes the list of known failures from the journal of a run.
import {program} from '../../base/text/program.ts';
import {defined} from '../../base/json/defined.ts';
import {Option, type Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {matchesStars} from '../../base/patterns/star-pattern.ts';
import {initBaseline, pruneBaseline, updateBaseline, type Edited} from '../../reports/baseline/edit-entries.ts';
import {isRed} from '../../reports/baseline/known-failures.ts';
import type {Journal} from '../../reports/journal/reader.ts';
import {quoted} from '../../base/text/quoted.ts';
import {visibleText} from '../../base/text/visible-text.ts';
import {day, defaultBaselineFile, loadBaseline} from './load/load-baseline.ts';
import {readCommandLine} from './words/command-line.ts';
import {readJournalFile} from './run/journal-file.ts';
import {printProblems} from './words/print-problems.ts';

interface BaselineOptions {
  readonly baseline: string;
  readonly reason?: string;
  readonly owner?: string;
  readonly issue?: string;
  readonly expires?: string;
  readonly force?: boolean;
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('baseline')
    .description(
      'Keeps the list of known failures of a target. init writes it from a run; update adds what fails now and fixes stale entries; prune removes what no longer fails.',
    )
    .argument('<verb>', 'init, update or prune')
    .argument('[journal]', 'the results.jsonl of a run', 'touchstone-results/results.jsonl')
    .option('--baseline <file>', 'the list', defaultBaselineFile)
    .option('--reason <text>', 'why new entries are known')
    .option('--owner <name>', 'who looks after new entries')
    .option('--issue <text>', 'where new entries are tracked')
    .addOption(
      new Option(
        '--expires <day>',
        'last day of new and of renewed entries (default: 90 days after the run)',
      ).argParser(day),
    )
    .option('--force', 'init: replace a list that exists');
}

/** Runs the command: 0 when the list is written or already right, 2 when something that was given cannot be used. */
export function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<BaselineOptions>(argv, machine, configure);
  return Promise.resolve(line.kind === 'stop' ? line.exitCode : edit(line.operands, line.options, machine));
}

function edit(operands: readonly string[], options: BaselineOptions, machine: Machine): number {
  const [verb = '', file = 'touchstone-results/results.jsonl'] = operands;
  if (verb !== 'init' && verb !== 'update' && verb !== 'prune')
    return refuse(machine, `there is no ${quoted(verb)}\n  write init, update or prune`);
  const read = readJournalFile(file, machine);
  if (read.kind === 'unusable') return refuse(machine, read.why);
  if (read.journal.kind === 'incomplete')
    return refuse(machine, `${read.file}: ${read.journal.why}\n  give the journal of a run that finished`);
  const edited = verb === 'init' ? init(read.journal, options, machine) : change(verb, read.journal, options, machine);
  return typeof edited === 'number'
    ? edited
    : write(edited, options.baseline, {
        machine,
        ...(verb === 'prune' ? {} : {expires: factsOf(read.journal, options).expires}),
      });
}

function init(journal: Journal, options: BaselineOptions, machine: Machine): Edited | number {
  if (machine.files.exists(options.baseline) && options.force !== true)
    return refuse(
      machine,
      `${options.baseline} exists already\n  ${program} baseline update fixes it; --force replaces it`,
    );
  if (!journal.cases.some(isRed)) {
    machine.talk('no case of this run failed, so there is nothing to list and nothing was written\n');
    return 0;
  }
  return initBaseline(journal, {facts: factsOf(journal, options), matches: matchesStars});
}

function change(
  verb: 'update' | 'prune',
  journal: Journal,
  options: BaselineOptions,
  machine: Machine,
): Edited | number {
  const loaded = loadBaseline(options.baseline, machine);
  if (loaded.kind === 'unusable') return refuse(machine, loaded.why);
  const {reading} = loaded;
  const matches = matchesStars;
  if (verb === 'prune') return pruneBaseline(reading, journal, {matches});
  return updateBaseline(reading, journal, {
    facts: factsOf(journal, options),
    today: machine.clock.now().toISOString().slice(0, 10),
    ...defined({renewUntil: options.expires}),
    matches,
  });
}

const daysOfGrace = 90;

function factsOf({header}: Journal, {reason, owner, issue, expires}: BaselineOptions) {
  const ran = header.startedAt.slice(0, 10);
  const after = new Date(Date.parse(`${ran}T00:00:00Z`) + daysOfGrace * 86_400_000);
  return {
    reason: reason ?? `failed in the run of ${ran}; the cause is not known yet`,
    ...defined({owner, issue}),
    expires: expires ?? after.toISOString().slice(0, 10),
  };
}

function write(
  {text, changes}: Edited,
  file: string,
  {machine, expires}: {readonly machine: Machine; readonly expires?: string},
): number {
  if (changes.length === 0) {
    machine.talk(`${file}: nothing to change\n`);
    return 0;
  }
  const why = machine.files.whyNotWritable(file);
  if (why !== undefined) return refuse(machine, `--baseline ${file}: it cannot be written: ${why}`);
  machine.files.writeWhole(file, text);
  machine.print(changes.map(change => `${visibleText(change)}\n`).join(''));
  machine.talk(
    `wrote ${file}: ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}; read it, and say why each failure is known\n`,
  );
  if (expires !== undefined)
    machine.talk(
      `new entries expire after ${expires} (by default ${daysOfGrace} days after the run); --expires YYYY-MM-DD chooses another day\n`,
    );
  return 0;
}

function refuse(machine: Machine, text: string): number {
  printProblems(machine, 'baseline', [text]);
  return 2;
}
