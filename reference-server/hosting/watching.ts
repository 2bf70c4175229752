/** Who watches a repository: who made it, who has rights on it through a team, and who asked. */
import type {Person, Team} from '../state/people.ts';
import type {Repository} from '../state/repositories.ts';
import {personById} from '../state/state.ts';
import type {State} from '../state/state.ts';
import {may} from './access.ts';
import type {Ask} from './ask.ts';

/** Gives the ids of all who watch a repository, each once. */
export function watchersOf({world: {state}}: Ask, repository: Repository): readonly number[] {
  return repository.watcherIds.filter(id => personById(state, id) !== undefined);
}

/** Lets people watch a repository. */
export function startToWatch(state: State, repositoryId: number, personIds: readonly number[]): void {
  const repository = state.repositories.get(repositoryId);
  if (repository === undefined) return;
  const watcherIds = [...new Set([...repository.watcherIds, ...personIds])];
  state.repositories.put({...repository, watcherIds});
}

/** Ends it. */
export function stopWatching(state: State, repositoryId: number, personId: number): void {
  const repository = state.repositories.get(repositoryId);
  if (repository === undefined) return;
  state.repositories.put({...repository, watcherIds: repository.watcherIds.filter(id => id !== personId)});
}

/** Usual: who makes a repository watches it, and of an organization everybody in a team that has all of its repositories. */
export function watchersFromTheStart(state: State, ownerId: number, makerId: number): readonly number[] {
  const teams = state.teams.of(ownerId).filter(({includesAllRepositories}) => includesAllRepositories);
  return [...new Set([makerId, ...teams.flatMap(({memberIds}) => memberIds)])];
}

/** The repositories that a team has rights on. */
export function repositoriesOf(state: State, team: Team): readonly Repository[] {
  return team.includesAllRepositories
    ? state.repositories.of(team.organizationId)
    : team.repositoryIds.flatMap(id => state.repositories.get(id) ?? []);
}

/** The people in a team. */
export function membersOf(state: State, team: Team): readonly Person[] {
  return team.memberIds.flatMap(id => personById(state, id) ?? []);
}

/** Takes a person out of teams of one organization, and what they had through them. */
export function leaveTeams(ask: Ask, teams: readonly Team[], person: Person): void {
  const {state} = ask.world;
  for (const team of teams) {
    state.teams.put({...team, memberIds: team.memberIds.filter(id => id !== person.id)});
    loseSight(ask, repositoriesOf(state, team), [person]);
    forgetPublicity(state, team.organizationId);
  }
}

/** Usual: whoever can no longer read a repository watches it no more, and is assigned to nothing in it. */
export function loseSight(ask: Ask, repositories: readonly Repository[], people: readonly Person[]): void {
  const {state} = ask.world;
  for (const {id} of repositories)
    for (const person of people) {
      const repository = state.repositories.get(id);
      if (repository === undefined) continue;
      if (!may(ask, repository, 'read', person)) stopWatching(state, id, person.id);
      unassign(ask, repository, person);
    }
}

/** Usual: who may no longer read a repository is assigned to nothing in it. */
export function unassign(ask: Ask, repository: Repository, person: Person): void {
  if (may(ask, repository, 'read', person)) return;
  const {state} = ask.world;
  for (const issue of state.issues.of(repository.id)) {
    if (!issue.assigneeIds.includes(person.id)) continue;
    state.issues.put({...issue, assigneeIds: issue.assigneeIds.filter(id => id !== person.id)});
  }
}

/** Who is in no team of an organization any more is no public member of it either, also after coming back. */
export function forgetPublicity(state: State, organizationId: number): void {
  const organization = state.accounts.get(organizationId);
  if (organization?.kind !== 'organization') return;
  const members = new Set(state.teams.of(organization.id).flatMap(({memberIds}) => memberIds));
  const publicMemberIds = organization.publicMemberIds.filter(id => members.has(id));
  if (publicMemberIds.length < organization.publicMemberIds.length)
    state.accounts.put({...organization, publicMemberIds});
}
