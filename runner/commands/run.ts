// `touchstone run`: runs suites and properties against a target, and leaves a journal and reports.
import {defined} from '../../base/json/defined.ts';
import {actorRoles, plainCast} from '../../model/actor.ts';
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {loadBaseline} from './load/load-baseline.ts';
import {loadCatalog} from './load/catalog.ts';
import {checkTargetOptions} from './words/check-target-options.ts';
import {readCommandLine, type CommandLine} from './words/command-line.ts';
import {readGivenSettings, type GivenSettings} from './words/given-settings.ts';
import {contextProblems} from './run/cases-in-contexts.ts';
import {effectiveSettings} from './run/effective-settings.ts';
import {noteMistyped, readEnvironment} from './words/environment.ts';
import {lastFailed} from './run/last-failed.ts';
import {loadEditions, newerThan} from './load/load-editions.ts';
import {loadErrata} from './load/load-errata.ts';
import {loadTargetFile} from './load/load-target-file.ts';
import {lookAhead} from './run/dry-run.ts';
import {openAndRun, type RunInputs, type RunWatch} from './run/open-and-run.ts';
import {readReporters} from './words/reporter-option.ts';
import {isColored} from './words/colored.ts';
import {makeResultsFolder} from './run/results.ts';
import {configureRun, runOptionProblems, type RunOptions} from './load/run-options.ts';
import {readPlaces} from './load/select-options.ts';
import {transportFor} from '../../model/peers/transports.ts';
import {interruptible} from './words/stops.ts';
import {ownNamesProblems} from './load/own-dialects.ts';
import {unknownNames} from './load/unknown-names.ts';
import {printProblems} from './words/print-problems.ts';

/** Declares the command line. */
export function configure(command: Command): Command {
  return configureRun(command)
    .optionsGroup('How it runs:')
    .option('--watch', 'run again what a change of a file touches, until Ctrl-C; for suites of your own');
}

interface WatchOption {
  readonly watch?: boolean;
}

/** Runs the command and gives its exit code. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<RunOptions & WatchOption>(argv, machine, configure, readEnvironment);
  if (line.kind === 'stop' || line.options.watch !== true) return runLine(line, machine);
  const {watchAndRun} = await import('./run/watch-and-run.ts');
  return watchAndRun(line.operands, line.options, machine, operands => runLine({...line, operands}, machine));
}

/** Runs with the settings of a program, which are values; `watch` is given what the run leaves. */
export async function runGiven(settings: GivenSettings, machine: Machine, watch: RunWatch): Promise<number> {
  return runLine(readGivenSettings<RunOptions>(settings, machine, configureRun), machine, watch);
}

async function runLine(line: CommandLine<RunOptions>, machine: Machine, watch?: RunWatch): Promise<number> {
  if (line.kind === 'stop') return line.exitCode;
  const loaded = await loadTargetFile(line.options, machine, line.sources);
  if (loaded.kind === 'unusable') return refuse(machine, [loaded.why]);
  const {options} = loaded;
  if (options.quiet !== true) noteMistyped(options, machine);
  if (options.verbose === true) machine.talk(`${effectiveSettings(options, line.sources).join('\n')}\n`);
  const reading = await readInputs(line.operands, options, machine);
  if (reading.kind === 'wrong') return refuse(machine, reading.problems);
  if (reading.kind === 'unreadable') {
    machine.talk(`${reading.page}\n`);
    return 2;
  }
  if (options.list === true || options.dryRun === true) return lookAhead(reading.inputs);
  const unwritable = makeResultsFolder(machine, options.output);
  if (unwritable !== undefined) return refuse(machine, [unwritable]);
  const reporters = readReporters(options.reporter, {flag: '--reporter', folder: options.output, machine});
  if (reporters.problems.length > 0) return refuse(machine, reporters.problems);
  const stops = interruptible(machine);
  try {
    const watching = watch === undefined ? {} : {watch};
    return await openAndRun({...reading.inputs, ...watching, wanted: reporters.wanted, stops});
  } catch (problem) {
    const text = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
    machine.talk(
      `touchstone run: it broke off; what was judged before is in ${options.output}/results.jsonl\n  ${text}\n`,
    );
    return 3;
  } finally {
    stops.release();
  }
}

function refuse(machine: Machine, problems: readonly string[]): number {
  printProblems(machine, 'run', problems);
  return 2;
}

type Reading =
  | {readonly kind: 'ready'; readonly inputs: Omit<RunInputs, 'wanted' | 'stops'>}
  | {readonly kind: 'wrong'; readonly problems: readonly string[]}
  /** Suites with problems, each shown with its place. */
  | {readonly kind: 'unreadable'; readonly page: string};

/** Reads everything that the options name; nothing is touched. */
async function readInputs(operands: readonly string[], options: RunOptions, machine: Machine): Promise<Reading> {
  const wrong = (...problems: readonly string[]): Reading => ({kind: 'wrong', problems});
  const places = readPlaces(operands, options, machine);
  const problems = [...targetProblems(options), ...places.problems, ...runOptionProblems(options)];
  if (problems.length > 0) return wrong(...problems);
  const actors = options.from?.auth === undefined ? [...plainCast.keys(), ...actorRoles] : undefined;
  const isSealed = transportFor('livePeer', options.livePeer ?? '')?.isSealed === true;
  const mesh = isSealed || places.files.mesh === true;
  const catalog = await loadCatalog(machine, {...places.files, mesh, ...defined({actors})});
  if (catalog.problems.length > 0) {
    const {renderProblems} = await import('../../base/yaml/render-problems.ts');
    const color = isColored(machine, machine.terminal.isTalkTerminal);
    return {kind: 'unreadable', page: renderProblems(catalog.problems, {color})};
  }
  const unknown = [...unknownNames(options, catalog), ...(await ownNamesProblems(options, catalog, machine))];
  if (unknown.length > 0) return wrong(...unknown);
  const known = options.baseline === undefined ? undefined : loadBaseline(options.baseline, machine);
  if (known?.kind === 'unusable') return wrong(known.why);
  const errata = await loadErrata(options.errata, machine);
  if (errata.kind === 'unusable') return wrong(errata.why);
  const edition = options.edition ?? known?.reading.edition ?? options.from?.edition;
  const pinned = edition === undefined ? undefined : newerThan(edition, loadEditions(machine));
  if (pinned?.kind === 'unknown') return wrong(pinned.why);
  const misplaced = contextProblems(options, edition);
  if (misplaced.length > 0) return wrong(...misplaced);
  const before = options.lastFailed === true ? lastFailed(options.output, machine) : undefined;
  if (before?.kind === 'unusable') return wrong(before.why);
  return {
    kind: 'ready',
    inputs: {
      machine,
      operands,
      options,
      catalog,
      selection: {...places.selection, ...defined({only: before?.ids})},
      ...defined({known: known?.reading}),
      errata: errata.withdrawn,
      ...(edition === undefined || pinned === undefined ? {} : {pin: {edition, newIn: pinned.newIn}}),
    },
  };
}

/** A run that only looks ahead needs no target; one that is named must be named well. */
function targetProblems(options: RunOptions): readonly string[] {
  const {list, dryRun, reference, target, peer, livePeer, from} = options;
  const isAnyNamed = reference === true || [target, peer, livePeer, from].some(one => one !== undefined);
  return (list === true || dryRun === true) && !isAnyNamed ? [] : checkTargetOptions(options);
}
