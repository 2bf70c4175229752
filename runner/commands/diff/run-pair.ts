// What `touchstone diff` does when its command line was read: runs the same cases on both targets and compares.
import {program} from '../../../base/text/program.ts';
import type {Machine} from '../../../model/machine.ts';
import {beginRun, type BegunRun} from '../run/begin-run.ts';
import {compareTargets, isWholeEvidence} from '../../../reports/compare/two-targets.ts';
import {loadCatalog} from '../load/catalog.ts';
import {checkTargetOptions} from '../words/check-target-options.ts';
import {readComparisonPlaces, writeComparison, type ComparisonPlace} from './comparison-files.ts';
import type {DiffOptions} from './options-of-both.ts';
import {sidesOf, type GivenOption} from './sides.ts';
import {redactorFor} from '../open/given-secrets.ts';
import {contextProblems} from '../run/cases-in-contexts.ts';
import {holdFolder} from '../run/hold-folder.ts';
import {readJournalFile} from '../run/journal-file.ts';
import {loadErrata} from '../load/load-errata.ts';
import {loadTargetFile} from '../load/load-target-file.ts';
import {openTarget} from '../open/open-target.ts';
import type {OpenTarget} from '../open/opening.ts';
import {isColored} from '../words/colored.ts';
import {readCommandLine} from '../words/command-line.ts';
import {printProblems} from '../words/print-problems.ts';
import type {RunInputs} from '../run/open-and-run.ts';
import {readPlaces} from '../load/select-options.ts';
import {interruptible} from '../words/stops.ts';
import {addTargetOptions, type TargetOptions} from '../words/target-options.ts';
import {unknownNames} from '../load/unknown-names.ts';

/** Gives the exit code: 0 without a difference, 1 with one, 2, 3, 5 and 130 as `run` has them, 6 when the runs do not show whether they differ. */
export async function runPair(
  options: DiffOptions,
  {operands, given}: {readonly operands: readonly string[]; readonly given: readonly GivenOption[]},
  machine: Machine,
): Promise<number> {
  const split = sidesOf(given);
  if (split.kind === 'wrong') return refuse(machine, split.problems);
  const first = await readSide('first', split.first, machine);
  const second = await readSide('second', split.second, machine);
  if (first === undefined || second === undefined) return 2;
  const places = readPlaces(operands, options, machine);
  const to = readComparisonPlaces(options.to, machine);
  const problems = [
    ...contextProblems(options, undefined),
    ...sideProblems(first),
    ...sideProblems(second),
    ...places.problems,
    ...to.problems,
  ];
  if (problems.length > 0) return refuse(machine, problems);
  const catalog = await loadCatalog(machine, places.files);
  if (catalog.problems.length > 0) {
    const {renderProblems} = await import('../../../base/yaml/render-problems.ts');
    machine.talk(`${renderProblems(catalog.problems, {color: isColored(machine, machine.terminal.isTalkTerminal)})}\n`);
    return 2;
  }
  const unknown = [first, second].flatMap(({target}) =>
    unknownNames({...target, requirement: options.requirement ?? []}, catalog),
  );
  if (unknown.length > 0) return refuse(machine, [...new Set(unknown)]);
  const errata = await loadErrata(options.errata, machine);
  if (errata.kind === 'unusable') return refuse(machine, [errata.why]);
  const shared = {machine, options, operands, catalog, selection: places.selection, errata: errata.withdrawn};
  const seed = options.seed ?? machine.random.seed();
  return holdFolder({folder: options.output, command: 'diff'}, machine, () =>
    runBoth([first, second], {...shared, seed, places: to.places}),
  );
}

function refuse(machine: Machine, problems: readonly string[]): number {
  printProblems(machine, 'diff', problems);
  return 2;
}

/** One of the two targets. */
interface Side {
  readonly name: 'first' | 'second';
  readonly target: TargetOptions;
}

async function readSide(name: Side['name'], argv: readonly string[], machine: Machine): Promise<Side | undefined> {
  const line = readCommandLine<TargetOptions>(argv, machine, command => addTargetOptions(command.name('diff')));
  if (line.kind === 'stop') return undefined;
  const loaded = await loadTargetFile(line.options, machine);
  if (loaded.kind === 'loaded') return {name, target: loaded.options};
  refuse(machine, [`the ${name} target: ${loaded.why}`]);
  return undefined;
}

function sideProblems({name, target}: Side): readonly string[] {
  return checkTargetOptions(target).map(problem => `the ${name} target: ${problem}`);
}

/** What both runs share. */
interface Shared extends Pick<RunInputs, 'machine' | 'operands' | 'catalog' | 'selection' | 'errata'> {
  readonly options: DiffOptions;
  readonly seed: number;
  readonly places: readonly ComparisonPlace[];
}

async function runBoth(sides: readonly Side[], shared: Shared): Promise<number> {
  const {machine, options} = shared;
  const stops = interruptible(machine);
  try {
    const unusable = await tryLast(sides, machine, stops);
    if (unusable !== undefined) return unusable;
    for (const side of sides) {
      const {exitCode, hasBegun} = await runSide(side, shared, stops);
      // A run that did not begin, or broke off, has nothing to compare; it said why.
      if (!hasBegun || ![0, 1, 6].includes(exitCode)) return exitCode;
    }
  } finally {
    stops.release();
  }
  return compareSides(
    sides.map(({name}) => `${options.output}/${name}`),
    shared,
  );
}

// The first run may take minutes; that the second target cannot be used is worth knowing before.
async function tryLast(
  sides: readonly Side[],
  machine: Machine,
  stops: RunInputs['stops'],
): Promise<number | undefined> {
  const last = sides.at(-1);
  if (last === undefined) return undefined;
  const redactor = redactorFor(last.target, machine);
  const opening = await openTarget(last.target, machine, {redactor, stop: stops.stop});
  const failure = opening.kind === 'open' ? await silenceOf(opening.target) : opening;
  if (opening.kind === 'open') await opening.target.close();
  if (failure === undefined) return undefined;
  if (stops.count() > 0) return 130;
  const problems = failure.problems.map(problem => `the ${last.name} target: ${problem}`);
  printProblems(machine, 'diff', problems);
  return failure.exitCode;
}

// Whatever it answers, it is there; what it is, entering it shows.
async function silenceOf({
  hosting,
}: OpenTarget): Promise<{readonly exitCode: number; readonly problems: readonly string[]} | undefined> {
  if (hosting === undefined) return undefined;
  const seen = await hosting.http.exchange({method: 'GET', path: '/api/v1/version', headers: []});
  return seen.kind === 'reply'
    ? undefined
    : {exitCode: 5, problems: [`it gives no reply: ${seen.detail}\n  start the server, or correct the host and port`]};
}

async function runSide({name, target}: Side, shared: Shared, stops: RunInputs['stops']): Promise<BegunRun> {
  const {machine, options, seed} = shared;
  const output = `${options.output}/${name}`;
  if (options.quiet !== true) machine.talk(`the ${name} target\n`);
  return beginRun({
    ...shared,
    // What a run prints is about one target; here only the difference is printed.
    machine: {...machine, print: () => undefined},
    options: {...target, ...runOptionsOf(options), seed, output, stale: 'fail'},
    wanted: [],
    stops,
    hooks: {command: 'diff'},
  });
}

// The command line of both holds what either target was given as well; that is no option of a run.
function runOptionsOf(options: DiffOptions): Omit<DiffOptions, 'to' | 'output' | 'seed'> {
  const {id, grep, tags, requirement, contexts, context, variants, propertyRuns, propertyTime, record, errata, quiet} =
    options;
  const given = {id, grep, tags, requirement, contexts, context, variants, propertyRuns, propertyTime, errata, quiet};
  return {record, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))};
}

function compareSides([first = '', second = '']: readonly string[], {machine, places}: Shared): number {
  const read = [readJournalFile(first, machine), readJournalFile(second, machine)] as const;
  const problems = read.flatMap(one => (one.kind === 'unusable' ? [one.why] : []));
  const [before, after] = read;
  if (before.kind === 'unusable' || after.kind === 'unusable') return refuse(machine, problems);
  const result = compareTargets(before.journal, after.journal);
  if (result.kind === 'not-comparable') {
    machine.talk(`touchstone diff: ${result.why}\n  name two targets of the same kind\n`);
    return 6;
  }
  const {comparison} = result;
  writeComparison(comparison, {machine, places, journals: {before: first, after: second}});
  machine.talk(`both runs are kept: ${program} report ${first}, ${program} report ${second}\n`);
  if (comparison.cases.length > 0) return 1;
  return isWholeEvidence(comparison) ? 0 : 6;
}
