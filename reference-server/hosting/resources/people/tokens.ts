/** Access tokens of a user, made and removed with a password. */
import {randomBytes} from 'node:crypto';
import {instantText} from '../../../rules/instant.ts';
import {isKnownScope} from '../../../rules/scope-names.ts';
import type {AccessToken, Person} from '../../../state/people.ts';
import type {State} from '../../../state/state.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {personNamed} from '../../lookups.ts';
import {pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, noContent} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {storeToken} from '../../store-token.ts';

export const tokenRoutes: readonly Route[] = [
  {
    operation: 'userGetTokens',
    method: 'GET',
    path: '/users/{username}/tokens',
    caller: 'password',
    areas: ['user'],
    answer: async ask => pageReply(ask, tokensOf(ask.world.state, holder(ask)), token => showToken(ask, token, '')),
  },
  {
    operation: 'userCreateToken',
    method: 'POST',
    path: '/users/{username}/tokens',
    caller: 'password',
    areas: ['user'],
    answer: createToken,
  },
  {
    operation: 'userDeleteAccessToken',
    method: 'DELETE',
    path: '/users/{username}/tokens/{token}',
    caller: 'password',
    areas: ['user'],
    answer: deleteToken,
  },
];

/** The tokens of a user are a matter of that user and of administrators. */
function holder(ask: Ask): Person {
  const person = personNamed(ask, ask.param('username'));
  if (person.id !== doer(ask).id && !doer(ask).isAdmin) {
    throw new Refusal(403, 'The tokens of another user are for that user and for administrators.');
  }
  return person;
}

function createToken(ask: Ask): Reply {
  const {state} = ask.world;
  const person = holder(ask);
  const fields = ask.fields();
  const name = fields.requiredText('name');
  const scope = readScope(ask, fields.texts('scopes'));
  if (tokensOf(state, person).some(token => token.name === name)) {
    throw new Refusal(400, `access token name has been used already: ${name}`);
  }
  const secret = randomBytes(20).toString('hex');
  const token = storeToken(ask.world, {personId: person.id, name, secret, scope});
  return created(showToken(ask, token, secret));
}

/** "The default scope is `all`."; an empty list is not the same as none and asks for a token that may do nothing. */
function readScope({rules}: Ask, asked: readonly string[] | undefined): string {
  if (asked === undefined) return rules.defaultTokenScope;
  const unknown = asked.flatMap(text => text.split(',')).find(name => name !== '' && !isKnownScope(name));
  if (unknown !== undefined)
    throw new Refusal(400, `invalid access token scope provided: invalid access token scope: ${unknown}`);
  const scope = rules.normalizeScopes(asked);
  if (scope === '') throw new Refusal(400, 'access token must have a scope');
  return scope;
}

function showToken({rules}: Ask, token: AccessToken, secret: string): Record<string, unknown> {
  return {
    id: token.id,
    name: token.name,
    sha1: secret,
    token_last_eight: token.lastEight,
    scopes: rules.presentScopes(token.scope ?? rules.scopeOfOldToken),
    created_at: instantText(token.createdAt),
    last_used_at: instantText(token.lastUsedAt),
  };
}

function tokensOf(state: State, {id}: Person): readonly AccessToken[] {
  return state.tokens.of(id).filter(({isDeleted}) => isDeleted !== true);
}

function deleteToken(ask: Ask): Reply {
  const {state} = ask.world;
  const wanted = ask.param('token');
  const tokens = tokensOf(state, holder(ask));
  const token = /^\d+$/.test(wanted)
    ? tokens.find(({id}) => id === Number(wanted))
    : tokens.find(({name}) => name === wanted);
  if (token === undefined) throw notFound();
  if (!ask.rules.endsDeletedTokens) {
    state.tokens.put({...token, isDeleted: true});
    return noContent();
  }
  state.tokenDigests.delete(token.digest);
  state.tokens.remove(token.id);
  return noContent();
}
