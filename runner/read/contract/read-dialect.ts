// Reads a dialect file: the names that the record does not show, as one family of servers speaks them.
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject, jsonObject} from '../../../model/json.ts';
import type {Dialect, DialectOperation, Operation} from '../../../model/operation.ts';
import type {Problem} from '../../../model/problem.ts';
import {findOperation} from '../validate/check-parameters.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
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

/** Gives the dialect, or every problem of its file. */
export function readDialect({
  text,
  file,
  operations,
}: {
  readonly text: string;
  readonly file: string;
  readonly operations: ReadonlyMap<string, Operation>;
}): {
  readonly dialect?: Dialect;
  readonly problems: readonly Problem[];
} {
  const {content: dialect, problems} = readYamlFile({text, file}, root => readRoot(root, operations));
  return dialect === undefined ? {problems} : {dialect, problems};
}

const mapping = {type: 'object'};
const text = {type: 'string'};

const dialectKeys = {
  dialect: {about: 'Name of the dialect.', schema: text, required: true},
  title: {about: 'What it is, in a few words.', schema: text, required: true},
  operations: {about: 'operationId → what differs from the contract.', schema: mapping},
  headers: {about: 'Our header name → theirs.', schema: mapping},
  scopes: {about: 'Purpose → scope names of a token.', schema: mapping},
  values: {about: 'Values that suites use as ${dialect.values.…}.', schema: mapping},
  absent: {about: 'Operations that this family does not have.', schema: {type: 'array'}},
  webLogin: {about: 'The form on which people sign in: {page, user, password, home}.', schema: mapping},
} as const satisfies KeyTable;

const webLoginKeys = {
  page: {about: 'Path of the page that shows the form, relative to the base URL.', schema: text, required: true},
  user: {about: 'Name of the field for the user name.', schema: text, required: true},
  password: {about: 'Name of the field for the password.', schema: text, required: true},
  home: {about: 'Path of a page that only somebody who has signed in sees.', schema: text, required: true},
} as const satisfies KeyTable;

const operationKeys = {
  method: {about: 'HTTP method.', schema: text},
  path: {about: 'Path template below the API prefix.', schema: text},
  usualStatus: {about: 'Status on success.', schema: {}},
  rename: {about: 'Our name → theirs, in bodies and queries.', schema: mapping},
} as const satisfies KeyTable;

// A version is part of some names.
const namePattern = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;

function readRoot(root: Place, operations: ReadonlyMap<string, Operation>): Dialect | undefined {
  if (asRecord(root, 'a dialect', dialectKeys) === undefined) return undefined;
  const namePlace = entryOf(root, 'dialect');
  const values = entryOf(root, 'values');
  if (values !== undefined) asMapping(values, '"values"');
  const absent = entryOf(root, 'absent');
  const absentItems = absent === undefined ? [] : asTexts(absent, '"absent"');
  for (const item of absentItems) findOperation(item, item.value, operations);
  return {
    name:
      namePlace === undefined
        ? ''
        : (asId(namePlace, 'the dialect name', namePattern, 'lower-case words, e.g. gitea-1.19') ?? ''),
    title: textOf(entryOf(root, 'title'), '"title"') ?? '',
    operations: record(entryOf(root, 'operations'), '"operations"', (at, id) => readOperation(at, id, operations)),
    headers: record(entryOf(root, 'headers'), '"headers"', (at, name) => asText(at, `the header "${name}"`)),
    scopes: record(entryOf(root, 'scopes'), '"scopes"', (at, purpose) =>
      asTexts(at, `the scope "${purpose}"`).map(({value}) => value),
    ),
    values: isJsonObject(values?.value) ? values.value : jsonObject([]),
    absent: absentItems.map(({value}) => value),
    ...readWebLogin(entryOf(root, 'webLogin')),
  };
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
