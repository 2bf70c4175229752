// Joins the cases of several journals of one target: each case once, with the worst that any journal saw.
import type {CaseLine} from '../../model/journal.ts';
import type {Verdict} from '../../model/verdict.ts';

/** Worst first; a skip gives way to any judgement, because another variant of the target may have had what it lacked. */
const order = ['fail', 'flaky', 'error', 'warn', 'pass', 'skip'] as const satisfies readonly Verdict[];

/** Gives the cases sorted by id. */
export function joinCases(journals: readonly (readonly CaseLine[])[]): readonly CaseLine[] {
  const byId = new Map<string, CaseLine>();
  for (const line of journals.flat()) {
    const before = byId.get(line.id);
    if (before === undefined || order.indexOf(line.verdict) < order.indexOf(before.verdict)) byId.set(line.id, line);
  }
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
