// Says for every statement of the record what the run found out about it.
import {defined} from '../../base/json/defined.ts';
import type {CaseLine} from '../../model/journal.ts';
import type {Requirement, RequirementId} from '../../model/requirement.ts';
import {shownOf, type Shown} from '../case/accused.ts';
import type {Requirements} from '../case/details.ts';

/** What a run shows of one statement: `touched` when a case of several statements failed and does not name this one; `none` when no case proves it. */
export type StatementVerdict = Shown | 'none';

/** One row of the matrix. */
export interface StatementRow {
  readonly id: RequirementId;
  /** Absent when a case cites a statement that this version does not know. */
  readonly requirement?: Requirement;
  readonly verdict: StatementVerdict;
  readonly counts: {readonly [verdict in Shown]: number};
}

/** Gives one row per statement, in the order of the record; the worst case decides, and a skip never reads as pass. */
export function requirementVerdicts(cases: readonly CaseLine[], requirements: Requirements): readonly StatementRow[] {
  const counts = new Map<RequirementId, Record<Shown, number>>();
  for (const id of requirements.keys()) counts.set(id, noCounts());
  for (const line of cases) {
    for (const id of line.requirements) {
      const row = counts.get(id) ?? noCounts();
      row[shownOf(id, line)] += 1;
      counts.set(id, row);
    }
  }
  return [...counts].map(([id, row]) => {
    const requirement = requirements.get(id);
    return {id, ...defined({requirement}), verdict: worst(row), counts: row};
  });
}

/** Worst first. A statement of which one case passed and another could not be judged is not proven. */
const severity = ['fail', 'flaky', 'error', 'touched', 'warn', 'pass', 'skip'] as const satisfies readonly Shown[];

function worst(counts: Readonly<Record<Shown, number>>): StatementVerdict {
  return severity.find(verdict => counts[verdict] > 0) ?? 'none';
}

function noCounts(): Record<Shown, number> {
  return Object.fromEntries(severity.map(verdict => [verdict, 0])) as Record<Shown, number>;
}
