// Says what a test runner should think of one case of a run.
import type {Journal} from '../../reports/journal/reader.ts';
import type {CaseLine} from '../../model/journal.ts';

/** How a case ended, in the words of test runners. */
export type CaseEnd =
  | {readonly kind: 'green'; readonly warning?: string}
  | {readonly kind: 'skipped'; readonly why: string}
  | {readonly kind: 'red'; readonly why: string};

/** Judges the case of this id. `tell` gives the whole story of a case. */
export function judgeCase(id: string, journal: Journal, tell: (line: CaseLine) => string): CaseEnd {
  const line = journal.cases.find(one => one.id === id);
  if (line === undefined) return judgeAbsence(id, journal);
  const {verdict} = line;
  switch (verdict) {
    case 'pass':
      return {kind: 'green'};
    case 'warn':
      return {kind: 'green', warning: tell(line)};
    case 'skip':
      return {kind: 'skipped', why: line.detail ?? line.cause ?? 'no reason was given'};
    case 'fail':
    case 'flaky':
    case 'error':
      return freeOfCharge(line) ?? {kind: 'red', why: `${verdict}: ${tell(line)}`};
  }
}

// Such a case is red and costs nothing; as a test it is neither green nor red.
function freeOfCharge({known, newIn}: CaseLine): CaseEnd | undefined {
  if (known !== undefined) return {kind: 'skipped', why: `known failure: ${known.reason}`};
  if (newIn !== undefined)
    return {kind: 'skipped', why: `red, but newer than the pinned edition (${newIn}), so it does not fail the run`};
  return undefined;
}

function judgeAbsence(id: string, journal: Journal): CaseEnd {
  if (journal.probes.some(({name}) => name === id))
    return {kind: 'skipped', why: 'it was probed, which is reported and never scored'};
  if (journal.kind === 'incomplete') return {kind: 'red', why: `it did not run: ${journal.why}`};
  if (journal.footer.notRun > 0) return {kind: 'red', why: 'it did not run: the run was cut short'};
  return {kind: 'skipped', why: 'the run has no target of its kind, or its settings left it out'};
}
