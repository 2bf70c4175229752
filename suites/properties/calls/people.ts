// Every operation on accounts and what belongs to them, and how it is called: users, addresses, applications, hooks, notifications, packages, administration.
import {part, placeOf} from '../common/things.ts';
import {nowhere, read, write, type Call, type Content} from './call.ts';
import {inRepository, type Maker, type Scene} from './scene.ts';

const user = ['user'] as const;
const notification = ['notification'] as const;
const packages = ['package'] as const;
const admin = ['admin'] as const;
// Of a range that no network has (RFC 1112, section 4): nothing is delivered there.
const noAddress = 'https://240.0.0.1/hook';

const alice: Maker = async ({world}) => ({username: world.known('actors.alice.login')});
const application: Maker = async scene => ({id: part(await scene.make('oauth2-application'), 'id')});

async function newApplication(scene: Scene): Promise<Content> {
  const body = {name: scene.fresh('app'), redirect_uris: ['http://127.0.0.1:9/callback'], confidential_client: true};
  return {body};
}

export const accountCalls: readonly Call[] = [
  read(user, 'userGetCurrent', nowhere),
  read(user, 'userSearch', nowhere),
  read(user, 'userGet', alice),
  read(['user', 'repository'], 'userListRepos', alice),
  read(user, 'userListEmails', nowhere),
  write(user, 'userAddEmail', nowhere, async scene => ({body: {emails: [`${scene.fresh('mail')}@example.org`]}})),
  write(user, 'userDeleteEmail', nowhere, async scene => ({
    body: {emails: [part(await scene.make('email-address'), 'email')]},
  })),
  read(user, 'userCurrentTrackedTimes', nowhere),
  read(user, 'userGetOauth2Application', nowhere),
  read(user, 'userGetOAuth2Application', application),
  write(user, 'userCreateOAuth2Application', nowhere, newApplication),
  write(user, 'userUpdateOAuth2Application', application, newApplication),
  write(user, 'userDeleteOAuth2Application', application),
];

/** What a hook is made from. */
async function newHook(scene: Scene): Promise<Content> {
  const {world} = scene;
  const config = {url: `${noAddress}/${scene.fresh('hook')}`, content_type: 'json', secret: 'a secret'};
  const [type, events] = [world.known('dialect.values.hookType'), world.known('dialect.values.hookEvents.issues')];
  return {body: {type, config, events, active: true}};
}

/** The hook of something: of a repository, an organization or a user. */
function hooked(
  arrangement: string,
  home: Maker,
  input: (scene: Scene) => Promise<Parameters<Scene['make']>[1]>,
): Maker {
  return async scene => {
    const hook = {url: `${noAddress}/${scene.fresh('hook')}`, secret: 'a secret', ...(await input(scene))};
    return {...(await home(scene)), id: part(await scene.make(arrangement, hook), 'id')};
  };
}

const repository = inRepository(async () => ({}));
const organization: Maker = async scene => ({org: part(await scene.organization(), 'name')});
const hookOfRepository = hooked('repository-hook', repository, async scene => ({repo: await scene.repository()}));
const hookOfOrganization = hooked('organization-hook', organization, async scene => ({
  org: await scene.organization(),
}));
const hookOfUser = hooked('user-hook', nowhere, async () => ({}));
const silent = {active: false};

export const hookCalls: readonly Call[] = [
  read(['repository'], 'repoListHooks', repository),
  read(['repository'], 'repoGetHook', hookOfRepository),
  write(['repository'], 'repoCreateHook', repository, newHook),
  write(['repository'], 'repoEditHook', hookOfRepository, silent),
  write(['repository'], 'repoDeleteHook', hookOfRepository),
  write(['repository'], 'repoTestHook', hookOfRepository),
  read(['organization'], 'orgListHooks', organization),
  read(['organization'], 'orgGetHook', hookOfOrganization),
  write(['organization'], 'orgCreateHook', organization, newHook),
  write(['organization'], 'orgEditHook', hookOfOrganization, silent),
  write(['organization'], 'orgDeleteHook', hookOfOrganization),
  read(user, 'userListHooks', nowhere),
  read(user, 'userGetHook', hookOfUser),
  write(user, 'userCreateHook', nowhere, newHook),
  write(user, 'userEditHook', hookOfUser, silent),
  write(user, 'userDeleteHook', hookOfUser),
];

/** A notification of alice: bob opens an issue in her repository. */
const thread: Maker = async scene => {
  const repo = await scene.repository();
  const title = scene.fresh('news');
  await scene.make('issue', {repo, title, poster_as: 'bob'});
  const listed = await scene.prepare('notifyGetRepoList', placeOf(repo), {
    until: ({body}) => JSON.stringify(body ?? null).includes(title),
    awaited: {body: {$contains: {subject: {title}}}},
  });
  const threads = Array.isArray(listed.body) ? listed.body : [];
  const index = threads.findIndex(one => JSON.stringify(one).includes(title));
  return {id: listed.at(`/${String(Math.max(index, 0))}/id`)};
};

export const notificationCalls: readonly Call[] = [
  read(notification, 'notifyGetList', nowhere),
  read(notification, 'notifyNewAvailable', nowhere),
  read(notification, 'notifyGetRepoList', repository),
  read(notification, 'notifyGetThread', thread),
  write(notification, 'notifyReadThread', thread),
  write(notification, 'notifyReadRepoList', repository),
  write(notification, 'notifyReadList', async () => ({last_read_at: '2001-01-01T00:00:00Z'})),
];

async function aPackage(scene: Scene): Promise<Awaited<ReturnType<Maker>>> {
  const made = await scene.make('package');
  return {owner: part(made, 'owner'), package: part(made, 'name'), version: part(made, 'version')};
}
const generic: Maker = async scene => ({...(await aPackage(scene)), type: 'generic'});
const genericFile: Maker = async scene => ({...(await aPackage(scene)), filename: 'file.bin'});

export const packageCalls: readonly Call[] = [
  read(packages, 'listPackages', async ({world}) => ({owner: world.known('actors.alice.login')})),
  read(packages, 'getPackage', generic),
  read(packages, 'listPackageFiles', generic),
  write(packages, 'deletePackage', generic),
  read(packages, 'downloadGenericPackage', genericFile),
  write(
    packages,
    'uploadGenericPackage',
    async scene => ({...(await aPackage(scene)), filename: `${scene.fresh('file')}.bin`}),
    async () => ({bytes: '6f6e65'}),
  ),
  write(packages, 'deleteGenericPackageFile', genericFile),
];

const newcomer: Maker = async scene => ({username: part(await scene.make('user'), 'login')});

export const administrationCalls: readonly Call[] = [
  read(admin, 'adminSearchUsers', nowhere),
  read(admin, 'adminGetAllEmails', nowhere),
  read(admin, 'adminSearchEmails', nowhere),
  read(admin, 'adminListHooks', nowhere),
  write(admin, 'adminCreateUser', nowhere, async scene => {
    const login = part(await scene.make('newcomer'), 'login');
    const password = `${scene.fresh('Password')}-A7`;
    return {
      body: {username: login, email: `${scene.fresh('mail')}@example.org`, password, must_change_password: false},
    };
  }),
  write(admin, 'adminEditUser', newcomer, async (_, {username}) => ({
    body: {login_name: username ?? null, source_id: 0, full_name: 'Edited'},
  })),
  write(admin, 'adminDeleteUser', async scene => ({...(await newcomer(scene)), purge: true})),
  write(admin, 'adminRenameUser', newcomer, async scene => ({
    body: {new_username: part(await scene.make('newcomer'), 'login')},
  })),
  write(admin, 'adminCreateRepo', alice, async scene => ({
    body: {name: scene.fresh('new'), private: false, auto_init: true},
  })),
  {
    ...write(admin, 'adminCreateOrg', alice, async scene => ({
      body: {username: scene.fresh('org'), visibility: 'public'},
    })),
    after: async (scene: Scene, _: unknown, {body}: Content) => {
      await scene.prepare('orgDelete', {org: (body as {readonly username: string}).username}, {as: 'admin'});
    },
  },
].map(call => ({...call, as: 'admin' as const}));
