// What reviews of a pull request come to: whether somebody who may only write may merge it, and why not.

/** What the protection of the base branch demands. */
export interface Demands {
  readonly approvals: number;
  readonly isBlockedByRejection: boolean;
  readonly isStaleDismissed: boolean;
}

/** The last review of each reviewer, and whether the branch moved on since. */
export type Reviews = ReadonlyMap<string, {readonly isApproval: boolean; readonly isStale: boolean}>;

/** Why a writer may not merge; nothing where they may. */
export function obstacleToWriters({approvals, ...demands}: Demands, reviews: Reviews): string | undefined {
  const all = [...reviews.values()];
  const counted = all.filter(({isApproval, isStale}) => isApproval && !(demands.isStaleDismissed && isStale)).length;
  const stale = hasStaleApproval({approvals, ...demands}, reviews) ? ', as the stale ones are dismissed' : '';
  if (counted < approvals) return `${String(counted)} of ${String(approvals)} required approvals count${stale}`;
  if (demands.isBlockedByRejection && all.some(({isApproval}) => !isApproval)) return 'a rejection blocks it';
  return undefined;
}

/** Whether an approval grew stale that this protection dismisses. */
export function hasStaleApproval({isStaleDismissed}: Demands, reviews: Reviews): boolean {
  return isStaleDismissed && [...reviews.values()].some(({isApproval, isStale}) => isApproval && isStale);
}
