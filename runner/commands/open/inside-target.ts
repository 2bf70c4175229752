// Enters an open target together with the variants that the cases name, lets somebody work there, and leaves all of it again.
import {rolesIn} from '../../plan/contexts/roles-in.ts';
import type {Runnable} from '../../../model/plan.ts';
import {actorsOf, asksNobody} from '../../plan/gate-case.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {enterTarget, type EnterInputs, type Entry} from './enter-target.ts';
import type {OpenTarget} from './opening.ts';
import {withSwitchedOff} from './switched-off-parts.ts';
import {enterVariants, leaveVariants, openVariants, variantsFor, type EnteredVariant} from './open-variants.ts';

/** A target with everybody signed in. */
export interface Inside {
  readonly target: OpenTarget;
  /** Its `signOut` leaves the variants as well, and only once. */
  readonly entry: Entry;
  readonly variants: ReadonlyMap<string, EnteredVariant>;
}

/** What became of it: what the work came to, or why it could not begin. */
export type Stay<Result> =
  | {readonly kind: 'done'; readonly result: Result}
  /** The lines are fit for a terminal. */
  | {
      readonly kind: 'refused';
      readonly exitCode: number;
      readonly problems: readonly string[];
      readonly leftovers: readonly string[];
    };

/** Works inside a target. `runnables` say which variants are needed; those that are started get ready while the plain target is entered. */
export async function insideTarget<Result>(
  target: OpenTarget,
  inputs: EnterInputs & {readonly runnables: readonly Runnable[]},
  work: (inside: Inside) => Promise<Result>,
): Promise<Stay<Result>> {
  const {machine, options, runnables, stops} = inputs;
  // All embedded references with other settings are in one process, which starts with the first of them.
  const house = await machine.openReferenceHouse();
  const opening = openVariants(variantsFor(runnables, options), {
    machine: {...machine, startReference: settings => house.start(settings)},
    options,
    faults: target.faults ?? [],
    isTracingRules: false,
    redactor: inputs.redactor,
    stop: stops.stop,
  });
  try {
    const {arrangements} = inputs.catalog;
    const entering = {
      ...inputs,
      actors: new Set(runnables.flatMap(runnable => actorsOf(runnable, arrangements))),
      isAskingNobody: runnables.every(runnable => asksNobody(runnable, inputs.catalog)),
    };
    const isHarmAllowed = options.allowDestructive === true || target.isReference;
    const first = await enterTarget(target, {...entering, roles: rolesIn(runnables, isHarmAllowed)});
    if (first.kind === 'refused') return refused(first, inputs);
    const entry = await withSwitchedOff(target, first, inputs);
    const opened = await opening;
    if (opened.kind === 'failed')
      return {
        kind: 'refused',
        exitCode: opened.exitCode,
        problems: opened.problems.map(problem => inputs.redactor.redactText(problem)),
        leftovers: await entry.signOut(),
      };
    const inVariants = runnables.filter(one => one.definition.variant !== undefined);
    const roles = rolesIn(inVariants, isHarmAllowed);
    const entered = await enterVariants(opened.targets, {...entering, roles});
    if (entered.kind === 'refused')
      return refused({...entered, leftovers: [...entered.leftovers, ...(await entry.signOut())]}, inputs);
    const {variants} = entered;
    const signOut = once(async () => [...(await leaveVariants(variants)), ...(await entry.signOut())]);
    try {
      return {kind: 'done', result: await work({target, entry: {...entry, signOut}, variants})};
    } finally {
      await signOut();
    }
  } finally {
    await (await opening).close();
    await house.close();
  }
}

function refused(
  {why, fix, leftovers = []}: {readonly why: string; readonly fix: string; readonly leftovers?: readonly string[]},
  {redactor}: EnterInputs,
): Stay<never> {
  // The reason may quote the target, which can echo what was sent to it.
  const visible = (text: string): string => visibleText(redactor.redactText(text));
  return {kind: 'refused', exitCode: 5, problems: [`${visible(why)}\n  ${visible(fix)}`], leftovers};
}

function once<Value>(act: () => Promise<readonly Value[]>): () => Promise<readonly Value[]> {
  let first: Promise<readonly Value[]> | undefined;
  return async () => {
    if (first !== undefined) {
      await first;
      return [];
    }
    first = act();
    return first;
  };
}
