// Tells whether a survivor shows: runs a few cases one after the other on the mutant and twice on the healthy reference, so that nothing but the mutant differs.
import {defined} from '../../../../base/json/defined.ts';
import type {MutantHouse} from '../../../../model/mutants.ts';
import type {MutantOutcome} from '../../../../reports/mutants/mutant-result.ts';
import {firstDifference, Sight} from './replies.ts';
import {openSession} from './reference-session.ts';
import {boundsFor, type Trial} from './try-mutant.ts';

/** A trial, and a place for healthy references. */
export interface ConfirmInputs extends Omit<Trial, 'cases'> {
  readonly healthyHouse: MutantHouse;
  /** The cases that may have seen something. */
  readonly suspects: readonly string[];
}

/** Gives what shows, or that nothing does. */
export async function confirmVisible(inputs: ConfirmInputs): Promise<MutantOutcome> {
  const {house, healthyHouse, mutant, suspects} = inputs;
  if (suspects.length === 0) return {kind: 'not-visible'};
  const changed = await sightOf(inputs, house, mutant.id);
  const first = await sightOf(inputs, healthyHouse);
  const second = await sightOf(inputs, healthyHouse);
  for (const id of suspects) {
    const [one, two, now] = [first.of(id), second.of(id), changed.of(id)];
    if (one === undefined || two === undefined || now === undefined) continue;
    const difference = firstDifference(one, two, now);
    if (difference !== undefined) return {kind: 'not-judged', case: id, ...difference};
  }
  return {kind: 'not-visible'};
}

async function sightOf(
  {suspects, runnables, healthy, ...ground}: ConfirmInputs,
  house: MutantHouse,
  mutant?: number,
): Promise<Sight> {
  const sight = new Sight();
  const session = await openSession({
    machine: ground.machine,
    catalog: ground.catalog,
    target: ground.target,
    seed: ground.seed,
    house,
    ...defined({mutant}),
    runnables: suspects.flatMap(id => runnables.get(id) ?? []),
    // Cases that run at the same time share counters and lists; these do not.
    bounds: {...boundsFor(suspects, healthy), jobs: 1},
    isTracingRules: false,
    watch: (id, exchanges) => sight.add(id, exchanges),
    stop: ground.stop,
  });
  if (session.kind === 'refused') return sight;
  await session.run(suspects, {finished: () => undefined}, ground.stop);
  await session.close();
  return sight;
}
