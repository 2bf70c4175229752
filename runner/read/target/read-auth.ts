// Reads `auth:` of a target file: how each actor signs in at an API of any kind. Secrets never stand in it.
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {FetchStep, SignInMethod, SigningTemplate} from '../../../model/target-file.ts';
import {readTemplate, referencesIn} from '../../../model/template.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {
  asList,
  asMapping,
  asRecord,
  asText,
  entriesOf,
  entryOf,
  itemsOf,
  note,
  noteType,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {readCaptures} from '../suite/read-capture.ts';
import {readBody, readHeaders, readValues} from '../suite/read-request-parts.ts';
import {readRequestLine} from '../suite/read-request-line.ts';
import {basicKeys} from '../validate/suite-keys.ts';
import {noteSecret, readVariable} from './read-people.ts';
import {fetchKeys, signInKeys} from './target-keys.ts';

type Methods = {readonly [actor: string]: SignInMethod};

/** Reads the mapping: one method, which is that of alice, or one for each actor. */
export function readAuth(place: Place | undefined, folder: string): Methods | undefined {
  if (place === undefined || asMapping(place, '"auth"') === undefined) return undefined;
  const entries = entriesOf(place);
  const isOneMethod = entries.some(([key]) => Object.hasOwn(signInKeys, key));
  const actors = isOneMethod ? [['alice', place] as const] : entries;
  const methods = actors.flatMap(([actor, at]) => {
    checkActor(actor, at);
    const method = readMethod(at, {actor, folder});
    return method === undefined ? [] : [[actor, method] as const];
  });
  return Object.fromEntries(methods);
}

/** Reads `vars:`; what its name calls a secret is one, and stands nowhere in the file. */
export function readVars(place: Place | undefined, folder: string): JsonObject | undefined {
  if (place === undefined || asMapping(place, '"vars"') === undefined) return undefined;
  for (const [name, at] of entriesOf(place)) {
    if (!/^[A-Za-z_][\w-]*$/.test(name))
      note(
        at,
        `"${name}" cannot be used as \${vars.${name}}`,
        'write letters, digits, "_" and "-", a letter first',
        'key',
      );
    checkTree(at, name, new Set());
  }
  const read = locatedTree(place.value, folder);
  return isJsonObject(read) ? read : undefined;
}

function checkActor(actor: string, place: Place): void {
  if (actor === 'anonymous') note(place, '"anonymous" is the actor that never signs in', 'take it out', 'key');
  else if (!/^[a-z][a-z0-9-]*$/.test(actor))
    note(place, `"${actor}" cannot be the name of an actor`, 'write lower-case letters, digits and dashes', 'key');
}

interface Whose {
  readonly actor: string;
  readonly folder: string;
}

const ways = ['bearer', 'basic', 'header', 'query', 'cookie'] as const;

function readMethod(place: Place, whose: Whose): SignInMethod | undefined {
  const what = `the sign-in of ${whose.actor}`;
  if (asRecord(place, what, signInKeys) === undefined) return undefined;
  const found = ways.filter(way => entryOf(place, way) !== undefined);
  const [way] = found;
  if (way === undefined || found.length > 1)
    return note(place, `${what} needs one of ${ways.join(', ')}`, 'write e.g. bearer: {env: TOUCHSTONE_TOKEN}', 'key');
  const fetchPlace = entryOf(place, 'fetch');
  const captured = new Set<string>();
  const fetch = fetchPlace === undefined ? [] : readFetch(fetchPlace, captured);
  const at = entryOf(place, way) ?? place;
  const signing = readSigning(way, at, captured, whose);
  if (signing !== undefined && fetch.length > 0 && referencesIn(at.value).length === 0)
    note(
      at,
      `${what} fetches something and does not use it`,
      'write e.g. bearer: ${token}, with the name of a capture',
      'key',
    );
  return signing === undefined ? undefined : {fetch: fetch.map(step => located(step, whose)), signing};
}

function readFetch(place: Place, captured: Set<string>): readonly FetchStep[] {
  return (asList(place, '"fetch"') ?? []).flatMap(item => {
    if (asRecord(item, 'a request of "fetch"', fetchKeys) === undefined) return [];
    const request = entryOf(item, 'request');
    const line = request === undefined ? undefined : readRequestLine(request);
    checkValues(item, captured);
    const capture = readCaptures(entryOf(item, 'capture'), captured);
    for (const name of Object.keys(capture)) captured.add(name);
    const body = readBody(item, [], {isWithSecrets: true});
    const headers = entryOf(item, 'headers');
    if (line === undefined) return [];
    return {
      ...line,
      query: readValues(entryOf(item, 'query'), '"query"', {lists: true, secrets: true}),
      headers: headers === undefined ? jsonObject([]) : readHeaders(headers, [], {secrets: true}),
      ...(body === undefined ? {} : {body}),
      capture,
    };
  });
}

/** Checks what stands for secrets in a request, and that nothing else is one. */
function checkValues(place: Place, captured: ReadonlySet<string>): void {
  for (const [key, at] of entriesOf(place)) {
    if (key === 'capture') continue;
    checkTree(at, key, captured);
  }
}

function checkTree(place: Place, key: string, captured: ReadonlySet<string>): void {
  const {value} = place;
  if (typeof value === 'string') {
    checkTemplate(place, value, captured);
    if (/token|password|secret|api_?key/i.test(key) && value !== '' && !value.includes('${'))
      noteSecret(place, `the ${key} is in the file itself`, `write ${key}: {env: TOUCHSTONE_NAME}`);
  } else if (isSecretPlace(value)) checkSecretPlace(place);
  else if (Array.isArray(value)) for (const item of itemsOf(place)) checkTree(item, key, captured);
  else for (const [name, at] of entriesOf(place)) checkTree(at, name, captured);
}

function checkTemplate(place: Place, text: string, captured: ReadonlySet<string>): void {
  const template = readTemplate(text);
  if (template.kind === 'malformed') note(place, template.why, 'write ${name}; a literal "${" is written "$${"');
  if (template.kind === 'malformed' || template.kind === 'text') return;
  for (const path of referencesIn(text)) {
    const [root = ''] = path.split('.', 1);
    if (captured.has(root)) continue;
    const known = captured.size === 0 ? 'nothing is captured before; add "fetch:" with "capture:"' : undefined;
    note(place, `unknown name "${root}" in "\${${path}}"`, known ?? suggestName(root, captured, 'captures'));
  }
}

/** Tells whether a value is `{env: NAME}` or `{file: PATH}`. */
function isSecretPlace(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length === 1 && (keys[0] === 'env' || keys[0] === 'file');
}

function checkSecretPlace(place: Place): void {
  const env = entryOf(place, 'env');
  if (env !== undefined) readVariable(env, '"env"');
  const file = entryOf(place, 'file');
  if (file !== undefined) textOf(file, '"file"');
}

function readSigning(
  way: (typeof ways)[number],
  place: Place,
  captured: ReadonlySet<string>,
  whose: Whose,
): SigningTemplate | undefined {
  const secret = (at: Place | undefined, what: string): Json => {
    if (at === undefined) return null;
    return readSecret(at, what, captured, whose);
  };
  if (way === 'bearer') return {kind: 'bearer', token: secret(place, 'the token')};
  if (way === 'basic') {
    if (asRecord(place, '"basic"', basicKeys) === undefined) return undefined;
    const user = entryOf(place, 'user');
    if (user !== undefined && !isSecretPlace(user.value)) asText(user, '"user"');
    const name = user === undefined || isSecretPlace(user.value) ? secret(user, 'the user') : user.value;
    return {kind: 'basic', user: name, password: secret(entryOf(place, 'password'), 'the password')};
  }
  if (asMapping(place, `"${way}"`) === undefined) return undefined;
  const [entry, second] = entriesOf(place);
  if (entry === undefined || (second !== undefined && way !== 'cookie')) {
    const wanted = way === 'cookie' ? 'names with their values' : 'one name with its value';
    return note(place, `"${way}" needs ${wanted}`, `write e.g. ${way}: {NAME: {env: TOUCHSTONE_KEY}}`);
  }
  const read = ([name, at]: readonly [string, Place]): {readonly name: string; readonly value: Json} => {
    if (way !== 'query' && !/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      note(at, `"${name}" is not a name of a ${way}`, 'write letters, digits and dashes', 'key');
    return {name, value: secret(at, `the value of ${name}`)};
  };
  return way === 'cookie' ? {kind: way, cookies: entriesOf(place).map(read)} : {kind: way, ...read(entry)};
}

function readSecret(place: Place, what: string, captured: ReadonlySet<string>, {actor, folder}: Whose): Json {
  if (isSecretPlace(place.value)) {
    checkSecretPlace(place);
    return locatedTree(place.value, folder);
  }
  if (typeof place.value !== 'string') {
    noteType(place, what, '{env: NAME}, {file: PATH} or "${name}"', 'write {env: TOUCHSTONE_TOKEN}');
    return null;
  }
  if (!place.value.includes('${'))
    noteSecret(
      place,
      `${what} of ${actor} is in the file itself`,
      'take it out, put it into an environment variable, and write {env: TOUCHSTONE_TOKEN}',
    );
  else checkTemplate(place, place.value, captured);
  return place.value;
}

/** Puts the relative paths of `{file: …}` into the folder of the target file. */
function located(step: FetchStep, {folder}: Whose): FetchStep {
  return locatedTree(step as unknown as Json, folder) as unknown as FetchStep;
}

function locatedTree(value: Json, folder: string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => locatedTree(item, folder));
  if (!isJsonObject(value)) return value;
  const {file} = value;
  if (isSecretPlace(value) && typeof file === 'string')
    return jsonObject([['file', /^([/\\]|[A-Za-z]:[/\\])/.test(file) ? file : folder + file]]);
  return jsonObject(Object.entries(value).map(([key, item]) => [key, locatedTree(item, folder)]));
}
