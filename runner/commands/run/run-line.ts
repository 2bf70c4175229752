// What `touchstone run` does when its command line was read: loads what it names, checks it, and runs it.
import {defined} from '../../../base/json/defined.ts';
import {actorRoles, plainCast} from '../../../model/actor.ts';
import type {Machine} from '../../../model/machine.ts';
import {transportFor} from '../../../model/peers/transports.ts';
import type {LoadedBaseline} from '../load/load-baseline.ts';
import {loadCatalog} from '../load/catalog.ts';
import {loadEditions, newerThan} from '../load/load-editions.ts';
import {loadErrata} from '../load/load-errata.ts';
import {loadTargetFile} from '../load/load-target-file.ts';
import {ownNamesProblems} from '../load/own-dialects.ts';
import {runOptionProblems, type RunOptions} from '../load/run-options.ts';
import {readPlaces} from '../load/select-options.ts';
import {unknownNames} from '../load/unknown-names.ts';
import {checkTargetOptions} from '../words/check-target-options.ts';
import {isColored} from '../words/colored.ts';
import type {CommandLine} from '../words/command-line.ts';
import {noteMistyped} from '../words/environment.ts';
import {printProblems} from '../words/print-problems.ts';
import {readReporters} from '../words/reporter-option.ts';
import {interruptible} from '../words/stops.ts';
import {contextProblems} from './cases-in-contexts.ts';
import {lookAhead} from './dry-run.ts';
import {effectiveSettings} from './effective-settings.ts';
import {lastFailed} from './last-failed.ts';
import {openAndRun, type RunInputs, type RunWatch} from './open-and-run.ts';

/** Runs what the command line asks for and gives the exit code; `watch` is given what the run leaves. */
export async function runLine(line: CommandLine<RunOptions>, machine: Machine, watch?: RunWatch): Promise<number> {
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
  // The reference has nodes of its own beside its live peer.
  const hasOwnNodes = options.reference === true && operands.length === 0;
  const mesh = isSealed || hasOwnNodes || places.files.mesh === true;
  const catalog = await loadCatalog(machine, {...places.files, mesh, ...defined({actors})});
  if (catalog.problems.length > 0) {
    const {renderProblems} = await import('../../../base/yaml/render-problems.ts');
    const color = isColored(machine, machine.terminal.isTalkTerminal);
    return {kind: 'unreadable', page: renderProblems(catalog.problems, {color})};
  }
  const unknown = [...unknownNames(options, catalog), ...(await ownNamesProblems(options, catalog, machine))];
  if (unknown.length > 0) return wrong(...unknown);
  const known = options.baseline === undefined ? undefined : await baselineIn(options.baseline, machine);
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

// Reading YAML takes 30 ms to load, and a run whose suites are kept reads none.
async function baselineIn(file: string, machine: Machine): Promise<LoadedBaseline> {
  const {loadBaseline} = await import('../load/load-baseline.ts');
  return loadBaseline(file, machine);
}

/** A run that only looks ahead needs no target; one that is named must be named well. */
function targetProblems(options: RunOptions): readonly string[] {
  const {list, dryRun, reference, target, peer, livePeer, from} = options;
  const isAnyNamed = reference === true || [target, peer, livePeer, from].some(one => one !== undefined);
  return (list === true || dryRun === true) && !isAnyNamed ? [] : checkTargetOptions(options);
}
