/** Takes one HTTP request through its route: who sends it, may they, what does the handler say; and turns the reply into HTTP. */
import {watchRules} from '../rules/make-rules.ts';
import type {Circumstances} from '../rules/circumstances.ts';
import type {Rules} from '../rules/rules.ts';
import {takingOperation} from '../rules/taking.ts';
import {findAccount, findRepository} from '../state/state.ts';
import type {Ask, Sender} from './ask.ts';
import {authenticate, senderByPassword} from './authenticate.ts';
import {changeBeside} from './beside.ts';
import {circumstancesOf, rememberChange} from './circumstances.ts';
import {readFields, readFormFields} from './fields.ts';
import type {BodyReading, Fields} from './fields.ts';
import {NotedQuery} from './input-reads.ts';
import type {InputRead} from './input-reads.ts';
import {repositoryOfPath} from './lookups.ts';
import {refuseHiddenAccount} from './resources/people/hidden-accounts.ts';
import {notFound, Refusal} from './refusal.ts';
import type {Reply} from './reply.ts';
import type {Method, Route} from './route.ts';
import type {World} from './world.ts';

export interface DispatchOptions {
  readonly world: World;
  readonly rules: Rules;
  /** Whether each reply says which rules its request touched. */
  readonly tracesRules: boolean;
  /** Hears of each named input that a handler reads; for tests. */
  readonly onInputRead?: (read: InputRead) => void;
  /** Where problems of our own are told. */
  readonly log: (text: string) => void;
}

export interface Arrival {
  readonly request: Request;
  /** The path as it was sent, where the URL of the request has resolved its segments `.` and `..`. */
  readonly path?: string;
  /** Undefined when no route has this method and path. */
  readonly route: Route | undefined;
  /** The routes that the path has for other methods, where it has none for this one. */
  readonly inOtherMethods?: readonly Route[];
  readonly params: Readonly<Record<string, string>>;
}

/** The largest body that is read, in bytes; a larger one is answered with 413. */
const bodyBytesMax = 32 * 1024 * 1024;

/** Answers one request; every outcome, also a fault of our own, becomes a whole response. */
export async function dispatch(options: DispatchOptions, arrival: Arrival): Promise<Response> {
  const touched = new Set<string>();
  const underWay: {ask?: Ask} = {};
  const here = (): Circumstances | undefined =>
    underWay.ask === undefined ? undefined : circumstancesOf(underWay.ask);
  const reading = {rules: watchRules(options.rules, touched, here), underWay};
  const reply = await replyOrRefusal(options, arrival, reading);
  const headers: Record<string, string> = {'Cache-Control': 'no-store', ...reply.headers};
  if (options.tracesRules) headers['X-Reference-Rules'] = [...touched].sort().join(',');
  return responseOf(reply, headers);
}

/** The rules as one request reads them. */
interface Reading {
  readonly rules: Rules;
  /** The request, once it is known what it is about. */
  readonly underWay: {ask?: Ask};
}

async function replyOrRefusal(options: DispatchOptions, arrival: Arrival, reading: Reading): Promise<Reply> {
  const docsUrl = `${new URL(arrival.request.url).origin}/api/swagger`;
  try {
    return await answer(options, reading, arrival);
  } catch (problem) {
    if (problem instanceof Refusal) {
      if (arrival.route?.isGit === true || arrival.route?.refusesInText === true) return refusalInText(problem);
      if (arrival.route?.page !== undefined) return arrival.route.page.refusal(problem);
      const body = {message: problem.message, url: docsUrl, ...problem.more};
      return {kind: 'json', status: problem.status, body, headers: problem.headers};
    }
    const {method, url} = arrival.request;
    options.log(`${method} ${new URL(url).pathname} failed inside the reference server: ${storyOf(problem)}`);
    return {kind: 'json', status: 500, body: {message: '', url: docsUrl}};
  }
}

/** Says it in text, which git prints as `remote: …`; git, as clients of a registry, sends credentials only after it was asked for them. */
function refusalInText({status, message, headers}: Refusal): Reply {
  const challenge = status === 401 ? {'WWW-Authenticate': 'Basic realm="Touchstone"'} : {};
  const bytes = Buffer.from(`${message}\n`);
  return {
    kind: 'bytes',
    status,
    bytes,
    headers: {'Content-Type': 'text/plain; charset=utf-8', ...challenge, ...headers},
  };
}

function storyOf(problem: unknown): string {
  return problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
}

async function answer(
  {world, onInputRead}: DispatchOptions,
  {rules: watched, underWay}: Reading,
  {request, path, route: named, inOtherMethods = [], params}: Arrival,
): Promise<Reply> {
  const url = new URL(request.url);
  const bytes = await readBody(request);
  const line = `${request.method} ${url.pathname}${url.search}`;
  const rules = watched.readingFor({headers: request.headers, line, body: bytes});
  const visitor = named?.page?.visitorOf({world, headers: request.headers});
  const known = visitor === undefined ? undefined : senderByPassword(rules, visitor);
  const sender =
    known ??
    (await authenticate({
      world,
      rules,
      method: request.method,
      headers: request.headers,
      query: url.searchParams,
    }));
  const route = named ?? inOtherMethods[0];
  if (route === undefined) throw notFound();
  const contentType = request.headers.get('Content-Type') ?? '';
  const note =
    (place: InputRead['place']) =>
    (name: string): void =>
      onInputRead?.({operation: route.operation, place, name});
  const ask: Ask = {
    world,
    rules,
    route,
    sender,
    origin: url.origin,
    path: path ?? url.pathname,
    query: new NotedQuery(url.searchParams, note('query')),
    headers: request.headers,
    param: name => params[name] ?? '',
    fields: () =>
      fieldsOfBody(bytes, contentType, {
        note: note('body'),
        taken: sent => takenBy(rules, route.operation, request.method === 'PATCH' ? rules.fieldsOfEdit(sent) : sent),
      }),
    bytes,
    contentType,
  };
  underWay.ask = ask;
  if (named === undefined) throw methodRefusal(ask, inOtherMethods);
  if (!isServed(ask, named)) throw notFound();
  checkCaller(ask);
  checkScope(ask);
  refuseHiddenAccount(ask);
  const reply = await route.answer(ask);
  if (reply.status < 300) {
    rememberChange(ask);
    changeBeside(ask);
  }
  return reply;
}

function takenBy(rules: Rules, operation: string, sent: Fields['sent']): Fields['sent'] {
  const rule = takingOperation[operation];
  return rule === undefined ? sent : rules[rule](operation, sent);
}

function isServed(ask: Ask, route: Route): boolean {
  return (
    route.isServed?.(ask) !== false && (route.page !== undefined || ask.rules.isServedBelowPrefix(route.operation))
  );
}

/** Names the methods that a path has, when a request uses another one. */
function methodRefusal(ask: Ask, routes: readonly Route[]): Refusal {
  const methods = routes.filter(route => isServed(ask, route)).map(({method}) => method);
  if (methods.length === 0) return notFound();
  const Allow = [...new Set(methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ');
  return new Refusal(405, `This path takes ${Allow} only.`, {headers: {Allow}});
}

const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

async function readBody(request: Request): Promise<Uint8Array> {
  const length = request.headers.get('Content-Length');
  if (Number(length ?? 0) > bodyBytesMax) throw bodyRefusal();
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array();
  // Where the length is known, the body is read at once; as a stream it costs more than the whole request.
  if (length !== null && writing.has(request.method)) return new Uint8Array(await request.arrayBuffer());
  // Most removals have no body, and asking for its stream costs as much as the rest of the request.
  if (request.method === 'DELETE' && length === null && !request.headers.has('Transfer-Encoding'))
    return new Uint8Array();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > bodyBytesMax) throw bodyRefusal();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function bodyRefusal(): Refusal {
  return new Refusal(413, `The body is larger than ${bodyBytesMax} bytes.`);
}

function fieldsOfBody(bytes: Uint8Array, contentType: string, reading: BodyReading): Fields {
  const text = Buffer.from(bytes).toString('utf8');
  return contentType.startsWith('application/x-www-form-urlencoded')
    ? readFormFields(text, reading)
    : readFields(text, reading);
}

function checkCaller(ask: Ask): void {
  const {rules, route, sender, param} = ask;
  const needsSignIn = rules.needsSignIn(methodOf(route), {
    readsReactionsOf: route.readsReactionsOf,
    isOpen: route.caller === 'anyone',
  });
  if (!needsSignIn || route.caller === 'signer') return;
  if (sender.kind === 'nobody') {
    refuseHiddenRepository(ask);
    throw new Refusal(401, 'token is required');
  }
  if (route.caller === 'password' && sender.means !== 'password' && !isAdminForAnother(sender, param('username')))
    throw new Refusal(401, 'auth required');
  if (route.caller === 'site-admin' && !sender.person.isAdmin) throw new Refusal(403, 'user should be the site admin');
}

/** Usual: to nobody a repository that is hidden is not there, whatever the request would do with it. */
function refuseHiddenRepository(ask: Ask): void {
  if (ask.route.path.startsWith('/repos/{owner}/{repo}')) repositoryOfPath(ask);
}

/** Gives the method that decides what a caller needs. */
function methodOf({method, actsAs}: Route): Method {
  return actsAs ?? method;
}

/** Where passwords are refused, an administrator's token is the only way to make tokens for others; for one's own it is not enough. */
function isAdminForAnother({person}: Sender & {kind: 'person'}, holderName: string): boolean {
  return person.isAdmin && person.name.toLowerCase() !== holderName.toLowerCase();
}

function checkScope(ask: Ask): void {
  const {rules, route, sender} = ask;
  if (sender.kind === 'nobody') return;
  // Usual: git reads what is public without credentials, so it does with those of any scope.
  if (route.isGit === true && methodOf(route) === 'GET' && isOpenToAll(ask)) return;
  const formerScope = route.formerScope ?? formerScopeOf(route);
  const need = {method: methodOf(route), areas: route.areas, formerScope, isPublicRepository: isPublicRepository(ask)};
  if (rules.scopeAllows(sender.scope, need)) return;
  const level = methodOf(route) === 'GET' ? 'read' : 'write';
  const required = route.areas.map(area => `${level}:${area}`).join(', ');
  throw new Refusal(
    403,
    `token does not have at least one of required scope(s), required=[${required}], token scope=${sender.scope}`,
  );
}

/** Gives the name that older servers ask for, where it follows from the area and the method. */
function formerScopeOf({areas, method, caller}: Route): string {
  const isRead = method === 'GET';
  const isOpen = isRead && caller === 'anyone';
  const [area] = areas;
  if (area === 'admin') return 'sudo';
  if (area === 'notification') return 'notification';
  if (area === undefined || isOpen) return 'none';
  if (area === 'organization') return isRead ? 'read:org' : 'write:org';
  if (area === 'package') return isRead ? 'read:package' : 'delete:package';
  if (area === 'user') return isRead ? 'none' : 'user';
  return isRead && area === 'issue' ? 'none' : 'repo';
}

function isPublicRepository({world: {state}, param}: Ask): boolean {
  const owner = findAccount(state, param('owner'));
  const repository = owner === undefined ? undefined : findRepository(state, owner.id, param('repo'));
  return repository?.isPrivate === false;
}

/** Its owner is no secret either. */
function isOpenToAll(ask: Ask): boolean {
  return isPublicRepository(ask) && findAccount(ask.world.state, ask.param('owner'))?.visibility === 'public';
}

function responseOf(reply: Reply, headers: Record<string, string>): Response {
  const type = reply.kind === 'json' ? {'Content-Type': 'application/json;charset=utf-8'} : {};
  return new Response(contentOf(reply), {status: reply.status, headers: {...type, ...headers}});
}

function contentOf(reply: Reply): string | Buffer<ArrayBuffer> | null {
  if (reply.kind === 'json') return `${JSON.stringify(reply.body)}\n`;
  return reply.kind === 'bytes' ? Buffer.from(reply.bytes) : null;
}
