/** Gathers what surrounds a request, for faults that show only somewhere. */
import type {Circumstances, RepositoryCircumstances} from '../rules/circumstances.ts';
import type {Account} from '../state/people.ts';
import type {Repository} from '../state/repositories.ts';
import {findAccount, findIssue, findRepository} from '../state/state.ts';
import {senderPerson, teamsOf} from './access.ts';
import {numberParam} from './ask.ts';
import type {Ask} from './ask.ts';

/** Describes where the request is at work; computed each time, as the state may change under way. */
export function circumstancesOf(ask: Ask): Circumstances {
  const {world, param} = ask;
  const owner = findAccount(world.state, param('owner'));
  const repository = owner === undefined ? undefined : findRepository(world.state, owner.id, param('repo'));
  const home = owner === undefined || repository === undefined ? undefined : {owner, repository};
  const index = numberParam(ask, 'index');
  const issue =
    index === undefined || repository === undefined ? undefined : findIssue(world.state, repository.id, index);
  return {
    repository: home === undefined ? undefined : ofRepository(ask, home),
    caller: home === undefined ? 'somebody' : callerIn(ask, home),
    isOnPullRequest: issue?.isPull === true,
    hasIssueTwin:
      issue !== undefined &&
      world.state.issues
        .all()
        .some(({title, repositoryId}) => title === issue.title && repositoryId !== repository?.id),
    largestPageSize: world.settings.largestPageSize,
    repositoriesMax: world.settings.repositoriesMax,
  };
}

interface Home {
  readonly owner: Account;
  readonly repository: Repository;
}

function ofRepository({world: {state}}: Ask, {owner, repository}: Home): RepositoryCircumstances {
  const path = pathOf(owner.name, repository.name);
  return {
    isOfOrganization: owner.kind === 'organization',
    ownerVisibility: owner.visibility,
    isPrivate: repository.isPrivate,
    wasEdited: state.past.has(`PATCH ${path}`),
    wasRemovedBefore: state.past.has(`DELETE ${path}`),
    labels: state.labels.of(`repository:${String(repository.id)}`).length,
    milestones: state.milestones.of(repository.id).length,
  };
}

function callerIn(ask: Ask, {owner, repository}: Home): Circumstances['caller'] {
  const person = senderPerson(ask);
  if (person === undefined) return 'somebody';
  if (person.id === owner.id) return 'owner';
  if (repository.collaborators.some(({personId}) => personId === person.id)) return 'collaborator';
  const teams = owner.kind === 'organization' ? teamsOf(ask, owner, person) : [];
  if (teams.some(({permission}) => permission === 'owner')) return 'owner';
  if (teams.some(({repositoryIds}) => repositoryIds.includes(repository.id))) return 'team-member';
  return person.isAdmin ? 'site-administrator' : 'somebody';
}

/** Remembers that a repository was edited or removed. */
export function rememberChange({world: {state}, route, param}: Ask): void {
  if (route.operation === 'repoEdit' || route.operation === 'repoDelete')
    state.past.add(`${route.method} ${pathOf(param('owner'), param('repo'))}`);
}

function pathOf(owner: string, repository: string): string {
  return `${owner}/${repository}`.toLowerCase();
}
