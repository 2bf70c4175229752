// Coverage of the record: for every statement the cases that prove it and, with a journal, what became of them.
import {defined} from '../../base/json/defined.ts';
import type {Requirement, RequirementId} from '../../model/requirement.ts';
import {verdicts, type Cause} from '../../model/verdict.ts';
import {shownOf, type Shown} from '../case/accused.ts';
import type {Journal} from '../journal/reader.ts';
import {contextMatrix, type ContextCase, type ContextRow} from './context-matrix.ts';

/** What coverage knows of a case: which statements it proves, and with which operations. */
export interface CoverageCase {
  readonly id: string;
  readonly proves: readonly RequirementId[];
  readonly operations: readonly string[];
}

export interface CoverageInputs {
  readonly requirements: ReadonlyMap<RequirementId, Requirement>;
  readonly cases: readonly CoverageCase[];
  /** Without one, the suites alone are looked at. */
  readonly journal?: Journal;
  /** What is known of the contexts of cases; without it no matrix is made. */
  readonly contexts?: readonly ContextCase[];
  /** Operations that no dialect but that of our reference speaks. */
  readonly referenceOnly: ReadonlySet<string>;
}

/**
 * How far one statement is covered. Without a journal: `tested` or `untested`. With one: `proven` (all that was judged held), `red`, `touched` (a case of several
 * statements failed, and does not name this one), `unproven` (cases exist, and none could judge it) or `untested`. `unobservable`: nothing outside the target shows it.
 */
export type CoverageState = 'red' | 'touched' | 'untested' | 'unproven' | 'proven' | 'tested' | 'unobservable';

/** One case of a row; its verdict is absent without a journal, or when it was not in that run. */
export interface CoveredCase {
  readonly id: string;
  readonly verdict?: Shown;
  readonly cause?: Cause;
}

/** One statement. */
export interface CoverageRow {
  readonly requirement: Requirement;
  readonly state: CoverageState;
  readonly cases: readonly CoveredCase[];
  /** Every case speaks names that no known family of servers has. */
  readonly isReferenceOnly: boolean;
  /** It could be proven, and is not: what `--fail-unproven` counts. */
  readonly isMissing: boolean;
}

/** All statements, in the order of the record. */
export interface Coverage {
  readonly run?: string;
  readonly isWhole: boolean;
  readonly rows: readonly CoverageRow[];
  /** Where each statement was seen besides the plain context. */
  readonly contexts: readonly ContextRow[];
}

/** Lays cases, and what became of them, beside the statements that they prove. */
export function coverageOf(inputs: CoverageInputs): Coverage {
  const {requirements, journal, contexts = []} = inputs;
  return {
    ...defined({run: journal?.header.run}),
    isWhole: journal === undefined || journal.kind === 'complete',
    rows: [...requirements.values()].map(requirement => rowOf(requirement, inputs)),
    contexts: contextMatrix([...requirements.keys()], contexts, journal),
  };
}

function rowOf(requirement: Requirement, {cases, journal, referenceOnly}: CoverageInputs): CoverageRow {
  const own = cases.filter(({proves}) => proves.includes(requirement.id));
  const covered = journal === undefined ? own.map(({id}) => ({id})) : judged(requirement.id, own, journal);
  const state = stateOf(requirement, covered, journal !== undefined);
  return {
    requirement,
    state,
    cases: covered.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    isReferenceOnly:
      own.length > 0 && own.every(({operations}) => operations.some(operation => referenceOnly.has(operation))),
    isMissing: !isSettled(state) && !isExcused(requirement, covered),
  };
}

// A journal may hold cases that the suites no longer have, and lack some that they have.
function judged(id: RequirementId, own: readonly CoverageCase[], journal: Journal): readonly CoveredCase[] {
  const lines = journal.cases.filter(({requirements}) => requirements.includes(id));
  const known = new Set(lines.map(line => line.id));
  return [
    ...lines.map(line => ({
      id: line.id,
      verdict: shownOf(id, line),
      ...defined({cause: line.cause}),
    })),
    ...own.filter(one => !known.has(one.id)).map(one => ({id: one.id})),
  ];
}

function stateOf({observe}: Requirement, cases: readonly CoveredCase[], hasJournal: boolean): CoverageState {
  if (cases.length === 0) return observe === 'none' ? 'unobservable' : 'untested';
  if (!hasJournal) return 'tested';
  const has = (...wanted: readonly Shown[]): boolean =>
    cases.some(({verdict}) => verdict !== undefined && wanted.includes(verdict));
  if (has('fail', 'flaky')) return 'red';
  if (has('touched')) return 'touched';
  // A statement of which one case held and another could not be judged is not proven.
  return has('pass', 'warn') && !has('error') ? 'proven' : 'unproven';
}

function isSettled(state: CoverageState): boolean {
  return state === 'proven' || state === 'tested' || state === 'unobservable';
}

/** "Only `none` rows, and `contract` rows of targets that publish no contract, may stay unproven." */
function isExcused({observe}: Requirement, cases: readonly CoveredCase[]): boolean {
  if (observe === 'none') return true;
  return observe === 'contract' && cases.length > 0 && cases.every(({cause}) => cause === 'no-contract');
}

/** Counts the rows of each state. */
export function coverageCounts({rows}: Coverage): {readonly [state in CoverageState]: number} {
  const counts = {red: 0, touched: 0, untested: 0, unproven: 0, proven: 0, tested: 0, unobservable: 0};
  for (const {state} of rows) counts[state] += 1;
  return counts;
}

/** Several rows of one table, told together: `hosting/labels/scope[3 rows]: 2 pass, 1 fail`. */
export interface CaseGroup {
  readonly name: string;
  readonly told: string;
}

/** Groups the rows of tables and tells their verdicts. */
export function groupedCases(cases: readonly CoveredCase[], hasJournal: boolean): readonly CaseGroup[] {
  return [...groupByTable(cases)].map(([name, members]) => ({
    name: members.length === 1 ? (members[0]?.id ?? name) : `${name}[${String(members.length)} rows]`,
    told: hasJournal ? tellVerdicts(members) : '',
  }));
}

function groupByTable(cases: readonly CoveredCase[]): Map<string, CoveredCase[]> {
  const groups = new Map<string, CoveredCase[]>();
  for (const one of cases) groups.set(tableOf(one), [...(groups.get(tableOf(one)) ?? []), one]);
  return groups;
}

function tableOf({id}: CoveredCase): string {
  return id.replace(/\[[^\]]*\]$/, '');
}

function tellVerdicts(cases: readonly CoveredCase[]): string {
  const parts = [...verdicts, 'touched' as const].flatMap(verdict => {
    const those = cases.filter(one => one.verdict === verdict);
    if (those.length === 0) return [];
    const causes = verdict === 'skip' || verdict === 'error' ? [...new Set(those.map(({cause}) => cause ?? ''))] : [];
    const name = verdict === 'touched' ? 'failed over another statement' : verdict;
    return [`${String(those.length)} ${name}${causes.length === 0 ? '' : ` (${causes.join(', ')})`}`];
  });
  const absent = cases.filter(({verdict}) => verdict === undefined).length;
  return [...parts, ...(absent === 0 ? [] : [`${String(absent)} not in this run`])].join(', ');
}
