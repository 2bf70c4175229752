// Makes the accounts that act and their tokens, each written down before it is made, and removes them at the end.
import type {Actor} from '../../../model/actor.ts';
import {isJsonObject, jsonObject} from '../../../model/json.ts';
import type {LedgerMark} from '../../../model/ledger.ts';
import {usualAuth, type FilledAuth} from '../http/build-request.ts';
import {jsonOf, send, wentWrong, type Doorway} from './setup-client.ts';
import {makeToken} from './make-token.ts';
import type {SignIn} from './sign-in.ts';

/** Makes alice and bob where they are not given. */
export async function makeActors(door: Doorway, admin: Actor, given: ReadonlyMap<string, Actor>): Promise<SignIn> {
  const actors = new Map<string, Actor>([['admin', admin], ...given]);
  const marks = new Map<string, LedgerMark>();
  const signOut = (): Promise<readonly string[]> => removeActors(door, admin, {actors, marks});
  for (const role of ['alice', 'bob'].filter(name => !given.has(name))) {
    if (door.stop.aborted) return {...interrupted, leftovers: await signOut()};
    const made = await makeActor(door, {admin, role, actors, marks});
    if (made.kind === 'refused') return {...made, leftovers: await signOut()};
  }
  const notes: string[] = [];
  const unable = new Set<string>();
  for (const role of (door.roles ?? []).filter(name => !actors.has(name))) {
    if (door.stop.aborted) return {...interrupted, leftovers: await signOut()};
    const why = await makeSubject(door, {admin, role, actors, marks});
    if (why === undefined) continue;
    notes.push(`${why}: contexts in which ${role} acts are left out`);
    unable.add(role);
  }
  const able = new Map([...actors].filter(([role]) => !unable.has(role)));
  return {kind: 'signed-in', actors: able, notes, signOut};
}

/** Makes an account that acts in contexts; says why it could not. */
async function makeSubject(door: Doorway, making: Making): Promise<string | undefined> {
  const {admin, role, actors} = making;
  const made = await makeActor(door, making);
  if (made.kind === 'refused') return made.why;
  if (role !== 'dora') return undefined;
  const login = actors.get(role)?.login ?? '';
  const body = jsonObject([
    ['login_name', login],
    ['source_id', 0],
    ['admin', true],
  ]);
  const params = jsonObject([['username', login]]);
  const edited = await send(door, 'adminEditUser', {auth: usualAuth(admin), params, body, signal: door.abandon});
  if (edited.kind === 'reply' && edited.status >= 200 && edited.status < 300) return undefined;
  return `making ${role} an administrator ${wentWrong(edited, door)}`;
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
  const login = door.guise?.login() ?? `${role}-${door.run}`;
  // Servers ask for mixed passwords: lower, upper, digit, sign.
  const password = door.guise?.password() ?? `${door.random.name(24)}A7!`;
  door.keepSecret(password, `TOUCHSTONE_PASSWORD_${role.toUpperCase()}`);
  const body = jsonObject([
    ['username', login],
    ['email', `${login}@${door.guise?.emailDomain() ?? door.emailDomain}`],
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
      why: `making the account of ${role} ${wentWrong(created, door)}`,
      fix: `the administrator must be able to create users through the API${admin.token === undefined ? '' : '; a token needs every scope'}`,
    };
  }
  const basic: FilledAuth = {kind: 'basic', user: login, password};
  // Named after its account: whether two accounts may use one name for their tokens is for a case to say.
  const own = await makeToken(door, {login, name: login, auth: basic});
  // Where passwords are refused, an administrator's token may still make one for somebody else.
  const made =
    own.token === undefined && admin.token !== undefined
      ? await makeToken(door, {login, name: login, auth: usualAuth(admin)})
      : own;
  if (own.token === undefined && own.observation.kind === 'reply' && own.observation.status === 401)
    door.found.set('basic-authentication', 'it refused the right password of a new account (401)');
  const {token} = made;
  if (token === undefined) {
    return {
      kind: 'refused',
      why: `making an access token for ${role} ${wentWrong(own.observation, door)}`,
      fix: 'switch basic authentication on, or give accounts with tokens for alice and bob in a target file',
    };
  }
  door.keepSecret(token, `TOUCHSTONE_TOKEN_${role.toUpperCase()}`);
  actors.set(role, {role, login, id: Number(account['id']), password, token});
  return {kind: 'made'};
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
  return isGone ? undefined : wentWrong(removed, door);
}
