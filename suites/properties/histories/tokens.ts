// Access tokens: made, listed, refused and removed, by those who have a password and those who do not.
import {ask, eachOf, variants, type History, type Sent} from './history.ts';

const mine = {username: '{alice}'};
const alice = 'alice with a password';
const bob = 'bob with a password';
const make = (name: string, scopes?: readonly Sent[], who = alice) =>
  ask(who, 'userCreateToken', mine, {body: {name, ...(scopes === undefined ? {} : {scopes})}});

export const tokens: History = {
  name: 'tokens',
  about: 'access tokens',
  needs: ['users', 'tokens', 'basic-authentication'],
  people: ['alice', 'bob'],
  names: [],
  asks: [
    ask(alice, 'userGetTokens', mine),
    make('empty', []),
    make('all', ['all']),
    make('all-and-one', ['read:user', 'all']),
    make('public', ['public-only', 'all']),
    make('twice', ['read:issue', 'read:user', 'read:issue']),
    make('parent', ['write:issue', 'read:issue']),
    make('child', ['read:issue']),
    make('every', [
      'write:activitypub',
      'write:misc',
      'write:notification',
      'write:organization',
      'write:package',
      'write:issue',
      'write:repository',
      'write:user',
    ]),
    make('every-one', [
      'write:activitypub',
      'write:admin',
      'write:misc',
      'write:notification',
      'write:organization',
      'write:package',
      'write:issue',
      'write:repository',
      'write:user',
    ]),
    make('unknown', ['no-such-scope']),
    make('part', ['read:user', 'no-such-scope']),
    make('none', ['read:user']),
    make('', ['read:user']),
    make('theirs', ['read:user'], bob),
    make('by a token', ['read:user'], 'alice'),
    make('of nobody', ['read:user'], 'nobody'),
    ask('admin', 'userCreateToken', mine, {body: {name: 'by an administrator', scopes: ['read:user']}}),
    ask(alice, 'userGetTokens', mine),
    ...variants(alice, 'userGetTokens', mine, [{limit: 2}, {limit: 2, page: 2}, {limit: 2, page: 9}]),
    ...eachOf([bob, 'alice', 'nobody', 'admin'], 'userGetTokens', mine),
    ask(bob, 'userDeleteAccessToken', {...mine, token: 'child'}),
    ask('alice', 'userDeleteAccessToken', {...mine, token: 'child'}),
    ask('nobody', 'userDeleteAccessToken', {...mine, token: 'child'}),
    ask(alice, 'userDeleteAccessToken', {...mine, token: 'child'}),
    ask(alice, 'userDeleteAccessToken', {...mine, token: 'child'}),
    ask(alice, 'userDeleteAccessToken', {...mine, token: 2000000000}),
    ask(alice, 'userGetTokens', mine),
    ask(bob, 'userGetTokens', {username: '{bob}'}),
    ask(alice, 'userGetTokens', {username: 'no-such-user'}),
    ...eachOf([alice, bob], 'userGetCurrent'),
  ],
};
