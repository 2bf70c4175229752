/** Organizations and who belongs to them. */
import type {Organization, Person} from '../../../state/people.ts';
import {removeAccount} from '../../../state/removal.ts';
import {addAccount} from '../../../state/state.ts';
import {belongsTo, maySeeAccount, senderPerson, viewerOf} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {longest} from '../../fields.ts';
import type {Fields} from '../../fields.ts';
import {organizationNamed, ownedOrganization, personNamed} from '../../lookups.ts';
import {checkAccountName, readVisibility} from '../../names.ts';
import {pageReply} from '../../query.ts';
import {Refusal} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showOrganization} from '../../shapes/person.ts';
import {showRepository} from '../../shapes/repository.ts';
import {visibleRepositories} from '../repository/repositories.ts';
import {unitsAt} from './teams.ts';

const areas = ['organization'] as const;

export const organizationRoutes: readonly Route[] = [
  {operation: 'orgGetAll', method: 'GET', path: '/orgs', caller: 'anyone', areas, answer: listOrganizations},
  {
    operation: 'orgCreate',
    method: 'POST',
    path: '/orgs',
    caller: 'signed-in',
    areas,
    answer: ask => createOrganization(ask, doer(ask)),
  },
  {
    operation: 'adminCreateOrg',
    method: 'POST',
    path: '/admin/users/{username}/orgs',
    caller: 'site-admin',
    areas: ['admin'],
    answer: ask => createOrganization(ask, personNamed(ask, ask.param('username'))),
  },
  {
    operation: 'orgGet',
    method: 'GET',
    path: '/orgs/{org}',
    caller: 'anyone',
    areas,
    answer: ask => ok(showOrganization(ask, organizationNamed(ask, ask.param('org')))),
  },
  {operation: 'orgEdit', method: 'PATCH', path: '/orgs/{org}', caller: 'signed-in', areas, answer: editOrganization},
  {
    operation: 'orgDelete',
    method: 'DELETE',
    path: '/orgs/{org}',
    caller: 'signed-in',
    areas,
    answer: deleteOrganization,
  },
  {
    operation: 'orgListRepos',
    method: 'GET',
    path: '/orgs/{org}/repos',
    caller: 'anyone',
    areas,
    answer: listRepositories,
  },
  {
    operation: 'orgListUserOrgs',
    method: 'GET',
    path: '/users/{username}/orgs',
    caller: 'signed-in',
    areas: ['user', 'organization'],
    answer: listOfUser,
  },
  {
    operation: 'orgListCurrentUserOrgs',
    method: 'GET',
    path: '/user/orgs',
    caller: 'signed-in',
    areas: ['user', 'organization'],
    answer: async ask => pageReply(ask, organizationsOf(ask, doer(ask)), row => showOrganization(ask, row)),
  },
];

function everyOrganization({world: {state}}: Ask): readonly Organization[] {
  const all = state.accounts.of('organization').filter(account => account.kind === 'organization');
  return all.toSorted((left, right) => (left.name.toLowerCase() < right.name.toLowerCase() ? -1 : 1));
}

async function listOrganizations(ask: Ask): Promise<Reply> {
  const listed = everyOrganization(ask).filter(organization =>
    ask.rules.isListedOrganization(organization.visibility, viewerOf(ask, organization)),
  );
  const total = ask.rules.countOfOrganizations(listed.length, everyOrganization(ask).length);
  return pageReply(ask, listed, organization => showOrganization(ask, organization), {links: true, total});
}

function organizationsOf(ask: Ask, person: Person): readonly Organization[] {
  return everyOrganization(ask).filter(organization => belongsTo(ask, person, organization));
}

/** Lists the organizations of a user by name, as far as the sender may see organization and membership. */
async function listOfUser(ask: Ask): Promise<Reply> {
  const person = personNamed(ask, ask.param('username'));
  const shown = organizationsOf(ask, person).filter(organization => {
    const seesMembership = organization.publicMemberIds.includes(person.id) || isInsider(ask, organization, person);
    return maySeeAccount(ask, organization) && seesMembership;
  });
  return pageReply(ask, shown, organization => showOrganization(ask, organization));
}

function isInsider(ask: Ask, organization: Organization, person: Person): boolean {
  return ask.rules.mayCheckMembership(viewerOf(ask, organization)) || senderPerson(ask)?.id === person.id;
}

function createOrganization(ask: Ask, founder: Person): Reply {
  const {state, clock} = ask.world;
  const fields = ask.fields();
  const name = fields.requiredText('username').trim();
  const details = readDetails(fields, {});
  if (!founder.mayCreateOrganization) throw new Refusal(403, `${founder.name} may not create organizations.`);
  checkAccountName({rules: ask.rules, state, name}, undefined, 'organization');
  const organization = addAccount(state, (id): Organization => ({
    ...details,
    kind: 'organization',
    id,
    name,
    publicMemberIds: [],
    repositoriesMax: -1,
    createdAt: clock.now(),
  }));
  state.teams.add(id => ({
    id,
    organizationId: organization.id,
    name: 'Owners',
    description: '',
    permission: 'owner',
    mayCreateRepositories: true,
    includesAllRepositories: true,
    unitsMap: unitsAt('owner'),
    memberIds: [founder.id],
    repositoryIds: [],
  }));
  return created(showOrganization(ask, organization));
}

type Details = Pick<
  Organization,
  'fullName' | 'email' | 'description' | 'website' | 'location' | 'visibility' | 'adminsChangeTeamAccess'
>;

function readDetails(fields: Fields, before: Partial<Details>): Details {
  return {
    fullName: fields.text('full_name', longest.fullName) ?? before.fullName ?? '',
    email: fields.text('email') ?? before.email ?? '',
    description: fields.text('description', longest.description) ?? before.description ?? '',
    website: fields.text('website') ?? before.website ?? '',
    location: fields.text('location', longest.location) ?? before.location ?? '',
    visibility: readVisibility(fields.text('visibility')) ?? before.visibility ?? 'public',
    adminsChangeTeamAccess: fields.flag('repo_admin_change_team_access') ?? before.adminsChangeTeamAccess ?? false,
  };
}

function editOrganization(ask: Ask): Reply {
  const organization = ownedOrganization(ask);
  const edited: Organization = {...organization, ...readDetails(ask.fields(), organization)};
  ask.world.state.accounts.put(edited);
  return ok(showOrganization(ask, edited));
}

function deleteOrganization(ask: Ask): Reply {
  const {state, git} = ask.world;
  const organization = ownedOrganization(ask);
  for (const repository of state.repositories.of(organization.id)) git.remove(repository.id);
  removeAccount(state, organization.id);
  return noContent();
}

async function listRepositories(ask: Ask): Promise<Reply> {
  const organization = organizationNamed(ask, ask.param('org'));
  return pageReply(ask, visibleRepositories(ask, organization.id), repository => showRepository(ask, repository), {
    links: true,
  });
}
