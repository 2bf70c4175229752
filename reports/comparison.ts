// Compares two runs case by case: what became worse, what became better, and which change between the runs it is to be blamed on.
import type {CaseLine, HeaderLine} from '../runner/model/journal.ts';
import {jsonText} from '../runner/model/json.ts';
import {runProblem} from './run-problem.ts';
import {caseMessage} from './case-text.ts';
import type {Journal} from './journal-reader.ts';
import {optionWords} from './option-words.ts';
import {countVerdicts} from './verdict-words.ts';

/** What can change between two runs. */
export type Factor = 'target' | 'suites' | 'dialect' | 'seed' | 'harness' | 'selection';

/** A factor with what it was and what it is. */
export interface Change {
  readonly factor: Factor;
  readonly before: string;
  readonly after: string;
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
  'slower',
  'added',
  'newly-run',
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
}

/** Two runs, compared. */
export interface Comparison {
  readonly before: RunFacts;
  readonly after: RunFacts;
  readonly changes: readonly Change[];
  readonly cases: readonly ComparedCase[];
  readonly regressions: number;
  /** Cases with the same verdict in both runs that need no telling. */
  readonly unchanged: number;
}

/** What names a run. */
export interface RunFacts {
  readonly run: string;
  readonly startedAt: string;
  readonly target: string;
  readonly suites: string;
  readonly seed: number;
  readonly tool: string;
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
  const cases = ids.flatMap(id => comparedCase({id, before: old.get(id), after: now.get(id), changes}) ?? []);
  cases.sort((a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1));
  return {
    kind: 'compared',
    comparison: {
      before: factsOf(before),
      after: factsOf(after),
      changes,
      cases,
      regressions: cases.filter(({isRegression}) => isRegression).length,
      unchanged: ids.length - cases.length,
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
    counts: countVerdicts(cases),
    ...(problem === undefined ? {} : {problem: problem.message}),
  };
}

/** Lists what the headers say differently, in the order in which blame is tried. */
function changesBetween(before: Journal, after: Journal): readonly Change[] {
  const textsOf = (journal: Journal): {readonly [factor in Factor]: string} => {
    const {header} = journal;
    return {
      target: targetText(header),
      suites: `edition ${header.suites.edition}, suites ${header.suites.digest.slice(0, 12)}, requirements ${header.requirementsDigest.slice(0, 12)}`,
      dialect: [
        header.dialect ?? 'none',
        ...(header.contractDigest === undefined ? [] : [`contract ${header.contractDigest.slice(0, 12)}`]),
      ].join(', '),
      selection: selectionText(journal),
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

/** Our own reference listens on another port in every run. */
function targetText(header: HeaderLine): string {
  const {
    target: {hosting, peer, livePeer},
    isSelfTest,
  } = header;
  const at = (address: string): string => (isSelfTest ? 'the embedded reference' : address);
  return [
    ...(hosting === undefined ? [] : [`${at(hosting.url)} ${hosting.version ?? ''}`.trimEnd()]),
    ...(peer === undefined ? [] : [`${at(peer.address)} (${peer.name} ${peer.version})`]),
    ...(livePeer === undefined ? [] : [at(livePeer.address)]),
    ...optionWords(header, ['--fault'])
      .filter(word => word !== '--fault')
      .map(name => `with fault ${name}`),
  ].join(', ');
}

function selectionText(journal: Journal): string {
  const {header} = journal;
  const filtered = journal.kind === 'complete' ? (journal.footer.filtered ?? 0) : 0;
  const shard = header.shard === undefined ? '' : `, shard ${header.shard.index}/${header.shard.count}`;
  const options = optionWords(header, ['--without', '--allow-destructive']).join(' ');
  return `${header.planned} cases planned, ${filtered} left out${shard}${options === '' ? '' : `, options ${options}`}`;
}

function boundsOf({bounds}: HeaderLine): {readonly [name: string]: number} {
  return Object.fromEntries(Object.entries(bounds).map(([name, value]) => [name, Number(value)]));
}

interface Pair {
  readonly id: string;
  readonly before: CaseLine | undefined;
  readonly after: CaseLine | undefined;
  readonly changes: readonly Change[];
}

function comparedCase(pair: Pair): ComparedCase | undefined {
  const {id, before, after} = pair;
  const line = after ?? before;
  const kind = kindOf(before, after);
  if (line === undefined || kind === undefined) return undefined;
  const isSettled = kind === 'still-failing' || kind === 'still-in-error' || kind === 'slower';
  const message = after !== undefined && after.verdict !== 'pass' ? caseMessage(after) : undefined;
  return {
    id,
    title: line.title,
    kind,
    isRegression: isGood(before) && regressing.has(kind),
    before: before?.verdict ?? 'absent',
    after: after?.verdict ?? 'absent',
    ...(isSettled ? {} : blameFor(kind, pair)),
    ...(before === undefined ? {} : {beforeMs: before.durationMs}),
    ...(after === undefined ? {} : {afterMs: after.durationMs}),
    ...(message === undefined ? {} : {message}),
  };
}

const regressing: ReadonlySet<string> = new Set(['newly-failing', 'newly-in-error', 'newly-skipped', 'vanished']);

function isGood(line: CaseLine | undefined): boolean {
  return line?.verdict === 'pass' || line?.verdict === 'warn';
}

function isBad(line: CaseLine | undefined): boolean {
  return line?.verdict === 'fail' || line?.verdict === 'flaky';
}

function kindOf(before: CaseLine | undefined, after: CaseLine | undefined): ComparedCase['kind'] | undefined {
  if (after === undefined) return 'vanished';
  if (isBad(after)) return isBad(before) ? 'still-failing' : 'newly-failing';
  if (after.verdict === 'error') return before?.verdict === 'error' ? 'still-in-error' : 'newly-in-error';
  if (before === undefined) return 'added';
  if (after.verdict === 'skip') return before.verdict === 'skip' ? undefined : 'newly-skipped';
  if (isBad(before)) return 'fixed';
  if (!isGood(before)) return 'newly-run';
  if (after.verdict === 'warn' && before.verdict === 'pass') return 'newly-warning';
  return isSlower(before, after) ? 'slower' : undefined;
}

/** Twice as long and a second more: less is the noise of one machine. */
function isSlower(before: CaseLine, after: CaseLine): boolean {
  return after.durationMs > before.durationMs * 2 && after.durationMs > before.durationMs + 1_000;
}

type Blame = Pick<ComparedCase, 'blame' | 'why'>;

/** Blames one factor: what the case itself shows first, then the first factor that changed. */
function blameFor(kind: ComparedCase['kind'], {before, after, changes}: Pair): Blame {
  const changed = (factor: Factor): boolean => changes.some(change => change.factor === factor);
  if (before === undefined || after === undefined) {
    if (changed('suites'))
      return {blame: 'suites', why: before === undefined ? 'the suites have it now' : 'the suites no longer have it'};
    if (changed('selection')) return {blame: 'selection', why: 'another part of the suites was run'};
    return {
      blame: 'target',
      why: kind === 'vanished' ? 'the run did not come that far' : 'the earlier run did not come that far',
    };
  }
  if (after.cause === 'harness' || before.cause === 'harness')
    return {blame: 'harness', why: 'an error of touchstone itself'};
  const isRedefined =
    before.digest !== after.digest ||
    after.title !== before.title ||
    after.requirements.join() !== before.requirements.join();
  if (changed('suites') && isRedefined) return {blame: 'suites', why: 'the case itself was changed'};
  if (
    changed('dialect') &&
    (after.cause === 'not-in-dialect' || before.cause === 'not-in-dialect' || after.cause === 'unconfirmed')
  )
    return {blame: 'dialect', why: 'the dialect names other operations'};
  if (changed('target')) return {blame: 'target', why: 'another target or another version of it'};
  if (changed('seed') && after.kind === 'property') return {blame: 'seed', why: 'the seed draws other inputs'};
  const isSame = before.digest !== undefined && before.digest === after.digest;
  const rest = changes.find(
    ({factor}) => factor === 'dialect' || factor === 'harness' || (factor === 'suites' && !isSame),
  );
  if (rest !== undefined) return {blame: rest.factor, why: `target and case are the same, and ${rest.factor} changed`};
  if (before.verdict === 'flaky' || after.verdict === 'flaky') return {blame: 'target', why: 'it fails only sometimes'};
  return {
    blame: 'target',
    why: 'nothing else that is recorded changed for this case: it does not always answer alike, or it changed without a new version',
  };
}
