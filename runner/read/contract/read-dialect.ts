// Reads a dialect file: the names that the record does not show, as one family of servers speaks them.
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject, jsonObject} from '../../../model/json.ts';
import type {Dialect, DialectOperation, Operation} from '../../../model/operation.ts';
import type {Problem} from '../../../model/problem.ts';
import {findOperation} from '../validate/check-parameters.ts';
import {readYamlFile, type TextFile} from '../../../base/yaml/read-yaml-file.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {checkValues} from '../target/dialect-values.ts';
import {mergeDialect, type OwnDialect} from './merge-dialect.ts';
import {readFallback, readRecognitions} from './read-recognition.ts';
import {
  asId,
  asMapping,
  asRecord,
  asText,
  asTexts,
  entriesOf,
  entryOf,
  note,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';

/** What dialect files may refer to. */
export interface DialectKnown {
  readonly operations: ReadonlyMap<string, Operation>;
  /** Dialects that were read before, which these may extend. */
  readonly dialects?: ReadonlyMap<string, Dialect>;
}

/** Reads dialect files that may extend one another; gives those without a problem, and every problem of the others. */
export function readDialects(
  sources: readonly TextFile[],
  known: DialectKnown,
): {readonly dialects: readonly Dialect[]; readonly problems: readonly Problem[]} {
  const named = new Map(sources.map(source => [nameIn(source.text), source]));
  const read = new Map<TextFile, Dialect | undefined>();
  const problems: Problem[] = [];
  const reading: string[] = [];
  const parentOf = (name: string): Parent => {
    const source = named.get(name);
    if (source === undefined) {
      const dialect = known.dialects?.get(name);
      return dialect === undefined
        ? {kind: 'unknown', names: [...named.keys(), ...(known.dialects?.keys() ?? [])]}
        : {kind: 'read', dialect};
    }
    if (reading.includes(name)) return {kind: 'circle', names: [...reading.slice(reading.indexOf(name)), name]};
    return {kind: 'read', dialect: readOne(source)};
  };
  const readOne = (source: TextFile): Dialect | undefined => {
    if (read.has(source)) return read.get(source);
    reading.push(nameIn(source.text));
    const file = readYamlFile(source, root => readRoot(root, known.operations, parentOf), {
      what: 'a dialect',
      keys: ['dialect'],
    });
    reading.pop();
    problems.push(...file.problems);
    read.set(source, file.content);
    return file.content;
  };
  const dialects = sources.map(readOne).filter(dialect => dialect !== undefined);
  return {dialects, problems};
}

/** The dialect that another one extends. A dialect with problems of its own is read as nothing, and is told of once. */
type Parent =
  | {readonly kind: 'read'; readonly dialect: Dialect | undefined}
  | {readonly kind: 'unknown' | 'circle'; readonly names: readonly string[]};

// Before a file is read, its name is needed to tell which files extend which.
function nameIn(text: string): string {
  return /^dialect:[ \t]*["']?([^\s"'#]+)/m.exec(text)?.[1] ?? '';
}

const mapping = {type: 'object'};
const text = {type: 'string'};

const dialectKeys = {
  dialect: {about: 'Name of the dialect.', schema: text, required: true},
  title: {about: 'What it is, in a few words.', schema: text, required: true},
  extends: {about: 'Name of the dialect whose names hold where this file says nothing.', schema: text},
  recognise: {
    about: 'How servers that speak it are recognised: a list of {version, after, from, below, title}.',
    schema: {type: 'array'},
  },
  fallback: {about: 'What servers that no dialect recognises are taken for: {family, version}.', schema: mapping},
  operations: {about: 'operationId → what differs from the contract.', schema: mapping},
  headers: {about: 'Our header name → theirs.', schema: mapping},
  scopes: {about: 'Purpose → scope names of a token.', schema: mapping},
  values: {about: 'Values that suites use as ${dialect.values.…}.', schema: mapping},
  absent: {about: 'Operations that this family does not have.', schema: {type: 'array'}},
  present: {about: 'Operations that it has, although the dialect that it extends does not.', schema: {type: 'array'}},
  webLogin: {about: 'The form on which people sign in: {page, user, password, home}.', schema: mapping},
} as const satisfies KeyTable;

const webLoginKeys = {
  page: {about: 'Path of the page that shows the form, relative to the base URL.', schema: text, required: true},
  user: {about: 'Name of the field for the user name.', schema: text, required: true},
  password: {about: 'Name of the field for the password.', schema: text, required: true},
  home: {about: 'Path of a page that only a signed-in user sees.', schema: text, required: true},
} as const satisfies KeyTable;

const operationKeys = {
  method: {about: 'HTTP method.', schema: text},
  path: {about: 'Path template below the API prefix.', schema: text},
  usualStatus: {about: 'Status on success.', schema: {}},
  rename: {about: 'Our name → theirs, in bodies and queries.', schema: mapping},
} as const satisfies KeyTable;

// A version is part of some names.
const namePattern = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;

function readRoot(
  root: Place,
  operations: ReadonlyMap<string, Operation>,
  parentOf: (name: string) => Parent,
): Dialect | undefined {
  if (asRecord(root, 'a dialect', dialectKeys) === undefined) return undefined;
  const namePlace = entryOf(root, 'dialect');
  const parent = readExtends(entryOf(root, 'extends'), parentOf);
  const values = entryOf(root, 'values');
  if (values !== undefined && asMapping(values, '"values"') !== undefined) checkValues(values, parent?.values);
  const title = textOf(entryOf(root, 'title'), '"title"') ?? '';
  const own: OwnDialect = {
    name:
      namePlace === undefined
        ? ''
        : (asId(namePlace, 'the dialect name', namePattern, 'lower-case words, e.g. gitea-1.19') ?? ''),
    title,
    operations: record(entryOf(root, 'operations'), '"operations"', (at, id) => readOperation(at, id, operations)),
    headers: record(entryOf(root, 'headers'), '"headers"', (at, name) => asText(at, `the header "${name}"`)),
    scopes: record(entryOf(root, 'scopes'), '"scopes"', (at, purpose) =>
      asTexts(at, `the scope "${purpose}"`).map(({value}) => value),
    ),
    values: isJsonObject(values?.value) ? values.value : jsonObject([]),
    absent: readOperationNames(entryOf(root, 'absent'), '"absent"', operations),
    present: readOperationNames(entryOf(root, 'present'), '"present"', operations),
    ...readWebLogin(entryOf(root, 'webLogin')),
    ...defined({
      recognise: readRecognitions(entryOf(root, 'recognise')),
      fallback: readFallback(entryOf(root, 'fallback')),
    }),
  };
  return mergeDialect(own, parent);
}

function readExtends(place: Place | undefined, parentOf: (name: string) => Parent): Dialect | undefined {
  const name = textOf(place, '"extends"');
  if (place === undefined || name === undefined) return undefined;
  const parent = parentOf(name);
  if (parent.kind === 'read') return parent.dialect;
  if (parent.kind === 'circle')
    return note(place, `this dialect extends itself: ${parent.names.join(' → ')}`, 'let one of them extend nothing');
  return note(place, `there is no dialect "${name}"`, suggestName(name, parent.names, 'dialects'));
}

function readOperationNames(
  place: Place | undefined,
  what: string,
  operations: ReadonlyMap<string, Operation>,
): readonly string[] {
  const items = place === undefined ? [] : asTexts(place, what);
  for (const item of items) findOperation(item, item.value, operations);
  return items.map(({value}) => value);
}

function readWebLogin(place: Place | undefined): Pick<Dialect, 'webLogin'> {
  if (place === undefined || asRecord(place, '"webLogin"', webLoginKeys) === undefined) return {};
  const [page, home] = ['page', 'home'].map(key => readPath(entryOf(place, key), key));
  const [user, password] = ['user', 'password'].map(key => textOf(entryOf(place, key), `"${key}"`));
  if (page === undefined || home === undefined || user === undefined || password === undefined) return {};
  return {webLogin: {page, user, password, home}};
}

function readPath(place: Place | undefined, key: string): string | undefined {
  const path = textOf(place, `"${key}"`);
  if (place !== undefined && path !== undefined && !/^\/(?!\/)/.test(path))
    note(
      place,
      `"${key}" is "${path}", which is not relative to the base URL`,
      'begin it with one "/", e.g. /user/login',
    );
  return path;
}

/** Reads a mapping of anything; entries that cannot be read are left out. */
function record<Value>(
  place: Place | undefined,
  what: string,
  read: (at: Place, key: string) => Value | undefined,
): {readonly [key: string]: Value} {
  const result = Object.create(null) as Record<string, Value>;
  if (place === undefined || asMapping(place, what) === undefined) return result;
  for (const [key, at] of entriesOf(place)) {
    const value = read(at, key);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function readOperation(
  place: Place,
  id: string,
  operations: ReadonlyMap<string, Operation>,
): DialectOperation | undefined {
  const operation = findOperationByKey(place, id, operations);
  if (asRecord(place, `the operation "${id}"`, operationKeys) === undefined) return undefined;
  const method = textOf(entryOf(place, 'method'), '"method"');
  const path = textOf(entryOf(place, 'path'), '"path"');
  const usualStatus = entryOf(place, 'usualStatus')?.value;
  // "A dialect may rename only what the record does not show."
  if (operation?.isPathStated === true && (method !== undefined || path !== undefined)) {
    note(
      place,
      `the record shows method and path of "${id}"`,
      'take "method" and "path" away; a dialect renames only what the record does not show',
      'key',
    );
  }
  return {
    ...defined({method, path, usualStatus}),
    rename: record(entryOf(place, 'rename'), '"rename"', (at, name) => asText(at, `the name for "${name}"`)),
  };
}

function findOperationByKey(
  place: Place,
  id: string,
  operations: ReadonlyMap<string, Operation>,
): Operation | undefined {
  const operation = operations.get(id);
  if (operation === undefined) findOperation(place, id, operations);
  return operation;
}
