// Finds out that a hosting server is there, signs in, and makes the actors that cases act as.
import type {Actor} from '../model/actor.ts';
import type {HttpObservation, HttpPort, HttpReply} from '../model/http.ts';
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../model/json.ts';
import type {Ledger, LedgerMark} from '../model/ledger.ts';
import type {Dialect, Operation} from '../model/operation.ts';
import type {Clock, RandomSource} from '../model/ports.ts';
import {readJson} from '../check/read-json.ts';
import {addressCall, buildRequest, usualAuth, type FilledAuth} from './build-request.ts';

/** The administrator's credentials as the user gave them. */
export interface AdminCredentials {
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
}

/** What has to be at hand before there is a run. */
export interface Doorway {
  readonly http: HttpPort;
  readonly baseUrl: string;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly dialect: Dialect;
  readonly random: RandomSource;
  readonly clock: Clock;
  readonly run: string;
  /** Where every account is written down before it is made. */
  readonly ledger: Ledger;
  /** Domain of the addresses of accounts that are made. */
  readonly emailDomain: string;
  readonly keepSecret: (value: string, name: string) => void;
  /** Ends knocking and signing in; an account that is being made is made, so that it can be removed. */
  readonly stop: AbortSignal;
  /** Ends everything. */
  readonly abandon: AbortSignal;
}

/** What came of knocking. `gone` and `refused` are exit code 5, each with one sentence. */
export type Knock =
  | {readonly kind: 'open'; readonly version?: string}
  | {readonly kind: 'closed'; readonly why: string; readonly fix: string};

/** Asks for the version, with credentials when reading needs a sign-in. */
export async function knock(door: Doorway, admin: AdminCredentials): Promise<Knock> {
  let observation = await send(door, 'getVersion', {});
  if (observation.kind === 'reply' && (observation.status === 401 || observation.status === 403)) {
    observation = await send(door, 'getVersion', {auth: usualAuth(adminActor(admin))});
  }
  if (observation.kind === 'no-reply') return unreachable(door.baseUrl, observation.cause, observation.detail);
  if (observation.status >= 300 && observation.status < 400)
    return redirected(door.baseUrl, observation, '/api/v1/version');
  if (observation.status === 404) return knockElsewhere(door, admin);
  if (observation.status >= 500) {
    return {
      kind: 'closed',
      why: `${door.baseUrl}/api/v1/version answered ${String(observation.status)}`,
      fix: 'look into the server’s log; nothing was tested',
    };
  }
  const body = jsonOf(observation);
  if (!isJsonObject(body)) {
    const head = Buffer.from(observation.body.subarray(0, 80)).toString('utf8');
    return {
      kind: 'closed',
      why: `${door.baseUrl}/api/v1/version answered ${String(observation.status)}, but not with a JSON object: ${head}`,
      fix: 'give the base URL of a server that serves the code-hosting API under /api/v1',
    };
  }
  const version = body['version'];
  return {kind: 'open', ...(typeof version === 'string' ? {version} : {})};
}

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
    'connect-refused': 'start the server, or mend host and port',
    dns: 'mend the host name',
    tls: 'give the certificate authority with --ca-file FILE, or accept anything with --insecure',
    'connect-timeout': 'check that host and port are reachable from here',
  };
  return {
    kind: 'closed',
    why: `nobody to talk to at ${baseUrl}: ${detail}`,
    fix:
      (detail.includes('http://') ? 'mend the address' : fixes[cause]) ??
      'check that this is the server’s HTTP address',
  };
}

interface Redirected {
  readonly why: string;
  readonly fix: string;
}

// The right base URL is known when the same API path stands at the end of the other address.
function redirected(baseUrl: string, reply: HttpReply, apiPath: string): Redirected & {readonly kind: 'closed'} {
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

/** The actors of a run, and how to remove what was made for them; or why nobody can act. */
export type SignIn =
  | {
      readonly kind: 'signed-in';
      readonly actors: ReadonlyMap<string, Actor>;
      readonly notes: readonly string[];
      readonly signOut: () => Promise<readonly string[]>;
    }
  | {
      readonly kind: 'refused';
      readonly why: string;
      readonly fix: string;
      /** Accounts that were made and could not be removed. */
      readonly leftovers?: readonly string[];
    };

/** Accounts that are there already, by role. */
export type GivenAccounts = ReadonlyMap<string, AdminCredentials>;

/**
 * Signs in on the highest rung there is: an administrator, who makes alice and bob where they are not given; given accounts; one account, which is
 * alice; nobody.
 */
export async function signIn(
  door: Doorway,
  admin: AdminCredentials,
  accounts: GivenAccounts = new Map(),
): Promise<SignIn> {
  const given = await signInGiven(door, accounts);
  if (given.kind === 'refused') return given;
  if (admin.token === undefined && admin.password === undefined) return withoutAdministrator(given.actors);
  const account = await send(door, 'userGetCurrent', {auth: usualAuth(adminActor(admin))});
  if (account.kind === 'no-reply')
    return {kind: 'refused', why: `signing in got no answer: ${account.detail}`, fix: 'try again'};
  if (account.status >= 300 && account.status < 400)
    return {...redirected(door.baseUrl, account, '/api/v1/user'), kind: 'refused'};
  const body = jsonOf(account);
  if (account.status !== 200 || !isJsonObject(body) || typeof body['login'] !== 'string') {
    return {
      kind: 'refused',
      why: `signing in as administrator was refused with ${String(account.status)}`,
      fix: signInFix(account.status, admin),
    };
  }
  const acting: Actor = {...adminActor(admin), login: body['login'], id: Number(body['id'])};
  if (body['is_admin'] !== true) {
    if (given.actors.has('alice')) return withoutAdministrator(given.actors);
    return withoutAdministrator(new Map([['alice', {...acting, role: 'alice'}], ...given.actors]));
  }
  return makeActors(door, acting, given.actors);
}

/** Signs in whoever was given and makes nobody: for cleaning up after a run. */
export async function signInAsGiven(door: Doorway, admin: AdminCredentials, accounts: GivenAccounts): Promise<SignIn> {
  const isGiven = admin.token !== undefined || admin.password !== undefined;
  const given = await signInGiven(door, new Map([...(isGiven ? [['admin', admin] as const] : []), ...accounts]));
  if (given.kind === 'refused') return given;
  return {kind: 'signed-in', actors: given.actors, notes: [], signOut: () => Promise.resolve([])};
}

type GivenActors =
  | {readonly kind: 'signed-in'; readonly actors: ReadonlyMap<string, Actor>}
  | Extract<SignIn, {readonly kind: 'refused'}>;

/** Signs every given account in, and finds out its name. */
async function signInGiven(door: Doorway, accounts: GivenAccounts): Promise<GivenActors> {
  const actors = new Map<string, Actor>();
  for (const [role, credentials] of accounts) {
    if (credentials.token !== undefined) door.keepSecret(credentials.token, `TOUCHSTONE_TOKEN_${role.toUpperCase()}`);
    if (credentials.password !== undefined)
      door.keepSecret(credentials.password, `TOUCHSTONE_PASSWORD_${role.toUpperCase()}`);
    const actor: Actor = {...adminActor(credentials), role};
    const account = await send(door, 'userGetCurrent', {auth: usualAuth(actor)});
    const body = account.kind === 'reply' && account.status === 200 ? jsonOf(account) : undefined;
    if (!isJsonObject(body) || typeof body['login'] !== 'string') {
      return {
        kind: 'refused',
        why: `signing in with the account that was given for ${role} ${wentWrong(account)}`,
        fix: 'check its credentials in the target file; a token needs every scope',
      };
    }
    const {login} = body;
    const other = [...actors.values()].find(known => known.login === login);
    if (other !== undefined) {
      return {
        kind: 'refused',
        why: `the accounts that were given for ${other.role} and ${role} are one and the same, ${login}`,
        fix: `give ${role} an account of its own, or take it out of the target file`,
      };
    }
    actors.set(role, {...actor, login, id: Number(body['id'])});
  }
  return {kind: 'signed-in', actors};
}

// Each rung says who cannot act; the plan says which cases that costs.
function withoutAdministrator(actors: ReadonlyMap<string, Actor>): SignIn {
  const names = [...actors.values()].map(({role, login}) => `${role} (${login})`).join(' and ');
  const note =
    actors.size === 0
      ? 'no credentials were given: only what anonymous may try runs'
      : `no administrator was given, so no accounts can be made: only ${names} can act, and cases that need anybody else are skipped`;
  return {kind: 'signed-in', actors, notes: [note], signOut: () => Promise.resolve([])};
}

function signInFix(status: number, admin: AdminCredentials): string {
  if (status === 401)
    return admin.token === undefined
      ? 'check user name and password'
      : 'check the token; it may be expired or mistyped';
  return 'the token needs every scope, or use --admin-user with a password';
}

function adminActor({token, user, password}: AdminCredentials): Actor {
  return {
    role: 'admin',
    login: user ?? '',
    id: 0,
    ...(token === undefined ? {} : {token}),
    ...(password === undefined ? {} : {password}),
  };
}

async function makeActors(door: Doorway, admin: Actor, given: ReadonlyMap<string, Actor>): Promise<SignIn> {
  const actors = new Map<string, Actor>([['admin', admin], ...given]);
  const marks = new Map<string, LedgerMark>();
  const signOut = (): Promise<readonly string[]> => removeActors(door, admin, {actors, marks});
  for (const role of ['alice', 'bob'].filter(name => !given.has(name))) {
    if (door.stop.aborted) return {...interrupted, leftovers: await signOut()};
    const made = await makeActor(door, {admin, role, actors, marks});
    if (made.kind === 'refused') return {...made, leftovers: await signOut()};
  }
  return {kind: 'signed-in', actors, notes: [], signOut};
}

const interrupted = {kind: 'refused', why: 'signing in was interrupted', fix: 'run it again'} as const;

interface Making {
  readonly admin: Actor;
  readonly role: string;
  readonly actors: Map<string, Actor>;
  /** What the ledger says of accounts that were made, by role. */
  readonly marks: Map<string, LedgerMark>;
}

async function makeActor(
  door: Doorway,
  {admin, role, actors, marks}: Making,
): Promise<{readonly kind: 'made'} | {readonly kind: 'refused'; readonly why: string; readonly fix: string}> {
  const login = `${role}-${door.run}`;
  // Servers ask for mixed passwords: lower, upper, digit, sign.
  const password = `${door.random.name(24)}A7!`;
  door.keepSecret(password, `TOUCHSTONE_PASSWORD_${role.toUpperCase()}`);
  const body = jsonObject([
    ['username', login],
    ['email', `${login}@${door.emailDomain}`],
    ['password', password],
    ['must_change_password', false],
    ['send_notify', false],
  ]);
  const mark = door.ledger.intend({kind: 'account', name: login});
  marks.set(role, mark);
  actors.set(role, {role, login, id: 0, password});
  const created = await send(door, 'adminCreateUser', {auth: usualAuth(admin), body, signal: door.abandon});
  const account = created.kind === 'reply' ? jsonOf(created) : undefined;
  if (created.kind === 'no-reply' || created.status !== 201 || !isJsonObject(account)) {
    if (created.kind === 'reply') {
      actors.delete(role);
      mark.gone();
    }
    return {
      kind: 'refused',
      why: `making the account of ${role} ${wentWrong(created)}`,
      fix: 'the administrator must be able to create users through the API',
    };
  }
  const basic: FilledAuth = {kind: 'basic', user: login, password};
  const own = await makeToken(door, login, basic);
  // Where passwords are refused, an administrator's token may still make one for somebody else.
  const made =
    own.token === undefined && admin.token !== undefined ? await makeToken(door, login, usualAuth(admin)) : own;
  const {token} = made;
  if (token === undefined) {
    return {
      kind: 'refused',
      why: `making an access token for ${role} ${wentWrong(own.observation)}`,
      fix: 'switch basic authentication on, or give accounts with tokens for alice and bob in a target file',
    };
  }
  door.keepSecret(token, `TOUCHSTONE_TOKEN_${role.toUpperCase()}`);
  actors.set(role, {role, login, id: Number(account['id']), password, token});
  return {kind: 'made'};
}

interface MadeToken {
  readonly observation: HttpObservation;
  readonly token: string | undefined;
}

async function makeToken(door: Doorway, login: string, auth: FilledAuth): Promise<MadeToken> {
  const observation = await send(door, 'userCreateToken', {
    auth,
    params: jsonObject([['username', login]]),
    body: jsonObject([
      ['name', 'touchstone'],
      ['scopes', door.dialect.scopes['all'] ?? ['all']],
    ]),
  });
  const isMade = observation.kind === 'reply' && observation.status === 201;
  return {observation, token: isMade ? tokenOf(jsonOf(observation)) : undefined};
}

function tokenOf(body: Json | undefined): string | undefined {
  const token = isJsonObject(body) ? (body['sha1'] ?? body['token']) : undefined;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

function wentWrong(observation: HttpObservation): string {
  if (observation.kind === 'no-reply') return `got no answer: ${observation.detail}`;
  return `was answered with ${String(observation.status)}: ${Buffer.from(observation.body.subarray(0, 200)).toString('utf8')}`;
}

async function removeActors(
  door: Doorway,
  admin: Actor,
  {actors, marks}: {readonly actors: ReadonlyMap<string, Actor>; readonly marks: ReadonlyMap<string, LedgerMark>},
): Promise<readonly string[]> {
  const leftovers: string[] = [];
  for (const {role, login} of [...actors.values()].toReversed()) {
    // Given accounts are not ours to remove.
    if (!marks.has(role)) continue;
    const why = await removeAccount(door, admin, login);
    if (why === undefined) marks.get(role)?.gone();
    else leftovers.push(`account ${login}: ${why}`);
  }
  return leftovers;
}

/** Removes an account with everything it owns; says why it could not. One that is not there is no trouble. */
export async function removeAccount(door: Doorway, admin: Actor, login: string): Promise<string | undefined> {
  const params = jsonObject([
    ['username', login],
    ['purge', true],
  ]);
  const removed = await send(door, 'adminDeleteUser', {auth: usualAuth(admin), params, signal: door.abandon});
  const isGone =
    removed.kind === 'reply' && ((removed.status >= 200 && removed.status < 300) || removed.status === 404);
  return isGone ? undefined : wentWrong(removed);
}

interface Sending {
  readonly params?: JsonObject;
  readonly body?: JsonObject;
  readonly auth?: FilledAuth;
  readonly signal?: AbortSignal;
}

function send(
  door: Doorway,
  operationId: string,
  {params = {}, body, auth = {kind: 'none'}, signal = door.stop}: Sending,
): Promise<HttpObservation> {
  const operation = door.operations.get(operationId);
  if (operation === undefined) throw new Error(`the contract lacks operation ${operationId}`);
  const request = buildRequest({
    ...addressCall(operation, door.dialect, params),
    auth,
    ...(body === undefined ? {} : {body: {kind: 'json' as const, value: body}}),
    requestId: door.random.name(16),
  });
  return door.http.exchange(request, {signal});
}

function jsonOf(reply: HttpReply): Json | undefined {
  const reading = readJson(reply.body, {depthMax: 50});
  return reading.kind === 'json' ? reading.value : undefined;
}
