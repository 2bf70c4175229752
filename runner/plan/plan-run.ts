// Plans a run: what of all cases runs on this target, in which order, and how much that is.
import {defined} from '../../base/json/defined.ts';
import {isForNode} from '../../model/suite.ts';
import {idWithoutContext} from '../../model/contexts/context.ts';
import type {Arrangement} from '../../model/arrangement.ts';
import type {Operation} from '../../model/operation.ts';
import type {Offer, Plan, PlannedCase, Runnable, Selection, Shard} from '../../model/plan.ts';
import {gateCase} from './gate-case.ts';
import {requestsOf} from './requests-of.ts';
import {seededOrder} from '../../base/random/seeded-numbers.ts';
import {selectCases} from './select-cases.ts';
import {shardOf} from './shard.ts';

/** Everything that a plan is made of. */
export interface PlanInputs {
  readonly runnables: readonly Runnable[];
  readonly selection: Selection;
  readonly offer: Offer;
  readonly arrangements: ReadonlyMap<string, Arrangement>;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly seed: number;
  readonly shard?: Shard;
  /** Runs asked of each property; 0 means the property's own number. */
  readonly propertyRuns: number;
}

/** Chooses, gates and orders. The order depends on the seed and the set of ids alone, not on the order of files. */
export function planRun({
  runnables,
  selection,
  offer,
  arrangements,
  operations,
  seed,
  shard,
  propertyRuns,
}: PlanInputs): Plan {
  const ofTarget = runnables.filter(({definition}) => offer.areas.has(definition.area));
  const selected = selectCases(ofTarget, selection);
  const own =
    shard === undefined
      ? selected
      : selected.filter(({id}) => shardOf(idWithoutContext(id), shard.count) === shard.index);
  const cases = own.map(runnable => gateCase(runnable, {offer, arrangements, operations}));
  const sorted = cases.toSorted((a, b) => (a.runnable.id < b.runnable.id ? -1 : 1));
  return {
    cases: inParts(seededOrder(sorted, seed), planned => secondsOf(planned, arrangements, propertyRuns)),
    filtered: runnables.length - selected.length,
    seed,
    ...defined({shard}),
    requests: cases.reduce((sum, planned) => sum + requestsOf(planned, arrangements, propertyRuns), 0),
    objects: cases.reduce((sum, planned) => sum + objectsOf(planned, arrangements, propertyRuns), 0),
  };
}

// Some examples come first: what they take says how long the others will. Properties run longest, and those that surely do so come before the others; begun
// last, they would keep one worker busy while the others have nothing to do. Cases of a node wait for silences, one case after the other, so they are begun
// before. What may kill a live peer comes last: of a dead one nothing else can be shown.
function inParts(cases: readonly PlannedCase[], seconds: (planned: PlannedCase) => number): readonly PlannedCase[] {
  const of = (part: 'property' | 'example' | 'hostile') => cases.filter(({runnable}) => partOf(runnable) === part);
  const examples = of('example');
  const first = new Set(
    (['hosting', 'overlay-codec', 'overlay-live'] as const).flatMap(area =>
      sample(examples.filter(({runnable}) => runnable.definition.area === area)),
    ),
  );
  const nodes = examples.filter(({runnable}) => isForNode(runnable.definition));
  const properties = of('property');
  const long = properties.filter(one => seconds(one) >= longSeconds).toSorted((a, b) => seconds(b) - seconds(a));
  const others = properties.filter(one => !long.includes(one));
  return [...new Set([...first, ...nodes, ...long, ...others, ...examples, ...of('hostile')])];
}

/** Of a property; one that takes longer is begun early. */
const longSeconds = 1;
/** On a server that answers as fast as the reference. */
const requestsPerSecond = 100;

function secondsOf(planned: PlannedCase, ...how: OfRequests): number {
  const {runnable} = planned;
  const waits = runnable.kind === 'property' ? (runnable.definition.waitsPerRun ?? 0) : 0;
  return requestsOf(planned, ...how) / requestsPerSecond + waits;
}

type OfRequests = readonly [arrangements: ReadonlyMap<string, Arrangement>, propertyRuns: number];

function sample(cases: readonly PlannedCase[]): readonly PlannedCase[] {
  return cases.filter(({skip}) => skip === undefined).slice(0, sampleSize);
}

function partOf({kind, definition}: Runnable): 'property' | 'example' | 'hostile' {
  if (kind === 'property' || definition.area !== 'overlay-live') return kind;
  return definition.steps.some(step => step.kind === 'send' && step.isSurvived) ? 'hostile' : 'example';
}

// Of each area.
const sampleSize = 12;

// Measured on our own suites: one run of a property on a hosting server makes between one and two repositories or accounts.
const objectsPerPropertyRun = 1.5;

function objectsOf(
  {runnable, skip}: PlannedCase,
  arrangements: ReadonlyMap<string, Arrangement>,
  propertyRuns: number,
): number {
  if (skip !== undefined || runnable.definition.area !== 'hosting') return 0;
  if (runnable.kind === 'property')
    return Math.round((propertyRuns === 0 ? runnable.definition.runs : propertyRuns) * objectsPerPropertyRun);
  return runnable.definition.given.reduce((sum, {arrange}) => sum + objectsOfArrangement(arrange, arrangements), 0);
}

function objectsOfArrangement(name: string, arrangements: ReadonlyMap<string, Arrangement>): number {
  const arrangement = arrangements.get(name);
  if (arrangement === undefined) return 0;
  const nested = arrangement.given.reduce((sum, {arrange}) => sum + objectsOfArrangement(arrange, arrangements), 0);
  return nested + (arrangement.cleanup === undefined ? 0 : 1);
}
