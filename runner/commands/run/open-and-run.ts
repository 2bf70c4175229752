// Carries out a run whose words have been checked: opens the target, chooses and plans the cases, and has them run.
import {defined} from '../../../base/json/defined.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Runnable, Selection} from '../../../model/plan.ts';
import type {Withdrawal} from '../../../model/profile.ts';
import {planRun} from '../../plan/plan-run.ts';
import {mayMeanProperties} from '../../plan/selectors.ts';
import {idleSelectors, isAlone, selectCases} from '../../plan/select-cases.ts';
import {withoutWithdrawn} from '../../plan/withdraw.ts';
import type {BaselineReading} from '../../../reports/baseline/read-entries.ts';
import {type Redactor} from '../../../reports/redaction/redaction.ts';
import {faultOfSystem} from '../../../base/text/system-fault.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import type {Journal} from '../../../reports/journal/reader.ts';
import type {Catalog} from '../load/catalog.ts';
import {areasOf, offerOf} from '../open/enter-target.ts';
import {redactorFor} from '../open/given-secrets.ts';
import {gatherRunnables} from '../load/gather-runnables.ts';
import {insideTarget, type Inside, type Stay} from '../open/inside-target.ts';
import {openLedger, type LedgerFile} from '../open/ledger-file.ts';
import type {NewIn} from '../load/load-editions.ts';
import {nothingSelected} from './nothing-selected.ts';
import {referenceAreas} from '../open/open-reference.ts';
import {openTarget} from '../open/open-target.ts';
import type {OpenTarget} from '../open/opening.ts';
import {holdFolder} from './hold-folder.ts';
import {printProblems} from '../words/print-problems.ts';
import type {WantedReport} from '../words/reporter-option.ts';
import type {RunHooks} from './run-hooks.ts';
import type {RunOptions} from '../load/run-options.ts';
import {removeEmptyBodiesFolder, whyNoResults} from './results.ts';
import {runPlanned} from './run-planned.ts';
import {asOfEdition} from '../../plan/assign-frames.ts';
import {casesInContexts} from './cases-in-contexts.ts';
import {seededRows} from './seeded-rows.ts';
import type {Stops} from '../words/stops.ts';
import {variablesOf} from './variables.ts';
import {timedTarget} from '../open/timed-target.ts';

/** Whoever wants to have what a run leaves, beside its folder. */
export interface RunWatch {
  /** From now on the journal in the folder is that of this run. */
  begun(): void;
  finished(journal: Journal): void;
}

/** Everything that a run is made of; options, selection and catalog have been checked. */
export interface RunInputs {
  /** What another command changes. */
  readonly hooks?: RunHooks;
  readonly operands: readonly string[];
  readonly machine: Machine;
  readonly options: RunOptions;
  readonly catalog: Catalog;
  readonly selection: Selection;
  readonly wanted: readonly WantedReport[];
  readonly known?: BaselineReading;
  /** Cases that judge nobody any more. */
  readonly errata: readonly Withdrawal[];
  /** The edition that the gate pinned, and what is newer. */
  readonly pin?: {readonly edition: string; readonly newIn: NewIn};
  readonly stops: Stops;
  readonly watch?: RunWatch;
}

/** Opens the target, runs what was selected and gives the exit code. */
export async function openAndRun(inputs: RunInputs): Promise<number> {
  const {machine, options} = inputs;
  return holdFolder({folder: options.output, command: inputs.hooks?.command ?? 'run'}, machine, async () => {
    const unwritable = whyNoResults(machine, options.output);
    if (unwritable !== undefined)
      return refuse(inputs, [`--output ${options.output}: ${unwritable}\n  choose another folder`], 2);
    try {
      return await openTargetAndRun(inputs);
    } catch (problem) {
      const why = faultOfSystem(problem);
      if (why === undefined) throw problem;
      return refuse(inputs, [`it broke off: ${why}; what was judged before is in ${options.output}/results.jsonl`], 6);
    } finally {
      removeEmptyBodiesFolder(machine, options.output);
    }
  });
}

async function openTargetAndRun(inputs: RunInputs): Promise<number> {
  const {machine, options, stops} = inputs;
  const redactor = redactorFor(options, machine);
  const choosing = await withCases({...inputs, redactor});
  const opening = await openTarget(options, machine, {redactor, stop: stops.stop, areas: areasSelected(choosing)});
  if (opening.kind === 'failed')
    return stops.count() > 0 ? interruptedEarly(inputs) : refuse(inputs, opening.problems, opening.exitCode);
  try {
    return await runOn(timedTarget(opening.target), choosing);
  } finally {
    await opening.target.close();
    for (const left of await machine.endLeftByDecoders()) machine.talk(`left behind: ${visibleText(left)}\n`);
  }
}

function interruptedEarly({machine, hooks}: RunInputs): number {
  printProblems(machine, hooks?.command ?? 'run', ['interrupted before the first case']);
  return 130;
}

function refuse({machine, hooks}: RunInputs, problems: readonly string[], exitCode: number): number {
  printProblems(machine, hooks?.command ?? 'run', problems);
  return exitCode;
}

interface Choosing extends RunInputs {
  readonly redactor: Redactor;
  readonly seed: number;
  readonly runnables: readonly Runnable[];
}

/** Gives what the run chooses from; no target says anything about it. */
async function withCases(given: RunInputs & {readonly redactor: Redactor}): Promise<Choosing> {
  const seed = given.options.seed ?? given.machine.random.seed();
  const inputs = {...given, seed, catalog: given.hooks?.catalog?.(given.catalog, seed) ?? given.catalog};
  return {...inputs, runnables: await casesOf(inputs, seed)};
}

function areasSelected({runnables, selection}: Choosing): ReadonlySet<string> {
  return new Set(selectCases(runnables, selection).map(({definition}) => definition.area));
}

async function runOn(target: OpenTarget, inputs: Choosing): Promise<number> {
  const {machine, options, selection, operands, runnables} = inputs;
  // Cases of another kind of target do not count as selected. The reference is of every kind, also where nothing of it had to be started.
  const areas = target.isReference ? referenceAreas : areasOf(target);
  const isOfTarget = ({definition}: Runnable): boolean => areas.has(definition.area);
  const ofTarget = runnables.filter(isOfTarget);
  const selected = selectCases(ofTarget, selection);
  if (selected.length === 0) {
    // What was left out because no id means it counts here.
    const all = await casesOf({...inputs, selection: {...selection, ids: []}}, inputs.seed);
    machine.talk(`${nothingSelected(all.filter(isOfTarget), selection, operands).join('\n')}\n`);
    return 6;
  }
  const alone = selected.filter(isAlone);
  if (isInCi(machine) && alone.length > 0)
    return refuse(
      inputs,
      [
        `${placeOf(alone[0])}"only: true" leaves out every other case, and CI is set\n  take it out; --id chooses single cases`,
      ],
      6,
    );
  // A file of a folder may well be about another kind of target.
  const idle = idleSelectors(ofTarget, selection).filter(({kind, wanted}) => kind !== 'place' || /:\d+$/.test(wanted));
  const ledger = openLedger(machine, options.output);
  try {
    return await enterAndRun(target, {...inputs, selected, idle: idle.map(({said}) => said), ledger});
  } finally {
    ledger.close();
  }
}

function isInCi({env}: Machine): boolean {
  return env['CI'] !== undefined && !['', '0', 'false'].includes(env['CI']);
}

function placeOf(runnable: Runnable | undefined): string {
  return runnable?.kind === 'example' ? `${runnable.definition.file}:${String(runnable.definition.lines.first)}: ` : '';
}

/** Gives every case that there is for a run with this seed. */
export async function casesOf(
  {
    catalog,
    machine,
    selection,
    options,
    hooks,
    pin,
  }: Pick<RunInputs, 'catalog' | 'machine' | 'selection' | 'options' | 'hooks' | 'pin'>,
  seed: number,
): Promise<readonly Runnable[]> {
  const all = await gatherRunnables(catalog, machine, {withProperties: mayMeanProperties(selection)});
  const gathered = pin === undefined ? all : asOfEdition(all, pin.edition);
  const choice = hooks?.contexts === undefined ? options : hooks.contexts(seed);
  const placed = casesInContexts(gathered, choice, {catalog, machine});
  const seeded = options.variants === true ? seededRows(placed, seed) : placed;
  return hooks?.cases?.(seeded, seed) ?? seeded;
}

interface Running extends Choosing {
  readonly selected: readonly Runnable[];
  /** Selectors that fit no case, as the command line says them. */
  readonly idle: readonly string[];
  readonly ledger: LedgerFile;
}

async function enterAndRun(target: OpenTarget, running: Running): Promise<number> {
  const {machine, options, catalog, stops, ledger, selected, hooks, redactor} = running;
  const visible = (text: string): string => visibleText(redactor.redactText(text));
  const guise = hooks?.guise === undefined ? {} : {guise: hooks.guise};
  const entering = {machine, options, catalog, redactor, stops, ledger, runnables: selected, ...guise};
  const stay = await insideTarget(target, entering, inside => planAndRun(inside, running));
  const end = stay.kind === 'done' ? stay.result : stay;
  if (end.kind === 'ran') return end.exitCode;
  for (const left of end.leftovers) machine.talk(`left behind: ${visible(left)}\n`);
  return stops.count() > 0 ? interruptedEarly(running) : refuse(running, end.problems, end.exitCode);
}

type End = {readonly kind: 'ran'; readonly exitCode: number} | Extract<Stay<never>, {readonly kind: 'refused'}>;

async function planAndRun(inside: Inside, running: Running): Promise<End> {
  const {options, catalog, selection, runnables, seed, hooks, errata, redactor} = running;
  const {target, entry, variants} = inside;
  const whole = planRun({
    runnables,
    selection,
    offer: offerOf(target, entry, {options, variants: variants.keys()}),
    arrangements: catalog.arrangements,
    operations: catalog.operations,
    seed,
    ...defined({shard: options.shard}),
    propertyRuns: options.propertyRuns ?? 0,
  });
  const plan = withoutWithdrawn(whole, errata);
  const variables = variablesOf(plan, options, {machine: running.machine, keepSecret: entry.keepSecret});
  if (variables.kind === 'wrong')
    return {kind: 'refused', exitCode: 2, problems: variables.problems, leftovers: await entry.signOut()};
  const refusal = await hooks?.refuse?.({target, entry, plan});
  if (refusal === undefined) return {kind: 'ran', exitCode: await runPlanned(inside, {...running, ...variables})};
  const problems = [redactor.redactText(refusal.why)];
  return {kind: 'refused', exitCode: refusal.exitCode, problems, leftovers: await entry.signOut()};
}
