/** E-mail addresses: the caller's own, and all of them for administrators. */
import type {EmailAddress, Person} from '../../../state/people.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {checkEmail} from '../../names.ts';
import {pageReply} from '../../query.ts';
import {Refusal} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';

const own = {path: '/user/emails', caller: 'signed-in', areas: ['user']} as const;
const admin = {method: 'GET', caller: 'site-admin', areas: ['admin']} as const;

export const emailRoutes: readonly Route[] = [
  {
    ...own,
    operation: 'userListEmails',
    method: 'GET',
    formerScope: 'user:email',
    answer: ask => ok(showAll(doer(ask))),
  },
  {...own, operation: 'userAddEmail', method: 'POST', formerScope: 'user', answer: addEmails},
  {...own, operation: 'userDeleteEmail', method: 'DELETE', formerScope: 'user', answer: deleteEmails},
  {...admin, operation: 'adminGetAllEmails', path: '/admin/emails', answer: async ask => listAll(ask, '')},
  {
    ...admin,
    operation: 'adminSearchEmails',
    path: '/admin/emails/search',
    answer: async ask => listAll(ask, (ask.query.get('q') ?? '').toLowerCase()),
  },
];

function showEmail(person: Person, address: EmailAddress): Record<string, unknown> {
  return {
    email: address.email,
    verified: address.isVerified,
    primary: address.isPrimary,
    user_id: person.id,
    username: person.name,
  };
}

function showAll(person: Person): readonly Record<string, unknown>[] {
  return person.emails.map(address => showEmail(person, address));
}

function readEmails(ask: Ask): readonly string[] {
  const emails = ask.fields().texts('emails') ?? [];
  if (emails.length === 0) throw new Refusal(422, 'Email list empty');
  return [...new Set(emails)];
}

function addEmails(ask: Ask): Reply {
  const person = doer(ask);
  const emails = readEmails(ask);
  for (const email of emails) checkEmail(ask.world.state, email);
  if (new Set(emails.map(email => email.toLowerCase())).size < emails.length)
    throw new Refusal(422, 'One address stands twice, in different spellings; send it once.');
  const added = emails.map(email => ({email, isPrimary: false, isVerified: true}));
  const extended = {...person, emails: [...person.emails, ...added]};
  ask.world.state.accounts.put(extended);
  return created(showAll(extended));
}

function deleteEmails(ask: Ask): Reply {
  const person = doer(ask);
  const emails = readEmails(ask);
  const lower = new Set(emails.map(email => email.toLowerCase()));
  const removable = new Set(person.emails.filter(({isPrimary}) => !isPrimary).map(({email}) => email.toLowerCase()));
  const unknown = emails.find(email => !removable.has(email.toLowerCase()));
  if (unknown !== undefined) throw new Refusal(404, `${unknown} is not an address of yours that could be removed.`);
  ask.world.state.accounts.put({...person, emails: person.emails.filter(({email}) => !lower.has(email.toLowerCase()))});
  return noContent();
}

async function listAll(ask: Ask, text: string): Promise<Reply> {
  const rows = ask.world.state.accounts
    .of('person')
    .flatMap(account => (account.kind === 'person' ? account.emails.map(address => ({person: account, address})) : []))
    .filter(({address, person}) => ask.rules.isListedAddress(address, person))
    .filter(
      ({person, address}) => address.email.toLowerCase().includes(text) || person.name.toLowerCase().includes(text),
    );
  return pageReply(ask, rows, ({person, address}) => showEmail(person, address), {links: true});
}
