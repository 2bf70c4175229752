/** Who is told of what happens in a repository. */
import type {Repository} from '../state/repositories.ts';
import {personById} from '../state/state.ts';
import type {Ask} from './ask.ts';

/** Gives the ids of all who watch a repository, each once: its owner, also without asking, or all owners of an organization, and who asked. */
export function watchersOf({world: {state}}: Ask, repository: Repository): readonly number[] {
  const owners = state.teams.of(repository.ownerId).filter(team => team.permission === 'owner');
  const all = [repository.ownerId, ...repository.watcherIds, ...owners.flatMap(team => team.memberIds)];
  return [...new Set(all)].filter(id => personById(state, id) !== undefined);
}
