// Opens one reference of the instrumented build, healthy or with one mutant, and runs cases on it as often as is asked for.
import {defined} from '../../../../base/json/defined.ts';
import {finalVerdict} from '../../../execute/final-verdict.ts';
import {runPlan} from '../../../execute/run-plan.ts';
import type {Bounds} from '../../../../model/bounds.ts';
import type {Machine, ReferenceSettings} from '../../../../model/machine.ts';
import type {MutantHouse} from '../../../../model/mutants.ts';
import type {Plan, PlannedCase, Runnable} from '../../../../model/plan.ts';
import type {RawExchange} from '../../../../model/raw-exchange.ts';
import type {Cause, Verdict} from '../../../../model/verdict.ts';
import {rolesIn} from '../../../plan/contexts/roles-in.ts';
import {planRun} from '../../../plan/plan-run.ts';
import {makeRedactor, type Redactor} from '../../../../reports/redaction/redaction.ts';
import type {Catalog} from '../../load/catalog.ts';
import {contextOf, enterTarget, offerOf} from '../../open/enter-target.ts';
import {openReference} from '../../open/open-reference.ts';
import {enterVariants, openVariants, variantsFor, withVariants} from '../../open/open-variants.ts';
import type {TargetOptions} from '../../words/target-options.ts';

/** What every session of one measurement shares. */
export interface Ground {
  readonly machine: Machine;
  readonly catalog: Catalog;
  /** The reference as its target file describes it. */
  readonly target: TargetOptions;
  readonly seed: number;
}

/** One session. */
export interface SessionInputs extends Ground {
  readonly house: MutantHouse;
  /** Absent for the healthy reference. */
  readonly mutant?: number;
  /** Everything that may run in it. */
  readonly runnables: readonly Runnable[];
  readonly bounds: Bounds;
  readonly isTracingRules: boolean;
  /** Is shown what each attempt said and heard. */
  readonly watch: (id: string, exchanges: readonly RawExchange[]) => void;
  /** Ends everything at once. */
  readonly stop: AbortSignal;
}

/** What came of one case. */
export interface CaseResult {
  readonly id: string;
  readonly verdict: Verdict;
  readonly cause?: Cause;
  readonly detail: string;
  readonly durationMs: number;
}

/** An open session; refused when the reference cannot be opened or entered. */
export type Session =
  | {
      readonly kind: 'open';
      /** Runs these cases in this order until `stop`; tells of each when it is finished, and of a fail as soon as it is there. */
      run(ids: readonly string[], events: SessionEvents, stop: AbortSignal): Promise<void>;
      close(): Promise<void>;
    }
  | {readonly kind: 'refused'; readonly why: string};

/** What a session tells while it runs. */
interface SessionEvents {
  readonly finished: (result: CaseResult) => void;
  readonly red?: (id: string) => void;
}

/** Opens the roles of the reference that the cases need, with their variants, and signs in. */
export async function openSession(inputs: SessionInputs): Promise<Session> {
  const {house, mutant, target, runnables, bounds, stop} = inputs;
  const switched = mutant === undefined ? {} : {mutant};
  const machine: Machine = {
    ...inputs.machine,
    startReference: (settings: ReferenceSettings) => house.start({...settings, ...switched}),
    referencePeer: () => house.peer(mutant),
  };
  const shared = {machine, faults: [], isTracingRules: inputs.isTracingRules};
  const redactor = makeRedactor();
  const areas = new Set(runnables.map(({definition}) => definition.area));
  const opening = await openReference({...shared, areas, bounds, settings: [], redaction: redactor});
  if (opening.kind === 'failed') return {kind: 'refused', why: opening.problems.join('\n')};
  const variants = await openVariants(variantsFor(runnables, target), {...shared, options: target, redactor, stop});
  const close = async (): Promise<void> => {
    await variants.close();
    await opening.target.close();
  };
  const entered =
    variants.kind === 'failed'
      ? ({kind: 'refused', why: variants.problems.join('\n')} as const)
      : await enter({...inputs, machine, redactor}, {target: opening.target, variants: variants.targets});
  if (entered.kind === 'refused') {
    await close();
    return entered;
  }
  return {...entered, close};
}

type Entered = Omit<Extract<Session, {kind: 'open'}>, 'close'> | {readonly kind: 'refused'; readonly why: string};

type OpenTarget = Parameters<typeof enterTarget>[0];

async function enter(
  {
    machine,
    catalog,
    target: options,
    runnables,
    seed,
    stop,
    watch,
    redactor,
  }: SessionInputs & {readonly redactor: Redactor},
  opened: {readonly target: OpenTarget; readonly variants: ReadonlyMap<string, OpenTarget>},
): Promise<Entered> {
  const inputs = {
    machine,
    options: {},
    catalog,
    redactor,
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
  const parts = {machine, catalog, plan, propertyRuns: 0, isRepeatingRed: false, abandon: stop};
  const plain = await contextOf(opened.target, entry, parts);
  const context = withVariants(
    {...plain, ports: {...plain.ports, watch}},
    // Variants share what the plain run has, the watch included.
    entered.variants,
  );
  return {
    kind: 'open',
    run: async (ids, {finished, red}, stopRun) => {
      const ends = AbortSignal.any([stop, stopRun]);
      await runPlan(
        context,
        chosen(plan, ids),
        {
          started: () => undefined,
          red: (id, {verdict}) => {
            if (verdict === 'fail') red?.(id);
          },
          finished: outcome => {
            const {verdict, cause, told, detail} = finalVerdict(outcome);
            finished({
              id: outcome.planned.runnable.id,
              verdict,
              ...defined({cause}),
              detail: told?.findings[0]?.message ?? detail ?? '',
              durationMs: outcome.attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0),
            });
            return Promise.resolve();
          },
        },
        {stop: ends, interrupt: ends},
      );
    },
  };
}

function chosen(plan: Plan, ids: readonly string[]): Plan {
  const byId = new Map(plan.cases.map((planned): [string, PlannedCase] => [planned.runnable.id, planned]));
  return {...plan, cases: ids.flatMap(id => byId.get(id) ?? [])};
}
