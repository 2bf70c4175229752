// Chooses the cases that are shown to a fault first: those that noticed it in the last published matrix.
import type {ReferenceFault} from '../../../model/machine.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {KillList} from '../../../reports/coverage/kill-list.ts';
import {caseOf, noticesRightly, witnessesShown} from '../../../reports/coverage/kill-matrix.ts';

/** Fault → cases, with all rows of their tables, that are to notice it again. */
export type SeenBefore = ReadonlyMap<string, ReadonlySet<string>>;

/** What is known of the cases that there are. */
export interface CasesNow {
  readonly runnables: readonly Runnable[];
  /** How long each took on the healthy reference, in milliseconds. */
  readonly took: ReadonlyMap<string, number>;
}

/**
 * Gives for each fault the quickest cases of its own statement that noticed it; and each case that noticed anything to one fault at least, so that every
 * case that a fault turned red is seen to be red again.
 */
export function seenBefore(faults: readonly ReferenceFault[], kills: KillList, now: CasesNow): SeenBefore {
  const proves = new Map(now.runnables.map(({id, definition}) => [caseOf(id), definition.proves]));
  const ms = new Map<string, number>();
  for (const [id, one] of now.took) ms.set(caseOf(id), (ms.get(caseOf(id)) ?? 0) + one);
  const duration = (id: string): number => ms.get(id) ?? Number.POSITIVE_INFINITY;
  const chosen = new Map<string, Set<string>>();
  for (const fault of faults) {
    const own = (kills.get(fault.name) ?? []).flatMap(({case: id, verdict}) => {
      const statements = proves.get(id);
      return statements !== undefined && noticesRightly(fault, {verdict, proves: statements}) ? [id] : [];
    });
    const quickest = own.toSorted((one, other) => duration(one) - duration(other)).slice(0, witnessesShown);
    if (quickest.length > 0) chosen.set(fault.name, new Set(quickest));
  }
  const covered = new Set([...chosen.values()].flatMap(cases => [...cases]));
  for (const [fault, cases] of chosen)
    for (const {case: id} of kills.get(fault) ?? []) {
      if (covered.has(id) || !proves.has(id)) continue;
      covered.add(id);
      cases.add(id);
    }
  return chosen;
}
