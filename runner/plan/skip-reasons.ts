// Says what a plan leaves out before it begins: reasons with counts, and the statements that nothing can show any more.
import type {Plan} from '../../model/plan.ts';

/** Gives the reasons for skipping, most frequent first. */
export function skipReasons({cases}: Pick<Plan, 'cases'>): readonly (readonly [why: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const {skip} of cases) if (skip !== undefined) counts.set(skip.why, (counts.get(skip.why) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** Lists the statements whose every case is skipped: what this target, or these accounts, cannot be judged on. */
export function lostStatements({cases}: Pick<Plan, 'cases'>): readonly string[] {
  const shown = new Set(
    cases.filter(({skip}) => skip === undefined).flatMap(({runnable}) => runnable.definition.proves),
  );
  const skippedOnly = cases.filter(({skip}) => skip !== undefined).flatMap(({runnable}) => runnable.definition.proves);
  return [...new Set(skippedOnly)].filter(id => !shown.has(id)).toSorted();
}
