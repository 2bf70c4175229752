// Compares two runs case by case: what became worse, what became better, and which change between the runs it is to be blamed on.
import {counted} from '../../base/text/counted.ts';
import {defined} from '../../base/json/defined.ts';
import {nameAndVersion} from '../words/decoder-name.ts';
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import {jsonText} from '../../model/json.ts';
import {caseMessage} from '../case/plain-story.ts';
import {blameFor, type Pair} from './blame.ts';
import type {Journal} from '../journal/reader.ts';
import type {Trend} from './trend.ts';
import {optionWords} from '../words/option-words.ts';
import {runProblem} from '../run/no-evidence.ts';
import {countVerdicts, runNumbers} from '../words/verdict-words.ts';

/** What can change between two runs. */
export type Factor = 'target' | 'suites' | 'dialect' | 'seed' | 'harness' | 'selection';

/** A factor with what it was and what it is. */
export interface Change {
  readonly factor: Factor;
  readonly before: string;
  readonly after: string;
}

/** What a comparison is rendered with besides itself. */
export interface ComparisonTools {
  /** There when more than two runs were given. */
  readonly trend?: Trend;
  /** Where the reports of the two runs are, relative to what is written. */
  readonly reports?: {readonly before?: string; readonly after?: string};
}

/** Splits the kinds of change: those with a regression, which a comparison begins with, and all others. */
export function kindsByUrgency({cases}: Comparison): {
  readonly first: readonly ComparedCase['kind'][];
  readonly rest: readonly ComparedCase['kind'][];
} {
  const urgent = new Set(cases.flatMap(({kind, isRegression}) => (isRegression ? [kind] : [])));
  return {
    first: changeKinds.filter(kind => urgent.has(kind)),
    rest: changeKinds.filter(kind => !urgent.has(kind)),
  };
}

/** What became of a case, worst first; this is also the order of reports. */
export const changeKinds = [
  'newly-failing',
  'newly-in-error',
  'newly-skipped',
  'vanished',
  'still-failing',
  'still-in-error',
  'fixed',
  'newly-warning',
  'no-longer-warning',
  'slower',
  'added',
  'newly-run',
  'not-comparable',
] as const;

/** One case that is to be told about. */
export interface ComparedCase {
  readonly id: string;
  readonly title: string;
  readonly kind: (typeof changeKinds)[number];
  /** It passed before and is not known to pass now; only these cost an exit code. */
  readonly isRegression: boolean;
  readonly before: CaseLine['verdict'] | 'absent';
  readonly after: CaseLine['verdict'] | 'absent';
  /** What its change is blamed on. */
  readonly blame?: Factor;
  readonly why?: string;
  readonly beforeMs?: number;
  readonly afterMs?: number;
  readonly message?: string;
  /** What was wrong in the run before, of a case that was not in order there and now is. */
  readonly messageBefore?: string;
  /** The edition in which the case is newer than the pinned one: what it found is no regression. */
  readonly newIn?: string;
}

/** Two runs, compared. */
export interface Comparison {
  /** Two runs one after the other, or two targets side by side, of which the first stands under `before`. */
  readonly of: 'runs' | 'targets';
  readonly before: RunFacts;
  readonly after: RunFacts;
  readonly changes: readonly Change[];
  readonly cases: readonly ComparedCase[];
  readonly regressions: number;
  /** Cases with the same verdict in both runs that need no telling. */
  readonly unchanged: number;
  /** Cases with the same verdict in both runs, by verdict. */
  readonly alike: {readonly [verdict in CaseLine['verdict']]: number};
}

/** What names a run. */
export interface RunFacts {
  readonly run: string;
  readonly startedAt: string;
  readonly target: string;
  readonly suites: string;
  readonly seed: number;
  readonly tool: string;
  /** The edition that the gate pinned: what is newer costs nothing. */
  readonly pinnedEdition?: string;
  readonly counts: {readonly [verdict in CaseLine['verdict']]: number};
  /** Why the run is no whole evidence. */
  readonly problem?: string;
}

/** Compares; runs that share no case cannot be. */
export function compareRuns(
  before: Journal,
  after: Journal,
):
  | {readonly kind: 'compared'; readonly comparison: Comparison}
  | {readonly kind: 'not-comparable'; readonly why: string} {
  const old = new Map(before.cases.map(line => [line.id, line]));
  const now = new Map(after.cases.map(line => [line.id, line]));
  if (![...old.keys()].some(id => now.has(id)))
    return {
      kind: 'not-comparable',
      why: `the runs ${before.header.run} and ${after.header.run} have no case in common`,
    };
  const changes = changesBetween(before, after);
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort();
  const isSearch = after.header.isSearch === true;
  const cases = ids.flatMap(id => comparedCase({id, before: old.get(id), after: now.get(id), changes}, isSearch) ?? []);
  cases.sort((a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1));
  return {
    kind: 'compared',
    comparison: {
      of: 'runs',
      before: factsOf(before),
      after: factsOf(after),
      changes,
      cases,
      regressions: cases.filter(({isRegression}) => isRegression).length,
      unchanged: ids.length - cases.length,
      alike: countVerdicts([...now.values()].filter(({id, verdict}) => old.get(id)?.verdict === verdict)),
    },
  };
}

function factsOf(journal: Journal): RunFacts {
  const {header, cases} = journal;
  const problem = runProblem(journal);
  return {
    run: header.run,
    startedAt: header.startedAt,
    target: targetText(header),
    suites: `${header.suites.edition} ${header.suites.digest.slice(0, 12)}`,
    seed: header.seed,
    tool: `${header.tool.version} on Node ${header.tool.node}`,
    ...defined({pinnedEdition: header.pinnedEdition}),
    counts: countVerdicts(cases),
    ...defined({problem: problem?.message}),
  };
}

/** Lists what the headers say differently, in the order in which blame is tried. */
function changesBetween(before: Journal, after: Journal): readonly Change[] {
  const isWhole = before.kind === 'complete' && after.kind === 'complete';
  const textsOf = (journal: Journal): {readonly [factor in Factor]: string} => {
    const {header} = journal;
    return {
      target: targetText(header),
      suites: `edition ${header.suites.edition}, suites ${header.suites.digest.slice(0, 12)}, requirements ${header.requirementsDigest.slice(0, 12)}`,
      dialect: [
        header.dialect ?? 'none',
        ...(header.contractDigest === undefined ? [] : [`contract ${header.contractDigest.slice(0, 12)}`]),
      ].join(', '),
      selection: selectionText(journal, isWhole),
      seed: String(header.seed),
      harness: `touchstone ${header.tool.version} on Node ${header.tool.node}, bounds ${jsonText(boundsOf(header))}`,
    };
  };
  const old = textsOf(before);
  const now = textsOf(after);
  return factors.flatMap(factor =>
    old[factor] === now[factor] ? [] : [{factor, before: old[factor], after: now[factor]}],
  );
}

const factors = ['target', 'suites', 'dialect', 'selection', 'seed', 'harness'] as const satisfies readonly Factor[];

/** Names the target of a run. Our own reference listens on another port in every run. */
export function targetText(header: HeaderLine): string {
  const {
    target: {hosting, peer, livePeer},
    isSelfTest,
  } = header;
  const addresses = [
    ...(hosting === undefined ? [] : [`${hosting.url} ${hosting.version ?? ''}`.trimEnd()]),
    ...(peer === undefined ? [] : [`${peer.address} (${nameAndVersion(peer)})`]),
    ...(livePeer === undefined ? [] : [livePeer.address]),
  ];
  return [
    ...(isSelfTest ? [`the embedded reference ${hosting?.version ?? ''}`.trimEnd()] : addresses),
    ...optionWords(header, ['--fault'])
      .filter(word => word !== '--fault')
      .map(name => `with fault ${name}`),
  ].join(', ');
}

// How many were left out stands at the end of a journal, which one that was cut short does not have.
function selectionText(journal: Journal, isWhole: boolean): string {
  const {header} = journal;
  const {filtered} = runNumbers(journal);
  // What a search will find is not planned.
  const planned =
    header.isSearch === true
      ? 'a search'
      : `${counted(header.planned, 'case')} planned${isWhole ? `, ${filtered} left out` : ''}`;
  const shard = header.shard === undefined ? '' : `, shard ${header.shard.index}/${header.shard.count}`;
  const options = optionWords(header, ['--without', '--allow-destructive']).join(' ');
  return `${planned}${shard}${options === '' ? '' : `, options ${options}`}`;
}

function boundsOf({bounds}: HeaderLine): {readonly [name: string]: number} {
  return Object.fromEntries(Object.entries(bounds).map(([name, value]) => [name, Number(value)]));
}

// What a search did not find has no line: a bug that is found now is new.
function comparedCase(pair: Pair, isSearch: boolean): ComparedCase | undefined {
  const {id, before, after} = pair;
  const line = after ?? before;
  const kind = isInOneOnly(pair) ? 'not-comparable' : kindOf(before, after);
  if (line === undefined || kind === undefined) return undefined;
  const isSettled = kind === 'still-failing' || kind === 'still-in-error' || kind === 'slower';
  const message = after !== undefined && after.verdict !== 'pass' ? caseMessage(after) : undefined;
  const isBetter = kind === 'fixed' || kind === 'no-longer-warning' || kind === 'newly-run';
  const messageBefore = isBetter && before !== undefined ? caseMessage(before) : undefined;
  return {
    id,
    title: line.title,
    kind,
    isRegression:
      (isGood(before) || (isSearch && before === undefined)) && regressing.has(kind) && after?.newIn === undefined,
    before: before?.verdict ?? 'absent',
    after: after?.verdict ?? 'absent',
    ...(isSettled ? {} : blameFor(kind, pair, isSearch)),
    ...defined({beforeMs: before?.durationMs, afterMs: after?.durationMs, message, messageBefore, newIn: after?.newIn}),
  };
}

const regressing: ReadonlySet<string> = new Set(['newly-failing', 'newly-in-error', 'newly-skipped', 'vanished']);

function isGood(line: CaseLine | undefined): boolean {
  return line?.verdict === 'pass' || line?.verdict === 'warn';
}

function isBad(line: CaseLine | undefined): boolean {
  return line?.verdict === 'fail' || line?.verdict === 'flaky';
}

// Contexts are chosen over all suites, and by options: a case that only one run had in a context became neither better nor worse.
function isInOneOnly({before, after}: Pair): boolean {
  return (before === undefined || after === undefined) && (before ?? after)?.context !== undefined;
}

function kindOf(before: CaseLine | undefined, after: CaseLine | undefined): ComparedCase['kind'] | undefined {
  if (after === undefined) return 'vanished';
  if (isBad(after)) return isBad(before) ? 'still-failing' : 'newly-failing';
  if (after.verdict === 'error') return before?.verdict === 'error' ? 'still-in-error' : 'newly-in-error';
  if (before === undefined) return 'added';
  if (after.verdict === 'skip') return before.verdict === 'skip' ? undefined : 'newly-skipped';
  if (isBad(before)) return 'fixed';
  if (!isGood(before)) return 'newly-run';
  if (after.verdict !== before.verdict) return after.verdict === 'warn' ? 'newly-warning' : 'no-longer-warning';
  return isSlower(before, after) ? 'slower' : undefined;
}

/** Twice as long and a second more: less is the noise of one machine. */
function isSlower(before: CaseLine, after: CaseLine): boolean {
  return after.durationMs > before.durationMs * 2 && after.durationMs > before.durationMs + 1_000;
}
