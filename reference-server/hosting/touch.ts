/** Notes that something that belongs to an issue or a milestone changed: it is then newer than it was. */
import type {Issue} from '../state/issues.ts';
import type {Ask} from './ask.ts';

/** Makes an issue newer. */
export function touchIssue({world: {state, clock}}: Ask, {id}: Issue): void {
  const issue = state.issues.get(id);
  if (issue !== undefined) state.issues.put({...issue, updatedAt: clock.now()});
}

/** Makes milestones newer: usual where an issue comes, goes, or is closed or opened again. */
export function touchMilestones({world: {state, clock}}: Ask, ids: readonly (number | undefined)[]): void {
  for (const id of ids) {
    const milestone = id === undefined ? undefined : state.milestones.get(id);
    if (milestone !== undefined) state.milestones.put({...milestone, updatedAt: clock.now()});
  }
}
