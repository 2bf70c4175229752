// The fields of accounts and of what belongs to them: users, organizations, teams, hooks and applications.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {AnyProperty} from '../../../model/property.ts';
import {part, wordOf} from '../common/things.ts';
import type {Field, Form} from './field.ts';
import {address, emptied, fieldsOf, off, text} from './fields.ts';
import type {Params, Scene} from './scene.ts';

const byId = (params: Params, thing: JsonObject): Params => ({...params, id: thing['id'] ?? null});

/** Who sees an account; known servers show it to everyone when nothing is said. */
const visibility: Field = {name: 'visibility', values: ['limited', 'private', 'public']};

export const fieldsOfAUser = fieldsOf(
  {
    kind: 'user',
    as: 'admin',
    create: {
      operation: 'adminCreateUser',
      next: async scene => {
        const login = part(await scene.make('newcomer'), 'login').value;
        const password = `${scene.fresh('Password')}-A7`;
        const email = `${scene.fresh('mail')}@example.org`;
        return {params: {}, body: {username: login, email, password, must_change_password: false}};
      },
      fields: [text('full_name'), off('restricted'), visibility],
    },
    edit: {
      operation: 'adminEditUser',
      fields: [
        text('full_name'),
        address('website'),
        text('location'),
        text('description'),
        off('restricted'),
        off('prohibit_login'),
        visibility,
      ],
      always: ({login}) => ({login_name: login ?? '', source_id: 0}),
    },
    read: 'userGet',
    list: ['adminSearchUsers', {limit: 50}],
    at: (_, thing) => ({username: thing['login'] ?? null}),
  },
  'USER-CREATE',
  ['users'],
);

const ofOrganization = [
  text('full_name'),
  text('description'),
  text('location'),
  address('website'),
  visibility,
  off('repo_admin_change_team_access'),
];

/** Some servers empty the texts of an organization that an edit does not send. */
const textsOfOrganization = ({full_name, description, location, website}: JsonObject): JsonObject => ({
  full_name: full_name ?? '',
  description: description ?? '',
  location: location ?? '',
  website: website ?? '',
});

const organization: Omit<Form, 'kind' | 'create'> = {
  edit: {operation: 'orgEdit', fields: ofOrganization, always: textsOfOrganization},
  read: 'orgGet',
  list: ['orgListCurrentUserOrgs', {limit: 50}],
  at: (_, thing) => ({org: thing['username'] ?? thing['name'] ?? null}),
};

export const fieldsOfAnOrganization = fieldsOf(
  {
    ...organization,
    kind: 'organization',
    create: {
      operation: 'orgCreate',
      next: async scene => ({params: {}, body: {username: scene.fresh('org')}}),
      fields: ofOrganization,
    },
  },
  'ORG-LIST',
  ['organizations'],
);

export const fieldsOfAnOrganizationByAnAdministrator = fieldsOf(
  {
    ...organization,
    kind: 'organization by an administrator',
    as: 'admin',
    create: {
      operation: 'adminCreateOrg',
      next: async scene => ({
        params: {username: scene.world.known('actors.alice.login')},
        body: {username: scene.fresh('org')},
      }),
      // Whether administrators change the access of teams is not read by every server here.
      fields: ofOrganization.filter(({name}) => name !== 'repo_admin_change_team_access'),
    },
    edit: {operation: 'orgEdit', fields: []},
  },
  'ORG-LIST',
  ['organizations', 'users'],
);

const units = ['repo.code', 'repo.issues'];
/** What a team may do; some servers show it of each unit alone. */
const permissionOf = ({permission, units_map: map}: JsonObject): Json | undefined =>
  (map !== undefined && isJsonObject(map) ? map['repo.code'] : undefined) ?? permission;
const flags = [off('includes_all_repositories'), off('can_create_org_repo')];

export const fieldsOfATeam = fieldsOf(
  {
    kind: 'team',
    create: {
      operation: 'orgCreateTeam',
      next: async scene => ({
        params: {org: part(await scene.organization(), 'name')},
        body: {name: scene.fresh('team'), permission: 'read', units},
      }),
      fields: [text('description'), ...flags],
    },
    edit: {
      operation: 'orgEditTeam',
      fields: [emptied('description'), {name: 'permission', values: ['write', 'read'], shown: permissionOf}, ...flags],
      // The name is demanded, some servers take away what an edit does not send, and some hear of all repositories only beside a permission.
      always: team => ({name: team['name'] ?? '', units, permission: permissionOf(team) ?? 'read'}),
    },
    read: 'orgGetTeam',
    list: ['orgListTeams'],
    at: (_, thing) => ({id: thing['id'] ?? null}),
  },
  'AUTH-ADMIN-WRITE',
  ['organizations'],
);

export const fieldsOfAnApplication = fieldsOf(
  {
    kind: 'application',
    create: {
      operation: 'userCreateOAuth2Application',
      next: async scene => ({
        params: {},
        body: {name: scene.fresh('app'), redirect_uris: ['http://127.0.0.1:9/callback'], confidential_client: false},
      }),
      fields: [off('confidential_client'), off('skip_secondary_authorization')],
    },
    edit: {
      operation: 'userUpdateOAuth2Application',
      fields: [
        text('name'),
        {
          name: 'redirect_uris',
          values: [['http://127.0.0.1:9/one', 'http://127.0.0.1:9/two'], ['http://127.0.0.1:9/three']],
        },
        off('confidential_client'),
        off('skip_secondary_authorization'),
      ],
      // An edit says anew what the application is.
      always: ({name, redirect_uris, confidential_client, skip_secondary_authorization}) => ({
        name: name ?? '',
        redirect_uris: redirect_uris ?? [],
        confidential_client: confidential_client ?? false,
        skip_secondary_authorization: skip_secondary_authorization ?? false,
      }),
    },
    read: 'userGetOAuth2Application',
    list: ['userGetOauth2Application'],
    at: byId,
  },
  'OAUTH2-SNAKE',
  ['users', 'oauth2'],
);

// Of a range that no network has (RFC 1112, section 4): nothing is delivered there.
const noAddress = 'https://240.0.0.1/hook';
const configOf = (path: string) => ({url: `${noAddress}/${path}`, content_type: 'json'});

/** Where a hook delivers, and in which form. */
const config: Field = {
  name: 'config',
  values: [configOf('one'), configOf('two')],
  shown: ({config: shown}) =>
    shown !== undefined && isJsonObject(shown)
      ? {url: shown['url'] ?? null, content_type: shown['content_type'] ?? null}
      : undefined,
};

/** Which kinds of events a hook hears of, in any order. */
const events: Field = {
  name: 'events',
  values: [['create', 'delete'], ['fork']],
  shown: ({events: shown}) => (shown !== undefined && isJsonList(shown) ? shown.map(wordOf).toSorted() : undefined),
};

const ofHook: readonly Field[] = [
  {name: 'branch_filter', values: ['main', 'release/*']},
  {name: 'authorization_header', values: ['Bearer one', 'Bearer two']},
  text('name'),
  events,
  off('active'),
];

function fieldsOfHook(
  of: string,
  level: 'repo' | 'org' | 'user' | 'admin',
  where: (scene: Scene) => Promise<Params>,
  [proves, ...needs]: readonly [string, ...string[]],
): AnyProperty {
  return fieldsOf(
    {
      kind: `hook of ${of}`,
      listen: ['fields'],
      ...(level === 'admin' ? {as: 'admin'} : {}),
      create: {
        operation: `${level}CreateHook`,
        next: async scene => ({
          params: await where(scene),
          body: {
            type: scene.world.known('dialect.values.hookType').value,
            config: configOf(scene.fresh('hook')),
            events: ['push'],
          },
        }),
        fields: ofHook,
      },
      edit: {
        operation: `${level}EditHook`,
        fields: [config, ...ofHook],
        // Some servers set what an edit does not send back to what a new hook has.
        always: ({events: kinds, branch_filter, authorization_header, name}) => ({
          ...(typeof name === 'string' ? {name} : {}),
          events: kinds ?? ['push'],
          branch_filter: branch_filter ?? '',
          authorization_header: authorization_header ?? '',
        }),
      },
      read: `${level}GetHook`,
      list: [`${level}ListHooks`],
      at: byId,
    },
    proves,
    ['webhooks', ...needs],
  );
}

export const fieldsOfAHookOfARepository = fieldsOfHook('a repository', 'repo', async scene => scene.place(), [
  'EVENT-HOOK-SCOPES',
  'repositories',
]);
export const fieldsOfAHookOfAnOrganization = fieldsOfHook(
  'an organization',
  'org',
  async scene => ({org: part(await scene.organization(), 'name')}),
  ['HOOK-ORG', 'organizations'],
);
export const fieldsOfAHookOfAUser = fieldsOfHook('a user', 'user', async () => ({}), ['HOOK-USER', 'users']);
export const fieldsOfAHookOfTheServer = fieldsOfHook('the server', 'admin', async () => ({}), ['HOOK-SYSTEM', 'users']);
