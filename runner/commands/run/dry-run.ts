// What `run --list` and `run --dry-run` say: the cases that a run would have, as far as that is known without its target.
import {defined} from '../../../base/json/defined.ts';
import type {Machine} from '../../../model/machine.ts';
import type {ContextLevel} from '../../../model/contexts/context.ts';
import type {Offer, Plan, Runnable} from '../../../model/plan.ts';
import {existingNamesOf} from '../../plan/gate-case.ts';
import {planRun} from '../../plan/plan-run.ts';
import {rolesIn} from '../../plan/contexts/roles-in.ts';
import {selectCases} from '../../plan/select-cases.ts';
import {withoutWithdrawn} from '../../plan/withdraw.ts';
import {actorRoles} from '../../../model/actor.ts';
import {ownNames} from '../load/own-dialects.ts';
import {dialectFor} from '../open/dialect-for.ts';
import {referenceAreas} from '../open/open-reference.ts';
import {nothingSelected} from './nothing-selected.ts';
import {casesOf, type RunInputs} from './open-and-run.ts';
import {levelCosts} from './level-costs.ts';
import {listLine} from './list-line.ts';
import {planText} from './run-header.ts';

type AheadInputs = Omit<RunInputs, 'stops' | 'wanted'>;

/** Says it and gives the exit code: 0, or 6 when nothing is selected. Nothing is sent. */
export async function lookAhead(inputs: AheadInputs): Promise<number> {
  const {machine, options, selection, operands} = inputs;
  const seed = options.seed ?? machine.random.seed();
  const areas = areasOfWords(options);
  const ofTarget = (await casesOf(inputs, seed)).filter(({definition}) => areas.has(definition.area));
  const selected = selectCases(ofTarget, selection);
  if (selected.length === 0) {
    machine.talk(`${nothingSelected(ofTarget, selection, operands).join('\n')}\n`);
    return 6;
  }
  const {catalog} = inputs;
  const offer = await hopefulOffer(selected, areas, inputs);
  const planOf = (runnables: readonly Runnable[]): Plan =>
    withoutWithdrawn(planCases(runnables, {...inputs, offer, seed}), inputs.errata);
  const plan = planOf(ofTarget);
  if (options.list === true) {
    printCases(plan, machine);
    return 0;
  }
  const planAt = async (contexts: ContextLevel): Promise<Plan> => planOf(await casesAt(contexts, inputs, seed));
  const costs = options.context === undefined ? await levelCosts(planAt, catalog) : [];
  printPlan(plan, costs, machine);
  return 0;
}

function casesAt(contexts: ContextLevel, inputs: AheadInputs, seed: number): Promise<readonly Runnable[]> {
  return casesOf({...inputs, options: {...inputs.options, contexts}}, seed);
}

function planCases(
  runnables: readonly Runnable[],
  {options, selection, catalog, offer, seed}: AheadInputs & {readonly offer: Offer; readonly seed: number},
): Plan {
  return planRun({
    runnables,
    selection,
    offer,
    arrangements: catalog.arrangements,
    operations: catalog.operations,
    seed,
    ...defined({shard: options.shard}),
    propertyRuns: options.propertyRuns ?? 0,
  });
}

/** The areas that the words of the command line name; without any target, all. */
function areasOfWords({target, reference, peer, livePeer, from}: RunInputs['options']): ReadonlySet<string> {
  const hasHosting = target !== undefined || from?.server !== undefined;
  const areas = [
    ...(hasHosting ? ['hosting'] : []),
    ...(peer === undefined ? [] : ['overlay-codec']),
    ...(livePeer === undefined ? [] : ['overlay-live']),
  ];
  return reference === true || areas.length === 0 ? referenceAreas : new Set(areas);
}

/** Supposes that the target has everything that nobody has said it lacks. */
async function hopefulOffer(
  selected: readonly Runnable[],
  areas: ReadonlySet<string>,
  {options, catalog, machine}: Pick<RunInputs, 'options' | 'catalog' | 'machine'>,
): Promise<Offer> {
  const own = await ownNames(options, catalog, machine);
  const absent = new Map([
    ...Object.entries(options.from?.absent ?? {}),
    ...(options.without ?? []).map(name => [name, 'declared with --without'] as const),
  ]);
  const chosen =
    own.kind === 'unusable' ? own : dialectFor(own.names.name, {}, options.reference === true, own.names.dialects);
  const isReference = options.reference === true;
  const isDestructiveAllowed = options.allowDestructive === true || isReference;
  const definitions = selected.flatMap(runnable => (runnable.kind === 'example' ? [runnable.definition] : []));
  return {
    areas,
    actors: new Set([...actorRoles, ...rolesIn(selected, isDestructiveAllowed)]),
    withoutPassword: new Set(),
    withoutSession: new Set(),
    absent,
    found: new Map(),
    absentOperations: new Set(options.dialect === undefined || chosen.kind !== 'chosen' ? [] : chosen.dialect.absent),
    existing: new Set([
      ...Object.keys(options.from?.existing ?? {}),
      ...(isReference ? definitions.flatMap(existingNamesOf) : []),
    ]),
    variants: new Set(['', ...(options.from?.variants ?? []).map(({name}) => name)]),
    isDestructiveAllowed,
  };
}

function printCases({cases}: Plan, machine: Machine): void {
  const sorted = cases.map(({runnable}) => runnable).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const runnable of sorted) machine.print(listLine(runnable));
}

function printPlan(plan: Plan, costs: readonly string[], machine: Machine): void {
  const lines = plan.cases.map(({runnable, skip}, n) =>
    skip === undefined ? `${String(n + 1).padStart(5)}  ${runnable.id}` : ` skip  ${runnable.id}\n         ${skip.why}`,
  );
  const head = 'dry run: nothing was sent, and what the target lacks is not known yet';
  machine.print(`${[head, planText(plan), ...costs, ...lines].join('\n')}\n`);
}
