/** Teams that have access to a repository, seen from the repository. */
import type {Team} from '../../../state/people.ts';
import type {Repository} from '../../../state/repositories.ts';
import {reachesRepository} from '../../access.ts';
import type {Ask} from '../../ask.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showTeam} from '../../shapes/person.ts';
import {loseSight, membersOf, startToWatch} from '../../watching.ts';

const all = '/repos/{owner}/{repo}/teams';
const one = `${all}/{team}`;
const shared = {caller: 'signed-in', areas: ['repository']} as const;

export const repositoryTeamRoutes: readonly Route[] = [
  {...shared, operation: 'repoListTeams', method: 'GET', path: all, answer: list},
  {...shared, operation: 'repoCheckTeam', method: 'GET', path: one, answer: check},
  {...shared, operation: 'repoAddTeam', method: 'PUT', path: one, answer: add},
  {...shared, operation: 'repoDeleteTeam', method: 'DELETE', path: one, answer: remove},
];

function teamsOf({world: {state}}: Ask, repository: Repository): readonly Team[] {
  if (state.accounts.get(repository.ownerId)?.kind !== 'organization')
    throw new Refusal(405, 'The repository does not belong to an organization.');
  return state.teams.of(repository.ownerId);
}

function list(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  // Usual: the owners come first, the others by their names.
  const teams = teamsOf(ask, repository)
    .filter(team => reachesRepository(team, repository))
    .toSorted((left, right) => Number(isOwners(right)) - Number(isOwners(left)) || (left.name < right.name ? -1 : 1));
  return ok(teams.map(team => showTeam(team)));
}

function isOwners({permission}: Team): boolean {
  return permission === 'owner';
}

function teamOfPath(ask: Ask, repository: Repository): Team {
  const name = ask.param('team').toLowerCase();
  const team = teamsOf(ask, repository).find(other => other.name.toLowerCase() === name);
  if (team === undefined) throw notFound();
  return team;
}

function check(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  const team = teamOfPath(ask, repository);
  if (!reachesRepository(team, repository)) throw notFound();
  return ok(showTeam(team));
}

function add(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'admin');
  const team = teamOfPath(ask, repository);
  if (reachesRepository(team, repository)) throw new Refusal(422, `The team ${team.name} already has access.`);
  ask.world.state.teams.put({...team, repositoryIds: [...team.repositoryIds, repository.id]});
  startToWatch(ask.world.state, repository.id, team.memberIds);
  return noContent();
}

function remove(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'admin');
  const team = teamOfPath(ask, repository);
  if (!team.repositoryIds.includes(repository.id))
    throw new Refusal(422, `The team ${team.name} has no access of its own.`);
  ask.world.state.teams.put({...team, repositoryIds: team.repositoryIds.filter(id => id !== repository.id)});
  loseSight(ask, [repository], membersOf(ask.world.state, team));
  return noContent();
}
