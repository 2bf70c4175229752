/** Users as everybody sees them. */
import {maySeeAccount} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {accountNamed, isPublicOnly} from '../../lookups.ts';
import {pageReply, queryId} from '../../query.ts';
import {json, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showAccount, showPerson} from '../../shapes/person.ts';

export const userRoutes: readonly Route[] = [
  {
    operation: 'userGetCurrent',
    method: 'GET',
    path: '/user',
    caller: 'signed-in',
    areas: ['user'],
    answer: ask => ok(showPerson(ask, doer(ask))),
  },
  {
    operation: 'userSearch',
    method: 'GET',
    path: '/users/search',
    caller: 'anyone',
    areas: ['user'],
    answer: searchUsers,
  },
  {
    operation: 'userGet',
    method: 'GET',
    path: '/users/{username}',
    caller: 'anyone',
    areas: ['user'],
    answer: ask => ok(showAccount(ask, accountNamed(ask, ask.param('username')))),
  },
];

async function searchUsers(ask: Ask): Promise<Reply> {
  const text = (ask.query.get('q') ?? '').toLowerCase();
  const uid = queryId(ask, 'uid');
  const found = ask.world.state.accounts
    .of('person')
    .filter(account => maySeeAccount(ask, account) && (!isPublicOnly(ask) || account.visibility === 'public'))
    .filter(account => uid === undefined || account.id === uid)
    .filter(account => account.name.toLowerCase().includes(text) || account.fullName.toLowerCase().includes(text));
  const page = await pageReply(ask, found, account => showAccount(ask, account), {links: true});
  return page.kind === 'json' ? json(200, {ok: true, data: page.body}, page.headers) : page;
}
