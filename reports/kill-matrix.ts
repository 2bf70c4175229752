// The kill matrix: which case noticed which fault of the reference, and what that says about the suites.
import type {ReferenceFault} from '../runner/model/machine.ts';
import type {Requirement} from '../runner/model/requirement.ts';

/** A case that was not green against a fault. */
export interface Noticed {
  readonly case: string;
  readonly proves: readonly string[];
  readonly verdict: 'fail' | 'warn' | 'flaky' | 'error';
  readonly detail: string;
}

/** One fault and the cases that were run against it. */
export interface FaultRow {
  readonly fault: ReferenceFault;
  readonly ran: number;
  readonly noticed: readonly Noticed[];
  /** Why nothing could be run against it. */
  readonly refusal?: string;
}

/** The whole matrix with its problems. */
export interface KillMatrix {
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
  return {faults: judged.length, noticed: judged.filter(row => row.isNoticed).length, rows: judged, problems, isWhole};
}

/** A fault of something stated is noticed by a fail of a case that proves the statement; one of something usual by a warn. */
function isNoticed({fault, noticed}: FaultRow): boolean {
  const wanted = isUsual(fault) ? 'warn' : 'fail';
  return noticed.some(({verdict, proves}) => verdict === wanted && (isUsual(fault) || isOfStatement(fault, proves)));
}

function isUsual({basis}: ReferenceFault): boolean {
  return basis === 'usual' || basis === 'defacto' || basis === 'impl';
}

// The overlay's wire rules are one statement of the record (OV-WIRE); the message rows are where many of them show.
function isOfStatement({requirement, role}: ReferenceFault, proves: readonly string[]): boolean {
  return role === 'overlay' ? proves.some(id => id.startsWith('OV-')) : proves.includes(requirement);
}

function faultProblems({
  fault,
  noticed,
  isNoticed: isSeen,
  refusal,
}: FaultRow & {readonly isNoticed: boolean}): readonly string[] {
  const problems: string[] = [];
  if (refusal !== undefined) return [`${fault.name}: the faulty reference could not be run: ${refusal}`];
  // Only bytes or text change and no value does: whether a case notices it says nothing about the suites.
  if (fault.basis === 'information') return [];
  if (!isSeen) problems.push(`${fault.name} (${fault.requirement}, ${fault.basis}) ${whyUnnoticed(noticed)}`);
  if (isUsual(fault)) {
    const failed = noticed.find(({verdict}) => verdict === 'fail');
    if (failed !== undefined)
      problems.push(`${fault.name} breaks only what is usual, and ${failed.case} fails for it: ${failed.detail}`);
  }
  return problems;
}

function whyUnnoticed(noticed: readonly Noticed[]): string {
  if (noticed.length === 0) return 'is noticed by no case';
  if (noticed.every(({verdict}) => verdict === 'error'))
    return `is noticed only through errors, e.g. of ${noticed[0]?.case ?? ''}`;
  return `is noticed only by cases of other statements or the wrong verdict, e.g. ${noticed[0]?.verdict ?? ''} of ${noticed[0]?.case ?? ''}`;
}

/** Cases, table rows taken together, that prove a `must` statement and were turned red by no fault. */
function unkillable(
  rows: readonly FaultRow[],
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
  return [...new Set(must)].filter(id => !killed.has(id)).map(id => `${id} proves a must, and no fault turns it red`);
}

function caseOf(id: string): string {
  return id.replace(/\[[^]*\]$/, '');
}

function scoreOf(faults: number, noticed: number): string {
  return `${String(faults)} ${faults === 1 ? 'fault' : 'faults'}, ${String(noticed)} noticed`;
}

/** Renders the matrix: the score first, then a line per fault, then the problems. */
export function renderMatrix({faults, noticed, rows, problems, isWhole}: KillMatrix): string {
  const width = Math.max(0, ...rows.map(({fault}) => fault.name.length));
  const lines = rows.map(row => `  ${word(row)}  ${row.fault.name.padEnd(width)}  ${witnesses(row)}`);
  return [
    scoreOf(faults, noticed),
    '',
    ...lines,
    '',
    ...(problems.length === 0
      ? [
          isWhole
            ? 'Every fault is noticed as it should be, and every case of a must can go red.'
            : 'Each of these is noticed as it should be; whether every case of a must can go red, only a run of all faults shows.',
        ]
      : [`${String(problems.length)} problems:`, ...problems.map(problem => `  ${problem}`)]),
  ].join('\n');
}

/** Renders the matrix as a Markdown page: the score in the first line, then one row per fault. */
export function renderMatrixMarkdown({faults, noticed, rows, problems}: KillMatrix): string {
  const lines = rows.map(({fault, noticed: seen}) =>
    [`\`${fault.name}\``, fault.requirement, fault.basis, firstWitnesses(fault, seen)].join(' | '),
  );
  return [
    scoreOf(faults, noticed),
    '',
    'Written by `touchstone prove --markdown docs/kill-matrix.md`. Each fault is one wrong reading of one statement by the reference server;',
    'a fault of something stated is noticed by cases that fail, one of something usual by cases that warn. `touchstone prove --list` says what each does.',
    ...(problems.length === 0 ? [] : ['', ...problems.map(problem => `- ${oneLine(problem)}`)]),
    '',
    '| fault | statement | basis | noticed by |',
    '|---|---|---|---|',
    ...lines.map(line => `| ${line} |`),
    '',
  ].join('\n');
}

/** Enough to see what kind of case it takes; the JSON has all. */
const witnessesShown = 3;

function firstWitnesses(fault: ReferenceFault, noticed: readonly Noticed[]): string {
  const ids = [...new Set(witnessesOf(fault, noticed).map(({case: id}) => caseOf(id)))];
  const shown = ids.slice(0, witnessesShown).map(id => `\`${id}\``);
  if (shown.length === 0) return fault.basis === 'information' ? '(reported only)' : '**nobody**';
  const left = ids.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${String(left)} more` : ''}`;
}

function oneLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function word({isNoticed: isSeen, fault}: KillMatrix['rows'][number]): string {
  if (isSeen) return 'noticed';
  return fault.basis === 'information' ? 'info   ' : 'MISSED ';
}

function witnesses({fault, noticed}: FaultRow): string {
  const red = witnessesOf(fault, noticed);
  const [first] = red;
  if (first === undefined) return '-';
  return `${first.case}${red.length > 1 ? ` and ${String(red.length - 1)} more` : ''}`;
}

/** The cases that notice it with the right verdict, those of its own statement first. */
function witnessesOf(fault: ReferenceFault, noticed: readonly Noticed[]): readonly Noticed[] {
  const wanted = isUsual(fault) ? 'warn' : 'fail';
  const red = noticed.filter(({verdict}) => verdict === wanted);
  const own = red.filter(({proves}) => isOfStatement(fault, proves));
  return [...own, ...red.filter(one => !own.includes(one))];
}
