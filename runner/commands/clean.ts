// `touchstone clean`: removes what a killed run left on its target, by the ledger that it wrote, and nothing else.
import {Option, type Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import type {RecordedThing} from '../../model/ledger.ts';
import {visibleText} from '../../base/text/visible-text.ts';
import {loadCatalog, type Catalog} from './load/catalog.ts';
import {cleanServer} from './clean/one-server.ts';
import {duration, readCommandLine} from './words/command-line.ts';
import {noteMistyped, readEnvironment} from './words/environment.ts';
import {describeThing} from './clean/describe-thing.ts';
import {enterTarget} from './open/enter-target.ts';
import {redactorFor} from './open/given-secrets.ts';
import {ledgerName, thingsLeft} from './open/ledger-file.ts';
import {loadTargetFile} from './load/load-target-file.ts';
import {checkTargetOptions} from './words/check-target-options.ts';
import {openTarget} from './open/open-target.ts';
import type {Opening} from './open/opening.ts';
import {openVariants} from './open/open-variants.ts';
import {holdFolder} from './run/hold-folder.ts';
import {printProblems} from './words/print-problems.ts';
import {interruptible, type Stops} from './words/stops.ts';
import {addTargetOptions, type TargetOptions} from './words/target-options.ts';

interface CleanOptions extends TargetOptions {
  readonly run?: string;
  readonly olderThan?: number;
  readonly yes?: boolean;
  readonly output: string;
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return addTargetOptions(
    command
      .name('clean')
      .description(
        'Removes what a killed run left on its target: exactly what the ledger of that run names. Without --yes it only lists that.',
      )
      .optionsGroup('What to remove (one of these):')
      .option('--run <id>', 'what this run left; its report and its ledger name the run')
      .addOption(
        new Option('--older-than <time>', 'what was to be made longer ago than this, e.g. 24h').argParser(
          duration(0, 10 * 365 * 24 * 3_600_000),
        ),
      )
      .option('--yes', 'remove it; without this nothing is sent')
      .option('--output <folder>', `the results folder of the run, where ${ledgerName} is`, 'touchstone-results'),
    unused,
  );
}

/** Cleaning asks a hosting server only, removes one thing after the other and waits for no effect. */
const unused = [
  'peer',
  'livePeer',
  'fault',
  'webhookListen',
  'webhookUrl',
  'openidListen',
  'openidUrl',
  'allowDestructive',
  'caseTimeout',
  'lag',
  'frameBytesMax',
  'jobs',
] as const;

/** Runs the command: 0 when nothing is left or nothing was to be removed, 2 for bad input, 5 when the target refuses, 6 when something stays. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<CleanOptions>(argv, machine, configure, readEnvironment);
  if (line.kind === 'stop') return line.exitCode;
  const loaded = await loadTargetFile(line.options, machine);
  if (loaded.kind === 'unusable') return refuse(machine, loaded.why);
  const {options} = loaded;
  noteMistyped(options, machine);
  if ((options.run === undefined) === (options.olderThan === undefined))
    return refuse(machine, 'say what to remove: either --run ID or --older-than TIME');
  const file = `${options.output}/${ledgerName}`;
  if (!machine.files.exists(file))
    return refuse(machine, `${file}: there is no ledger\n  name the results folder of the run with --output FOLDER`);
  const all = thingsLeft(machine, file);
  const chosen = all.filter(thing => isChosen(thing, options, machine));
  if (chosen.length === 0) return nothingLeft(machine, options, all);
  if (options.yes !== true) return tellOnly(machine, chosen);
  const problems = checkTargetOptions(options);
  if (problems.length > 0) return refuse(machine, ...problems);
  const catalog = await loadCatalog(machine, {own: false, users: []});
  const stops = interruptible(machine);
  try {
    // What a run that still goes on has made is not left behind.
    return await holdFolder({folder: options.output, command: 'clean'}, machine, () =>
      openAndClean({machine, options, catalog, stops, file}, chosen),
    );
  } finally {
    stops.release();
  }
}

function isChosen({run, at}: RecordedThing, {run: wanted, olderThan}: CleanOptions, {clock}: Machine): boolean {
  if (wanted !== undefined) return run === wanted;
  const madeMs = Date.parse(at);
  return !Number.isNaN(madeMs) && clock.now().getTime() - madeMs > (olderThan ?? Infinity);
}

function nothingLeft(machine: Machine, {run}: CleanOptions, all: readonly RecordedThing[]): number {
  const others = [...new Set(all.map(thing => thing.run))].map(visibleText).join(', ');
  const what = run === undefined ? 'nothing that old is left' : `nothing of the run ${visibleText(run)} is left`;
  machine.print(`${what}${others === '' ? '' : `; other runs that left something: ${others}`}\n`);
  return 0;
}

function tellOnly(machine: Machine, things: readonly RecordedThing[]): number {
  for (const thing of things) machine.print(`${visibleText(describeThing(thing))}\n`);
  machine.print(`${String(things.length)} would be removed, and nothing else; nothing was sent. --yes removes them\n`);
  return 0;
}

interface Cleaning {
  readonly machine: Machine;
  readonly options: CleanOptions;
  readonly catalog: Catalog;
  readonly stops: Stops;
  readonly file: string;
}

async function openAndClean(cleaning: Cleaning, things: readonly RecordedThing[]): Promise<number> {
  const {machine, options, stops} = cleaning;
  const names = new Set(things.map(({variant}) => variant).filter(name => name !== undefined));
  const redactor = redactorFor(options, machine);
  const variants = await openVariants(
    (options.from?.variants ?? []).filter(({name}) => names.has(name)),
    {machine, options, faults: [], isTracingRules: false, redactor, stop: stops.stop},
  );
  const plain: Opening = await openTarget(options, machine, {redactor, stop: stops.stop});
  try {
    if (variants.kind === 'failed') return told(machine, variants);
    if (plain.kind === 'failed') return told(machine, plain);
    const ledger = machine.files.openAppend(cleaning.file, {isKept: true});
    const left: string[] = [];
    for (const name of [undefined, ...names]) {
      const target = name === undefined ? plain.target : variants.targets.get(name);
      const here = things.filter(({variant}) => variant === name);
      if (here.length === 0) continue;
      if (target?.hosting === undefined) {
        left.push(...here.map(thing => `${describeThing(thing)}: the target that was given has no such server`));
        continue;
      }
      const entry = await enterTarget(target, {...cleaning, redactor, isMakingNobody: true});
      if (entry.kind === 'refused')
        return told(machine, {exitCode: 5, problems: [redactor.redactText(`${entry.why}\n  ${entry.fix}`)]});
      const stayed = await cleanServer(here, {
        machine,
        catalog: cleaning.catalog,
        target,
        entry,
        abandon: stops.stop,
        gone: ({run, n}) => {
          ledger.append(`${JSON.stringify({ledger: 1, run, n, what: 'gone'})}\n`);
        },
      });
      left.push(...stayed.map(text => redactor.redactText(text)));
    }
    ledger.close();
    for (const text of left) machine.print(`left: ${visibleText(text)}\n`);
    machine.print(`${String(things.length - left.length)} removed, ${String(left.length)} left\n`);
    return left.length === 0 ? 0 : 6;
  } finally {
    await variants.close();
    if (plain.kind === 'open') await plain.target.close();
  }
}

function told(
  machine: Machine,
  {exitCode, problems}: {readonly exitCode: 2 | 5; readonly problems: readonly string[]},
): number {
  printProblems(machine, 'clean', problems);
  return exitCode;
}

function refuse(machine: Machine, ...problems: readonly string[]): number {
  printProblems(machine, 'clean', problems);
  return 2;
}
