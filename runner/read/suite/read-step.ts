// Reads one step of a case.
import {optional, type StepCommon} from './step-common.ts';
import {isJsonObject, jsonObject, type JsonObject} from '../../../model/json.ts';
import type {CallStep, Expectation, RequestStep, Step} from '../../../model/suite.ts';
import {checkParameters, findOperation} from '../validate/check-parameters.ts';
import {asDurationMs} from '../../../base/yaml/duration.ts';
import {
  asBoolean,
  asMapping,
  asRecord,
  entryOf,
  note,
  noteType,
  noteUnknownKey,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {readCaptures} from './read-capture.ts';
import {readDocument, readSchema} from './read-contract-step.ts';
import {readDeliveries} from './read-deliveries.ts';
import {readExpectations} from './read-expectation.ts';
import {readOpenid} from './read-openid.ts';
import {readOverlayStep} from './read-overlay-step.ts';
import {readMethod, readPath, readRequestLine} from './read-request-line.ts';
import {readActor, readAuth, readBody, readHeaders, readValues} from './read-request-parts.ts';
import type {StepContext} from '../validate/step-context.ts';
import {caseKeys, eventuallyKeys, requestKeys, stepKeys, type StepKind} from '../validate/suite-keys.ts';

/** Reads a step; undefined when it is not even clear what kind of step it is. */
export function readStep(place: Place, context: StepContext): Step | undefined {
  const kind = readKind(place);
  if (kind === undefined) return undefined;
  const common = {
    pointer: place.pointer,
    expect: withStatus(readExpectations(entryOf(place, 'expect'), 'expect', kind, context), place, context),
    usual: readExpectations(entryOf(place, 'usual'), 'usual', kind, context),
    capture: readCaptures(entryOf(place, 'capture'), context.givenNames),
    ...optional('eventuallyMs', readEventually(entryOf(place, 'eventually'))),
  };
  const action = entryOf(place, kind) ?? place;
  if (kind === 'call') return readCall(place, action, common, context);
  if (kind === 'request') return readRequest(place, action, common, context);
  if (kind === 'deliveries') return readDeliveries(action, common, context);
  if (kind === 'openid') return readOpenid(action, common);
  if (kind === 'document') return readDocument(action, common, context);
  if (kind === 'schema') return readSchema(action, common);
  return readOverlayStep(kind, action, common, context);
}

/** Adds the status of the suite's defaults where a request expects none. */
function withStatus(expect: readonly Expectation[], place: Place, {defaults}: StepContext): readonly Expectation[] {
  const isRequest = entryOf(place, 'call') !== undefined || entryOf(place, 'request') !== undefined;
  const isSaid = expect.some(({status}) => status !== undefined) || entryOf(place, 'usual') !== undefined;
  if (defaults?.status === undefined || !isRequest || isSaid) return expect;
  const [first = {pointer: place.pointer}, ...rest] = expect;
  return [{...first, status: defaults.status}, ...rest];
}

const kinds = Object.keys(stepKeys) as readonly StepKind[];

function readKind(place: Place): StepKind | undefined {
  const step = asMapping(place, 'a step');
  if (step === undefined) return undefined;
  const present = kinds.filter(kind => kind in step);
  const [kind] = present;
  if (kind !== undefined && present.length === 1) {
    const foreign = noteForeign(place, stepKeys[kind]);
    asRecord(foreign.rest, `a "${kind}" step`, stepKeys[kind], {foreign: ofCases});
    return kind;
  }
  if (kind !== undefined)
    return note(place, `a step has ${present.map(key => `"${key}"`).join(' and ')}`, 'make a step of each');
  const line = keysOfLine.find(key => key in step);
  if (line !== undefined)
    return note(entryOf(place, line) ?? place, `a step has no "${line}"`, 'write request: GET /notes', 'key');
  const known = new Set<string>(kinds.flatMap(key => Object.keys(stepKeys[key])));
  const unknown = Object.keys(step).find(key => !known.has(key));
  if (unknown !== undefined) return noteUnknownKey(place, unknown, 'a step', [...known]);
  return note(place, 'the step does nothing', `add one of: ${kinds.join(', ')}`);
}

/** Keys with which other tools say method and address. */
const keysOfLine = [
  'method',
  'url',
  'path',
  'uri',
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
];

/** Keys that a case has, and a step has not. */
const ofCases = Object.fromEntries(
  Object.keys(caseKeys).map(key => [key, `it is a key of a case: write it beside "steps"`]),
);

/** Keys of other tools, and how the same is written here. */
const foreignKeys: {readonly [key: string]: string} = {
  retry: 'write eventually: {within: 10s}, which asks again until what is expected holds',
  retries: 'write eventually: {within: 10s}, which asks again until what is expected holds',
  wait: 'write eventually: {within: 10s}, which asks again until what is expected holds',
  delay: 'write eventually: {within: 10s}, which asks again until what is expected holds',
  json: 'write body: for a JSON body, and expect: {body: …} for that of the reply',
  status: 'write expect: {status: 200}',
  assert: 'write expect: {status: 200, body: …}',
  asserts: 'write expect: {status: 200, body: …}',
  response: 'write expect: {status: 200, body: …}',
  validate: 'write expect: {status: 200, body: …}',
  captures: 'write capture: {name: /pointer}',
  save: 'write capture: {name: /pointer}',
  extract: 'write capture: {name: /pointer}',
  followRedirects: 'write follow: true',
  follow_redirects: 'write follow: true',
  redirects: 'write follow: true',
  location: 'write follow: true',
  timeout: 'write expect: {time: 500ms}; --timeout bounds every reply',
};

/** Notes keys that only other tools have, and gives the step without them. */
function noteForeign(place: Place, keys: KeyTable): {readonly rest: Place} {
  const {value} = place;
  if (!isJsonObject(value)) return {rest: place};
  const foreign = Object.keys(value).filter(key => !Object.hasOwn(keys, key) && Object.hasOwn(foreignKeys, key));
  for (const key of foreign)
    note(entryOf(place, key) ?? place, `a step has no "${key}"`, foreignKeys[key] ?? '', 'key');
  if (foreign.length === 0) return {rest: place};
  return {rest: {...place, value: jsonObject(Object.entries(value).filter(([key]) => !foreign.includes(key)))}};
}

function readEventually(place: Place | undefined): number | undefined {
  if (
    place === undefined ||
    asRecord(place, '"eventually"', eventuallyKeys, {
      fix: `write {within: ${typeof place.value === 'string' ? place.value : '10s'}}`,
    }) === undefined
  )
    return undefined;
  const within = entryOf(place, 'within');
  return within === undefined ? undefined : asDurationMs(within, '"within"');
}

function readCall(place: Place, action: Place, common: StepCommon, context: StepContext): CallStep {
  const id = textOf(action, '"call"');
  const params = entryOf(place, 'params');
  const headers = readHeaders(entryOf(place, 'headers'), context.rows);
  const operation = id === undefined ? undefined : findOperation(action, id, context.known.operations);
  if (operation !== undefined) checkParameters(action, params, operation);
  return {
    kind: 'call',
    ...common,
    operation: id ?? '',
    params: readValues(params, '"params"', {lists: true}),
    ...readSender(place, context),
    query: readValues(entryOf(place, 'query'), '"query"', {lists: true}),
    ...readCleanup(place, context),
    ...readTravel(place, context),
    ...readContent([place], headers, context),
  };
}

function readSender(place: Place, {known, rows, defaults = {}}: StepContext): Pick<CallStep, 'as' | 'auth'> {
  const as = entryOf(place, 'as');
  return {
    as:
      defaults.as !== undefined && as === undefined
        ? defaults.as
        : readActor(as, known.users === undefined ? known.actors : known.users.actors, rows),
    ...optional('auth', readAuth(entryOf(place, 'auth'))),
  };
}

function readRequest(place: Place, action: Place, common: StepCommon, context: StepContext): RequestStep | undefined {
  const isLine = typeof action.value === 'string';
  if (!isLine && asRecord(action, '"request"', requestKeys) === undefined) return undefined;
  const line = isLine
    ? readRequestLine(action)
    : {method: readMethod(entryOf(action, 'method')), path: readPath(entryOf(action, 'path'))};
  if (line === undefined) return undefined;
  for (const key of ['query', 'headers', 'body', 'text', 'bytes', 'file', 'form', 'multipart']) {
    const outer = entryOf(place, key);
    if (outer !== undefined && entryOf(action, key) !== undefined)
      note(outer, `"${key}" is both in the step and in its "request"`, 'keep one of the two', 'key');
  }
  const query = entryOf(action, 'query') ?? entryOf(place, 'query');
  const headers = entryOf(action, 'headers') ?? entryOf(place, 'headers');
  return {
    kind: 'request',
    ...common,
    method: line.method,
    path: line.path.startsWith('/') ? (context.defaults?.base ?? '') + line.path : line.path,
    ...readSender(place, context),
    query: readValues(query, '"query"', {lists: true}),
    ...readCleanup(place, context),
    ...readTravel(place, context),
    ...readContent(
      [action, place],
      headers === undefined ? jsonObject([]) : readHeaders(headers, context.rows),
      context,
    ),
  };
}

/** Reads what the request carries, and its headers: a file that is sent as it is says its content type. */
function readContent(
  places: readonly Place[],
  headers: JsonObject,
  context: StepContext,
): Pick<CallStep, 'headers' | 'body'> {
  const {rows, files} = context;
  const [read] = places.flatMap(place => readBody(place, rows, {files}) ?? []);
  if (read === undefined) return {headers: withDefaults(headers, context)};
  const {type, ...body} = {type: undefined, ...read};
  const all = withDefaults(headers, context);
  const isTyped = type === undefined || Object.keys(all).some(name => name.toLowerCase() === 'content-type');
  return {headers: isTyped ? all : jsonObject([...Object.entries(all), ['Content-Type', type]]), body};
}

/** The most redirects that a step with `follow: true` follows. */
const followUsual = 10;

function readTravel(place: Place, {defaults}: StepContext): Pick<CallStep, 'follow' | 'cookies'> {
  const follow = entryOf(place, 'follow');
  const own = entryOf(place, 'cookies');
  const cookies = own === undefined ? defaults?.cookies : asBoolean(own, '"cookies"');
  return {...(follow === undefined ? {} : readFollow(follow)), ...(cookies === true ? {cookies} : {})};
}

function readFollow(place: Place): Pick<CallStep, 'follow'> {
  const {value} = place;
  if (value === true) return {follow: followUsual};
  if (value === false) return {};
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 20) return {follow: value};
  return noteType(place, '"follow"', 'true, false or a number from 1 to 20', 'write follow: true') ?? {};
}

function withDefaults(headers: JsonObject, {defaults}: StepContext): JsonObject {
  const own = new Set(Object.keys(headers).map(name => name.toLowerCase()));
  const usual = Object.entries(defaults?.headers ?? {}).filter(([name]) => !own.has(name.toLowerCase()));
  return jsonObject([...usual, ...Object.entries(headers)]);
}

/** Tells whether a step only asks, so that to send it again makes nothing. */
function isReading(place: Place): boolean {
  const {value} = entryOf(place, 'request') ?? place;
  const method = isJsonObject(value) ? value['method'] : value;
  return typeof method === 'string' && /^(?:GET|HEAD)\b/.test(method);
}

/** Reads `cleanup:`: a request without expectations, by the actor of its step when it names none. */
function readCleanup(place: Place, context: StepContext): Pick<CallStep, 'cleanup'> {
  const at = entryOf(place, 'cleanup');
  if (at === undefined) return {};
  if (entryOf(place, 'eventually') !== undefined && !isReading(place))
    note(
      at,
      'a step with "eventually" can be sent several times and make several things, and "cleanup" removes one',
      'make the thing in a step without "eventually"; a GET may have both',
      'key',
    );
  for (const key of ['expect', 'usual', 'capture', 'cleanup', 'eventually']) {
    const wrong = entryOf(at, key);
    if (wrong !== undefined) note(wrong, `"${key}" has no place in "cleanup"`, 'take it out', 'key');
  }
  if (!isJsonObject(at.value)) {
    const line = typeof at.value === 'string' ? at.value : 'DELETE /notes/${id}';
    return asMapping(at, '"cleanup"', `write {request: "${line}"}, one request for each step`) ?? {};
  }
  const {as} = readSender(place, context);
  const {status: _, ...defaults} = context.defaults ?? {};
  const step = readStep(at, {...context, defaults: {...defaults, as}});
  if (step === undefined || step.kind === 'call' || step.kind === 'request')
    return step === undefined ? {} : {cleanup: step};
  return (
    note(at, 'only a request removes something', 'write e.g. cleanup: {request: "DELETE /notes/${id}"}', 'key') ?? {}
  );
}
