/** Users as everybody sees them. */
import {maySeeAccount, senderPerson} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {accountNamed, isPublicOnly} from '../../lookups.ts';
import {pageReply, queryNumber} from '../../query.ts';
import {json, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import type {Person} from '../../../state/people.ts';
import {
  primaryEmail,
  showAccount,
  showAccountPublicly,
  showPerson,
  showSystemUser,
  systemUsers,
} from '../../shapes/person.ts';

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
    answer: getUser,
  },
];

/** Usual: nobody else is shown the address of an organization here, though beside its repositories everybody is. */
function getUser(ask: Ask): Reply {
  const account = accountNamed(ask, ask.param('username'));
  return ok(senderPerson(ask) === undefined ? showAccountPublicly(ask, account) : showAccount(ask, account));
}

async function searchUsers(ask: Ask): Promise<Reply> {
  const text = (ask.query.get('q') ?? '').trim().toLowerCase();
  const uid = queryNumber(ask, 'uid') ?? 0;
  const ghost = systemUsers.find(({id}) => id === uid);
  if (ghost !== undefined) return ok({ok: true, data: [showSystemUser(ghost)]});
  const found = ask.world.state.accounts
    .of('person')
    .filter(account => account.kind === 'person')
    .filter(account => maySeeAccount(ask, account) && (!isPublicOnly(ask) || account.visibility === 'public'))
    .filter(account => uid === 0 || account.id === uid)
    .filter(account => searchedTexts(ask, account).some(each => each.toLowerCase().includes(text)));
  const page = await pageReply(ask, found, account => showAccount(ask, account), {links: true});
  return page.kind === 'json' ? json(200, {ok: true, data: page.body}, page.headers) : page;
}

/** Gives what a search of users looks through; addresses are for those who signed in. */
function searchedTexts(ask: Ask, person: Person): readonly string[] {
  const names = [person.name, person.fullName];
  return senderPerson(ask) === undefined ? names : [...names, primaryEmail(person)];
}
