// `touchstone run`: runs suites and properties against a target, and leaves a journal and reports.
import {Option, type Command} from 'commander';
import type {Machine} from '../model/machine.ts';
import type {FooterLine, HeaderLine, TargetFacts} from '../model/journal.ts';
import {journalSchemaVersion} from '../model/journal.ts';
import type {Plan} from '../model/plan.ts';
import {planRun} from '../plan/plan-run.ts';
import {journalWriter} from '../../reports/journal-writer.ts';
import {makeRedactor} from '../../reports/redaction.ts';
import {loadCatalog, type Catalog} from './catalog.ts';
import {capabilities} from './load-contract.ts';
import {readCommandLine, wholeNumber} from './command-line.ts';
import {contextOf, enterTarget, offerOf, type Entry} from './enter-target.ts';
import {gatherRunnables} from './gather-runnables.ts';
import {checkTargetOptions, openTarget, type OpenTarget} from './open-target.ts';
import {openResults, writeReports, type Results} from './results.ts';
import {addSelectOptions, readPlaces, type SelectOptions} from './select-options.ts';
import {runSession} from './session.ts';
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
  const problems = [...checkTargetOptions(options), ...places.problems, ...unknownCapabilities(options)];
  if (problems.length > 0) return refuse(machine, problems.join('\n'));
  const catalog = await loadCatalog(machine, places.files);
  if (catalog.problems.length > 0) {
    const {renderProblems} = await import('../read/render-problems.ts');
    return refuse(machine, renderProblems(catalog.problems, {color: machine.terminal.isTalkTerminal}));
  }
  const unknown = (options.requirement ?? []).filter(id => !catalog.requirements.has(id));
  if (unknown.length > 0)
    return refuse(machine, `--requirement ${unknown.join(', ')}: the record has no such statement`);
  const results = openResults(machine, options.output);
  if (results.kind === 'refused') return refuse(machine, results.why);
  const opening = await openTarget(options, machine);
  if (opening.kind === 'failed') {
    machine.talk(`touchstone run: ${opening.message}\n`);
    return opening.exitCode;
  }
  try {
    return await runOn(opening.target, {
      machine,
      options,
      catalog,
      selection: places.selection,
      results: results.results,
    });
  } finally {
    await opening.target.close();
  }
}

function refuse(machine: Machine, text: string): number {
  machine.talk(`${text}\n`);
  return 2;
}

function unknownCapabilities({without = []}: TargetOptions): readonly string[] {
  return without
    .filter(name => !Object.hasOwn(capabilities, name))
    .map(name => `--without ${name}: there is no such capability; there are ${Object.keys(capabilities).join(', ')}`);
}

interface RunInputs {
  readonly machine: Machine;
  readonly options: RunOptions;
  readonly catalog: Catalog;
  readonly selection: Parameters<typeof planRun>[0]['selection'];
  readonly results: Results;
}

async function runOn(target: OpenTarget, inputs: RunInputs): Promise<number> {
  const {machine, options, catalog, selection, results} = inputs;
  const redactor = makeRedactor();
  const entry = await enterTarget(target, {machine, options, catalog, redactor});
  if (entry.kind === 'refused') {
    machine.talk(`touchstone run: ${entry.why}\n  ${entry.fix}\n`);
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
