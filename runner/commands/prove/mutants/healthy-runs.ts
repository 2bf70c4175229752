// Runs every case on the healthy reference of the instrumented build, and those that reach a drawn mutant twice: what each reaches, how long it takes, and what it sees.
import {counted} from '../../../../base/text/counted.ts';
import {defaultBounds} from '../../../../model/bounds.ts';
import type {MutantBuild, NotedUnit} from '../../../../model/mutants.ts';
import type {Runnable} from '../../../../model/plan.ts';
import type {RawExchange} from '../../../../model/raw-exchange.ts';
import {unitOf} from './reach.ts';
import {Sight} from './replies.ts';
import {openSession, type CaseResult, type Ground} from './reference-session.ts';

/** What the healthy reference shows. */
export interface Healthy {
  /** The cases that were green each time, with the milliseconds of the first. */
  readonly green: ReadonlyMap<string, number>;
  /** Those that were not, and what was found. */
  readonly red: readonly CaseResult[];
  /** The units of each case, by the case. */
  readonly units: ReadonlyMap<string, ReadonlySet<string>>;
  readonly operations: ReadonlyMap<string, ReadonlySet<string>>;
  readonly rules: ReadonlyMap<string, ReadonlySet<string>>;
  readonly noted: readonly NotedUnit[];
  readonly seen: readonly [first: Sight, second: Sight];
}

/** What the healthy runs come to. */
export type HealthyRuns =
  | {readonly kind: 'ran'; readonly healthy: Healthy}
  | {readonly kind: 'refused'; readonly why: string};

/** Everything that the healthy runs need. */
export interface HealthyInputs extends Ground {
  readonly build: MutantBuild;
  readonly runnables: readonly Runnable[];
  readonly watched: readonly number[];
  /** The cases that run a second time, when the first has shown what each reaches. */
  readonly needed: (first: Healthy) => ReadonlySet<string>;
  readonly stop: AbortSignal;
}

/** Runs all cases, noting what is reached, and those that matter once more. */
export async function runHealthy(inputs: HealthyInputs): Promise<HealthyRuns> {
  const notes = {units: new Sets(), operations: new Sets(), rules: new Sets()};
  const seen = [new Sight(), new Sight()] as const;
  const first = await runOnce(inputs, inputs.watched, (id, exchanges) => {
    seen[0].add(id, exchanges);
    for (const exchange of exchanges) note(id, exchange, notes);
  });
  if (first.kind === 'refused') return first;
  const once: Healthy = {
    ...judged(first.results),
    units: notes.units.byKey,
    operations: notes.operations.byKey,
    rules: notes.rules.byKey,
    noted: first.noted,
    seen,
  };
  const needed = inputs.needed(once);
  const runnables = inputs.runnables.filter(({id}) => needed.has(id));
  if (runnables.length === 0) return {kind: 'ran', healthy: once};
  const second = await runOnce({...inputs, runnables}, undefined, (id, exchanges) => seen[1].add(id, exchanges));
  if (second.kind === 'refused') return second;
  return {kind: 'ran', healthy: {...once, ...judged([...first.results, ...second.results])}};
}

/** A case is green when it was so each time that it ran. */
function judged(results: readonly CaseResult[]): Pick<Healthy, 'green' | 'red'> {
  const red = results.filter(({verdict}) => verdict !== 'pass' && verdict !== 'skip');
  const isRed = new Set(red.map(({id}) => id));
  const green = results.filter(({id, verdict}) => verdict === 'pass' && !isRed.has(id));
  return {
    green: new Map(green.toReversed().map(({id, durationMs}) => [id, durationMs])),
    red: red.filter(({id}, index) => red.findIndex(one => one.id === id) === index),
  };
}

/** So many cases from one line of progress to the next. */
const toldEach = 500;

async function runOnce(
  inputs: HealthyInputs,
  watched: readonly number[] | undefined,
  watch: (id: string, exchanges: readonly RawExchange[]) => void,
): Promise<
  | {readonly kind: 'ran'; readonly results: readonly CaseResult[]; readonly noted: readonly NotedUnit[]}
  | {readonly kind: 'refused'; readonly why: string}
> {
  const {machine, build, runnables, stop} = inputs;
  const house = build.open(watched === undefined ? {} : {watched});
  const results: CaseResult[] = [];
  let refused: string | undefined;
  try {
    const session = await openSession({
      ...inputs,
      house,
      bounds: defaultBounds,
      isTracingRules: watched !== undefined,
      watch,
    });
    if (session.kind === 'open') {
      const ids = runnables.map(({id}) => id);
      const finished = (result: CaseResult): void => {
        results.push(result);
        if (results.length % toldEach === 0)
          machine.talk(`  ${String(results.length)} of ${counted(ids.length, 'case')}\n`);
      };
      await session.run(ids, {finished}, stop);
      await session.close();
    } else refused = session.why;
  } finally {
    await house.close();
  }
  return refused === undefined ? {kind: 'ran', results, noted: house.noted()} : {kind: 'refused', why: refused};
}

class Sets {
  readonly byKey = new Map<string, Set<string>>();

  add(key: string, value: string): void {
    const set = this.byKey.get(key);
    if (set === undefined) this.byKey.set(key, new Set([value]));
    else set.add(value);
  }
}

function note(
  id: string,
  {operation, traffic}: RawExchange,
  {units, operations, rules}: {readonly units: Sets; readonly operations: Sets; readonly rules: Sets},
): void {
  const unit = unitOf(traffic);
  if (unit !== undefined) units.add(id, unit);
  if (operation !== undefined) operations.add(id, operation);
  if (traffic.kind !== 'http' || traffic.observation.kind !== 'reply') return;
  const header = traffic.observation.headers.find(([name]) => name.toLowerCase() === 'x-reference-rules');
  for (const rule of header?.[1].split(',') ?? []) rules.add(id, rule.trim());
}
