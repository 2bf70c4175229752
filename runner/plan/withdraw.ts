// Takes withdrawn cases out of a plan: they are skipped, with the reason of their withdrawal.
import type {Plan, PlannedCase} from '../../model/plan.ts';
import type {Withdrawal} from '../../model/profile.ts';
import {matchesStars} from '../../base/patterns/star-pattern.ts';

/** Gives the plan in which every withdrawn case is skipped, whatever else would have become of it. */
export function withoutWithdrawn(plan: Plan, withdrawn: readonly Withdrawal[]): Plan {
  if (withdrawn.length === 0) return plan;
  return {...plan, cases: plan.cases.map(planned => withdrawnOr(planned, withdrawn))};
}

function withdrawnOr(planned: PlannedCase, withdrawn: readonly Withdrawal[]): PlannedCase {
  const {runnable} = planned;
  const found = withdrawn.find(({case: pattern}) => matchesStars(pattern, runnable.id));
  if (found === undefined) return planned;
  const where = found.dispute === undefined ? '' : ` (${found.dispute})`;
  return {runnable, skip: {cause: 'withdrawn', why: `withdrawn on ${found.since}: ${found.reason}${where}`}};
}
