// Makes a draft case of a request that curl would send: the operation it is, a world of its own, and no secret.
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {Operation} from '../../../model/operation.ts';
import {matchOperation, type OperationMatch} from '../../../base/patterns/match-operation.ts';
import type {CurlRequest} from '../../read/suite/curl-line.ts';
import {isSecretHeader, isSecretKey} from '../../../reports/redaction/secret-names.ts';

/** A draft: parts of a case, and what its writer has to know. */
export interface Draft {
  readonly given: JsonObject;
  readonly step: JsonObject;
  readonly notes: readonly string[];
  /** The operation, where the path is one of the contract's. */
  readonly operation?: string;
}

interface Drafting {
  readonly notes: string[];
  /** Secrets that were taken out, by the name that stands for them. */
  readonly secrets: Set<string>;
  /** Names stand for variables of the suite. */
  readonly isAnyApi?: true;
}

/** Drafts it. The base of the URL up to `/api/v1` is the target's and is left out. */
export function draftCase(request: CurlRequest, operations: ReadonlyMap<string, Operation>): Draft {
  const drafting: Drafting = {notes: [], secrets: new Set()};
  const {path, query} = splitUrl(request.url);
  const match = matchOperation(request.method, path, operations);
  const signing = signingOf(request, query, drafting);
  const parts = {
    ...signing,
    ...queryPart(query, drafting),
    ...headerPart(request, drafting),
    ...bodyPart(request, drafting),
  };
  const made = match === undefined ? {given: {}, params: {}} : arranged(match);
  const target: {readonly [key: string]: Json} =
    match === undefined
      ? {
          request: jsonObject([
            ['method', request.method],
            ['path', path],
            ...Object.entries(parts).filter(isOfRequest),
          ]),
        }
      : {call: match.operation.id};
  if (match === undefined)
    drafting.notes.push('no operation of the contract has this method and path, so the request is kept as it is');
  const step: {readonly [key: string]: Json} = {
    as: signing.as,
    ...target,
    ...(Object.keys(made.params).length === 0 ? {} : {params: made.params}),
    ...Object.fromEntries(
      Object.entries(parts).filter(entry => entry[0] !== 'as' && (match !== undefined || !isOfRequest(entry))),
    ),
  };
  return {
    given: jsonObject(Object.entries(made.given)),
    step: jsonObject(Object.entries(step)),
    notes: [...drafting.notes, ...secretNotes(drafting)],
    ...defined({operation: match?.operation.id}),
  };
}

/** Drafts a request to a server that has nothing to do with the record; `given` holds the variables that stand for its secrets. */
export function draftOfAnyApi(request: CurlRequest): Draft {
  const drafting: Drafting = {notes: [], secrets: new Set(), isAnyApi: true};
  const {path, query} = wholeUrl(request.url);
  const parts = {
    ...signingOf(request, query, drafting),
    ...queryPart(query, drafting),
    ...headerPart(request, drafting),
    ...bodyPart(request, drafting),
  };
  const vars = [...drafting.secrets].map((name): readonly [string, Json] => [
    name,
    jsonObject([['env', variableOf(name)]]),
  ]);
  return {
    given: jsonObject(vars),
    step: jsonObject([['request', `${request.method} ${literal(path)}`], ...Object.entries<Json>(parts)]),
    notes: [
      ...drafting.notes,
      ...vars.map(([name]) => `a secret was taken out; ${variableOf(name)} has to hold the value of ${name}`),
    ],
  };
}

function variableOf(name: string): string {
  return `TOUCHSTONE_CURL_${name.toUpperCase().replaceAll('-', '_')}`;
}

function wholeUrl(text: string): ReturnType<typeof splitUrl> {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : new URL('http://unknown/');
  return {path: url.pathname, query: [...url.searchParams]};
}

// What a step with `request:` holds inside of it.
function isOfRequest([key]: readonly [string, Json]): boolean {
  return ['query', 'headers', 'body', 'text', 'file', 'form', 'multipart'].includes(key);
}

function splitUrl(text: string): {readonly path: string; readonly query: readonly (readonly [string, string])[]} {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : new URL('http://unknown/');
  const api = url.pathname.indexOf('/api/v1');
  const path = api === -1 ? url.pathname : url.pathname.slice(api);
  return {path, query: [...url.searchParams]};
}

/** Lets the case make its own repository and issue in place of those of the line. */
function arranged({operation, values}: OperationMatch): {
  readonly given: {readonly [name: string]: Json};
  readonly params: JsonObject;
} {
  const hasRepository = values.has('owner') && values.has('repo');
  const hasIssue = hasRepository && values.has('index') && /\/issues\/\{index\}/.test(operation.path);
  const own: {readonly [name: string]: string} = {
    ...(hasRepository ? {owner: '${repo.owner}', repo: '${repo.name}'} : {}),
    ...(hasIssue ? {index: '${issue.number}'} : {}),
  };
  return {
    given: {
      ...(hasRepository ? {repo: jsonObject([['arrange', 'repository']])} : {}),
      ...(hasIssue
        ? {
            issue: jsonObject([
              ['arrange', 'issue'],
              ['repo', '${repo}'],
            ]),
          }
        : {}),
    },
    params: jsonObject([...values].map(([name, value]): [string, Json] => [name, own[name] ?? literal(value)])),
  };
}

/** Says who acts: whoever signed the line is alice here, who has credentials of her own. */
function signingOf(
  {headers, user, cookie}: CurlRequest,
  query: readonly (readonly [string, string])[],
  {notes}: Drafting,
): {readonly as: string; readonly auth?: string} {
  const authorization = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  const isBasic = user !== undefined || /^basic /i.test(authorization ?? '');
  const isInQuery = query.some(([name]) => tokenInQuery.has(name));
  if (cookie !== undefined || headers.some(([name]) => name.toLowerCase() === 'cookie'))
    notes.push('the cookie was left out; auth: {cookie: …} sends one');
  if (isInQuery) notes.push('the token in the query was left out; the actor signs as it usually does');
  if (!isBasic && authorization === undefined && !isInQuery) return {as: 'anonymous'};
  notes.push('the user who signed the line is alice here; as: admin acts as the administrator');
  return isBasic ? {as: 'alice', auth: 'basic'} : {as: 'alice'};
}

const tokenInQuery: ReadonlySet<string> = new Set(['token', 'access_token']);

function queryPart(query: readonly (readonly [string, string])[], drafting: Drafting): {readonly query?: JsonObject} {
  const kept = query.filter(([name]) => !tokenInQuery.has(name));
  if (kept.length === 0) return {};
  const names = [...new Set(kept.map(([name]) => name))];
  const valueOf = (name: string): Json => {
    const values = kept.filter(([one]) => one === name).map(([, value]) => safe(name, value, names, drafting));
    return values.length === 1 ? (values[0] ?? '') : values;
  };
  return {query: jsonObject(names.map((name): [string, Json] => [name, valueOf(name)]))};
}

// Credentials are the actor's.
const leftOut: ReadonlySet<string> = new Set(['authorization', 'cookie', 'content-length', 'host', 'user-agent']);

// The type of a body and of a reply goes without saying where it is the usual one.
const usualTypes: {readonly [name: string]: RegExp} = {
  'content-type': /^(?:application\/json|application\/x-www-form-urlencoded|multipart\/form-data)\b/i,
  accept: /\*\/\*|^application\/json\b/i,
};

function isKept([name, value]: readonly [string, string]): boolean {
  const lower = name.toLowerCase();
  const usual = Object.hasOwn(usualTypes, lower) ? usualTypes[lower] : undefined;
  return !leftOut.has(lower) && usual?.test(value) !== true;
}

function headerPart({headers}: CurlRequest, drafting: Drafting): {readonly headers?: JsonObject} {
  const kept = headers.filter(isKept);
  if (kept.length === 0) return {};
  const valueOf = (name: string, value: string): string =>
    isSecretHeader(name) ? secret(name, drafting) : literal(value);
  return {headers: jsonObject(kept.map(([name, value]): [string, Json] => [name, valueOf(name, value)]))};
}

function bodyPart(
  {data, form, headers, files = []}: CurlRequest,
  drafting: Drafting,
): {
  readonly body?: Json;
  readonly form?: JsonObject;
  readonly multipart?: JsonObject;
  readonly text?: string;
  readonly file?: string;
} {
  for (const {path} of files) drafting.notes.push(`put ${path} into the folder of the suite`);
  const [whole] = files.filter(({name}) => name === undefined);
  if (whole !== undefined) return {file: fileName(whole.path)};
  if (form.length + files.length > 0)
    return {
      multipart: jsonObject([
        ...Object.entries(fields(form, drafting)),
        ...files.map(
          ({name = '', path, type}) =>
            [name, jsonObject(Object.entries(defined({file: fileName(path), type})))] as const,
        ),
      ]),
    };
  if (data === undefined) return {};
  const json = parsed(data);
  if (json !== undefined) return {body: withoutSecrets(json, drafting)};
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (type === '' || type.includes('urlencoded')) return {form: fields([...new URLSearchParams(data)], drafting)};
  drafting.notes.push('the body is text; look through it for secrets');
  return {text: literal(data)};
}

function fields(pairs: readonly (readonly [string, string])[], drafting: Drafting): JsonObject {
  const names = pairs.map(([name]) => name);
  return jsonObject(pairs.map(([name, value]): [string, Json] => [name, safe(name, value, names, drafting)]));
}

/** A suite names files of its own folder. */
function fileName(path: string): string {
  return path.replace(/^.*[/\\]/, '');
}

function parsed(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

function withoutSecrets(value: Json, drafting: Drafting): Json {
  if (typeof value === 'string') return literal(value);
  if (Array.isArray(value)) return value.map((item: Json) => withoutSecrets(item, drafting));
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value);
  return jsonObject(
    Object.entries(value).map(([name, item]): [string, Json] => [
      name,
      typeof item === 'string' ? safe(name, item, names, drafting) : withoutSecrets(item, drafting),
    ]),
  );
}

function safe(name: string, value: string, siblings: readonly string[], drafting: Drafting): string {
  return isSecretKey(name, siblings) ? secret(name, drafting) : literal(value);
}

/** Puts a name in the secret's place; the target file says from which variable its value comes. */
function secret(name: string, {secrets, isAnyApi}: Drafting): string {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  secrets.add(key);
  return isAnyApi === true ? `\${vars.${key}}` : `\${existing.${existingName}.${key}}`;
}

const existingName = 'from-curl';

function secretNotes({secrets}: Drafting): readonly string[] {
  if (secrets.size === 0) return [];
  const values = [...secrets].map(key => `${key}: {env: TOUCHSTONE_CURL_${key.toUpperCase().replaceAll('-', '_')}}`);
  return [
    `secrets were taken out; where they have to be real, the target file says:  existing: {${existingName}: {${values.join(', ')}}}`,
  ];
}

// A text that looks like a template is none.
function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}
