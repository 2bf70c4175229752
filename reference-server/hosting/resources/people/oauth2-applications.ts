/** OAuth2 applications of the caller. */
import {randomBytes, randomUUID} from 'node:crypto';
import type {OAuth2Application} from '../../../state/people.ts';
import {doer, numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {json, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';

const shared = {caller: 'signed-in', areas: ['user']} as const;
const one = '/user/applications/oauth2/{id}';

export const oauth2ApplicationRoutes: readonly Route[] = [
  {
    ...shared,
    operation: 'userGetOauth2Application',
    method: 'GET',
    path: '/user/applications/oauth2',
    formerScope: 'read:application',
    answer: listApplications,
  },
  {
    ...shared,
    operation: 'userCreateOAuth2Application',
    method: 'POST',
    path: '/user/applications/oauth2',
    formerScope: 'write:application',
    answer: createApplication,
  },
  {
    ...shared,
    operation: 'userGetOAuth2Application',
    method: 'GET',
    path: one,
    formerScope: 'read:application',
    answer: ask => ok(ask.rules.presentOAuth2Application(applicationOfPath(ask), 'read', 1)),
  },
  {
    ...shared,
    operation: 'userUpdateOAuth2Application',
    method: 'PATCH',
    path: one,
    formerScope: 'write:application',
    answer: editApplication,
  },
  {
    ...shared,
    operation: 'userDeleteOAuth2Application',
    method: 'DELETE',
    path: one,
    formerScope: 'write:application',
    answer: deleteApplication,
  },
];

async function listApplications(ask: Ask): Promise<Reply> {
  // Usual: the newest comes first.
  const applications = ask.world.state.oauth2Applications.of(doer(ask).id).toReversed();
  return pageReply(ask, applications, (application, page) =>
    ask.rules.presentOAuth2Application(application, 'listed', page),
  );
}

function createApplication(ask: Ask): Reply {
  const {state, clock} = ask.world;
  const options = readOptions(ask);
  const application = state.oauth2Applications.add(id => ({
    ...options,
    id,
    personId: doer(ask).id,
    clientId: randomUUID(),
    secret: newSecret(),
    createdAt: clock.now(),
  }));
  return json(ask.rules.oauth2CreatedStatus, ask.rules.presentOAuth2Application(application, 'created', 1));
}

function newSecret(): string {
  return `gto_${randomBytes(39).toString('base64url')}`;
}

/** Reads the object that the record calls CreateOAuth2ApplicationOptions. */
function readOptions(
  ask: Ask,
): Pick<OAuth2Application, 'name' | 'redirectUris' | 'isConfidential' | 'skipsSecondAuthorization'> {
  const fields = ask.fields();
  const name = fields.requiredText('name');
  // Usual: a list without an address is one.
  const redirectUris = fields.texts('redirect_uris');
  if (redirectUris === undefined) throw new Refusal(422, '[redirect_uris]: Required');
  return {
    name,
    redirectUris,
    isConfidential: fields.flag('confidential_client') ?? false,
    skipsSecondAuthorization: fields.flag('skip_secondary_authorization') ?? false,
  };
}

function applicationOfPath(ask: Ask): OAuth2Application {
  const id = numberParam(ask, 'id');
  const application = id === undefined ? undefined : ask.world.state.oauth2Applications.get(id);
  if (application === undefined || !ask.rules.mayTouchApplication(application, doer(ask).id)) throw notFound();
  return application;
}

function editApplication(ask: Ask): Reply {
  const before = applicationOfPath(ask);
  const edited = ask.world.state.oauth2Applications.put({
    ...before,
    ...readOptions(ask),
    secret: ask.rules.secretAfterEdit(before.secret, newSecret()),
  });
  return ok(ask.rules.presentOAuth2Application(edited, 'edited', 1));
}

function deleteApplication(ask: Ask): Reply {
  ask.world.state.oauth2Applications.remove(applicationOfPath(ask).id);
  return noContent();
}
