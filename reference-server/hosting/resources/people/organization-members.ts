/** Who belongs to an organization, and who may know. */
import type {Organization, Person} from '../../../state/people.ts';
import {belongsTo, ownsOrganization, teamsOf, viewerOf} from '../../access.ts';
import {apiUrl, doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {organizationNamed, ownedOrganization, personNamed} from '../../lookups.ts';
import {pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showPerson} from '../../shapes/person.ts';
import {leaveTeams, repositoriesOf, stopWatching} from '../../watching.ts';

const areas = ['organization'] as const;

export const organizationMemberRoutes: readonly Route[] = [
  {
    operation: 'orgListMembers',
    method: 'GET',
    path: '/orgs/{org}/members',
    caller: 'signed-in',
    areas,
    answer: listMembers,
  },
  {
    operation: 'orgIsMember',
    method: 'GET',
    path: '/orgs/{org}/members/{username}',
    caller: 'signed-in',
    areas,
    answer: isMember,
  },
  {
    operation: 'orgDeleteMember',
    method: 'DELETE',
    path: '/orgs/{org}/members/{username}',
    caller: 'signed-in',
    areas,
    answer: removeMember,
  },
  {
    operation: 'orgListPublicMembers',
    method: 'GET',
    path: '/orgs/{org}/public_members',
    caller: 'anyone',
    areas,
    answer: async ask =>
      pageReply(ask, publicMembers(ask, organizationNamed(ask, ask.param('org'))), row => showPerson(ask, row)),
  },
  {
    operation: 'orgIsPublicMember',
    method: 'GET',
    path: '/orgs/{org}/public_members/{username}',
    caller: 'anyone',
    areas,
    answer: isPublicMember,
  },
  {
    operation: 'orgPublicizeMember',
    method: 'PUT',
    path: '/orgs/{org}/public_members/{username}',
    caller: 'signed-in',
    areas,
    answer: ask => setPublic(ask, true),
  },
  {
    operation: 'orgConcealMember',
    method: 'DELETE',
    path: '/orgs/{org}/public_members/{username}',
    caller: 'signed-in',
    areas,
    answer: ask => setPublic(ask, false),
  },
];

function membersOf({world: {state}}: Ask, organization: Organization): readonly Person[] {
  const ids = new Set(state.teams.of(organization.id).flatMap(team => team.memberIds));
  return [...ids]
    .sort((left, right) => left - right)
    .flatMap(id => {
      const account = state.accounts.get(id);
      return account?.kind === 'person' ? [account] : [];
    });
}

function publicMembers(ask: Ask, organization: Organization): readonly Person[] {
  return membersOf(ask, organization).filter(({id}) => organization.publicMemberIds.includes(id));
}

async function listMembers(ask: Ask): Promise<Reply> {
  const organization = organizationNamed(ask, ask.param('org'));
  const seesAll = ask.rules.mayCheckMembership(viewerOf(ask, organization));
  const members = seesAll ? membersOf(ask, organization) : publicMembers(ask, organization);
  return pageReply(ask, members, person => showPerson(ask, person));
}

/** "An administrator can check organization membership of other users." Others are sent to the public members. */
function isMember(ask: Ask): Reply {
  const organization = organizationNamed(ask, ask.param('org'));
  const person = personNamed(ask, ask.param('username'));
  if (ask.rules.mayCheckMembership(viewerOf(ask, organization)) || person.id === doer(ask).id) {
    if (!belongsTo(ask, person, organization)) throw notFound();
    return noContent();
  }
  const location = apiUrl(ask, `/orgs/${organization.name}/public_members/${person.name}`);
  return {kind: 'empty', status: 303, headers: {Location: location}};
}

function removeMember(ask: Ask): Reply {
  const {state} = ask.world;
  const organization = ownedOrganization(ask);
  const person = personNamed(ask, ask.param('username'));
  const teams = teamsOf(ask, organization, person);
  if (teams.some(team => team.permission === 'owner' && team.memberIds.length === 1)) {
    throw new Refusal(422, `${person.name} is the last owner of ${organization.name}.`);
  }
  const seen = teams.flatMap(team => repositoriesOf(state, team));
  leaveTeams(ask, teams, person);
  for (const {id} of seen) stopWatching(state, id, person.id);
  return noContent();
}

function isPublicMember(ask: Ask): Reply {
  const organization = organizationNamed(ask, ask.param('org'));
  const person = personNamed(ask, ask.param('username'));
  if (!publicMembers(ask, organization).some(({id}) => id === person.id)) throw notFound();
  return noContent();
}

function setPublic(ask: Ask, isPublic: boolean): Reply {
  const organization = organizationNamed(ask, ask.param('org'));
  const person = personNamed(ask, ask.param('username'));
  if (person.id !== doer(ask).id && !ownsOrganization(ask, organization)) {
    throw new Refusal(403, 'Only members themselves decide whether their membership is public.');
  }
  if (!belongsTo(ask, person, organization))
    throw person.id === doer(ask).id ? new Refusal(403, 'You are no member of the organization.') : notFound();
  const others = organization.publicMemberIds.filter(id => id !== person.id);
  ask.world.state.accounts.put({...organization, publicMemberIds: isPublic ? [...others, person.id] : others});
  return noContent();
}
