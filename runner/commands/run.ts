// `touchstone run`: runs suites and properties against a target, and leaves a journal and reports.
import {Option, type Command} from 'commander';
import type {Machine} from '../model/machine.ts';
import type {FooterLine, HeaderLine, TargetFacts} from '../model/journal.ts';
import {journalSchemaVersion} from '../model/journal.ts';
import type {Plan} from '../model/plan.ts';
import {planRun} from '../plan/plan-run.ts';
import {journalWriter} from '../../reports/journal-writer.ts';
import {makeRedactor} from '../../reports/redaction.ts';
import {visibleLines, visibleText} from '../../reports/visible-text.ts';
import {loadCatalog, type Catalog} from './catalog.ts';
import {readCommandLine, wholeNumber} from './command-line.ts';
import {contextOf, enterTarget, offerOf, type Entry} from './enter-target.ts';
import {gatherRunnables} from './gather-runnables.ts';
import {checkTargetOptions, openTarget, type OpenTarget} from './open-target.ts';
import {openResults, writeReports, type Results} from './results.ts';
import {addSelectOptions, readPlaces, type SelectOptions} from './select-options.ts';
import {runSession} from './session.ts';
import {interruptible, type Stops} from './stops.ts';
import {unknownNames} from './unknown-names.ts';
import {addTargetOptions, type TargetOptions} from './target-options.ts';

/** The options of `run`. */
interface RunOptions extends TargetOptions, SelectOptions {
  readonly output: string;
  readonly record: HeaderLine['record'];
  readonly seed?: number;
  readonly propertyRuns?: number;
  readonly requireAll?: boolean;
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
    .addOption(
      new Option('--record <what>', 'which exchanges the journal keeps whole')
        .choices(['failed', 'all', 'none'])
        .default('failed'),
    )
    .option('--require-all', 'let every skip cost exit code 6')
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
  const results = openResults(machine, options.output);
  if (results.kind === 'refused') return refuse(machine, [results.why]);
  const stops = interruptible(machine);
  try {
    return await openAndRun({machine, options, catalog, selection: places.selection, results: results.results, stops});
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
  readonly results: Results;
  readonly stops: Stops;
}

function interruptedEarly(machine: Machine): number {
  machine.talk('touchstone run: interrupted before the first case\n');
  return 130;
}

async function runOn(target: OpenTarget, inputs: RunInputs): Promise<number> {
  const {machine, options, catalog, selection, results, stops} = inputs;
  const redactor = makeRedactor();
  const entry = await enterTarget(target, {machine, options, catalog, redactor, stops});
  if (entry.kind === 'refused' && stops.count() > 0) return interruptedEarly(machine);
  if (entry.kind === 'refused') {
    // The reason may quote the target, which can echo what was sent to it.
    const [why, fix] = [entry.why, entry.fix].map(text => visibleText(redactor.redactText(text)));
    machine.talk(`touchstone run: ${why ?? ''}\n  ${fix ?? ''}\n`);
    return 5;
  }
  const runnables = await gatherRunnables(catalog, machine, {
    withProperties: selection.places.length === 0 || selection.places.some(({file}) => file.endsWith('.ts')),
  });
  const plan = planRun({
    runnables,
    selection,
    offer: offerOf(target, entry, options),
    arrangements: catalog.arrangements,
    seed: options.seed ?? machine.random.seed(),
    propertyRuns: options.propertyRuns ?? 0,
  });
  if (plan.cases.length === 0) {
    await entry.signOut();
    machine.talk(
      `nothing was selected: ${String(plan.filtered)} cases exist, and none of them is for this target and this selection\n`,
    );
    return 6;
  }
  const run = await contextOf(target, entry, {
    machine,
    catalog,
    plan,
    propertyRuns: options.propertyRuns ?? 0,
    isRepeatingRed: true,
    abandon: stops.abandon,
  });
  const journal = journalWriter({
    append: results.append,
    writeBody: results.writeBody,
    redactor,
    record: options.record,
  });
  const isQuiet = options.quiet === true;
  if (!isQuiet) machine.talk(`${headOf(target, entry, plan)}\n`);
  const footer = await runSession({
    machine,
    catalog,
    run,
    plan,
    header: headerOf(target, entry, {machine, catalog, plan, options}),
    journal,
    stops,
    sayable: text => visibleText(redactor.redactText(text)),
    signOut: entry.signOut,
    isRequiringAll: options.requireAll === true,
    isQuiet,
  });
  results.close();
  return finish(footer, inputs, isQuiet);
}

async function finish(footer: FooterLine, {machine, catalog, results}: RunInputs, isQuiet: boolean): Promise<number> {
  await writeReports({machine, results, requirements: catalog.requirements, isQuiet});
  return footer.exitCode;
}

function headerOf(
  target: OpenTarget,
  entry: Entry,
  {
    machine,
    catalog,
    plan,
    options,
  }: {readonly machine: Machine; readonly catalog: Catalog; readonly plan: Plan; readonly options: RunOptions},
): Omit<HeaderLine, 'type'> {
  return {
    schema: journalSchemaVersion,
    tool: {name: 'touchstone', version: machine.version, node: process.version},
    run: entry.run,
    startedAt: machine.clock.now().toISOString(),
    isSelfTest: target.isReference,
    suites: {digest: catalog.suitesDigest, edition: catalog.edition},
    requirementsDigest: catalog.requirementsDigest,
    target: targetFacts(target, entry),
    ...(target.hosting === undefined ? {} : {dialect: entry.dialect.name}),
    seed: plan.seed,
    planned: plan.cases.length,
    bounds: target.bounds,
    record: options.record,
    notes: [...target.notes, ...entry.notes],
  };
}

function targetFacts({hosting, peer, livePeer}: OpenTarget, {version}: Entry): TargetFacts {
  return {
    ...(hosting === undefined
      ? {}
      : {hosting: {url: hosting.baseUrl, ...(version === undefined ? {} : {version}), isInsecure: hosting.isInsecure}}),
    ...(peer === undefined
      ? {}
      : {
          peer: {
            address: peer.address,
            name: peer.testee.description.name,
            version: peer.testee.description.version,
            encodes: peer.testee.description.encodes,
          },
        }),
    ...(livePeer === undefined ? {} : {livePeer: {address: livePeer.address}}),
  };
}

function headOf(target: OpenTarget, entry: Entry, plan: Plan): string {
  const what = [
    ...(target.hosting === undefined
      ? []
      : [
          `hosting server ${target.hosting.baseUrl}${entry.version === undefined ? '' : ` (version ${entry.version}, dialect ${entry.dialect.name})`}`,
        ]),
    ...(target.peer === undefined
      ? []
      : [`decoder ${target.peer.testee.description.name} ${target.peer.testee.description.version}`.trim()]),
    ...(target.livePeer === undefined ? [] : [`live peer ${target.livePeer.address}`]),
  ];
  const notes = [...target.notes, ...entry.notes].map(note => `\nnote: ${note}`).join('');
  return `${target.isReference ? 'REFERENCE SELF-TEST\n' : ''}testing ${what.join(', ')}\n${String(plan.cases.length)} cases, about ${String(plan.requests)} requests, seed ${String(plan.seed)}${notes}`;
}
