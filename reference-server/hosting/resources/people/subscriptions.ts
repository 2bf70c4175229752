/** Watching of repositories. */
import {instantText} from '../../../rules/instant.ts';
import type {Repository} from '../../../state/repositories.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {notFound} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {repositoryApiUrl} from '../../shapes/repository.ts';
import {startToWatch, stopWatching} from '../../watching.ts';

const shared = {path: '/repos/{owner}/{repo}/subscription', caller: 'signed-in', areas: ['repository']} as const;

export const subscriptionRoutes: readonly Route[] = [
  {...shared, operation: 'userCurrentCheckSubscription', method: 'GET', answer: check},
  {...shared, operation: 'userCurrentPutSubscription', method: 'PUT', answer: watch},
  {...shared, operation: 'userCurrentDeleteSubscription', method: 'DELETE', answer: unwatch},
];

function check(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  if (!repository.watcherIds.includes(doer(ask).id)) throw notFound();
  return ok(show(ask, repository));
}

function watch(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  startToWatch(ask.world.state, repository.id, [doer(ask).id]);
  return ok(show(ask, repository));
}

function unwatch(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  stopWatching(ask.world.state, repository.id, doer(ask).id);
  return noContent();
}

function show(ask: Ask, repository: Repository): Record<string, unknown> {
  const repositoryUrl = repositoryApiUrl(ask, repository);
  return {
    subscribed: true,
    ignored: false,
    reason: null,
    created_at: instantText(repository.createdAt),
    url: `${repositoryUrl}/subscription`,
    repository_url: repositoryUrl,
  };
}
