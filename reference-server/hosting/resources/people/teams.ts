/** Teams of an organization, their members and repositories. */
import type {Access} from '../../../rules/access.ts';
import type {Organization, Team, TeamPermission} from '../../../state/people.ts';
import type {Repository} from '../../../state/repositories.ts';
import {findRepository} from '../../../state/state.ts';
import {belongsTo, maySeeAccount, may, ownsOrganization} from '../../access.ts';
import {doer, numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {longest} from '../../fields.ts';
import type {Fields} from '../../fields.ts';
import {organizationNamed, ownedOrganization, personNamed} from '../../lookups.ts';
import {byName} from '../../names.ts';
import {pageReply, queryFlag} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, json, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showPerson, showTeam, showTeamAlone} from '../../shapes/person.ts';
import {showRepository} from '../../shapes/repository.ts';
import {forgetPublicity, leaveTeams, loseSight, membersOf, repositoriesOf, startToWatch} from '../../watching.ts';

const shared = {caller: 'signed-in', areas: ['organization']} as const;

export const teamRoutes: readonly Route[] = [
  {...shared, operation: 'orgListTeams', method: 'GET', path: '/orgs/{org}/teams', answer: listTeams},
  {...shared, operation: 'teamSearch', method: 'GET', path: '/orgs/{org}/teams/search', answer: searchTeams},
  {...shared, operation: 'orgCreateTeam', method: 'POST', path: '/orgs/{org}/teams', answer: createTeam},
  {
    ...shared,
    operation: 'orgGetTeam',
    method: 'GET',
    path: '/teams/{id}',
    answer: ask => ok(showTeamAlone(ask, teamOfPath(ask))),
  },
  {...shared, operation: 'orgEditTeam', method: 'PATCH', path: '/teams/{id}', answer: editTeam},
  {...shared, operation: 'orgDeleteTeam', method: 'DELETE', path: '/teams/{id}', answer: deleteTeam},
  {...shared, operation: 'orgListTeamMembers', method: 'GET', path: '/teams/{id}/members', answer: listTeamMembers},
  {
    ...shared,
    operation: 'orgListTeamMember',
    method: 'GET',
    path: '/teams/{id}/members/{username}',
    answer: getTeamMember,
  },
  {...shared, operation: 'orgAddTeamMember', method: 'PUT', path: '/teams/{id}/members/{username}', answer: addMember},
  {
    ...shared,
    operation: 'orgRemoveTeamMember',
    method: 'DELETE',
    path: '/teams/{id}/members/{username}',
    answer: removeMember,
  },
  {...shared, operation: 'orgListTeamRepos', method: 'GET', path: '/teams/{id}/repos', answer: listTeamRepositories},
  {
    ...shared,
    operation: 'orgAddTeamRepository',
    method: 'PUT',
    path: '/teams/{id}/repos/{org}/{repo}',
    answer: addRepository,
  },
  {
    ...shared,
    operation: 'orgRemoveTeamRepository',
    method: 'DELETE',
    path: '/teams/{id}/repos/{org}/{repo}',
    answer: removeRepository,
  },
];

const allUnits: readonly string[] = [
  'repo.actions',
  'repo.code',
  'repo.ext_issues',
  'repo.ext_wiki',
  'repo.issues',
  'repo.packages',
  'repo.projects',
  'repo.pulls',
  'repo.releases',
  'repo.wiki',
];

/** Gives units the same right. */
export function unitsAt(right: Access, units = allUnits): Readonly<Record<string, Access>> {
  return Object.fromEntries(units.map(unit => [unit, right]));
}

/** Usual: after an edit the units that only lead to another server can be read and no more. */
function unitsOfEdited(right: Access, units = allUnits): Readonly<Record<string, Access>> {
  const isElsewhere = (unit: string): boolean => unit === 'repo.ext_issues' || unit === 'repo.ext_wiki';
  const toRead = right === 'none' ? 'none' : 'read';
  return Object.fromEntries(units.map(unit => [unit, isElsewhere(unit) ? toRead : right]));
}

function organizationOf({world: {state}}: Ask, team: Team): Organization {
  const organization = state.accounts.get(team.organizationId);
  if (organization?.kind !== 'organization') throw notFound();
  return organization;
}

async function listTeams(ask: Ask): Promise<Reply> {
  const organization = organizationNamed(ask, ask.param('org'));
  if (!belongsTo(ask, doer(ask), organization) && !doer(ask).isAdmin) {
    throw new Refusal(403, 'Must be an organization member.');
  }
  return pageReply(ask, ask.world.state.teams.of(organization.id).toSorted(byName), team => showTeam(team));
}

/** Searches the teams that the caller is in; an administrator of the site finds all. */
async function searchTeams(ask: Ask): Promise<Reply> {
  const organization = organizationNamed(ask, ask.param('org'));
  const person = doer(ask);
  if (!person.isAdmin && !belongsTo(ask, person, organization))
    throw new Refusal(403, 'Must be an organization member.');
  const text = (ask.query.get('q') ?? '').toLowerCase();
  const includesDescription = queryFlag(ask, 'include_desc') ?? true;
  const found = ask.world.state.teams
    .of(organization.id)
    .toSorted(byName)
    .filter(team => person.isAdmin || team.memberIds.includes(person.id))
    .filter(
      ({name, description}) =>
        name.toLowerCase().includes(text) || (includesDescription && description.toLowerCase().includes(text)),
    );
  const page = await pageReply(ask, found, team => showTeam(team), {links: true});
  return page.kind === 'json' ? json(200, {ok: true, data: page.body}, page.headers) : page;
}

function createTeam(ask: Ask): Reply {
  const {state} = ask.world;
  const organization = ownedOrganization(ask);
  const fields = ask.fields();
  const name = fields.requiredText('name').trim();
  const details = readTeamDetails(fields, undefined);
  checkTeamName(ask, organization, name);
  const team = state.teams.add(id => ({
    ...details,
    id,
    organizationId: organization.id,
    name,
    memberIds: [],
    repositoryIds: [],
  }));
  return created(showTeamAlone(ask, team));
}

function checkTeamName({world: {state}}: Ask, organization: Organization, name: string, ownId?: number): void {
  if (!/^[\w.-]{1,255}$/.test(name) || name.toLowerCase() === 'new') {
    throw new Refusal(
      422,
      `The team name ${JSON.stringify(name)} must have 1 to 255 letters, digits, -, _ or . in it.`,
    );
  }
  const other = state.teams.of(organization.id).find(team => team.name.toLowerCase() === name.toLowerCase());
  if (other !== undefined && other.id !== ownId)
    throw new Refusal(422, `There is already a team ${name} in ${organization.name}.`);
}

type TeamDetails = Pick<
  Team,
  'description' | 'permission' | 'mayCreateRepositories' | 'includesAllRepositories' | 'unitsMap'
>;

function readTeamDetails(fields: Fields, before: Team | undefined): TeamDetails {
  const permission = readPermission(fields.text('permission')) ?? before?.permission ?? highestUnit(fields) ?? 'read';
  return {
    description: fields.text('description', longest.description) ?? before?.description ?? '',
    permission,
    mayCreateRepositories: fields.flag('can_create_org_repo') ?? before?.mayCreateRepositories ?? false,
    includesAllRepositories: fields.flag('includes_all_repositories') ?? before?.includesAllRepositories ?? false,
    unitsMap: readUnits(fields, permission, before),
  };
}

/** Reads the right for each unit from `units_map`, or from `units` and the permission of the team. */
function readUnits(fields: Fields, permission: TeamPermission, before: Team | undefined): Team['unitsMap'] {
  const asked = fields.object('units_map')?.sent ?? {};
  // Usual: units that the server does not have are passed over.
  const units = fields
    .texts('units')
    ?.map(unit => unit.toLowerCase())
    .filter(unit => allUnits.includes(unit));
  // Usual: who may do everything has every unit.
  if (permission === 'admin' || permission === 'owner')
    return before === undefined ? unitsAt(permission) : unitsOfEdited(permission);
  const chosen = Object.entries(asked).map(([unit, right]): [string, Access] => [unit, readRight(unit, right)]);
  if (chosen.length > 0) return Object.fromEntries(chosen);
  // Usual: a team that is made with no units at all is refused.
  if (before === undefined && fields.list('units')?.length === 0)
    throw new Refusal(422, 'units: must name at least one unit.');
  const isSame = units === undefined && permission === before?.permission;
  if (isSame) return before.unitsMap;
  // Usual: units alone, without a right, give none.
  const isNamed = units === undefined || readPermission(fields.text('permission')) !== undefined;
  return before === undefined
    ? unitsAt(isNamed ? permission : 'none', units)
    : unitsOfEdited(permission, units ?? Object.keys(before.unitsMap));
}

function readRight(unit: string, right: unknown): Access {
  if (!allUnits.includes(unit)) throw new Refusal(422, `units_map: there is no unit ${JSON.stringify(unit)}.`);
  if (right === 'none' || right === 'read' || right === 'write' || right === 'admin') return right;
  throw new Refusal(422, `units_map: the right for ${unit} must be none, read, write or admin.`);
}

function readPermission(text: string | undefined): TeamPermission | undefined {
  if (text === undefined || text === '') return undefined;
  if (text === 'read' || text === 'write' || text === 'admin') return text;
  throw new Refusal(422, `permission must be read, write or admin, not "${text}"`);
}

/** Gives the highest right in `units_map`, which is the permission of a team where the request names none. */
function highestUnit(fields: Fields): TeamPermission | undefined {
  const rights = Object.values(fields.object('units_map')?.sent ?? {});
  return (['admin', 'write', 'read'] as const).find(right => rights.includes(right));
}

/** Finds the team of the path, which only its members, owners of its organization and administrators of the site see. */
function teamOfPath(ask: Ask): Team {
  const id = numberParam(ask, 'id');
  const team = id === undefined ? undefined : ask.world.state.teams.get(id);
  if (team === undefined) throw notFound();
  const organization = organizationOf(ask, team);
  if (!maySeeAccount(ask, organization)) throw notFound();
  const person = doer(ask);
  if (ownsOrganization(ask, organization) || team.memberIds.includes(person.id)) return team;
  if (belongsTo(ask, person, organization)) throw new Refusal(403, 'Must be a member of the team.');
  throw notFound();
}

function ownedTeam(ask: Ask): Team {
  const team = teamOfPath(ask);
  if (!ownsOrganization(ask, organizationOf(ask, team))) throw new Refusal(403, 'Must be an organization owner.');
  return team;
}

function editTeam(ask: Ask): Reply {
  const team = ownedTeam(ask);
  const fields = ask.fields();
  const asked = fields.text('name') ?? '';
  // Usual: an empty name changes nothing.
  const name = asked === '' ? team.name : asked.trim();
  const details = readTeamDetails(fields, team);
  checkTeamName(ask, organizationOf(ask, team), name, team.id);
  // Usual: what owners may do is not made less.
  const isOwners = team.permission === 'owner';
  const edited = isOwners ? {...team, description: details.description} : {...team, ...details, name};
  return ok(showTeam(ask.world.state.teams.put(edited)));
}

function deleteTeam(ask: Ask): Reply {
  const team = ownedTeam(ask);
  if (team.permission === 'owner') throw new Refusal(422, 'The team of owners cannot be deleted.');
  const {state} = ask.world;
  state.teams.remove(team.id);
  loseSight(ask, repositoriesOf(state, team), membersOf(state, team));
  forgetPublicity(state, team.organizationId);
  return noContent();
}

async function listTeamMembers(ask: Ask): Promise<Reply> {
  const members = membersOf(ask.world.state, teamOfPath(ask)).toSorted((one, other) => one.id - other.id);
  return pageReply(ask, members, person => showPerson(ask, person));
}

function getTeamMember(ask: Ask): Reply {
  const team = teamOfPath(ask);
  const person = personNamed(ask, ask.param('username'));
  if (!team.memberIds.includes(person.id)) throw notFound();
  return ok(showPerson(ask, person));
}

function addMember(ask: Ask): Reply {
  const person = personNamed(ask, ask.param('username'));
  const team = ownedTeam(ask);
  const {state} = ask.world;
  if (team.memberIds.includes(person.id)) return noContent();
  state.teams.put({...team, memberIds: [...team.memberIds, person.id]});
  for (const {id} of repositoriesOf(state, team)) startToWatch(state, id, [person.id]);
  return noContent();
}

function removeMember(ask: Ask): Reply {
  const person = personNamed(ask, ask.param('username'));
  const team = ownedTeam(ask);
  const memberIds = team.memberIds.filter(id => id !== person.id);
  if (team.permission === 'owner' && memberIds.length === 0)
    throw new Refusal(422, `${person.name} is the last owner.`);
  leaveTeams(ask, [team], person);
  return noContent();
}

async function listTeamRepositories(ask: Ask): Promise<Reply> {
  const team = teamOfPath(ask);
  return pageReply(ask, repositoriesOf(ask.world.state, team), repository => showRepository(ask, repository));
}

function repositoryOfTeamPath(ask: Ask, team: Team): Repository {
  const organization = organizationNamed(ask, ask.param('org'));
  const repository = findRepository(ask.world.state, organization.id, ask.param('repo'));
  if (repository === undefined || organization.id !== team.organizationId || !may(ask, repository, 'read'))
    throw notFound();
  if (!may(ask, repository, 'admin')) throw new Refusal(403, 'Must have admin permission on the repository.');
  return repository;
}

function addRepository(ask: Ask): Reply {
  const team = ownedTeam(ask);
  const {id} = repositoryOfTeamPath(ask, team);
  if (team.repositoryIds.includes(id)) return noContent();
  ask.world.state.teams.put({...team, repositoryIds: [...team.repositoryIds, id]});
  startToWatch(ask.world.state, id, team.memberIds);
  return noContent();
}

function removeRepository(ask: Ask): Reply {
  const team = ownedTeam(ask);
  const repository = repositoryOfTeamPath(ask, team);
  const {state} = ask.world;
  state.teams.put({...team, repositoryIds: team.repositoryIds.filter(id => id !== repository.id)});
  loseSight(ask, [repository], membersOf(state, team));
  return noContent();
}
