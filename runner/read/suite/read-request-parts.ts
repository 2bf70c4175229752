// Reads what every HTTP step has: who acts, how it is signed, query, headers and body.
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {signatureVersions, type StepAuth, type StepBody} from '../../../model/suite.ts';
import {asDurationMs} from '../../../base/yaml/duration.ts';
import {checkHex} from '../validate/check-hex.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {
  asMapping,
  asRecord,
  asText,
  describeJson,
  entriesOf,
  entryOf,
  note,
  noteType,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {writtenValues, type Row} from '../validate/rows.ts';
import {hexOfFile, typeOfFile, withFiles, type DataFiles} from '../validate/data-files.ts';
import {authKeys, authWords, basicKeys, partKeys, signatureKeys} from '../validate/suite-keys.ts';

/** Reads `as:`; the one who makes things when it is left out: the role `owner` where there are roles, else `alice`. Without `actors`, those of the target file act, and nobody knows them yet. */
export function readActor(
  place: Place | undefined,
  actors: readonly string[] | undefined,
  rows: readonly Row[],
): string {
  const usual = actors?.includes('owner') === true ? 'owner' : 'alice';
  if (place === undefined) return usual;
  const actor = asText(place, '"as"');
  const names = [...new Set([...(actors ?? []), 'anonymous'])];
  for (const {value, ...at} of writtenValues(place, rows)) {
    if (actors === undefined) {
      if (typeof value === 'string' && !/^[a-z][a-z0-9-]*$/.test(value))
        note(
          {...at, value},
          `"${value}" cannot be the name of an actor`,
          'write lower-case letters, digits and dashes',
        );
    } else if (typeof value === 'string' && value !== '' && !names.includes(value))
      note({...at, value}, `unknown actor "${value}"`, suggestName(value, names, 'actors'));
  }
  return actor ?? usual;
}

/** Reads `auth:`. */
export function readAuth(place: Place | undefined): StepAuth | undefined {
  if (place === undefined) return undefined;
  if (typeof place.value === 'string') {
    const word = Object.entries(authWords).find(([key]) => key === place.value)?.[1];
    return word === undefined
      ? note(place, `unknown auth "${place.value}"`, suggestName(place.value, Object.keys(authWords), 'ways to sign'))
      : {kind: word};
  }
  const record = asRecord(place, '"auth"', authKeys);
  if (record === undefined) return undefined;
  const keys = Object.keys(record).filter(key => Object.hasOwn(authKeys, key));
  if (keys.length !== 1)
    return note(place, `"auth" needs exactly one of ${listed(Object.keys(authKeys))}`, 'keep one of them', 'key');
  if (record['token'] !== undefined) return {kind: 'token', token: record['token']};
  if (record['bearer'] !== undefined) return {kind: 'bearer', token: record['bearer']};
  for (const kind of ['header', 'query', 'cookie'] as const) {
    const named = entryOf(place, kind);
    if (named !== undefined) return readNamed(named, kind);
  }
  const signature = entryOf(place, 'signature');
  if (signature !== undefined) return readSignature(signature);
  const basic = entryOf(place, 'basic');
  const fields = basic === undefined ? undefined : asRecord(basic, '"basic"', basicKeys);
  return fields === undefined
    ? undefined
    : {kind: 'basic', user: fields['user'] ?? null, password: fields['password'] ?? null};
}

function listed(names: readonly string[]): string {
  return names
    .map(name => `"${name}"`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
}

/** Reads one name with its value; there may be several cookies, also as the whole Cookie header. */
function readNamed(place: Place, kind: 'header' | 'query' | 'cookie'): StepAuth | undefined {
  if (kind === 'cookie' && typeof place.value === 'string') return {kind, cookie: place.value};
  if (asMapping(place, `"${kind}"`) === undefined) return undefined;
  const [entry, second] = entriesOf(place);
  if (entry === undefined || (second !== undefined && kind !== 'cookie')) {
    const wanted = kind === 'cookie' ? 'names with their values' : 'one name with its value';
    return note(place, `"${kind}" needs ${wanted}`, `write e.g. ${kind}: {NAME: "\${value}"}`);
  }
  for (const [name, at] of entriesOf(place)) checkScalar(at, `"${name}"`, false);
  const [name, {value}] = entry;
  if (kind !== 'cookie') return {kind, name, value};
  const cookies = entriesOf(place).map(([own, at]) => `${own}=${typeof at.value === 'object' ? '' : String(at.value)}`);
  return {kind, cookie: cookies.join('; ')};
}

function readSignature(place: Place): StepAuth | undefined {
  const fields = asRecord(place, '"signature"', signatureKeys);
  if (fields === undefined) return undefined;
  const content = entryOf(place, 'content');
  if (content !== undefined) checkHex(content, '"content"', []);
  const [early, late] = [entryOf(place, 'early'), entryOf(place, 'late')];
  if (early !== undefined && late !== undefined)
    note(late, 'a signature is either "early" or "late"', 'keep one of them');
  const version = entryOf(place, 'version');
  const isVersion = (value: Json): boolean =>
    signatureVersions.some(each => each === value) || (typeof value === 'string' && value.startsWith('${'));
  if (version !== undefined && !isVersion(version.value))
    noteType(version, '"version"', 'one that signatures have', `write one of "${signatureVersions.join('", "')}"`);
  const shiftMs = early === undefined ? -shiftOf(late, '"late"') : shiftOf(early, '"early"');
  return {
    kind: 'signature',
    signature: {
      user: fields['user'] ?? null,
      key: fields['key'] ?? null,
      ...(content === undefined ? {} : {content: content.value}),
      ...(shiftMs === 0 ? {} : {shiftMs}),
      ...(version === undefined ? {} : {version: version.value}),
    },
  };
}

/** How far from now a signature may say that it was made, in minutes. */
const farthestMinutes = 24 * 60;

function shiftOf(place: Place | undefined, what: string): number {
  return (place === undefined ? undefined : asDurationMs(place, what, farthestMinutes)) ?? 0;
}

/** Reads `query:` (or `params:`): scalars, and in a query lists of them. */
export function readValues(
  place: Place | undefined,
  what: string,
  {lists, secrets = false}: {readonly lists: boolean; readonly secrets?: boolean},
): JsonObject {
  if (place === undefined || asMapping(place, what) === undefined) return jsonObject([]);
  for (const [key, at] of entriesOf(place)) {
    // In a target file `{env: …}` stands for a secret.
    if (!secrets || !isJsonObject(at.value)) checkScalar(at, `"${key}" in ${what}`, lists);
  }
  return jsonObject(entriesOf(place).map(([key, {value}]) => [key, value]));
}

function checkScalar(place: Place, what: string, lists: boolean): void {
  if (Array.isArray(place.value) && lists) return;
  if (place.value !== null && typeof place.value !== 'object') return;
  noteType(
    place,
    what,
    lists ? 'a text, a number, true, false or a list of these' : 'a text, a number, true or false',
    'write one value',
  );
}

/** Reads `headers:`; a value that would begin a new header line is refused. */
export function readHeaders(
  place: Place | undefined,
  rows: readonly Row[],
  {secrets = false}: {readonly secrets?: boolean} = {},
): JsonObject {
  const headers = readValues(place, '"headers"', {lists: false, secrets});
  for (const [name, at] of place === undefined ? [] : entriesOf(place)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      note(at, `"${name}" is not a header name`, 'write letters, digits and dashes', 'key');
    for (const value of writtenValues(at, rows)) checkHeaderValue(value, name);
  }
  return headers;
}

function checkHeaderValue(place: Place, name: string): void {
  // eslint-disable-next-line no-control-regex
  if (typeof place.value !== 'string' || !/[\r\n\0]/.test(place.value)) return;
  note(
    place,
    `the header "${name}" holds a line break or NUL`,
    'write the value on one line; a header of its own gets a key of its own',
  );
}

/** Reads the one body of a request. */
export function readBody(
  place: Place,
  rows: readonly Row[],
  {isWithSecrets = false, files}: {readonly isWithSecrets?: boolean; readonly files?: DataFiles} = {},
): ReadBody | undefined {
  const found = bodyKinds.flatMap(key => entryOf(place, key) ?? []);
  const [body, second] = found;
  if (body === undefined) return undefined;
  if (second !== undefined)
    return note(
      second,
      'a request has one body, and this is the second',
      `keep one of: ${bodyKinds.join(', ')}`,
      'key',
    );
  return bodyOf(body, rows, {secrets: isWithSecrets, files});
}

/** A body, and the content type of a file that is sent as it is. */
export type ReadBody = StepBody & {readonly type?: string};

const bodyKinds = ['body', 'text', 'bytes', 'file', 'form', 'multipart'] as const;

function bodyOf(
  place: Place,
  rows: readonly Row[],
  {secrets, files}: {readonly secrets: boolean; readonly files: DataFiles | undefined},
): ReadBody | undefined {
  const {value} = place;
  switch (place.pointer.slice(place.pointer.lastIndexOf('/') + 1)) {
    case 'text':
      return typeof value === 'string'
        ? {kind: 'text', value}
        : noteType(place, '"text"', 'a text', 'write it in quotes');
    case 'bytes':
      checkHex(place, '"bytes"', rows);
      return typeof value === 'object'
        ? note(place, `"bytes" must be hex, not ${describeJson(value)}`, 'write it in quotes, e.g. "0801"')
        : {kind: 'bytes', hex: value};
    case 'file': {
      const read = files === undefined ? undefined : hexOfFile(place, files);
      return read === undefined ? undefined : {kind: 'bytes', hex: read.hex, type: typeOfFile(read.path)};
    }
    case 'form':
      return {kind: 'form', fields: readValues(place, '"form"', {lists: true, secrets})};
    case 'multipart':
      return asMapping(place, '"multipart"') === undefined ? undefined : readParts(place, rows, files);
    default:
      return {kind: 'json', value: files === undefined ? value : withFiles(place, files, []).value};
  }
}

/** Reads the parts of a form with files: a text each, or `{filename, type, text | bytes | file}`. */
function readParts(place: Place, rows: readonly Row[], files: DataFiles | undefined): StepBody {
  const parts = entriesOf(place).map(([name, part]): readonly [string, Json] => {
    if (!isJsonObject(part.value)) return [name, part.value];
    asRecord(part, `the part "${name}"`, partKeys);
    const contents = partContents.flatMap(key => entryOf(part, key) ?? []);
    const [first, second] = contents;
    if (first === undefined) note(part, `the part "${name}" has no content`, 'add "text:", "bytes:" or "file:"', 'key');
    if (second !== undefined)
      note(second, `the part "${name}" has its content twice`, `keep one of: ${partContents.join(', ')}`, 'key');
    checkHex(entryOf(part, 'bytes'), '"bytes"', rows);
    return [name, partOf(part, files)];
  });
  return {kind: 'multipart', parts: jsonObject(parts)};
}

const partContents = ['text', 'bytes', 'file'] as const;

function partOf(part: Place, files: DataFiles | undefined): Json {
  const place = entryOf(part, 'file');
  if (place === undefined || !isJsonObject(part.value)) return part.value;
  if (files === undefined)
    return note(place, 'only steps of suites send files', 'write "text:" or "bytes:"', 'key') ?? null;
  const read = hexOfFile(place, files);
  if (read === undefined) return null;
  const {file: _, ...said} = part.value;
  const own = {filename: read.path.replace(/^.*[/\\]/, ''), type: typeOfFile(read.path), ...said, bytes: read.hex};
  return jsonObject(Object.entries(own));
}
