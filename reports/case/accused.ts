// Says which statements a red case accuses, and which it only touches.
import type {CaseLine} from '../../model/journal.ts';
import type {RequirementId} from '../../model/requirement.ts';
import type {Verdict} from '../../model/verdict.ts';

/** What a case shows of one of its statements: its verdict, or that a failing case touches it without breaking it as far as is known. */
export type Shown = Verdict | 'touched';

type Line = Pick<CaseLine, 'requirements' | 'verdict' | 'findings'>;

/** Gives what a case shows of one of its statements. Where it has several, only those are broken that a stated finding names, and a warning is of those that its findings name, if all do. */
export function shownOf(id: RequirementId, {requirements, verdict, findings}: Line): Shown {
  if (verdict === 'warn') return isWarnedOf(id, {requirements, findings}) ? 'warn' : 'pass';
  if (requirements.length < 2 || (verdict !== 'fail' && verdict !== 'flaky')) return verdict;
  return findings.some(({basis, statement}) => basis === 'stated' && statement === id) ? verdict : 'touched';
}

function isWarnedOf(id: RequirementId, {requirements, findings}: Omit<Line, 'verdict'>): boolean {
  const named = findings.map(({statement}) => statement);
  const isEachNamed = named.length > 0 && named.every(one => one !== undefined && requirements.includes(one));
  return !isEachNamed || named.includes(id);
}

/** Gives the statements that a case touches, in the order of the case. */
export function touchedBy(line: Line): readonly RequirementId[] {
  return line.requirements.filter(id => shownOf(id, line) === 'touched');
}

/** Gives the other statements of a case: those that it breaks or, where it is not red, is about. */
export function accusedBy(line: Line): readonly RequirementId[] {
  const touched = touchedBy(line);
  return line.requirements.filter(id => !touched.includes(id));
}
