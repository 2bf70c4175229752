// `touchstone prove`: runs the suites against every fault of the reference and shows which case notices which.
import {Option, type Command} from 'commander';
import {finalVerdict} from '../execute/final-verdict.ts';
import {runPlan, type CaseOutcome} from '../execute/run-plan.ts';
import {defaultBounds} from '../model/bounds.ts';
import type {Machine, ReferenceFault} from '../model/machine.ts';
import type {Runnable} from '../model/plan.ts';
import type {Verdict} from '../model/verdict.ts';
import {planRun} from '../plan/plan-run.ts';
import {makeRedactor} from '../../reports/redaction.ts';
import {
  judgeMatrix,
  renderMatrix,
  renderMatrixMarkdown,
  type FaultRow,
  type Noticed,
} from '../../reports/kill-matrix.ts';
import {loadCatalog, type Catalog} from './catalog.ts';
import {collect, readCommandLine, wholeNumber} from './command-line.ts';
import {contextOf, enterTarget, offerOf} from './enter-target.ts';
import {gatherRunnables} from './gather-runnables.ts';
import {loadTargetFile} from './load-target-file.ts';
import {openReference} from './open-target.ts';
import {enterVariants, openVariants, variantsFor, withVariants} from './open-variants.ts';
import type {TargetOptions} from './target-options.ts';

interface ProveOptions {
  readonly fault?: readonly string[];
  readonly list?: boolean;
  readonly full?: boolean;
  readonly jobs: number;
  readonly output: string;
  readonly markdown?: string;
}

function configure(command: Command): Command {
  return command
    .name('prove')
    .description('Runs the suites against every fault of the reference and shows which case notices which.')
    .addOption(new Option('--fault <name>', 'only this fault (repeatable)').argParser(collect))
    .option('--list', 'list the faults and run nothing')
    .option('--full', 'run every case against every fault, not only those that touch its rules')
    .addOption(new Option('--jobs <n>', 'faulty references at a time').argParser(wholeNumber(1, 64)).default(2))
    .option('--output <folder>', 'where kill-matrix.json goes', 'touchstone-results')
    .option('--markdown <file>', 'write the matrix as a Markdown page too');
}

/** Runs the command: 0 when every fault is noticed as it should be, 1 when not, 2 for bad input, 3 when the reference cannot be used. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<ProveOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const {options} = line;
  const known = await machine.referenceFaults();
  const unknown = (options.fault ?? []).filter(name => known.every(fault => fault.name !== name));
  if (unknown.length > 0) {
    machine.talk(
      `touchstone prove: the reference has no fault ${unknown.join(', ')}\n  touchstone prove --list lists them\n`,
    );
    return 2;
  }
  const cannot = options.markdown === undefined ? undefined : whyNoPage(machine, options.markdown, options);
  if (cannot !== undefined) {
    machine.talk(`touchstone prove: --markdown ${cannot}\n`);
    return 2;
  }
  const faults = known.filter(({name}) => options.fault === undefined || options.fault.includes(name));
  if (options.list === true) {
    for (const {name, role, requirement, basis, says} of faults)
      machine.print(`${name}  (${role}, ${requirement}, ${basis})\n  ${says}\n`);
    return 0;
  }
  return prove(machine, options, faults);
}

function whyNoPage(machine: Machine, file: string, {fault}: ProveOptions): string | undefined {
  if (fault !== undefined) return `${file}: the page is of all faults; leave --fault out`;
  const why = machine.files.whyNotWritable(file);
  return why === undefined ? undefined : `${file}: ${why}`;
}

async function prove(machine: Machine, options: ProveOptions, faults: readonly ReferenceFault[]): Promise<number> {
  const catalog = await loadCatalog(machine, {own: true, users: []});
  const runnables = await gatherRunnables(catalog, machine, {withProperties: true});
  const loaded = await loadTargetFile({reference: true}, machine);
  if (loaded.kind === 'unusable') {
    machine.talk(`touchstone prove: ${loaded.why}\n`);
    return 2;
  }
  const target = loaded.options;
  const seed = machine.random.seed();
  machine.talk(`the healthy reference runs ${String(runnables.length)} cases first, seed ${String(seed)}\n`);
  const healthy = await runAgainst({machine, catalog, target, runnables, fault: undefined, seed});
  if (healthy.kind === 'refused') {
    machine.talk(`touchstone prove: ${healthy.why}\n`);
    return 3;
  }
  const rows: FaultRow[] = [];
  const queue = [...faults];
  const work = async (): Promise<void> => {
    for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
      const chosen =
        options.full === true ? runnables : runnables.filter(runnable => mayNotice(runnable, fault, healthy.touched));
      const run = await runAgainst({machine, catalog, target, runnables: chosen, fault, seed});
      rows.push(
        run.kind === 'refused'
          ? {fault, ran: 0, noticed: [], refusal: run.why}
          : {fault, ran: chosen.length, noticed: run.noticed},
      );
      machine.talk(
        `${String(rows.length)}/${String(faults.length)} ${fault.name}: noticed by ${run.kind === 'refused' ? `nobody (${run.why})` : String(run.noticed.length)}\n`,
      );
    }
  };
  await Promise.all(Array.from({length: options.jobs}, work));
  const matrix = judgeMatrix({
    rows: faults.map(({name}) => rows.find(row => row.fault.name === name)).filter(row => row !== undefined),
    cases: runnables.map(({id, definition}) => ({id, proves: definition.proves})),
    requirements: catalog.requirements,
    healthy: healthy.noticed,
    isWhole: options.fault === undefined,
  });
  const made = machine.files.makeFolder(options.output);
  if (made.kind === 'made')
    machine.files.writeWhole(`${options.output}/kill-matrix.json`, `${JSON.stringify(matrix, null, 1)}\n`);
  if (options.markdown !== undefined) machine.files.writeWhole(options.markdown, renderMatrixMarkdown(matrix));
  machine.print(`${renderMatrix(matrix)}\n`);
  return matrix.problems.length === 0 ? 0 : 1;
}

// A fault of a hosting rule can be noticed by cases whose healthy requests touched that rule; a fault of the codec by any codec case.
function mayNotice(
  runnable: Runnable,
  fault: ReferenceFault,
  touched: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (fault.role === 'overlay') return runnable.definition.area !== 'hosting';
  const rules = touched.get(runnable.id);
  return runnable.definition.area === 'hosting' && fault.rules.some(rule => rules?.has(rule) === true);
}

interface ProveRun {
  readonly machine: Machine;
  readonly catalog: Catalog;
  /** The reference as its target file describes it. */
  readonly target: TargetOptions;
  readonly runnables: readonly Runnable[];
  readonly fault: ReferenceFault | undefined;
  readonly seed: number;
}

type Proved =
  | {
      readonly kind: 'proved';
      readonly noticed: readonly Noticed[];
      readonly touched: ReadonlyMap<string, ReadonlySet<string>>;
    }
  | {readonly kind: 'refused'; readonly why: string};

async function runAgainst({machine, catalog, target, runnables, fault, seed}: ProveRun): Promise<Proved> {
  const areas = new Set(runnables.map(({definition}) => definition.area));
  const opening = await openReference({
    machine,
    faults: fault === undefined ? [] : [fault],
    areas,
    isTracingRules: fault === undefined,
    bounds: defaultBounds,
    settings: [],
  });
  if (opening.kind === 'failed') return {kind: 'refused', why: opening.message};
  const never = new AbortController().signal;
  const variants = await openVariants(variantsFor(runnables, target), {
    machine,
    options: target,
    faults: fault === undefined ? [] : [fault],
    isTracingRules: fault === undefined,
    stop: never,
  });
  try {
    if (variants.kind === 'failed') return {kind: 'refused', why: variants.message};
    const inputs = {machine, options: {}, catalog, redactor: makeRedactor(), stops: {stop: never, abandon: never}};
    const entry = await enterTarget(opening.target, inputs);
    if (entry.kind === 'refused') return {kind: 'refused', why: entry.why};
    const entered = await enterVariants(variants.targets, inputs);
    if (entered.kind === 'refused') return {kind: 'refused', why: entered.why};
    const plan = planRun({
      runnables,
      selection: {places: [], ids: [], tags: [], requirements: []},
      offer: offerOf(opening.target, entry, {options: target, variants: variants.targets.keys()}),
      arrangements: catalog.arrangements,
      operations: catalog.operations,
      seed,
      propertyRuns: 0,
    });
    const plain = await contextOf(opening.target, entry, {
      machine,
      catalog,
      plan,
      propertyRuns: 0,
      isRepeatingRed: false,
      abandon: never,
    });
    const run = withVariants(plain, entered.variants);
    const noticed: Noticed[] = [];
    const touched = new Map<string, ReadonlySet<string>>();
    await runPlan(
      run,
      plan,
      {
        started: () => undefined,
        red: () => undefined,
        finished: outcome => {
          const {id, definition} = outcome.planned.runnable;
          touched.set(id, rulesTouched(outcome));
          const final = finalVerdict(outcome);
          if (isNews(final.verdict))
            noticed.push({
              case: id,
              proves: definition.proves,
              verdict: final.verdict,
              detail: final.told?.findings[0]?.message ?? final.detail ?? '',
            });
          return Promise.resolve();
        },
      },
      {stop: never, interrupt: never},
    );
    return {kind: 'proved', noticed, touched};
  } finally {
    await variants.close();
    await opening.target.close();
  }
}

function isNews(verdict: Verdict): verdict is Noticed['verdict'] {
  return verdict === 'fail' || verdict === 'warn' || verdict === 'flaky' || verdict === 'error';
}

function rulesTouched({attempts}: CaseOutcome): ReadonlySet<string> {
  const rules = new Set<string>();
  for (const {traffic} of attempts.flatMap(({exchanges}) => exchanges)) {
    if (traffic.kind !== 'http' || traffic.observation.kind !== 'reply') continue;
    const header = traffic.observation.headers.find(([name]) => name.toLowerCase() === 'x-reference-rules');
    for (const rule of header?.[1].split(',') ?? []) rules.add(rule.trim());
  }
  return rules;
}
