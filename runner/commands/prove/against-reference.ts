// Runs cases against one reference, healthy or with a fault, and says what was not green and which rules each case touched.
import {finalVerdict} from '../../execute/final-verdict.ts';
import {runPlan, type CaseOutcome} from '../../execute/run-plan.ts';
import {defaultBounds, type Bounds} from '../../../model/bounds.ts';
import {contextText} from '../../../model/contexts/context.ts';
import type {Machine, ReferenceFault, ReferenceHouse, ReferenceSettings} from '../../../model/machine.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {RawExchange} from '../../../model/raw-exchange.ts';
import type {Verdict} from '../../../model/verdict.ts';
import {rolesIn} from '../../plan/contexts/roles-in.ts';
import {planRun} from '../../plan/plan-run.ts';
import type {Noticed} from '../../../reports/coverage/kill-matrix.ts';
import {makeRedactor, type Redactor} from '../../../reports/redaction/redaction.ts';
import type {Catalog} from '../load/catalog.ts';
import {contextOf, enterTarget, offerOf} from '../open/enter-target.ts';
import {openReference} from '../open/open-reference.ts';
import {enterVariants, openVariants, variantsFor, withVariants} from '../open/open-variants.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** What to run, and where. */
export interface ProveRun {
  readonly machine: Machine;
  readonly house: ReferenceHouse;
  readonly catalog: Catalog;
  /** The reference as its target file describes it. */
  readonly target: TargetOptions;
  readonly runnables: readonly Runnable[];
  /** Undefined for the healthy reference. */
  readonly fault: ReferenceFault | undefined;
  readonly seed: number;
  /** Tells from what has been noticed that no more is needed; the cases that run then are finished. */
  readonly isEnough?: (noticed: readonly Noticed[]) => boolean;
  /** Ends the run at once; what it showed so far is nothing then. */
  readonly stop: AbortSignal;
}

/** What the run showed; refused when the reference could not be opened or entered. */
export type Proved =
  | {
      readonly kind: 'proved';
      readonly noticed: readonly Noticed[];
      /** Rules by case; of the healthy reference only. */
      readonly touched: ReadonlyMap<string, ReadonlySet<string>>;
      /** How long each case took, in milliseconds. */
      readonly took: ReadonlyMap<string, number>;
    }
  | {readonly kind: 'refused'; readonly why: string};

// Our own reference delivers in milliseconds, and a faulty one may deliver nothing at all, in every case that listens. A node that should be silent shows that
// it is not only to those that wait long enough.
function boundsFor(fault: ReferenceFault | undefined): Bounds {
  return fault === undefined || fault.role === 'mesh' ? defaultBounds : {...defaultBounds, lagMs: 3_000};
}

/** A reference that ends its process each of so many times is no accident. */
const runsMax = 3;

/** Runs the cases, and runs them again when the process that holds the reference ended meanwhile: what was seen then is no evidence. */
export async function runAgainst(inputs: ProveRun): Promise<Proved> {
  const {house, machine, runnables, fault} = inputs;
  if (runnables.length === 0) return {kind: 'proved', noticed: [], touched: new Map(), took: new Map()};
  for (let run = 1; ; run += 1) {
    const endsBefore = house.ends().length;
    const proved = await runOnce(inputs);
    const how = house.ends().slice(endsBefore).at(-1);
    if (how === undefined || inputs.stop.aborted) return proved;
    const what = `${fault?.name ?? 'the healthy reference'}: the process of the servers ended (${how})`;
    if (run === runsMax) return {kind: 'refused', why: `${what} in each of ${String(runsMax)} runs`};
    machine.talk(`${what}; its cases run again in a new one\n`);
  }
}

// Opens the reference in the house, runs the cases, and closes it again.
async function runOnce(inputs: ProveRun): Promise<Proved> {
  const {house, target, runnables, fault, stop} = inputs;
  const machine = {...inputs.machine, startReference: (settings: ReferenceSettings) => house.start(settings)};
  const shared = {machine, faults: fault === undefined ? [] : [fault], isTracingRules: fault === undefined};
  const redactor = makeRedactor();
  const areas = new Set(runnables.map(({definition}) => definition.area));
  const opening = await openReference({...shared, areas, bounds: boundsFor(fault), settings: [], redaction: redactor});
  if (opening.kind === 'failed') return {kind: 'refused', why: opening.problems.join('\n')};
  const variants = await openVariants(variantsFor(runnables, target), {...shared, options: target, redactor, stop});
  try {
    if (variants.kind === 'failed') return {kind: 'refused', why: variants.problems.join('\n')};
    return await runOpened(inputs, {redactor, target: opening.target, variants: variants.targets});
  } finally {
    await variants.close();
    await opening.target.close();
  }
}

type OpenTarget = Parameters<typeof enterTarget>[0];

async function runOpened(
  {machine, catalog, target: options, runnables, fault, seed, stop, isEnough}: ProveRun,
  opened: {
    readonly redactor: Redactor;
    readonly target: OpenTarget;
    readonly variants: ReadonlyMap<string, OpenTarget>;
  },
): Promise<Proved> {
  const inputs = {
    machine,
    options: {},
    catalog,
    redactor: opened.redactor,
    stops: {stop, abandon: stop},
    roles: rolesIn(runnables, true),
  };
  const entry = await enterTarget(opened.target, inputs);
  if (entry.kind === 'refused') return {kind: 'refused', why: entry.why};
  const entered = await enterVariants(opened.variants, inputs);
  if (entered.kind === 'refused') return {kind: 'refused', why: entered.why};
  const plan = planRun({
    runnables,
    selection: {places: [], ids: [], tags: [], requirements: []},
    offer: offerOf(opened.target, entry, {options, variants: opened.variants.keys()}),
    arrangements: catalog.arrangements,
    operations: catalog.operations,
    seed,
    propertyRuns: 0,
  });
  const context = await contextOf(opened.target, entry, {
    machine,
    catalog,
    plan,
    propertyRuns: 0,
    // Narrowing begins with a case that is red twice.
    isRepeatingRed: fault?.onlyIn !== undefined,
    abandon: stop,
  });
  const touched = new Map<string, Set<string>>();
  const watch = (id: string, exchanges: readonly RawExchange[]): void => {
    touched.set(id, new Set([...(touched.get(id) ?? []), ...exchanges.flatMap(rulesTouched)]));
  };
  const took = new Map<string, number>();
  const noticed: Noticed[] = [];
  const enough = new AbortController();
  await runPlan(
    withVariants({...context, ports: {...context.ports, watch}}, entered.variants),
    plan,
    {
      started: () => undefined,
      red: () => undefined,
      finished: outcome => {
        const {id, definition} = outcome.planned.runnable;
        const {verdict, told, detail} = finalVerdict(outcome);
        took.set(id, told?.durationMs ?? 0);
        if (isNews(verdict))
          noticed.push({
            case: id,
            proves: definition.proves,
            verdict,
            detail: told?.findings[0]?.message ?? detail ?? '',
            ...narrowedTo(outcome),
          });
        if (isEnough?.(noticed) === true) enough.abort();
        return Promise.resolve();
      },
    },
    {stop: AbortSignal.any([stop, enough.signal]), interrupt: stop},
  );
  return {kind: 'proved', noticed, touched, took};
}

/** The smallest context in which it still fails, where that was found. */
function narrowedTo({narrowed}: CaseOutcome): Pick<Noticed, 'narrowed'> {
  return narrowed === undefined || narrowed.cut !== undefined ? {} : {narrowed: contextText(narrowed.left)};
}

function isNews(verdict: Verdict): verdict is Noticed['verdict'] {
  return verdict === 'fail' || verdict === 'warn' || verdict === 'flaky' || verdict === 'error';
}

/** The embedded reference names in this header the rules that a request touched, when it is told to trace. */
function rulesTouched({traffic}: RawExchange): readonly string[] {
  if (traffic.kind !== 'http' || traffic.observation.kind !== 'reply') return [];
  const header = traffic.observation.headers.find(([name]) => name.toLowerCase() === 'x-reference-rules');
  return header?.[1].split(',').map(rule => rule.trim()) ?? [];
}
