// `touchstone run`: runs suites and properties against a target, and leaves a journal and reports.
import {Option, type Command} from 'commander';
import type {Machine} from '../model/machine.ts';
import type {HeaderLine} from '../model/journal.ts';
import type {Plan, Runnable} from '../model/plan.ts';
import {planRun} from '../plan/plan-run.ts';
import {selectCases} from '../plan/select-cases.ts';
import type {BaselineReading} from '../../reports/baseline-file.ts';
import {journalWriter} from '../../reports/journal-writer.ts';
import {makeRedactor, type Redactor} from '../../reports/redaction.ts';
import {visibleLines, visibleText} from '../../reports/visible-text.ts';
import {loadBaseline, watchOf} from './baseline-load.ts';
import {loadCatalog, type Catalog} from './catalog.ts';
import {readCommandLine, wholeNumber} from './command-line.ts';
import {areasOf, contextOf, enterTarget, offerOf, type Entry} from './enter-target.ts';
import {gatherRunnables} from './gather-runnables.ts';
import {checkTargetOptions, openTarget, type OpenTarget} from './open-target.ts';
import {makeResultsFolder, openResults, writeFirstReports, writeReports} from './results.ts';
import {readReporters, reporterOption, type WantedReport} from './reporter-option.ts';
import {addSelectOptions, readPlaces, type SelectOptions} from './select-options.ts';
import {headerOf, headOf} from './run-header.ts';
import {runSession} from './session.ts';
import {interruptible, type Stops} from './stops.ts';
import {unknownNames} from './unknown-names.ts';
import {addTargetOptions, type TargetOptions} from './target-options.ts';

/** The options of `run`. */
interface RunOptions extends TargetOptions, SelectOptions {
  readonly output: string;
  readonly reporter?: readonly string[];
  readonly record: HeaderLine['record'];
  readonly seed?: number;
  readonly propertyRuns?: number;
  readonly requireAll?: boolean;
  readonly baseline?: string;
  readonly stale: 'fail' | 'warn';
  readonly quiet?: boolean;
}

function configure(command: Command): Command {
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
    .addOption(
      new Option('--property-runs <n>', 'runs of each property (default: its own number)').argParser(
        wholeNumber(1, 1_000_000),
      ),
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
    .option('-q, --quiet', 'print the verdict and nothing else');
}

/** Runs the command and gives its exit code. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<RunOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const {options, operands} = line;
  const places = readPlaces(operands, options, machine);
  const problems = [...checkTargetOptions(options), ...places.problems];
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
  const unwritable = makeResultsFolder(machine, options.output);
  if (unwritable !== undefined) return refuse(machine, [unwritable]);
  const reporters = readReporters(options.reporter, {flag: '--reporter', folder: options.output, machine});
  if (reporters.problems.length > 0) return refuse(machine, reporters.problems);
  const stops = interruptible(machine);
  try {
    return await openAndRun({
      machine,
      options,
      catalog,
      selection: places.selection,
      wanted: reporters.wanted,
      ...(known === undefined ? {} : {known: known.reading}),
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

async function openAndRun(inputs: RunInputs): Promise<number> {
  const {machine, options, stops} = inputs;
  const opening = await openTarget(options, machine);
  if (stops.count() > 0 && opening.kind === 'failed') return interruptedEarly(machine);
  if (opening.kind === 'failed') {
    machine.talk(`touchstone run: ${visibleLines(opening.message).join('\n')}\n`);
    return opening.exitCode;
  }
  try {
    return await runOn(opening.target, inputs);
  } finally {
    await opening.target.close();
  }
}

function refuse(machine: Machine, problems: readonly string[]): number {
  for (const problem of problems) machine.talk(`touchstone run: ${problem}\n`);
  return 2;
}

interface RunInputs {
  readonly machine: Machine;
  readonly options: RunOptions;
  readonly catalog: Catalog;
  readonly selection: Parameters<typeof planRun>[0]['selection'];
  readonly wanted: readonly WantedReport[];
  readonly known?: BaselineReading;
  readonly stops: Stops;
}

function interruptedEarly(machine: Machine): number {
  machine.talk('touchstone run: interrupted before the first case\n');
  return 130;
}

async function runOn(target: OpenTarget, inputs: RunInputs): Promise<number> {
  const {machine, options, catalog, selection, stops} = inputs;
  const runnables = await gatherRunnables(catalog, machine, {
    withProperties: selection.places.length === 0 || selection.places.some(({file}) => file.endsWith('.ts')),
  });
  if (selectCases(runnablesFor(target, runnables), selection).length === 0) return nothingSelected(machine, runnables);
  const redactor = makeRedactor();
  const entry = await enterTarget(target, {machine, options, catalog, redactor, stops});
  if (entry.kind === 'refused') {
    const {why, fix, leftovers = []} = entry;
    // The reason may quote the target, which can echo what was sent to it.
    const say = (text: string): string => visibleText(redactor.redactText(text));
    for (const left of leftovers) machine.talk(`left behind: ${say(left)}\n`);
    if (stops.count() > 0) return interruptedEarly(machine);
    machine.talk(`touchstone run: ${say(why)}\n  ${say(fix)}\n`);
    return 5;
  }
  const plan = planRun({
    runnables,
    selection,
    offer: offerOf(target, entry, options),
    arrangements: catalog.arrangements,
    seed: options.seed ?? machine.random.seed(),
    propertyRuns: options.propertyRuns ?? 0,
  });
  try {
    return await runSelected(target, entry, {...inputs, plan, redactor, ids: runnables.map(({id}) => id)});
  } catch (problem) {
    await entry.signOut();
    throw problem;
  }
}

// Cases of another kind of target do not count as selected.
function runnablesFor(target: OpenTarget, runnables: readonly Runnable[]): readonly Runnable[] {
  const areas = areasOf(target);
  return runnables.filter(({definition}) => areas.has(definition.area));
}

function nothingSelected(machine: Machine, runnables: readonly Runnable[]): number {
  machine.talk(
    `nothing was selected: ${String(runnables.length)} cases exist, and none of them is for this target and this selection\n`,
  );
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
    stops,
  }: RunInputs & {readonly plan: Plan; readonly redactor: Redactor; readonly ids: readonly string[]},
): Promise<number> {
  const run = await contextOf(target, entry, {
    machine,
    catalog,
    plan,
    propertyRuns: options.propertyRuns ?? 0,
    isRepeatingRed: true,
    abandon: stops.abandon,
  });
  const results = openResults(machine, options.output);
  const {requirements} = catalog;
  const isQuiet = options.quiet === true;
  if (!isQuiet) machine.talk(`${headOf(target, entry, plan)}\n`);
  const footer = await runSession({
    machine,
    catalog,
    run,
    plan,
    header: headerOf(target, entry, {machine, catalog, plan, record: options.record}),
    journal: journalWriter({...results, redactor, record: options.record}),
    began: () => {
      writeFirstReports({machine, results, requirements, wanted});
    },
    stops,
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
