// Loads everything that is data: contract, dialects, arrangements, requirements and suites, from a cache where nothing has changed.
import {createHash} from 'node:crypto';
import type {Arrangement} from '../model/arrangement.ts';
import {matcherNames} from '../check/matchers.ts';
import type {Machine} from '../model/machine.ts';
import type {Dialect, Operation} from '../model/operation.ts';
import {overlayMessages} from '../model/peer.ts';
import type {Problem, SourcePosition, SourceRef} from '../model/problem.ts';
import type {Requirement} from '../model/requirement.ts';
import type {SuiteDefinition} from '../model/suite.ts';
import type {Known} from '../read/known.ts';
import {positionOf} from '../read/position-of.ts';
import {readArrangement} from '../read/read-arrangement.ts';
import {readDialect} from '../read/read-dialect.ts';
import {readOpenapi} from '../read/read-openapi.ts';
import {readRequirements} from '../read/read-requirements.ts';
import {readSuite} from '../read/read-suite.ts';

/** Everything that a run knows before it speaks to a target. */
export interface Catalog {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly dialects: ReadonlyMap<string, Dialect>;
  readonly arrangements: ReadonlyMap<string, Arrangement>;
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly suites: readonly SuiteDefinition[];
  readonly suitesDigest: string;
  /** The edition of our suites; a gate may pin one. */
  readonly edition: string;
  readonly requirementsDigest: string;
  readonly problems: readonly Problem[];
  positionOf(ref: SourceRef, machine: Machine): SourcePosition;
}

/** Which suite files to load: our own, and files of the user. */
export interface SuiteFiles {
  readonly own: boolean;
  /** Paths as the user wrote them. */
  readonly users: readonly string[];
}

/** Names of what a target can lack; `needs:` and `--without` take these. */
export const capabilities: {readonly [name: string]: string} = {
  users: 'accounts can be made by an administrator',
  organizations: 'organizations and teams',
  repositories: 'repositories',
  branches: 'branches and their protection',
  issues: 'issues, comments, reactions',
  labels: 'labels',
  tokens: 'access tokens with scopes',
  oauth2: 'OAuth2 applications',
  encode: 'the decoder under test also encodes',
  json: 'the decoder under test also reads proto3 JSON',
};

/** Rises with every case whose verdict can change on a server that has not changed. */
const edition = '2026.1';

export const actorRoles = ['alice', 'bob', 'admin', 'anonymous'];

/** Loads the catalog; problems of all files are collected, and with any of them nothing may be sent. */
export function loadCatalog(machine: Machine, wanted: SuiteFiles): Catalog {
  const texts = new Map<string, string>();
  const problems: Problem[] = [];
  const load = (file: string): string | undefined => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const read = machine.files.readText(isOwn(file) ? `${machine.packageRoot}/${file}` : file);
    if (read.kind === 'unreadable') {
      problems.push({file, message: read.why, fix: 'give the path of a readable file'});
      return undefined;
    }
    texts.set(file, read.text);
    return read.text;
  };
  const isOwnFile = new Set<string>();
  const isOwn = (file: string): boolean => isOwnFile.has(file);
  const ownFiles = (folder: string): readonly string[] => {
    const listed = machine.files.list(`${machine.packageRoot}/${folder}`, ['.yaml']);
    const files = listed.kind === 'files' ? listed.files.map(file => file.slice(machine.packageRoot.length + 1).replaceAll('\\', '/')) : [];
    for (const file of files) isOwnFile.add(file);
    return files;
  };
  const readOne = <Result extends {readonly problems: readonly Problem[]}>(file: string, read: (input: {text: string; file: string}) => Result): Result | undefined => {
    const text = load(file);
    if (text === undefined) return undefined;
    const result = read({text, file});
    problems.push(...result.problems);
    return result;
  };

  isOwnFile.add('proto/hosting.openapi.yaml').add('suites/requirements.yaml');
  const operations = mapById(readOne('proto/hosting.openapi.yaml', readOpenapi)?.operations ?? []);
  const requirements = mapById(readOne('suites/requirements.yaml', readRequirements)?.requirements ?? []);
  const dialects = new Map<string, Dialect>();
  for (const file of ownFiles('fixtures/dialects')) {
    const dialect = readOne(file, input => readDialect({...input, operations}))?.dialect;
    if (dialect !== undefined) dialects.set(dialect.name, dialect);
  }
  const arrangements = new Map<string, Arrangement>();
  for (const file of ownFiles('fixtures/arrangements')) {
    const arrangement = readOne(file, input => readArrangement({...input, known: {operations, requirements: new Set(requirements.keys()), actors: actorRoles, capabilities: Object.keys(capabilities)}}))?.arrangement;
    if (arrangement !== undefined) arrangements.set(arrangement.name, arrangement);
  }
  const known: Known = {
    operations,
    arrangements,
    requirements: new Set(requirements.keys()),
    actors: actorRoles,
    matchers: matcherNames,
    capabilities: Object.keys(capabilities),
    messages: overlayMessages,
  };
  for (const file of ownFiles('fixtures/overlay')) load(file);
  const suiteFiles = [...(wanted.own ? [...ownFiles('suites/hosting'), ...ownFiles('suites/overlay')] : []), ...wanted.users];
  const suites = suiteFiles.flatMap(file => {
    const read = readOne(file, input =>
      readSuite({...input, digestOf: digest, known, tables: path => tableText(load(tablePath(file, path, isOwn(file))))}),
    );
    return read?.suite === undefined ? [] : [read.suite];
  });
  return {
    operations,
    dialects,
    arrangements,
    requirements,
    suites,
    suitesDigest: digest(suites.map(suite => suite.digest).join('\n')),
    edition,
    requirementsDigest: digest(texts.get('suites/requirements.yaml') ?? ''),
    problems,
    positionOf: ({file, pointer}) => positionOf({text: load(file) ?? '', file, pointer}),
  };
}

function tablePath(suiteFile: string, path: string, isOwn: boolean): string {
  return isOwn ? path : suiteFile.replace(/[^/\\]*$/, '') + path;
}

function tableText(text: string | undefined): {readonly text: string} | {readonly why: string} {
  return text === undefined ? {why: 'the file cannot be read'} : {text};
}

function mapById<Item extends {readonly id: string}>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map(item => [item.id, item]));
}

/** Hex SHA-256 of a text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
