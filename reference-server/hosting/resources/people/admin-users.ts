/** Users as the administrator of the site makes, changes and removes them. */
import type {Person} from '../../../state/people.ts';
import {removeAccount} from '../../../state/removal.ts';
import {addAccount, renameAccount} from '../../../state/state.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {longest} from '../../fields.ts';
import {accountNamed, personNamed} from '../../lookups.ts';
import {checkAccountName, checkEmail, readVisibility} from '../../names.ts';
import {pageReply, queryFlag, queryNumber} from '../../query.ts';
import {Refusal} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showPerson} from '../../shapes/person.ts';

export const adminUserRoutes: readonly Route[] = [
  {
    operation: 'adminSearchUsers',
    method: 'GET',
    path: '/admin/users',
    caller: 'site-admin',
    areas: ['admin'],
    answer: listUsers,
  },
  {
    operation: 'adminCreateUser',
    method: 'POST',
    path: '/admin/users',
    caller: 'site-admin',
    areas: ['admin'],
    answer: createUser,
  },
  {
    operation: 'adminEditUser',
    method: 'PATCH',
    path: '/admin/users/{username}',
    caller: 'site-admin',
    areas: ['admin'],
    answer: editUser,
  },
  {
    operation: 'adminRenameUser',
    method: 'POST',
    path: '/admin/users/{username}/rename',
    caller: 'site-admin',
    areas: ['admin'],
    answer: renameUser,
  },
  {
    operation: 'adminDeleteUser',
    method: 'DELETE',
    path: '/admin/users/{username}',
    caller: 'site-admin',
    areas: ['admin'],
    answer: deleteUser,
  },
];

async function listUsers(ask: Ask): Promise<Reply> {
  const sourceId = queryNumber(ask, 'source_id');
  const loginName = ask.query.get('login_name') ?? '';
  const found = ask.world.state.accounts
    .of('person')
    .filter(account => account.kind === 'person')
    .filter(person => sourceId === undefined || person.sourceId === sourceId)
    .filter(person => loginName === '' || person.loginName === loginName);
  return pageReply(ask, found, person => showPerson(ask, person), {links: true});
}

const passwordLengthMin = 6;

async function createUser(ask: Ask): Promise<Reply> {
  const {world, rules} = ask;
  const fields = ask.fields();
  const name = fields.requiredText('username').trim();
  const email = fields.requiredText('email');
  const password = fields.requiredText('password');
  const visibility = rules.visibilityOfNewUser(readVisibility(fields.text('visibility')));
  const askedMs = fields.instant('created_at', text => rules.instantOfText(text));
  if (askedMs !== undefined && !rules.acceptsCreationTime) throw new Refusal(422, '[created_at]: is unknown');
  const isRestricted = fields.flag('restricted') ?? false;
  const mustChangePassword = fields.flag('must_change_password') ?? true;
  fields.flag('send_notify');
  const texts = {
    fullName: fields.text('full_name', longest.fullName) ?? '',
    loginName: fields.text('login_name') ?? '',
  };
  const sourceId = readSource(fields.integer('source_id'));
  checkPassword(password);
  const passwordHash = await world.passwords.hash(password);
  checkAccountName({rules, state: world.state, name});
  checkEmail(world.state, email);
  const person = addAccount(world.state, (id): Person => ({
    ...blankPerson,
    ...texts,
    id,
    name,
    emails: [{email, isPrimary: true, isVerified: true}],
    passwordHash,
    isRestricted,
    mustChangePassword,
    visibility,
    sourceId,
    createdAt: rules.creationTime(askedMs, world.clock.now()),
  }));
  return created(showPerson(ask, person));
}

/** A user of whom only what everybody has is known. */
export const blankPerson: Omit<Person, 'id' | 'name' | 'emails' | 'passwordHash' | 'createdAt'> = {
  kind: 'person',
  fullName: '',
  isAdmin: false,
  isRestricted: false,
  isActive: true,
  isLoginProhibited: false,
  mustChangePassword: false,
  mayCreateOrganization: true,
  visibility: 'public',
  loginName: '',
  sourceId: 0,
  website: '',
  location: '',
  description: '',
  repositoriesMax: -1,
};

function checkPassword(password: string): void {
  if (password.length < passwordLengthMin)
    throw new Refusal(400, `The password must have at least ${passwordLengthMin} characters.`);
  if (password.length > 255) throw new Refusal(422, '[password]: must have at most 255 characters');
}

function readSource(sourceId: number | undefined): number {
  if (sourceId !== undefined && sourceId !== 0)
    throw new Refusal(422, `There is no authentication source ${sourceId}.`);
  return 0;
}

async function editUser(ask: Ask): Promise<Reply> {
  const {world} = ask;
  const named = personNamed(ask, ask.param('username'));
  const fields = ask.fields();
  const password = fields.text('password');
  if (password !== undefined && password !== '') checkPassword(password);
  const email = fields.text('email');
  // Usual: an edit is refused with 400 where making a user is with 422.
  if (email !== undefined) checkEmail(world.state, email, {ownId: named.id, status: 400});
  readSource(fields.integer('source_id'));
  const passwordHash = password === undefined || password === '' ? undefined : await world.passwords.hash(password);
  const person = personNamed(ask, ask.param('username'));
  const isAdmin = fields.flag('admin') ?? person.isAdmin;
  if (!isAdmin && person.id === doer(ask).id)
    throw new Refusal(422, 'You cannot take the administrator right from yourself.');
  const edited: Person = {
    ...person,
    passwordHash: passwordHash ?? person.passwordHash,
    emails: email === undefined ? person.emails : withPrimary(person, email),
    isAdmin,
    isActive: fields.flag('active') ?? person.isActive,
    isRestricted: fields.flag('restricted') ?? person.isRestricted,
    isLoginProhibited: fields.flag('prohibit_login') ?? person.isLoginProhibited,
    mustChangePassword: fields.flag('must_change_password') ?? person.mustChangePassword,
    mayCreateOrganization: fields.flag('allow_create_organization') ?? person.mayCreateOrganization,
    visibility: readVisibility(fields.text('visibility')) ?? person.visibility,
    fullName: fields.text('full_name', longest.fullName) ?? person.fullName,
    loginName: fields.text('login_name') ?? person.loginName,
    website: fields.text('website') ?? person.website,
    location: fields.text('location', longest.location) ?? person.location,
    description: fields.text('description', longest.description) ?? person.description,
    repositoriesMax: fields.integer('max_repo_creation') ?? person.repositoriesMax,
  };
  world.state.accounts.put(edited);
  return ok(showPerson(ask, edited));
}

function withPrimary(person: Person, email: string): Person['emails'] {
  const others = person.emails.filter(
    address => !address.isPrimary && address.email.toLowerCase() !== email.toLowerCase(),
  );
  return [{email, isPrimary: true, isVerified: true}, ...others];
}

/** "admin user rename"; the old name leads to the new one from now on. */
function renameUser(ask: Ask): Reply {
  const {state} = ask.world;
  const account = accountNamed(ask, ask.param('username'));
  if (account.kind !== 'person') throw new Refusal(422, `${account.name} is an organization, not a user.`);
  const fields = ask.fields();
  const name = (fields.text('new_username') ?? fields.requiredText('new_name')).trim();
  checkAccountName({rules: ask.rules, state, name}, account.id);
  renameAccount(state, account, ask.rules.nameAfterRename(account.name, name));
  return noContent();
}

/** Lists the organizations of which a person is the only owner; without that person nobody could manage them. */
function ownedAlone({world: {state}}: Ask, person: Person): readonly number[] {
  return state.teams
    .all()
    .filter(({permission, memberIds}) => permission === 'owner' && memberIds.every(id => id === person.id))
    .map(({organizationId}) => organizationId);
}

function deleteUser(ask: Ask): Reply {
  const {state, git} = ask.world;
  const account = accountNamed(ask, ask.param('username'));
  if (account.kind !== 'person') throw new Refusal(422, `${account.name} is an organization, not a user.`);
  if (account.id === doer(ask).id) throw new Refusal(422, 'You cannot delete yourself.');
  const repositories = state.repositories.of(account.id);
  const organizations = state.teams.all().filter(team => team.memberIds.includes(account.id)).length;
  const purge = ask.rules.isPurge(queryFlag(ask, 'purge'));
  const owned = repositories.length + state.packages.of(account.id).length;
  if (!ask.rules.mayDeletePerson({repositories: owned, organizations}, purge)) {
    throw new Refusal(
      422,
      `${account.name} still owns repositories or packages, or belongs to organizations; delete with purge=true to remove all.`,
    );
  }
  for (const organization of ownedAlone(ask, account)) {
    for (const repository of state.repositories.of(organization)) git.remove(repository.id);
    removeAccount(state, organization);
  }
  for (const repository of repositories) git.remove(repository.id);
  removeAccount(state, account.id);
  return noContent();
}
