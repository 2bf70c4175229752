// Reads a suite file: text → cases, with every problem of the file and of the tables that it names.
import type {Problem} from '../../../model/problem.ts';
import type {CaseDefinition, SuiteDefinition} from '../../../model/suite.ts';
import type {Known} from '../validate/known.ts';
import {problemsOfKind} from '../../../base/yaml/file-kind.ts';
import {parseYaml} from '../../../base/yaml/parse-yaml.ts';
import {asId, asList, asRecord, entryOf, note, rootOf, textOf, type Place} from '../../../base/yaml/yaml-place.ts';
import {readSuiteCommon} from './read-suite-common.ts';
import {readCase} from './read-case.ts';
import type {DataBytes, DataFiles, DataTexts} from '../validate/data-files.ts';
import {problemsOf, type Source} from '../../../base/yaml/source.ts';
import {ownSuiteKeys, suiteKeys} from '../validate/suite-keys.ts';

export interface SuiteInput {
  readonly text: string;
  /** Path of the file as problems show it. */
  readonly file: string;
  /** Hex SHA-256 of a text. */
  readonly digestOf: (text: string) => string;
  readonly tables: DataTexts;
  /** Files that the suite sends or compares with; without it, there are none. */
  readonly bytes?: DataBytes;
  readonly known: Known;
}

/** One file that a suite took something from. */
export interface TableDigest {
  readonly path: string;
  readonly digest: string;
  /** It was read as bytes and not as text. */
  readonly isBytes?: true;
}

/** The suite, when nothing is wrong; else every problem, those of the suite file first, each file sorted by position. */
export interface ReadSuite {
  readonly suite?: SuiteDefinition;
  readonly problems: readonly Problem[];
  /** What the result depends on besides the text and the known names; a cache must compare these. */
  readonly tables: readonly TableDigest[];
}

/** Reads one suite. Never throws for what stands in the text. */
export function readSuite({text, file, digestOf, tables: texts, bytes = noBytes, known}: SuiteInput): ReadSuite {
  const source = parseYaml({text, file});
  // Ours name their tables from the package, and users from the folder of the suite.
  const folder = known.users === undefined ? '' : file.replace(/[^/\\]*$/, '');
  const files: DataFiles = {texts, bytes, fileOf: path => folder + path, read: new Map(), sent: new Map()};
  const suite = readRoot(source, files, known);
  const sources: readonly Source[] = [source, ...[...files.read.values()].map(table => table.source)];
  const [own = [], ...ofTables] = sources.map(problemsOf);
  const problems = [...problemsOfKind(own, {text, file}, suiteKind), ...ofTables.flat()];
  const tables = [
    ...[...files.read].map(([path, table]) => ({path, digest: digestOf(table.text)})),
    ...[...files.sent].map(([path, hex]) => ({path, digest: digestOf(hex), isBytes: true as const})),
  ];
  if (suite === undefined || problems.length > 0) return {problems, tables};
  const digest = digestOf([digestOf(text), ...tables.map(table => `${table.path} ${table.digest}`)].join('\n'));
  return {suite: {...suite, file, digest}, problems, tables};
}

const suiteKind = {what: 'a suite', keys: ['suite', 'cases']};

/** Keys of a case, of a target file and of other tools, which a suite has not. */
const notOfSuites = {
  ...Object.fromEntries(
    ['id', 'steps', 'table', 'tags', 'request'].map(key => [
      key,
      'it is a key of a case: begin an item of "cases" with it',
    ]),
  ),
  ...Object.fromEntries(
    ['auth', 'url', 'target', 'accounts', 'bounds'].map(key => [key, 'it is a key of the target file (--target-file)']),
  ),
  headers: 'write defaults: {headers: …}',
  base: 'write defaults: {base: …}',
  variables: 'write vars: {…}',
  tests: 'write cases: […]',
  scenarios: 'write cases: […]',
};

const noBytes: DataBytes = () => ({why: 'there are no files here'});

function readRoot(
  source: Source,
  files: DataFiles,
  known: Known,
): Omit<SuiteDefinition, 'file' | 'digest'> | undefined {
  const root = rootOf(source);
  if (
    root === undefined ||
    asRecord(root, 'a suite', known.users === undefined ? ownSuiteKeys : suiteKeys, {foreign: notOfSuites}) ===
      undefined
  )
    return undefined;
  const name = readName(root, source.file, known);
  const title = textOf(entryOf(root, 'title'), '"title"') ?? name;
  const shared = readSuiteCommon(root, {suite: name, known, files});
  const casesPlace = entryOf(root, 'cases');
  const items = casesPlace === undefined ? undefined : asList(casesPlace, '"cases"');
  if (casesPlace !== undefined && items?.length === 0) note(casesPlace, 'the suite has no cases', 'add a case', 'key');
  checkIdsDiffer(items ?? []);
  const cases: readonly CaseDefinition[] = (items ?? []).flatMap(item =>
    readCase(item, {suite: name, known, files, shared}),
  );
  return {name, title, cases};
}

function readName(root: Place, file: string, {users}: Known): string {
  const place = entryOf(root, 'suite');
  if (place === undefined) return users?.suiteName ?? '';
  const form =
    users === undefined ? 'the path below suites/ without .yaml, e.g. hosting/labels' : 'words with dashes, e.g. notes';
  const name = asId(place, 'the suite name', /^[a-z0-9]+(?:[-/][a-z0-9]+)*$/, form) ?? '';
  if (users !== undefined) return name;
  // One of ours has one name, so that an id leads to its file.
  const [, path] = /(?:^|[\\/])suites[\\/](.+)\.ya?ml$/.exec(file) ?? [];
  const wanted = path?.replaceAll('\\', '/');
  if (wanted !== undefined && name !== '' && wanted !== name)
    note(place, `the suite is named "${name}", but its file is suites/${wanted}.yaml`, `write suite: ${wanted}`);
  return name;
}

function checkIdsDiffer(cases: readonly Place[]): void {
  const seen = new Set<string>();
  for (const one of cases) {
    const place = entryOf(one, 'id');
    if (place === undefined || typeof place.value !== 'string') continue;
    if (seen.has(place.value))
      note(place, `the case id "${place.value}" appears twice`, 'give each case an id of its own');
    seen.add(place.value);
  }
}
