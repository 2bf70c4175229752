/** Secrets of the automation feature: names can be listed, values never come back. */
import {instantText} from '../../../rules/instant.ts';
import {actionsRoute, organizationHome, readActionsName, repositoryHome} from '../../actions-home.ts';
import type {ActionsHome} from '../../actions-home.ts';
import type {Ask} from '../../ask.ts';
import {pageReply} from '../../query.ts';
import {notFound} from '../../refusal.ts';
import {noContent} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';

export const actionsSecretRoutes: readonly Route[] = [
  ...routesOf(repositoryHome, {list: 'repoListActionsSecrets', put: 'updateRepoSecret', remove: 'deleteRepoSecret'}),
  ...routesOf(organizationHome, {list: 'orgListActionsSecrets', put: 'updateOrgSecret', remove: 'deleteOrgSecret'}),
];

function routesOf(home: ActionsHome, names: {list: string; put: string; remove: string}): readonly Route[] {
  const path = '/secrets/{secretname}';
  return [
    actionsRoute(home, {
      operation: names.list,
      method: 'GET',
      path: '/secrets',
      answer: async ask => listSecrets(ask, home.homeOf(ask)),
    }),
    actionsRoute(home, {operation: names.put, method: 'PUT', path, answer: ask => putSecret(ask, home.homeOf(ask))}),
    actionsRoute(home, {
      operation: names.remove,
      method: 'DELETE',
      path,
      answer: ask => removeSecret(ask, home.homeOf(ask)),
    }),
  ];
}

async function listSecrets(ask: Ask, home: string): Promise<Reply> {
  return pageReply(ask, ask.world.state.secrets.of(home), ({name, description, createdAt}) => ({
    name,
    description,
    created_at: instantText(createdAt),
  }));
}

/** Answers 201 when the secret is new and 204 when it was there. */
function putSecret(ask: Ask, home: string): Reply {
  const {state, clock} = ask.world;
  const name = readActionsName(ask.param('secretname'));
  const fields = ask.fields();
  const data = fields.requiredText('data');
  const before = state.secrets.of(home).find(secret => secret.name === name);
  const description = fields.text('description') ?? before?.description ?? '';
  if (before !== undefined) {
    state.secrets.put({...before, data, description});
    return noContent();
  }
  state.secrets.add(id => ({id, home, name, data, description, createdAt: clock.now()}));
  return {kind: 'empty', status: 201};
}

function removeSecret(ask: Ask, home: string): Reply {
  const {state} = ask.world;
  const name = readActionsName(ask.param('secretname'));
  const secret = state.secrets.of(home).find(row => row.name === name);
  if (secret === undefined) throw notFound();
  state.secrets.remove(secret.id);
  return noContent();
}
