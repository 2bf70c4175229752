// The kill matrix: which case noticed which fault of the reference, and what that says about the suites.
import {contextOfId, contextText, contextWith, idWithoutContext} from '../../model/contexts/context.ts';
import type {ReferenceFault} from '../../model/machine.ts';
import type {Requirement} from '../../model/requirement.ts';

/** A case that was not green against a fault. */
export interface Noticed {
  readonly case: string;
  readonly proves: readonly string[];
  readonly verdict: 'fail' | 'warn' | 'flaky' | 'error';
  readonly detail: string;
  /** The smallest context in which it still fails, as ids write it; of a fault that shows in one context only. */
  readonly narrowed?: string;
}

/** One fault and the cases that were run against it. */
export interface FaultRow {
  readonly fault: ReferenceFault;
  readonly ran: number;
  readonly noticed: readonly Noticed[];
  /** Why nothing could be run against it. */
  readonly refusal?: string;
  /** A digest of everything that the row depends on. */
  readonly standing?: string;
}

/** The whole matrix with its problems. */
export interface KillMatrix {
  /** Those that a run has to notice; the rows hold the others too. */
  readonly faults: number;
  readonly noticed: number;
  readonly rows: readonly (FaultRow & {readonly isNoticed: boolean})[];
  readonly problems: readonly string[];
  /** All faults were run. */
  readonly isWhole: boolean;
}

export interface MatrixInputs {
  readonly rows: readonly FaultRow[];
  readonly cases: readonly {readonly id: string; readonly proves: readonly string[]}[];
  readonly requirements: ReadonlyMap<string, Requirement>;
  /** Cases that were not green on the healthy reference. */
  readonly healthy: readonly Noticed[];
  /** All faults were run, so that a case which noticed none of them notices nothing. */
  readonly isWhole: boolean;
}

/** Judges the suites by what they noticed. */
export function judgeMatrix({rows, cases, requirements, healthy, isWhole}: MatrixInputs): KillMatrix {
  const judged = rows.map(row => ({...row, isNoticed: isNoticed(row)}));
  const problems = [
    ...healthy.map(({case: id, verdict, detail}) => `${id} is ${verdict} on the healthy reference: ${detail}`),
    ...judged.flatMap(row => faultProblems(row)),
    ...(isWhole ? unkillable(judged, cases, requirements) : []),
  ];
  const wanted = judged.filter(({fault}) => isToBeNoticed(fault));
  return {faults: wanted.length, noticed: wanted.filter(row => row.isNoticed).length, rows: judged, problems, isWhole};
}

/** Whether a run has to notice the fault; where only bytes or text change and no value does, or only a certificate can tell, it does not. */
export function isToBeNoticed({basis, noticedBy}: ReferenceFault): boolean {
  return basis !== 'information' && noticedBy === undefined;
}

/**
 * A fault of something stated is noticed by a fail of a case that proves the statement; one of something usual by a warn of
 * such a case, or of one that proves nothing.
 */
export function isNoticed({fault, noticed}: FaultRow): boolean {
  return noticed.some(one => noticesRightly(fault, one));
}

/** Whether a case with this verdict, which proves these, notices the fault as it deserves. */
export function noticesRightly(
  fault: ReferenceFault,
  {verdict, proves}: {readonly verdict: string; readonly proves: readonly string[]},
): boolean {
  if (verdict !== (isUsual(fault) ? 'warn' : 'fail')) return false;
  return isOfStatement(fault, proves) || (isUsual(fault) && proves.length === 0);
}

/** Whether nothing states what the fault breaks, so that a warning is what it deserves. */
export function isUsual({basis}: ReferenceFault): boolean {
  return basis === 'usual' || basis === 'defacto' || basis === 'impl';
}

/** Whether a case that proves these is one of the fault's own statement. */
// The overlay's wire rules are one statement of the record (OV-WIRE); the message rows are where many of them show.
export function isOfStatement({requirement, role}: ReferenceFault, proves: readonly string[]): boolean {
  return role === 'overlay' ? proves.some(id => id.startsWith('OV-')) : proves.includes(requirement);
}

/** How many of the cases that notice a fault are named; no more are looked for. */
export const witnessesShown = 3;

/** The cases that notice it with the right verdict, those of its own statement first. */
export function witnessesOf(fault: ReferenceFault, noticed: readonly Noticed[]): readonly Noticed[] {
  const red = redFor(fault, noticed);
  const own = ownWitnessesOf(fault, noticed);
  return [...own, ...red.filter(one => !own.includes(one))];
}

/** Those of its own statement alone. */
export function ownWitnessesOf(fault: ReferenceFault, noticed: readonly Noticed[]): readonly Noticed[] {
  return redFor(fault, noticed).filter(({proves}) => isOfStatement(fault, proves));
}

function redFor(fault: ReferenceFault, noticed: readonly Noticed[]): readonly Noticed[] {
  const wanted = isUsual(fault) ? 'warn' : 'fail';
  return noticed.filter(({verdict}) => verdict === wanted);
}

/** What is wrong with how a fault is noticed. */
export function faultProblems({
  fault,
  noticed,
  isNoticed: isSeen,
  refusal,
}: FaultRow & {readonly isNoticed: boolean}): readonly string[] {
  const problems: string[] = [];
  if (refusal !== undefined) return [`${fault.name}: the faulty reference could not be run: ${refusal}`];
  // Whether a case notices such a fault says nothing about the suites.
  if (!isToBeNoticed(fault)) return [];
  if (!isSeen) problems.push(`${fault.name} (${fault.requirement}, ${fault.basis}) ${whyUnnoticed(noticed)}`);
  if (isUsual(fault)) {
    const failed = noticed.find(({verdict}) => verdict === 'fail');
    if (failed !== undefined)
      problems.push(`${fault.name} breaks only what is usual, and ${failed.case} fails for it: ${failed.detail}`);
  }
  return [...problems, ...contextProblems(fault, noticed)];
}

/** A fault that shows in one context only is noticed by no plain case, and narrowing leaves that context. */
function contextProblems({name, onlyIn}: ReferenceFault, noticed: readonly Noticed[]): readonly string[] {
  if (onlyIn === undefined) return [];
  const wanted = contextText(contextWith(onlyIn));
  const failed = noticed.filter(({verdict}) => verdict === 'fail');
  const inPlain = failed.find(({case: id}) => contextText(contextOfId(id)) === '');
  const narrowed = new Set(failed.flatMap(one => one.narrowed ?? []));
  return [
    ...(inPlain === undefined ? [] : [`${name} should show only with ${wanted}, and ${inPlain.case} fails for it`]),
    ...(narrowed.has(wanted)
      ? []
      : [`${name} is narrowed to ${narrowed.size === 0 ? 'nothing' : [...narrowed].join(' or ')}, not to ${wanted}`]),
  ];
}

function whyUnnoticed(noticed: readonly Noticed[]): string {
  if (noticed.length === 0) return 'is noticed by no case';
  if (noticed.every(({verdict}) => verdict === 'error'))
    return `is noticed only through errors, e.g. of ${noticed[0]?.case ?? ''}`;
  return `is noticed only by cases of other statements or the wrong verdict, e.g. ${noticed[0]?.verdict ?? ''} of ${noticed[0]?.case ?? ''}`;
}

/** Cases, table rows taken together, that prove a `must` statement and were turned red by no fault. */
function unkillable(
  rows: readonly Pick<FaultRow, 'noticed'>[],
  cases: MatrixInputs['cases'],
  requirements: MatrixInputs['requirements'],
): readonly string[] {
  return neverRed(rows, cases, requirements).map(id => `${id} proves a must, and no fault turns it red`);
}

/** Lists the cases that prove a `must` and were turned red by no fault, the rows of a table taken together. */
export function neverRed(
  rows: readonly Pick<FaultRow, 'noticed'>[],
  cases: MatrixInputs['cases'],
  requirements: MatrixInputs['requirements'],
): readonly string[] {
  const killed = new Set(
    rows.flatMap(({noticed}) =>
      noticed.filter(({verdict}) => verdict === 'fail' || verdict === 'warn').map(({case: id}) => caseOf(id)),
    ),
  );
  const must = cases
    .filter(({proves}) => proves.some(id => requirements.get(id)?.level === 'must'))
    .map(({id}) => caseOf(id));
  return [...new Set(must)].filter(id => !killed.has(id));
}

/** The id of a case without its context and the row of its table. */
export function caseOf(id: string): string {
  return idWithoutContext(id).replace(/\[[^]*\]$/, '');
}
