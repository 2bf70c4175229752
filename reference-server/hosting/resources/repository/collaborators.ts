/** Collaborators of a repository. */
import type {CollaboratorPermission} from '../../../state/repositories.ts';
import {personById} from '../../../state/state.ts';
import {accessTo, may, senderPerson} from '../../access.ts';
import type {Ask} from '../../ask.ts';
import {personNamed, repositoryOfPath} from '../../lookups.ts';
import {pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showPerson} from '../../shapes/person.ts';
import {unassign} from '../../watching.ts';

const path = '/repos/{owner}/{repo}/collaborators/{collaborator}';
const shared = {caller: 'signed-in', areas: ['repository']} as const;

export const collaboratorRoutes: readonly Route[] = [
  {
    ...shared,
    operation: 'repoListCollaborators',
    method: 'GET',
    path: '/repos/{owner}/{repo}/collaborators',
    answer: list,
  },
  {...shared, operation: 'repoCheckCollaborator', method: 'GET', path, answer: check},
  {...shared, operation: 'repoAddCollaborator', method: 'PUT', path, answer: add},
  {...shared, operation: 'repoDeleteCollaborator', method: 'DELETE', path, answer: remove},
  {...shared, operation: 'repoGetRepoPermissions', method: 'GET', path: `${path}/permission`, answer: permission},
];

/** Usual: whoever reads the repository sees who takes part in it. */
async function list(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const people = repository.collaborators.flatMap(({personId}) => personById(ask.world.state, personId) ?? []);
  return pageReply(ask, people, person => showPerson(ask, person));
}

function check(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  const person = personNamed(ask, ask.param('collaborator'));
  if (!repository.collaborators.some(({personId}) => personId === person.id)) throw notFound();
  return noContent();
}

function add(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'admin');
  const person = personNamed(ask, ask.param('collaborator'));
  const asked = readPermission(ask.fields().text('permission'));
  if (person.id === repository.ownerId) throw new Refusal(422, `${person.name} owns the repository.`);
  const isKnown = repository.collaborators.some(({personId}) => personId === person.id);
  const given = {personId: person.id, permission: asked};
  ask.world.state.repositories.put({
    ...repository,
    collaborators: isKnown
      ? repository.collaborators.map(one => (one.personId === person.id ? given : one))
      : [...repository.collaborators, given],
  });
  return noContent();
}

function readPermission(text: string | undefined): CollaboratorPermission {
  if (text === undefined || text === '') return 'write';
  if (text === 'read' || text === 'write' || text === 'admin') return text;
  throw new Refusal(422, `permission must be read, write or admin, not "${text}"`);
}

function remove(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'admin');
  const person = personNamed(ask, ask.param('collaborator'));
  const collaborators = repository.collaborators.filter(({personId}) => personId !== person.id);
  // Usual: who is sent away watches it no more.
  const watcherIds = repository.watcherIds.filter(id => id !== person.id);
  unassign(ask, ask.world.state.repositories.put({...repository, collaborators, watcherIds}), person);
  return noContent();
}

function permission(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  const person = personNamed(ask, ask.param('collaborator'));
  if (person.id !== senderPerson(ask)?.id && !may(ask, repository, 'admin'))
    throw new Refusal(403, 'Only administrators of the repository see what others may do.');
  const access = accessTo(ask, repository, person);
  return ok({permission: access, role_name: access, user: showPerson(ask, person)});
}
