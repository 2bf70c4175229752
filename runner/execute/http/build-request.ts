// Turns a step, its values filled in, into the request that is sent.
import {defined} from '../../../base/json/defined.ts';
import type {Actor, Signing as ActorSigning} from '../../../model/actor.ts';
import type {HttpRequest} from '../../../model/http.ts';
import {isJsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import type {Dialect, Operation} from '../../../model/operation.ts';
import type {Guise} from '../attempt/run-parts.ts';
import {renameKeys} from './rename.ts';
import {signatureHeaders, type Signing} from './sign-request.ts';

/** Below this the API stands. */
const apiPrefix = '/api/v1';

/** A request body with its values filled in. */
export type FilledBody =
  | {readonly kind: 'json'; readonly value: Json}
  | {readonly kind: 'text'; readonly value: string}
  | {readonly kind: 'bytes'; readonly hex: string}
  | {readonly kind: 'form'; readonly fields: JsonObject}
  | {readonly kind: 'multipart'; readonly parts: JsonObject};

/** How a request is signed, values filled in. */
export type FilledAuth =
  | ActorSigning
  | {readonly kind: 'token'; readonly token: string}
  | ({readonly kind: 'signature'; readonly content?: Uint8Array} & Pick<Signing, 'user' | 'key' | 'at' | 'version'>)
  | {readonly kind: 'none'};

/** Everything that a request is made of. */
export interface RequestParts {
  readonly method: string;
  /** Below the base URL, already encoded, without query. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  readonly auth: FilledAuth;
  readonly body?: FilledBody;
  readonly requestId: string;
  /** How a request looks that must not show who asks. */
  readonly guise?: Guise;
}

/** Builds the request; without a guise the header order is fixed: accept, authorization, content type, the step's own, request id. */
export function buildRequest({method, path, query, headers, auth, body, requestId, guise}: RequestParts): HttpRequest {
  const encoded = body === undefined ? undefined : encodeBody(body, requestId);
  const signing = {method, path, content: encoded?.content ?? new Uint8Array()};
  const all: (readonly [string, string])[] = [['Accept', 'application/json'], ...authHeaders(auth, signing)];
  if (encoded !== undefined) all.push(['Content-Type', encoded.type]);
  const said = headers.length === 0 ? all : withOwn(all, headers);
  const signed = auth.kind === 'query' ? [...query, [auth.name, auth.value] as const] : query;
  const search = signed.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return {
    method,
    path: search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`,
    headers: guise === undefined ? [...said, ['X-Request-Id', requestId]] : guise.headers(said),
    ...defined({body: encoded?.bytes}),
  };
}

type Headers = RequestParts['headers'];

/** What a step says itself takes the place of what we would say. */
function withOwn(all: Headers, headers: Headers): Headers {
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...all.filter(([name]) => !own.has(name.toLowerCase())), ...headers];
}

/** How the actor signs when a step says nothing: by token, else by password, else not at all. */
export function usualAuth(actor: Actor): FilledAuth {
  if (actor.signing !== undefined) return actor.signing;
  if (actor.token !== undefined) return {kind: 'token', token: actor.token};
  if (actor.password !== undefined) return {kind: 'basic', user: actor.login, password: actor.password};
  return {kind: 'none'};
}

function authHeaders(
  auth: FilledAuth,
  signing: Pick<Signing, 'method' | 'path' | 'content'>,
): readonly (readonly [string, string])[] {
  switch (auth.kind) {
    case 'token':
      return [['Authorization', `token ${auth.token}`]];
    case 'bearer':
      return [['Authorization', `Bearer ${auth.token}`]];
    case 'header':
      return [[auth.name, auth.value]];
    case 'basic':
      return [['Authorization', `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`]];
    case 'cookie':
      return [['Cookie', auth.cookie]];
    case 'signature':
      return signatureHeaders({...signing, ...auth});
    case 'query':
    case 'none':
      return [];
  }
}

interface EncodedBody {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** What a signature is about: the bytes, or the file that a form carries. */
  readonly content: Uint8Array;
}

function encodeBody(body: FilledBody, boundary: string): EncodedBody {
  switch (body.kind) {
    case 'json':
      return wholeBody('application/json', Buffer.from(jsonText(body.value)));
    case 'text':
      return wholeBody('text/plain; charset=utf-8', Buffer.from(body.value));
    case 'bytes':
      return wholeBody('application/octet-stream', Buffer.from(body.hex, 'hex'));
    case 'form': {
      const fields = Object.entries(body.fields).map(([name, value]): [string, string] => [name, scalarText(value)]);
      return wholeBody('application/x-www-form-urlencoded', Buffer.from(new URLSearchParams(fields).toString()));
    }
    case 'multipart': {
      const parts = Object.entries(body.parts);
      const bytes = Buffer.concat([
        ...parts.map(([name, part]) => encodePart(name, part, boundary)),
        Buffer.from(`--${boundary}--\r\n`),
      ]);
      const file = parts.map(([, part]) => part).find(isJsonObject);
      return {
        type: `multipart/form-data; boundary=${boundary}`,
        bytes,
        content: file === undefined ? bytes : partContent(file),
      };
    }
  }
}

function wholeBody(type: string, bytes: Uint8Array): EncodedBody {
  return {type, bytes, content: bytes};
}

// A part is a scalar, or {filename, type, text | bytes (hex)}. Quotes and line breaks in names are percent-encoded as browsers do.
function encodePart(name: string, part: Json, boundary: string): Buffer {
  const file = isJsonObject(part) ? part : undefined;
  const filename = file?.['filename'];
  const disposition =
    `Content-Disposition: form-data; name="${quotable(name)}"` +
    (filename === undefined ? '' : `; filename="${quotable(scalarText(filename))}"`);
  const type = file === undefined ? '' : `\r\nContent-Type: ${scalarText(file['type'] ?? 'application/octet-stream')}`;
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\n${disposition}${type}\r\n\r\n`),
    partContent(part),
    Buffer.from('\r\n'),
  ]);
}

function partContent(part: Json): Buffer {
  if (!isJsonObject(part)) return Buffer.from(scalarText(part));
  const bytes = part['bytes'];
  return bytes === undefined ? Buffer.from(scalarText(part['text'] ?? '')) : Buffer.from(scalarText(bytes), 'hex');
}

function quotable(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** What an operation call comes to under a dialect: method, encoded path, query and header values. */
export interface AddressedCall {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
}

/** Gives method and path template of an operation under a dialect, from the root of the server. */
export function addressTemplate(
  operation: Operation,
  dialect: Dialect,
): {readonly method: string; readonly path: string} {
  const spoken = dialect.operations[operation.id];
  return {method: spoken?.method ?? operation.method, path: fromRoot(spoken?.path ?? operation.path)};
}

// A path that does not begin with the prefix begins with `//`.
function fromRoot(path: string): string {
  return path.startsWith('//') ? path.slice(1) : apiPrefix + path;
}

/** Addresses an operation: parameters by their contract names, the dialect's names on the wire. */
export function addressCall(operation: Operation, dialect: Dialect, params: JsonObject): AddressedCall {
  const spoken = dialect.operations[operation.id];
  const template = spoken?.path ?? operation.path;
  const renamed = renameKeys(params, spoken?.rename ?? {}) as JsonObject;
  const rest = new Map(Object.entries(renamed));
  const multi = new Set(operation.parameters.filter(({isMultiSegment}) => isMultiSegment).map(({name}) => name));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = scalarText(rest.get(name) ?? '');
    rest.delete(name);
    return multi.has(name) ? value.split('/').map(encodeSegment).join('/') : encodeSegment(value);
  });
  const inHeader = new Set(operation.parameters.filter(parameter => parameter.in === 'header').map(({name}) => name));
  return {
    method: spoken?.method ?? operation.method,
    path: fromRoot(path),
    query: queryPairs([...rest].filter(([name]) => !inHeader.has(name))),
    headers: [...rest]
      .filter(([name]) => inHeader.has(name))
      .map(([name, value]) => [name, scalarText(value)] as const),
  };
}

/** Writes query values: a list repeats its key, null leaves it out. */
export function queryPairs(entries: readonly (readonly [string, Json])[]): readonly (readonly [string, string])[] {
  return entries.flatMap(([name, value]) => {
    if (value === null) return [];
    return Array.isArray(value)
      ? value.map((item: Json) => [name, scalarText(item)] as const)
      : [[name, scalarText(value)] as const];
  });
}

// encodeURIComponent leaves dots alone, and `..` as a segment would climb.
function encodeSegment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text);
}

/** Writes a scalar as a parameter or form field shows it; lists and objects as JSON. */
export function scalarText(value: Json): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : typeof value === 'object' ? jsonText(value) : String(value);
}
