// Signs one actor in as `auth:` of a target file says: sends the requests of the method and keeps what they give.
import {defined} from '../../../base/json/defined.ts';
import type {Actor, Signing} from '../../../model/actor.ts';
import type {HttpReply} from '../../../model/http.ts';
import type {FetchStep, SignInMethod, SigningTemplate} from '../../../model/target-file.ts';
import {lookUp, MissingValue, type Lookup} from '../../../model/template.ts';
import {readJson} from '../../check/read-json.ts';
import type {Scope} from '../attempt/events.ts';
import type {CaseJar} from '../attempt/story.ts';
import {buildRequest, queryPairs, scalarText} from '../http/build-request.ts';
import {takeFrom} from '../http/capture.ts';
import {cookiesFor, keepInJar} from '../http/case-jar.ts';
import {fillBody, fillObject, fillText} from '../http/fill.ts';
import {headOfBody} from '../http/head-of-body.ts';
import {CaseEnded} from '../attempt/failures.ts';
import {waitForTurn} from '../http/request-pace.ts';
import type {Doorway} from './setup-client.ts';

/** The actor with what its requests are signed with, or why it could not sign in. */
export type MethodSignIn =
  | {readonly kind: 'signed-in'; readonly actor: Actor}
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string};

/** Signs in; secrets of the method have been filled in. */
export async function signInByMethod(door: Doorway, role: string, method: SignInMethod): Promise<MethodSignIn> {
  const scope: Scope = new Map();
  const lookup: Lookup = path => {
    const [root = '', ...rest] = path.split('.');
    const value = scope.get(root);
    return rest.length === 0 ? value : lookUp(value, rest.join('.'));
  };
  try {
    const jar: CaseJar = new Map();
    for (const step of method.fetch) await fetchOne(door, role, step, {scope, lookup, jar});
    return {kind: 'signed-in', actor: {role, login: role, id: 0, signing: fillSigning(method.signing, lookup)}};
  } catch (problem) {
    if (problem instanceof CaseEnded || problem instanceof MissingValue)
      return {
        kind: 'refused',
        why: `signing in as ${role}: ${problem.message}`,
        fix: `check "auth:" of the target file, and the credentials that it names for ${role}`,
      };
    throw problem;
  }
}

async function fetchOne(
  door: Doorway,
  role: string,
  step: FetchStep,
  {scope, lookup, jar}: {readonly scope: Scope; readonly lookup: Lookup; readonly jar: CaseJar},
): Promise<void> {
  const reply = await sendFetch(door, step, {lookup, jar});
  const reading = {reply, json: () => readJson(reply.body, {depthMax: jsonDepthMax})};
  for (const [name, {from}] of Object.entries(step.capture)) {
    const {value, where} = await takeFrom(reading, from);
    if (value === undefined)
      throw new CaseEnded('error', 'blocked', `${nameOf(step)} ${answered(door, reply)}, with nothing at ${where}`);
    // A sign-in hands out nothing that anyone else may have.
    door.keepSecret(scalarText(value), `TOUCHSTONE_${name.toUpperCase()}_${role.toUpperCase()}`);
    scope.set(name, value);
  }
}

/** A reply to a sign-in is small; a deeper one is not read. */
const jsonDepthMax = 200;

async function sendFetch(
  door: Doorway,
  step: FetchStep,
  {lookup, jar}: {readonly lookup: Lookup; readonly jar: CaseJar},
): Promise<HttpReply> {
  const path = fillText(step.path, lookup);
  if (!/^\/(?!\/)/.test(path)) throw new CaseEnded('error', 'blocked', 'its path must begin with one "/"');
  // The requests of a sign-in are one visit, as in a browser: a form is often taken only with the cookie of its page.
  const {pathname} = new URL(door.baseUrl + path);
  const cookie = cookiesFor(jar, pathname);
  const request = buildRequest({
    method: step.method,
    path,
    query: queryPairs(Object.entries(fillObject(step.query, lookup))),
    headers: Object.entries(fillObject(step.headers, lookup)).map(
      ([name, value]) => [name, scalarText(value)] as const,
    ),
    auth: cookie === '' ? {kind: 'none'} : {kind: 'cookie', cookie},
    ...defined({body: step.body === undefined ? undefined : fillBody(step.body, lookup)}),
    requestId: door.random.name(16),
    ...defined({guise: door.guise}),
  });
  await waitForTurn({bounds: door.bounds, clock: door.clock, learnt: door.learnt}, door.stop);
  const observation = await door.http.exchange(request, {signal: door.stop, timeoutMs: fetchTimeoutMs});
  if (observation.kind === 'no-reply')
    throw new CaseEnded('error', 'blocked', `${nameOf(step)} got no answer: ${observation.detail}`);
  keepInJar(observation, {jar, path: pathname}, {now: door.clock.now(), keepSecret: door.keepSecret});
  // A login form is often answered with a redirect that sets the cookie.
  if (observation.status < 200 || observation.status >= 400)
    throw new CaseEnded('error', 'blocked', `${nameOf(step)} ${answered(door, observation)}`);
  return observation;
}

/** A whole sign-in request may take this long. */
const fetchTimeoutMs = 30_000;

function nameOf({method, path}: FetchStep): string {
  return `${method} ${path}`;
}

function answered({redaction}: Doorway, {status, body}: HttpReply): string {
  const head = headOfBody(body, redaction, 120);
  return `answered ${String(status)}${head === '' ? ' with an empty body' : `: ${head}`}`;
}

function fillSigning(signing: SigningTemplate, lookup: Lookup): Signing {
  switch (signing.kind) {
    case 'bearer':
      return {kind: 'bearer', token: fillText(signing.token, lookup)};
    case 'basic':
      return {kind: 'basic', user: fillText(signing.user, lookup), password: fillText(signing.password, lookup)};
    case 'cookie':
      return {
        kind: 'cookie',
        cookie: signing.cookies.map(({name, value}) => `${name}=${fillText(value, lookup)}`).join('; '),
      };
    case 'header':
    case 'query':
      return {kind: signing.kind, name: signing.name, value: fillText(signing.value, lookup)};
  }
}
