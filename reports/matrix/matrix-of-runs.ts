// The matrix: what every implementation does, statement by statement, from the journals of their runs.
import {plainQuote} from '../../base/text/html-text.ts';
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import type {Requirement, RequirementId} from '../../model/requirement.ts';
import {byVersion} from './versions.ts';
import type {MatrixCell} from './cell.ts';
import type {MatrixCertificate} from './certified.ts';

/** One run of one version, reduced to what the matrix shows. */
export interface MatrixRun {
  /** Unique in the matrix and stable from one matrix to the next: part of addresses. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly startedAt: string;
  readonly touchstone: string;
  readonly edition: string;
  readonly suitesDigest: string;
  readonly seed: number;
  /** Which halves of the record the run was about. */
  readonly areas: readonly Requirement['area'][];
  readonly counts: {readonly [verdict in CaseLine['verdict']]: number};
  /** What a reader must not miss: the run was cut short, was of a selection, judged little. */
  readonly marks: readonly string[];
  /** By statement; a statement of the other half has none. */
  readonly cells: ReadonlyMap<RequirementId, MatrixCell>;
  /** Certificates about this run. */
  readonly certificates: readonly MatrixCertificate[];
}

/** One implementation with its runs, ordered by version and then by time. */
export interface Implementation {
  readonly name: string;
  readonly slug: string;
  readonly runs: readonly MatrixRun[];
  /** Of each version its newest run, the newest version last. */
  readonly versions: readonly MatrixRun[];
}

/** One statement as the matrix lists it. */
export interface MatrixStatement extends Requirement {
  /** The heading of the record that it is found under. */
  readonly section: string;
}

/** Everything that a matrix shows. */
export interface Matrix {
  readonly statements: readonly MatrixStatement[];
  readonly implementations: readonly Implementation[];
  /** The suites that most runs used; a run with others is marked. */
  readonly suitesDigest: string;
}

/** Puts the runs side by side. */
export function matrixOf(runs: readonly MatrixRun[], statements: readonly MatrixStatement[]): Matrix {
  const names = [...new Set(runs.map(({name}) => name))].toSorted((a, b) => a.localeCompare(b, 'en'));
  const slugs = new Set<string>();
  const implementations = names.map(name => {
    const own = runs.filter(run => run.name === name).toSorted(byVersion);
    const versions = own.filter((run, n) => own[n + 1]?.version !== run.version);
    return {name, slug: free(slugOf(name), slugs), runs: own, versions};
  });
  const cited = new Set(runs.flatMap(({cells}) => [...cells.keys()]));
  return {
    statements: statements.filter(({id}) => cited.has(id)),
    implementations,
    // A list of known failures was judged by nothing that is known.
    suitesDigest: commonest(runs.filter(({startedAt}) => startedAt !== '').map(run => run.suitesDigest)),
  };
}

/** Makes a name fit for a file and an address. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return slug === '' ? 'unnamed' : slug;
}

/** Gives the name, with a number where it is taken. */
export function free(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n += 1) name = `${wanted}-${String(n)}`;
  taken.add(name);
  return name;
}

function commonest(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** Which halves of the record a run with this header was about. */
export function areasOf({target}: Pick<HeaderLine, 'target'>): readonly Requirement['area'][] {
  return [
    ...(target.hosting === undefined ? [] : (['hosting'] as const)),
    ...(target.peer === undefined && target.livePeer === undefined ? [] : (['overlay'] as const)),
  ];
}

/** What of the rows of a matrix the newest version of each implementation does that was run. */
export function newestRuns({implementations}: Matrix): readonly MatrixRun[] {
  return implementations.flatMap(one => newestOf(one) ?? []);
}

/** Gives the newest version that was run; one of which only a list of known failures was kept says nothing of most statements. */
export function newestOf({versions}: Implementation): MatrixRun | undefined {
  return versions.findLast(({startedAt}) => startedAt !== '') ?? versions.at(-1);
}

/** Tells whether what these runs show of a statement differs; what was not judged differs from nothing. */
export function isDiffering(id: RequirementId, runs: readonly MatrixRun[]): boolean {
  const states = runs.flatMap(({cells}) => {
    const state = cells.get(id)?.state;
    return state === undefined || state === 'not-judged' ? [] : [state];
  });
  return new Set(states).size > 1;
}

/** How long a state has held: the first version of the unbroken rest, the last one, and whether an earlier one was judged. */
export function sinceOf(
  id: RequirementId,
  implementation: Pick<Implementation, 'versions'>,
): {readonly version: string; readonly newest: MatrixRun; readonly isFirst: boolean} | undefined {
  const versions = judgedVersions(id, implementation);
  const newest = versions.at(-1);
  if (newest === undefined) return undefined;
  const {state} = newest;
  const from = versions.findLastIndex(one => one.state !== state) + 1;
  const version = versions[from]?.run.version;
  return version === undefined ? undefined : {version, newest: newest.run, isFirst: from === 0};
}

/** The versions of which something is known of a statement; the others say nothing of how long it has held. */
export function judgedVersions(
  id: RequirementId,
  {versions}: Pick<Implementation, 'versions'>,
): readonly {readonly run: MatrixRun; readonly state: MatrixCell['state']}[] {
  return versions.flatMap(run => {
    const state = run.cells.get(id)?.state;
    return state === undefined || state === 'not-judged' ? [] : [{run, state}];
  });
}

/** What changed from one version to the next. */
export interface VersionChange {
  readonly before: MatrixRun;
  readonly after: MatrixRun;
  readonly changes: readonly {
    readonly id: RequirementId;
    readonly from: MatrixCell['state'];
    readonly to: MatrixCell['state'];
  }[];
  /** The two runs were judged by different suites, so a change may be of the suites. */
  readonly hasOtherSuites: boolean;
}

/** Lists the changes of an implementation, the newest first. */
export function changesOf({versions}: Implementation): readonly VersionChange[] {
  return versions
    .slice(1)
    .map((after, n) => changeOf(versions[n] ?? after, after))
    .toReversed();
}

function changeOf(before: MatrixRun, after: MatrixRun): VersionChange {
  const changes = [...after.cells].flatMap(([id, {state: to}]) => {
    const from = before.cells.get(id)?.state;
    return from === undefined || from === to ? [] : [{id, from, to}];
  });
  return {before, after, changes, hasOtherSuites: before.suitesDigest !== after.suitesDigest};
}

/** Gives a statement with its half of the record and the heading above its quote; of one that is not in the record, the suite that is about it. */
export function placed(requirement: Requirement, record: string, suite?: string): MatrixStatement {
  const at = record.indexOf(requirement.quote);
  const headings = at < 0 ? [] : [...record.slice(0, at).matchAll(/^#{2,4} (.+)$/gm)];
  const heading = headings.at(-1)?.[1];
  const half = halves[requirement.area];
  if (at < 0 && suite !== undefined) return {...requirement, section: suite.replace(/^mesh\//, 'Sealed nodes: ')};
  return {...requirement, section: heading === undefined ? half : `${half}: ${plainQuote(heading)}`};
}

const halves = {hosting: 'Hosting API', overlay: 'Overlay messages'} as const;

/** The runs that say something of these statements: a server has no column among decoders. */
export function runsAbout(statements: readonly MatrixStatement[], runs: readonly MatrixRun[]): readonly MatrixRun[] {
  return runs.filter(({cells}) => statements.some(({id}) => cells.has(id)));
}

/** Groups the statements as the record does, in its order. */
export function sectionsOf({
  statements,
}: Pick<Matrix, 'statements'>): readonly {readonly section: string; readonly statements: readonly MatrixStatement[]}[] {
  const sections = new Map<string, MatrixStatement[]>();
  for (const one of statements) {
    const own = sections.get(one.section);
    if (own === undefined) sections.set(one.section, [one]);
    else own.push(one);
  }
  return [...sections].map(([section, own]) => ({section, statements: own}));
}
