// `touchstone prove --mutants N`: measures the suites with mechanical changes of the reference that nobody chose.
import {counted} from '../../../../base/text/counted.ts';
import {program} from '../../../../base/text/program.ts';
import type {Machine} from '../../../../model/machine.ts';
import type {MutantBuild} from '../../../../model/mutants.ts';
import type {Runnable} from '../../../../model/plan.ts';
import {
  entryOf,
  isOfEntry,
  isSurvivor,
  type DescribedMutant,
  type MutantEntry,
  type MutantRow,
  type MutantScope,
} from '../../../../reports/mutants/mutant-result.ts';
import {renderMutants} from '../../../../reports/mutants/mutant-text.ts';
import {shellWord} from '../../../../base/text/shell-word.ts';
import {loadCatalog, type Catalog} from '../../load/catalog.ts';
import {digestOf} from '../../words/digest.ts';
import {gatherRunnables} from '../../load/gather-runnables.ts';
import {loadTargetFile} from '../../load/load-target-file.ts';
import {standings} from '../standing.ts';
import type {TargetOptions} from '../../words/target-options.ts';
import {changedSince} from './changed-since.ts';
import {describeMutants, type ReadSource} from './described.ts';
import {drawMutants, functionDigests, inChangedFunctions} from './draw-mutants.ts';
import {readEntries} from './entries-file.ts';
import {runHealthy, type Healthy} from './healthy-runs.ts';
import {mutantsFileName, mutantsPartName, readKept, rowsToKeep, writeKept, type KeptMutants} from './mutants-file.ts';
import {reachOf, type Reach} from './reach.ts';
import {statementsNear} from './statements-near.ts';
import {tryAll} from './try-all.ts';
import {writeScore} from './write-score.ts';

/** The options that it looks at. */
export interface MutantOptions {
  /** How many mutants are tried. */
  readonly mutants: number;
  /** Only those in functions that changed: since a commit, or since the last whole result of the output folder. */
  readonly changed?: string | true;
  readonly jobs: number;
  readonly seed: number;
  readonly output: string;
  readonly markdown?: string;
  /** Only mutants of the hosting server. */
  readonly hosting?: boolean;
  /** Only mutants of the overlay peer. */
  readonly overlay?: boolean;
  /** Only mutants of these files, and of files in these folders, below `reference-server`. */
  readonly mutantsIn?: readonly string[];
}

/** How it runs. */
export interface MutantRun {
  readonly stop: AbortSignal;
  /** Adds to the cases those in the contexts in which users run them. */
  readonly inContexts: (runnables: readonly Runnable[], catalog: Catalog) => readonly Runnable[];
}

/**
 * Runs it: 0 when everything that was to be measured was, 1 when there are problems (with `--changed`: a survivor without an entry), 2 for bad
 * input or no checkout, 3 when the reference cannot be used, 130 when it was interrupted.
 */
export async function proveMutants(
  machine: Machine,
  options: MutantOptions,
  {stop, inContexts}: MutantRun,
): Promise<number> {
  const talk = (text: string): void => machine.talk(`touchstone prove: ${text}\n`);
  const {entries, problems} = readEntries(machine);
  if (problems.length > 0) {
    talk(`the list of entries has problems\n${problems.map(problem => `  ${problem}`).join('\n')}`);
    return 2;
  }
  machine.talk('the reference is built with all its mutants\n');
  const start = await machine.buildMutants();
  if (start.kind === 'cannot-build') {
    talk(start.why);
    return 2;
  }
  const loaded = await loadTargetFile({reference: true}, machine);
  if (loaded.kind === 'unusable') {
    talk(loaded.why);
    return 2;
  }
  const catalog = await loadCatalog(machine, {own: true, users: []});
  const runnables = inContexts(await gatherRunnables(catalog, machine, {withProperties: true}), catalog);
  const measuring = {machine, options, stop, entries, build: start.build, target: loaded.options, catalog, runnables};
  const choice = await choose(measuring);
  if (choice.kind === 'refused') {
    talk(choice.why);
    return 2;
  }
  return measure(measuring, choice);
}

interface Measuring {
  readonly machine: Machine;
  readonly options: MutantOptions;
  readonly stop: AbortSignal;
  readonly entries: readonly MutantEntry[];
  readonly build: MutantBuild;
  readonly target: TargetOptions;
  readonly catalog: Catalog;
  readonly runnables: readonly Runnable[];
}

interface Choice {
  readonly kind: 'chosen';
  readonly drawn: readonly DescribedMutant[];
  readonly outOf: readonly DescribedMutant[];
  readonly functions: ReadonlyMap<string, string>;
  readonly readSource: ReadSource;
}

async function choose({
  machine,
  options,
  build,
}: Measuring): Promise<Choice | {readonly kind: 'refused'; readonly why: string}> {
  const readSource = sourceReader(machine);
  const scope = scopeOf(options);
  const known = describeMutants(build.mutants, readSource);
  const {mutantsIn: places = []} = options;
  const nowhere = places.find(place => !known.some(({file}) => isIn(file, place)));
  if (nowhere !== undefined)
    return {
      kind: 'refused',
      why: `--mutants-in ${nowhere}: no file or folder with mutants is there; ${foldersOf(known)}`,
    };
  const all = known.filter(
    mutant =>
      (places.length === 0 || places.some(place => isIn(mutant.file, place))) &&
      (scope === 'hosting' || scope === 'overlay' ? roleOf(mutant) === scope : true),
  );
  const files = [...new Set(all.map(({file}) => file))];
  const functions = new Map(files.flatMap(file => [...functionDigests(file, readSource(file))]));
  if (options.changed === undefined)
    return {
      kind: 'chosen',
      drawn: drawMutants(all, {count: options.mutants, seed: options.seed}),
      outOf: all,
      functions,
      readSource,
    };
  const before = await changedSince(machine, {
    since: options.changed,
    output: options.output,
    files,
    build,
    readSource,
  });
  if (before.kind === 'refused') return before;
  const outOf = inChangedFunctions(all, before.functions, functions);
  machine.talk(`${counted(outOf.length, 'mutant is', 'mutants are')} in functions that changed since ${before.what}\n`);
  const drawn = drawMutants(outOf, {count: options.mutants, seed: options.seed});
  return {kind: 'chosen', drawn, outOf, functions, readSource};
}

const sources = 'reference-server/';

/** Tells whether a file is this one, or is somewhere in this folder. */
function isIn(file: string, place: string): boolean {
  const whole = `${sources}${place.replace(/^reference-server\//, '').replace(/\/+$/, '')}`;
  return file === whole || file.startsWith(`${whole}/`);
}

function foldersOf(mutants: readonly DescribedMutant[]): string {
  return `the folders below ${sources} are ${[...new Set(mutants.map(({folder}) => folder))].toSorted().join(', ')}`;
}

function scopeOf({changed, hosting, overlay, mutantsIn}: MutantOptions): MutantScope {
  if (changed !== undefined) return 'changes';
  if (mutantsIn !== undefined) return 'places';
  if (hosting === overlay) return 'all';
  return hosting === true ? 'hosting' : 'overlay';
}

function roleOf({folder}: DescribedMutant): 'hosting' | 'overlay' {
  return folder === 'overlay' ? 'overlay' : 'hosting';
}

/** Leaves the cases of the roles that have something to notice. */
function casesFor(runnables: readonly Runnable[], mutants: readonly DescribedMutant[]): readonly Runnable[] {
  const roles = new Set(mutants.map(roleOf));
  return runnables.filter(({definition}) => roles.has(definition.area === 'hosting' ? 'hosting' : 'overlay'));
}

/** Reads sources of the checkout once. */
function sourceReader({files, packageRoot}: Machine): ReadSource {
  const texts = new Map<string, string>();
  return file => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const read = files.readText(`${packageRoot}/${file}`);
    const text = read.kind === 'text' ? read.text : '';
    texts.set(file, text);
    return text;
  };
}

async function measure(measuring: Measuring, {drawn, outOf, functions, readSource}: Choice): Promise<number> {
  const {machine, options, stop, entries, build} = measuring;
  const standing = standingOf(measuring);
  const before = rowsToKeep(readKept(machine, `${options.output}/${mutantsPartName}`), standing);
  const rows = new Map(drawn.flatMap(({key}) => (before.has(key) ? [[key, before.get(key) as MutantRow]] : [])));
  const left = drawn.filter(({key}) => !rows.has(key));
  const runnables = casesFor(measuring.runnables, left);
  if (rows.size > 0)
    machine.talk(`${counted(rows.size, 'mutant is', 'mutants are')} known from before the interrupt\n`);
  let problems: readonly string[] = [];
  const keptNow = (): KeptMutants => ({
    schema: 1,
    standing,
    functions: Object.fromEntries(functions),
    result: {
      seed: options.seed,
      date: machine.clock.now().toISOString().slice(0, 10),
      outOf: outOf.length,
      wanted: drawn.length,
      of: scopeOf(options),
      rows: drawn.flatMap(({key}) => rows.get(key) ?? []).toSorted((a, b) => a.mutant.id - b.mutant.id),
      entries: entries.filter(entry => outOf.some(mutant => isOfEntry(mutant, entry))),
      problems,
    },
  });
  if (left.length > 0) {
    machine.talk(
      `the healthy reference runs ${counted(runnables.length, 'case')}, and those that reach a mutant twice\n`,
    );
    const reachIn = (healthy: Healthy): ((mutant: DescribedMutant) => Reach) =>
      reachOf(left, {healthy, runnables, readSource});
    const needed = (first: Healthy): ReadonlySet<string> =>
      new Set(left.map(reachIn(first)).flatMap(({cases}) => cases));
    const watched = left.map(({id}) => id);
    const runs = await runHealthy({...measuring, runnables, seed: options.seed, watched, needed});
    if (stop.aborted) return interrupted(machine, options, {kept: keptNow(), wanted: drawn.length});
    if (runs.kind === 'refused') {
      machine.talk(`touchstone prove: ${runs.why}\n`);
      return 3;
    }
    const {healthy} = runs;
    problems = healthy.red.map(({id, verdict, detail}) => `${id} is ${verdict} on the healthy reference: ${detail}`);
    const byId = new Map(runnables.map(runnable => [runnable.id, runnable]));
    await tryAll(left, {
      ...measuring,
      build,
      seed: options.seed,
      jobs: options.jobs,
      runnables: byId,
      healthy,
      reach: reachIn(healthy),
      statements: statementsNear(readSource, byId),
      keep: row => {
        rows.set(row.mutant.key, row);
        // A machine that goes away in the middle has not worked for nothing.
        if (rows.size % 20 === 0) writeKept(machine, options.output, mutantsPartName, keptNow());
        machine.talk(`${String(rows.size)}/${String(drawn.length)} ${lineOf(row)}\n`);
      },
    });
  }
  problems = [...problems, ...staleEntries(measuring, outOf, options)];
  const kept = keptNow();
  if (stop.aborted) return interrupted(machine, options, {kept, wanted: drawn.length});
  return conclude(machine, options, kept);
}

function lineOf({mutant, outcome}: MutantRow): string {
  const where = `${mutant.file.replace('reference-server/', '')}:${String(mutant.line)} ${mutant.mutator}`;
  switch (outcome.kind) {
    case 'noticed':
      return `${where}: noticed by ${outcome.case}`;
    case 'not-judged':
      return `${where}: visible, not judged`;
    case 'not-visible':
      return `${where}: not visible`;
    case 'not-reached':
      return `${where}: not reached`;
    case 'broken':
      return `${where}: ${outcome.how}`;
  }
}

/** What the rows depend on: as long as it stays, what was tried stays true. */
function standingOf({build, runnables, machine, catalog, options}: Measuring): string {
  const known = standings(runnables, {machine, catalog});
  return digestOf([build.digest, String(options.seed), ...runnables.map(({id}) => known.ofCase(id))].join('\n'));
}

/** With all mutants at hand, an entry must be about one of them. */
function staleEntries(
  {entries}: Measuring,
  outOf: readonly DescribedMutant[],
  options: MutantOptions,
): readonly string[] {
  if (scopeOf(options) !== 'all') return [];
  return entries
    .filter(entry => !outOf.some(mutant => isOfEntry(mutant, entry)))
    .map(
      ({file, function: name, mutator, old, new: to}) =>
        `stale entry: ${file}, ${name} has no ${mutator} from "${old}" to "${to}"`,
    );
}

function interrupted(
  machine: Machine,
  {mutants, seed, changed, hosting, overlay, mutantsIn = [], output}: MutantOptions,
  {kept, wanted}: {readonly kept: KeptMutants; readonly wanted: number},
): number {
  writeKept(machine, output, mutantsPartName, kept);
  const words = [
    `--mutants ${String(mutants)}`,
    `--seed ${String(seed)}`,
    ...(changed === undefined ? [] : [`--changed${changed === true ? '' : ` ${shellWord(changed)}`}`]),
    ...(hosting === true ? ['--hosting'] : []),
    ...(overlay === true ? ['--overlay'] : []),
    ...mutantsIn.map(place => `--mutants-in ${shellWord(place)}`),
    ...(output === 'touchstone-results' ? [] : [`--output ${shellWord(output)}`]),
  ];
  machine.talk(
    `touchstone prove: interrupted when ${String(kept.result.rows.length)} of ${counted(wanted, 'mutant was', 'mutants were')} tried; to go on with the others:\n` +
      `  ${program} prove ${words.join(' ')}\n`,
  );
  return 130;
}

function conclude(machine: Machine, options: MutantOptions, kept: KeptMutants): number {
  const {result} = kept;
  // A result of some mutants says nothing about the others, so the whole one stays.
  writeKept(machine, options.output, result.of === 'all' ? mutantsFileName : mutantsPartName, kept);
  if (options.markdown !== undefined) writeScore(machine, options.markdown, result);
  machine.print(`${renderMutants(result)}\n`);
  const unexplained = result.rows.filter(row => isSurvivor(row) && entryOf(row.mutant, result.entries) === undefined);
  return result.problems.length > 0 || (result.of === 'changes' && unexplained.length > 0) ? 1 : 0;
}
