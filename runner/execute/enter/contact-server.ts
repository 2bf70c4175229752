// Finds out that a hosting server is there, and says in one sentence why it cannot be used.
import type {HttpReply} from '../../../model/http.ts';
import {isJsonObject} from '../../../model/json.ts';
import {usualAuth} from '../http/build-request.ts';
import {adminActor, jsonOf, send, type AdminCredentials, type Doorway} from './setup-client.ts';
import {headOfBody} from '../http/head-of-body.ts';

/** Asks for the version, with credentials when reading needs a sign-in. */
export async function knock(door: Doorway, admin: AdminCredentials): Promise<Knock> {
  let observation = await send(door, 'getVersion', {});
  if (observation.kind === 'reply' && (observation.status === 401 || observation.status === 403)) {
    const told = `it did not report its version without a sign-in (${String(observation.status)})`;
    observation = await send(door, 'getVersion', {auth: usualAuth(adminActor(admin))});
    if (observation.kind === 'reply' && observation.status === 200) door.found.set('anonymous-reading', told);
  }
  if (observation.kind === 'no-reply') return unreachable(door.baseUrl, observation.cause, observation.detail);
  const through = door.http.forwardProxy === undefined ? '' : ` through the proxy ${door.http.forwardProxy}`;
  if (observation.status >= 300 && observation.status < 400)
    return redirected(door.baseUrl, observation, '/api/v1/version');
  if (observation.status === 404) return knockElsewhere(door, admin);
  if (observation.status >= 500) {
    return {
      kind: 'closed',
      why: `${door.baseUrl}/api/v1/version answered ${String(observation.status)}${through}`,
      fix:
        through === ''
          ? 'look into the server’s log; nothing was tested'
          : 'the proxy may have answered itself: look into its log and the server’s; nothing was tested',
    };
  }
  const body = jsonOf(observation);
  if (!isJsonObject(body)) {
    const head = headOfBody(observation.body, door.redaction, 80);
    return {
      kind: 'closed',
      why: `${door.baseUrl}/api/v1/version answered ${String(observation.status)}${through}, but not with a JSON object: ${head}`,
      fix:
        through === ''
          ? 'give the base URL of a server that serves the code-hosting API under /api/v1'
          : 'the proxy may have answered itself: check its user and password; or give the base URL of a server that serves the code-hosting API under /api/v1',
    };
  }
  const version = body['version'];
  return {kind: 'open', ...(typeof version === 'string' ? {version} : {})};
}

/** What came of knocking. `gone` and `refused` are exit code 5, each with one sentence. */
export type Knock =
  | {readonly kind: 'open'; readonly version?: string}
  | {readonly kind: 'closed'; readonly why: string; readonly fix: string};
// The record does not show a version operation; any answer of the API other than 404 shows that somebody is at home.
async function knockElsewhere(door: Doorway, admin: AdminCredentials): Promise<Knock> {
  const observation = await send(door, 'userGetCurrent', {auth: usualAuth(adminActor(admin))});
  if (observation.kind === 'reply' && observation.status !== 404) return {kind: 'open'};
  return {
    kind: 'closed',
    why: `${door.baseUrl} answers, but there is nothing under ${door.baseUrl}/api/v1 (404)`,
    fix: 'give the URL under which the server’s own pages are reached, with its path prefix if it has one',
  };
}

function unreachable(baseUrl: string, cause: string, detail: string): Knock {
  const fixes: {readonly [cause: string]: string} = {
    'connect-refused': 'start the server, or correct the host and port',
    dns: 'correct the host name',
    tls: 'give the certificate authority with --ca-file FILE, or accept anything with --insecure',
    'connect-timeout': 'check that host and port are reachable from here',
    ...(baseUrl.startsWith('http:')
      ? {reset: 'check that this is the server’s HTTP address, and whether it wants https://'}
      : {}),
  };
  const ofProxy = detail.includes('(407)')
    ? 'write user and password before the host of the proxy, in --proxy or TOUCHSTONE_PROXY, their special characters as %XX'
    : 'start the proxy, or correct --proxy';
  if (detail.startsWith('the proxy ') || detail.includes(' the proxy '))
    return {kind: 'closed', why: `cannot connect to ${baseUrl}: ${detail}`, fix: ofProxy};
  return {
    kind: 'closed',
    why: `cannot connect to ${baseUrl}: ${detail}`,
    fix:
      (detail.includes('http://') ? 'correct the address' : fixes[cause]) ??
      'check that this is the server’s HTTP address',
  };
}

/** Why an answer that points elsewhere is of no use. */
export interface Redirected {
  readonly why: string;
  readonly fix: string;
}

/** Reads the answer of a server that sends its API elsewhere.*/
// The right base URL is known when the same API path stands at the end of the other address.
export function redirected(baseUrl: string, reply: HttpReply, apiPath: string): Redirected & {readonly kind: 'closed'} {
  const location = reply.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '';
  const url = URL.canParse(location, baseUrl + apiPath) ? new URL(location, baseUrl + apiPath) : undefined;
  const right =
    url?.pathname.endsWith(apiPath) === true ? url.origin + url.pathname.slice(0, -apiPath.length) : undefined;
  if (right === undefined || right === baseUrl) {
    return {
      kind: 'closed',
      why: `${baseUrl}${apiPath} answered ${String(reply.status)} and redirects to ${url?.href ?? (location === '' ? 'nowhere' : location)}`,
      fix: 'give the URL whose API answers by itself; redirects are not followed, and credentials are never sent on to another address',
    };
  }
  return {
    kind: 'closed',
    why: `${baseUrl} redirects its API to ${right}`,
    fix: `use --target ${right}; credentials are never sent on to another address`,
  };
}
