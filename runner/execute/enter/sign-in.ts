// Signs in on the highest rung there is, and says who can act.
import type {Actor} from '../../../model/actor.ts';
import type {HttpObservation} from '../../../model/http.ts';
import {isJsonObject} from '../../../model/json.ts';
import {usualAuth} from '../http/build-request.ts';
import {keepCookieSecrets} from '../http/cookie-jar.ts';
import {borrowToken, type BorrowedToken} from './borrow-token.ts';
import {adminActor, jsonOf, send, wentWrong, type AdminCredentials, type Doorway} from './setup-client.ts';
import {redirected} from './contact-server.ts';
import {makeActors} from './make-actors.ts';

/**
 * Signs in on the highest rung there is: an administrator, who makes alice and bob where they are not given; given accounts; one account, which is
 * alice; nobody.
 */
export async function signIn(
  door: Doorway,
  admin: AdminCredentials,
  accounts: GivenAccounts = new Map(),
): Promise<SignIn> {
  const signed = await signInOnRung(door, admin, accounts);
  return signed.kind === 'refused' ? signed : withTokens(door, signed);
}

/** Gives a token to everybody who was given with a password alone. */
async function withTokens(door: Doorway, signed: Extract<SignIn, {readonly kind: 'signed-in'}>): Promise<SignIn> {
  const actors = new Map(signed.actors);
  const giveBacks: BorrowedToken['giveBack'][] = [];
  for (const [role, actor] of signed.actors) {
    const {login, password, token} = actor;
    if (role === 'admin' || password === undefined || token !== undefined) continue;
    const borrowed = await borrowToken(door, {role, login, password});
    if (borrowed === undefined) continue;
    actors.set(role, {...actor, token: borrowed.token});
    giveBacks.push(borrowed.giveBack);
  }
  const signOut = async (): Promise<readonly string[]> => {
    const left: string[] = [];
    for (const giveBack of giveBacks) left.push(...(await giveBack()));
    return [...left, ...(await signed.signOut())];
  };
  return {...signed, actors, signOut};
}

async function signInOnRung(door: Doorway, admin: AdminCredentials, accounts: GivenAccounts): Promise<SignIn> {
  const given = await signInGiven(door, accounts);
  if (given.kind === 'refused') return given;
  if (admin.token === undefined && admin.password === undefined) return withoutAdministrator(given.actors);
  const account = await send(door, 'userGetCurrent', {auth: usualAuth(adminActor(admin))});
  const body = account.kind === 'reply' && account.status === 200 ? jsonOf(account) : undefined;
  if (!isJsonObject(body) || typeof body['login'] !== 'string') return administratorRefused(door, admin, account);
  const acting: Actor = {...adminActor(admin), login: body['login'], id: Number(body['id'])};
  if (body['is_admin'] !== true) {
    if (given.actors.has('alice')) return withoutAdministrator(given.actors, acting.login);
    return withoutAdministrator(new Map([['alice', {...acting, role: 'alice'}], ...given.actors]), acting.login);
  }
  return makeActors(door, acting, given.actors);
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
    if (credentials.cookie !== undefined) keepCookieSecrets(credentials.cookie, door.keepSecret);
    const actor: Actor = {...adminActor(credentials), role};
    const account = await send(door, 'userGetCurrent', {auth: usualAuth(actor)});
    const body = account.kind === 'reply' && account.status === 200 ? jsonOf(account) : undefined;
    if (!isJsonObject(body) || typeof body['login'] !== 'string') {
      if (role === 'admin') return administratorRefused(door, credentials, account);
      return {
        kind: 'refused',
        why: `signing in with the account that was given for ${role} ${wentWrong(account, door)}`,
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
// Whoever was given for the administrator and is none is named.
function withoutAdministrator(actors: ReadonlyMap<string, Actor>, login?: string): SignIn {
  const nobody = login === undefined ? 'no administrator was given' : `${login} is not an administrator`;
  const names = [...actors.values()].map(({role, login}) => `${role} (${login})`).join(' and ');
  const note =
    actors.size === 0
      ? 'no credentials were given: only what anonymous may try runs'
      : `${nobody}, so no accounts can be created: only ${names} can act, and cases that need other accounts are skipped`;
  return {kind: 'signed-in', actors, notes: [note], signOut: () => Promise.resolve([])};
}

function administratorRefused(
  door: Doorway,
  admin: AdminCredentials,
  account: HttpObservation,
): Extract<SignIn, {readonly kind: 'refused'}> {
  if (account.kind === 'no-reply')
    return {kind: 'refused', why: `signing in got no answer: ${account.detail}`, fix: 'try again'};
  if (account.status >= 300 && account.status < 400)
    return {...redirected(door.baseUrl, account, '/api/v1/user'), kind: 'refused'};
  return {
    kind: 'refused',
    why: `signing in as administrator was refused with ${String(account.status)}`,
    fix: signInFix(account.status, admin),
  };
}

function signInFix(status: number, admin: AdminCredentials): string {
  if (status === 401)
    return admin.token === undefined
      ? 'check user name and password; where passwords are switched off, or the account has a second factor, give a token: --admin-token-env NAME'
      : 'check the token; it may be expired or mistyped';
  return 'the token needs every scope, or use --admin-user with a password';
}
