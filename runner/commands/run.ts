// `touchstone run`: runs suites and properties against a target, and leaves a journal and reports.
import {Option, type Command} from 'commander';
import type {Machine} from '../model/machine.ts';
import type {HeaderLine} from '../model/journal.ts';
import type {Plan, Runnable, Shard} from '../model/plan.ts';
import type {Withdrawal} from '../model/profile.ts';
import {planRun} from '../plan/plan-run.ts';
import {selectCases} from '../plan/select-cases.ts';
import {withoutWithdrawn} from '../plan/withdraw.ts';
import type {BaselineReading} from '../../reports/baseline-file.ts';
import {journalWriter} from '../../reports/journal-writer.ts';
import {makeRedactor, type Redactor} from '../../reports/redaction.ts';
import {visibleLines, visibleText} from '../../reports/visible-text.ts';
import {loadBaseline, watchOf} from './baseline-load.ts';
import {loadCatalog, type Catalog} from './catalog.ts';
import {duration, readCommandLine, wholeNumber} from './command-line.ts';
import {areasOf, contextOf, enterTarget, offerOf, type Entry} from './enter-target.ts';
import {gatherRunnables} from './gather-runnables.ts';
import {openLedger, type LedgerFile} from './ledger-file.ts';
import {loadTargetFile} from './load-target-file.ts';
import {checkTargetOptions} from './check-target-options.ts';
import {openTarget, type OpenTarget} from './open-target.ts';
import {
  enterVariants,
  leaveVariants,
  openVariants,
  variantsFor,
  withVariants,
  type EnteredVariant,
  type OpenedVariants,
} from './open-variants.ts';
import {makeResultsFolder, openResults, writeFirstReports, writeReports} from './results.ts';
import {readReporters, reporterOption, type WantedReport} from './reporter-option.ts';
import {addSelectOptions, readPlaces, type SelectOptions} from './select-options.ts';
import {loadEditions, newerThan, type NewIn} from './load-editions.ts';
import {loadErrata} from './load-errata.ts';
import {headerOf, headOf} from './run-header.ts';
import type {RunHooks} from './run-hooks.ts';
import {seededRows} from './seeded-rows.ts';
import {runSession} from './session.ts';
import {readShard} from './shard-option.ts';
import {interruptible, type Stops} from './stops.ts';
import {unknownNames} from './unknown-names.ts';
import {addTargetOptions, type TargetOptions} from './target-options.ts';
import {timedTarget} from './timed-target.ts';

/** The options of `run`. */
export interface RunOptions extends TargetOptions, SelectOptions {
  readonly output: string;
  readonly reporter?: readonly string[];
  readonly record: HeaderLine['record'];
  readonly seed?: number;
  readonly variants?: boolean;
  readonly shard?: Shard;
  readonly requireAll?: boolean;
  readonly baseline?: string;
  readonly stale: 'fail' | 'warn';
  readonly edition?: string;
  readonly errata?: string;
  readonly quiet?: boolean;
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return addTargetOptions(
    addSelectOptions(
      command.name('run').description('Runs suites and properties against a target, and leaves a journal and reports.'),
    ),
  )
    .optionsGroup('How it runs, and what it leaves:')
    .addOption(
      new Option('--seed <n>', 'repeats the order and the drawn inputs of an earlier run').argParser(
        wholeNumber(0, 2 ** 31 - 1),
      ),
    )
    .option('--variants', 'run the wire cases of the overlay with other values, drawn from the seed')
    .addOption(
      new Option(
        '--shard <i/n>',
        'run one of n parts of the cases; needs --seed; touchstone merge joins them',
      ).argParser(readShard),
    )
    .addOption(
      new Option('--property-runs <n>', 'runs of each property (default: its own number)').argParser(
        wholeNumber(1, 1_000_000),
      ),
    )
    .addOption(
      new Option(
        '--property-time <time>',
        'after this time a property begins no more runs, but its least number is always done (default 20s; none with --property-runs)',
      ).argParser(duration(1, 86_400_000)),
    )
    .option('--output <folder>', 'where journal and reports go', 'touchstone-results')
    .addOption(reporterOption('--reporter'))
    .addOption(
      new Option('--record <what>', 'which exchanges the journal keeps whole')
        .choices(['failed', 'all', 'none'])
        .default('failed'),
    )
    .option('--require-all', 'let every skip cost exit code 6')
    .option('--baseline <file>', 'known failures: they run, are told apart and cost nothing')
    .addOption(
      new Option('--stale <how>', 'an entry of the baseline that is no longer so: exit code 4, or a warning')
        .choices(['fail', 'warn'])
        .default('fail'),
    )
    .option('--edition <id>', 'the edition of the suites that counts; newer cases run, are shown and cost nothing')
    .option('--errata <file>', 'more withdrawn cases than this version knows of; they are skipped and shown')
    .option('-q, --quiet', 'print the verdict and nothing else');
}

/** Runs the command and gives its exit code. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<RunOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const {operands} = line;
  const loaded = await loadTargetFile(line.options, machine);
  if (loaded.kind === 'unusable') return refuse(machine, [loaded.why]);
  const {options} = loaded;
  const places = readPlaces(operands, options, machine);
  const problems = [...checkTargetOptions(options), ...places.problems, ...shardProblems(options)];
  if (problems.length > 0) return refuse(machine, problems);
  const catalog = await loadCatalog(machine, places.files);
  if (catalog.problems.length > 0) {
    const {renderProblems} = await import('../read/render-problems.ts');
    machine.talk(`${renderProblems(catalog.problems, {color: machine.terminal.isTalkTerminal})}\n`);
    return 2;
  }
  const unknown = unknownNames(options, catalog);
  if (unknown.length > 0) return refuse(machine, unknown);
  const known = options.baseline === undefined ? undefined : loadBaseline(options.baseline, machine);
  if (known?.kind === 'unusable') return refuse(machine, [known.why]);
  const errata = await loadErrata(options.errata, machine);
  if (errata.kind === 'unusable') return refuse(machine, [errata.why]);
  const edition = options.edition ?? known?.reading.edition ?? options.from?.edition;
  const pinned = edition === undefined ? undefined : newerThan(edition, loadEditions(machine));
  if (pinned?.kind === 'unknown') return refuse(machine, [pinned.why]);
  const pin = edition === undefined || pinned === undefined ? undefined : {edition, newIn: pinned.newIn};
  const unwritable = makeResultsFolder(machine, options.output);
  if (unwritable !== undefined) return refuse(machine, [unwritable]);
  const reporters = readReporters(options.reporter, {flag: '--reporter', folder: options.output, machine});
  if (reporters.problems.length > 0) return refuse(machine, reporters.problems);
  const stops = interruptible(machine);
  try {
    return await openAndRun({
      machine,
      operands,
      options,
      catalog,
      selection: places.selection,
      wanted: reporters.wanted,
      ...(known === undefined ? {} : {known: known.reading}),
      errata: errata.withdrawn,
      ...(pin === undefined ? {} : {pin}),
      stops,
    });
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

// A seed that every shard draws for itself would give each another order and other inputs, and merge refuses that.
function shardProblems({shard, seed}: RunOptions): readonly string[] {
  if (shard === undefined || seed !== undefined) return [];
  return ['--shard needs --seed\n  give every shard the same number, e.g. --seed 1'];
}

/** Opens the target, runs what was selected and gives the exit code. */
export async function openAndRun(inputs: RunInputs): Promise<number> {
  const {machine, options, stops} = inputs;
  const opening = await openTarget(options, machine, stops.stop);
  if (stops.count() > 0 && opening.kind === 'failed') return interruptedEarly(machine);
  if (opening.kind === 'failed') {
    machine.talk(`touchstone ${inputs.hooks?.command ?? 'run'}: ${visibleLines(opening.message).join('\n')}\n`);
    return opening.exitCode;
  }
  try {
    return await runOn(timedTarget(opening.target), inputs);
  } finally {
    await opening.target.close();
  }
}

function refuse(machine: Machine, problems: readonly string[]): number {
  for (const problem of problems) machine.talk(`touchstone run: ${problem}\n`);
  return 2;
}

/** Everything that a run is made of; options, selection and catalog have been checked. */
export interface RunInputs {
  /** What another command changes. */
  readonly hooks?: RunHooks;
  readonly operands: readonly string[];
  readonly machine: Machine;
  readonly options: RunOptions;
  readonly catalog: Catalog;
  readonly selection: Parameters<typeof planRun>[0]['selection'];
  readonly wanted: readonly WantedReport[];
  readonly known?: BaselineReading;
  /** Cases that judge nobody any more. */
  readonly errata: readonly Withdrawal[];
  /** The edition that the gate pinned, and what is newer. */
  readonly pin?: {readonly edition: string; readonly newIn: NewIn};
  readonly stops: Stops;
}

function interruptedEarly(machine: Machine): number {
  machine.talk('touchstone run: interrupted before the first case\n');
  return 130;
}

async function runOn(target: OpenTarget, given: RunInputs): Promise<number> {
  const seed = given.options.seed ?? given.machine.random.seed();
  const inputs = {...given, seed, catalog: given.hooks?.catalog?.(given.catalog, seed) ?? given.catalog};
  const {machine, options, catalog, selection, stops} = inputs;
  const gathered = await gatherRunnables(catalog, machine, {
    withProperties: selection.places.length === 0 || selection.places.some(({file}) => file.endsWith('.ts')),
  });
  const seeded = options.variants === true ? seededRows(gathered, seed) : gathered;
  const runnables = inputs.hooks?.cases?.(seeded, seed) ?? seeded;
  const selected = selectCases(runnablesFor(target, runnables), selection);
  if (selected.length === 0) return nothingSelected(machine, runnablesFor(target, runnables).length, inputs);
  // Variants that must be started get ready while the plain target is entered.
  const variants = openVariants(variantsFor(selected, options), {
    machine,
    options,
    faults: target.faults ?? [],
    isTracingRules: false,
    stop: stops.stop,
  });
  const ledger = openLedger(machine, options.output);
  try {
    return await enterAndRun(target, variants, {...inputs, runnables, ledger});
  } finally {
    ledger.close();
    await (await variants).close();
  }
}

async function enterAndRun(
  target: OpenTarget,
  opening: Promise<OpenedVariants>,
  inputs: RunInputs & {readonly runnables: readonly Runnable[]; readonly ledger: LedgerFile; readonly seed: number},
): Promise<number> {
  const {machine, options, catalog, selection, stops, runnables, ledger, seed, hooks} = inputs;
  const redactor = makeRedactor();
  const guise = hooks?.guise === undefined ? {} : {guise: hooks.guise};
  const entering = {machine, options, catalog, redactor, stops, ledger, ...guise};
  const entry = await enterTarget(target, entering);
  if (entry.kind === 'refused') return refused(entry, inputs, redactor);
  const variants = await opening;
  if (variants.kind === 'failed') {
    await entry.signOut();
    machine.talk(`touchstone ${inputs.hooks?.command ?? 'run'}: ${visibleLines(variants.message).join('\n')}\n`);
    return stops.count() > 0 ? 130 : variants.exitCode;
  }
  const entered = await enterVariants(variants.targets, entering);
  if (entered.kind === 'refused') {
    const leftovers = [...entered.leftovers, ...(await entry.signOut())];
    return refused({...entered, leftovers}, inputs, redactor);
  }
  const whole = planRun({
    runnables,
    selection,
    offer: offerOf(target, entry, {options, variants: variants.targets.keys()}),
    arrangements: catalog.arrangements,
    operations: catalog.operations,
    seed,
    ...(options.shard === undefined ? {} : {shard: options.shard}),
    propertyRuns: options.propertyRuns ?? 0,
  });
  const plan = withoutWithdrawn(whole, inputs.errata);
  const signOut = async (): Promise<readonly string[]> => [
    ...(await leaveVariants(entered.variants)),
    ...(await entry.signOut()),
  ];
  const refusal = inputs.hooks?.refuse?.({target, entry, plan});
  if (refusal !== undefined) {
    for (const left of await signOut()) machine.talk(`left behind: ${visibleText(redactor.redactText(left))}\n`);
    machine.talk(
      `touchstone ${inputs.hooks?.command ?? 'run'}: ${visibleLines(redactor.redactText(refusal.why)).join('\n')}\n`,
    );
    return stops.count() > 0 ? 130 : refusal.exitCode;
  }
  try {
    const ids = runnables.map(({id}) => id);
    return await runSelected(target, {...entry, signOut}, {...inputs, plan, redactor, ids, variants: entered.variants});
  } catch (problem) {
    await signOut();
    throw problem;
  }
}

function refused(
  {why, fix, leftovers = []}: {readonly why: string; readonly fix: string; readonly leftovers?: readonly string[]},
  {machine, stops, hooks}: RunInputs,
  redactor: Redactor,
): number {
  // The reason may quote the target, which can echo what was sent to it.
  const say = (text: string): string => visibleText(redactor.redactText(text));
  for (const left of leftovers) machine.talk(`left behind: ${say(left)}\n`);
  if (stops.count() > 0) return interruptedEarly(machine);
  machine.talk(`touchstone ${hooks?.command ?? 'run'}: ${say(why)}\n  ${say(fix)}\n`);
  return 5;
}

// Cases of another kind of target do not count as selected.
function runnablesFor(target: OpenTarget, runnables: readonly Runnable[]): readonly Runnable[] {
  const areas = areasOf(target);
  return runnables.filter(({definition}) => areas.has(definition.area));
}

function nothingSelected(machine: Machine, ofTarget: number, {options, operands}: RunInputs): number {
  const given = [
    ...operands,
    ...(options.id ?? []).map(glob => `--id ${glob}`),
    ...(options.tags ?? []).map(tag => `--tags ${tag}`),
    ...(options.requirement ?? []).map(id => `--requirement ${id}`),
  ];
  const why =
    ofTarget === 0
      ? 'what was named holds no case for this kind of target'
      : `${String(ofTarget)} cases are for this target, and none of them fits ${given.join(' and ')}`;
  machine.talk(`nothing was selected: ${why}\n  touchstone list shows the ids and tags that there are\n`);
  return 6;
}

async function runSelected(
  target: OpenTarget,
  entry: Entry,
  {
    machine,
    options,
    catalog,
    plan,
    redactor,
    wanted,
    known,
    ids,
    variants,
    stops,
    hooks,
    pin,
  }: RunInputs & {
    readonly plan: Plan;
    readonly redactor: Redactor;
    readonly ids: readonly string[];
    readonly variants: ReadonlyMap<string, EnteredVariant>;
  },
): Promise<number> {
  const plain = await contextOf(target, entry, {
    machine,
    catalog,
    plan,
    propertyRuns: options.propertyRuns ?? 0,
    propertyTimeMs: options.propertyTime ?? 0,
    isRepeatingRed: true,
    abandon: stops.abandon,
    ...(hooks?.guise === undefined ? {} : {guise: hooks.guise}),
  });
  const run = withVariants(plain, variants);
  const {died} = target;
  const results = openResults(machine, options.output);
  const {requirements} = catalog;
  const isQuiet = options.quiet === true;
  if (!isQuiet) machine.talk(`${headOf(target, entry, plan)}\n`);
  const footer = await runSession({
    machine,
    catalog,
    run,
    plan,
    header: {
      ...headerOf(target, entry, {
        machine,
        catalog,
        plan,
        record: options.record,
        isRequiringAll: options.requireAll === true,
        options,
      }),
      ...hooks?.header,
      ...(pin === undefined ? {} : {pinnedEdition: pin.edition}),
    },
    ...(pin === undefined ? {} : {newIn: pin.newIn}),
    journal: journalWriter({...results, redactor, record: options.record}),
    began: () => {
      writeFirstReports({machine, results, requirements, wanted});
    },
    stops: died === undefined ? stops : {...stops, stop: AbortSignal.any([stops.stop, died])},
    hasTargetDied: () => died?.aborted === true,
    sayable: text => visibleText(redactor.redactText(text)),
    signOut: entry.signOut,
    isRequiringAll: options.requireAll === true,
    ...(known === undefined
      ? {}
      : {baseline: watchOf(known, {file: options.baseline ?? '', ids, machine, stale: options.stale})}),
    isQuiet,
  });
  results.close();
  writeReports({machine, results, requirements, wanted, isQuiet});
  return footer.exitCode;
}
