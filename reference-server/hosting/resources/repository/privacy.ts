/** Makes a repository private or public, with what hangs on that. */
import type {Repository} from '../../../state/repositories.ts';
import type {State} from '../../../state/state.ts';

/** Stores a repository, private or public where that is asked for: usual is that a fork is as private as what it is a fork of, and its own forks as it. */
export function putWithPrivacy({repositories}: State, repository: Repository, asked: boolean | undefined): Repository {
  const {id, forkOfId} = repository;
  const parent = forkOfId === undefined ? undefined : repositories.get(forkOfId);
  const isPrivate = asked === undefined ? repository.isPrivate : (parent?.isPrivate ?? asked);
  const stored = repositories.put({...repository, isPrivate});
  if (isPrivate !== repository.isPrivate)
    for (const fork of repositories.all()) if (fork.forkOfId === id) repositories.put({...fork, isPrivate});
  return stored;
}
