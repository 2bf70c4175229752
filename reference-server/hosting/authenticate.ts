/** Finds out who sent a request. */
import {createHash} from 'node:crypto';
import type {Rules} from '../rules/rules.ts';
import {findAccount, findPerson, personById, personWithEmail} from '../state/state.ts';
import type {Person} from '../state/people.ts';
import {sessionOf} from '../state/sessions.ts';
import type {Sender} from './ask.ts';
import {Refusal} from './refusal.ts';
import type {World} from './world.ts';

export interface Credentials {
  readonly world: World;
  readonly rules: Rules;
  readonly method: string;
  readonly headers: Headers;
  readonly query: URLSearchParams;
}

/** Gives the sender; wrong credentials end the request with 401, missing ones make it nobody's. */
export async function authenticate(credentials: Credentials): Promise<Sender> {
  return actFor(credentials, await signIn(credentials));
}

async function signIn(credentials: Credentials): Promise<Sender> {
  const {headers, query} = credentials;
  const queryToken = query.get('token') ?? query.get('access_token');
  const authorization = headers.get('Authorization') ?? '';
  const isAlone = authorization === '' && (queryToken ?? '') === '';
  const web = webPerson(credentials, isAlone);
  if (web !== undefined) return byPassword(credentials, web);
  if (queryToken !== null && queryToken !== '') return tokenSender(credentials, queryToken);
  const bearer = /^(?:token|bearer)\s+(\S.*)$/i.exec(authorization)?.[1];
  if (bearer !== undefined) return tokenSender(credentials, bearer.trimEnd());
  const basic = /^basic\s+(\S+)\s*$/i.exec(authorization)?.[1];
  if (basic !== undefined) return basicSender(credentials, basic);
  const {world, rules, method} = credentials;
  const person = personById(world.state, rules.personWithoutCredentials(method) ?? 0);
  return person === undefined ? {kind: 'nobody'} : byPassword(credentials, person);
}

/** Cookie and reverse proxy make somebody known on the pages outside the API; here the rules say that they count for nothing. */
function webPerson({world, rules, method, headers}: Credentials, isAlone: boolean): Person | undefined {
  const session = sessionOf(world.state, headers, world.clock.now());
  if (session !== undefined && rules.acceptsSessionCookie(method, isAlone))
    return personById(world.state, session.personId);
  const proxied = personOfProxy(world, headers);
  return proxied !== undefined && rules.acceptsReverseProxyHeader(method, isAlone) ? proxied : undefined;
}

function byPassword({rules}: Credentials, person: Person): Sender {
  return senderByPassword(rules, person);
}

/** Makes somebody the sender who is known without a token, with the scope that the rules give. */
export function senderByPassword(rules: Rules, person: Person): Sender {
  return {kind: 'person', person: mayUseApi(person), means: 'password', scope: rules.scopeOfPassword};
}

/** Gives the person whom a reverse proxy in front of the server vouches for, where the settings trust it. */
export function personOfProxy({state, settings: {reverseProxy}}: World, headers: Headers): Person | undefined {
  const name = reverseProxy.isTrusted ? (headers.get(reverseProxy.header) ?? '') : '';
  return name === '' ? undefined : findPerson(state, name);
}

export function digestOfToken(token: string): string {
  const known = digests.get(token);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(token).digest('hex');
  if (digests.size >= digestsMax) digests.clear();
  digests.set(token, digest);
  return digest;
}

/** Each request brings its token again. What a token may do is looked up anew each time. */
const digests = new Map<string, string>();
const digestsMax = 1_000;

/** Says the same of a wrong password, an unknown name and an unknown token. */
const unknownSender = 'invalid username, password or token';

function tokenSender({world, rules, method}: Credentials, text: string): Sender {
  const token = findToken(world, text);
  const person = token === undefined ? undefined : personById(world.state, token.personId);
  if (token === undefined || person === undefined || !rules.acceptsTokens(person, method))
    throw wrongCredentials(unknownSender);
  world.state.tokens.put({...token, lastUsedAt: world.clock.now()});
  return {kind: 'person', person: mayUseApi(person), means: 'token', scope: token.scope ?? rules.scopeOfOldToken};
}

function findToken(world: World, text: string) {
  const id = world.state.tokenDigests.get(digestOfToken(text));
  return id === undefined ? undefined : world.state.tokens.get(id);
}

/** A token may stand in the place of the password, or in the place of the name when there is no password. */
async function basicSender(credentials: Credentials, encoded: string): Promise<Sender> {
  const {world, rules} = credentials;
  const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const secret = rest.join(':');
  const token = secret === '' || secret === 'x-oauth-basic' ? name : secret;
  if (findToken(world, token) !== undefined) return tokenSender(credentials, token);
  const person = await personOfPassword(world, name, secret);
  if (person === undefined || !rules.acceptsBasic(person)) throw wrongCredentials(unknownSender);
  return byPassword(credentials, person);
}

/** Finds the person of a name or e-mail address and a password; undefined when there is none with both. */
export async function personOfPassword(world: World, name: string, password: string): Promise<Person | undefined> {
  const person = findPerson(world.state, name) ?? personWithEmail(world.state, name);
  if (person === undefined) return undefined;
  return (await world.passwords.matches(password, person.passwordHash)) ? person : undefined;
}

/** Refuses an account that may not sign in. */
export function mayUseApi(person: Person): Person {
  if (!person.isActive) throw wrongCredentials('This account is not active.');
  if (person.isLoginProhibited) throw new Refusal(403, 'This account is prohibited from signing in.');
  if (person.mustChangePassword) {
    throw new Refusal(
      403,
      'You must change your password. Change it, or create the user with must_change_password: false.',
    );
  }
  return person;
}

/** An administrator may act as somebody else: `sudo=NAME` or the header `Sudo: NAME`. */
function actFor({world, headers, query}: Credentials, sender: Sender): Sender {
  const asked = query.get('sudo') ?? '';
  const name = asked === '' ? (headers.get('Sudo') ?? '') : asked;
  if (name === '') return sender;
  if (sender.kind === 'nobody' || !sender.person.isAdmin)
    throw new Refusal(403, 'Only administrators allowed to sudo.');
  const account = findAccount(world.state, name);
  if (account?.kind !== 'person') throw new Refusal(404, `There is no user ${name} to act for.`);
  return {...sender, person: account};
}

function wrongCredentials(message: string): Refusal {
  return new Refusal(401, message, {
    headers: {'WWW-Authenticate': 'Basic realm="Touchstone"'},
  });
}
