// Every operation on repositories, and how it is called: themselves, who works there, branches, files, forks, transfers.
import {part, placeOf, textOf, type Things} from '../common/things.ts';
import {nowhere, read, write, type Call, type Content} from './call.ts';
import {inRepository, type Maker, type Scene} from './scene.ts';

const area = ['repository'] as const;
const oneLine = 'b25lIGxpbmUK';

const repository = inRepository(async () => ({}));
const ownRepository: Maker = async scene => placeOf(await scene.make('repository'));
const byId: Maker = async scene => ({id: part(await scene.repository(), 'id')});

const collaborator = inRepository(async (scene, repo) => {
  const made = await scene.once('collaborator', async () => scene.make('collaborator', {repo}));
  return {collaborator: part(made, 'login')};
});
const newCollaborator = inRepository(async scene => ({collaborator: await scene.stranger()}));
const ownCollaborator: Maker = async scene => {
  const repo = await scene.make('repository');
  return {...placeOf(repo), collaborator: part(await scene.make('collaborator', {repo}), 'login')};
};

const shelf: Maker = async scene => placeOf(await scene.shelf());
const teamOfShelf: Maker = async scene => {
  const repo = await scene.shelf();
  const team = await scene.make('team', {org: await scene.organization(), includes_all: false});
  await scene.make('team-repository', {team, repo});
  return {...placeOf(repo), team: part(team, 'name')};
};
const newTeamOfShelf: Maker = async scene => {
  const team = await scene.make('team', {org: await scene.organization(), includes_all: false});
  return {...placeOf(await scene.shelf()), team: part(team, 'name')};
};

const ownBranch = inRepository(async (scene, repo) => ({branch: part(await scene.make('branch', {repo}), 'name')}));
const branch: Maker = async scene => scene.shared('branch', ownBranch);
const ownRule = inRepository(async (scene, repo) => ({
  name: part(await scene.make('branch-protection', {repo, rule: scene.fresh('rule')}), 'rule'),
}));
const rule: Maker = async scene => scene.shared('rule', ownRule);

async function ownFile(scene: Scene): Promise<{readonly repo: Things; readonly file: Things}> {
  const repo = await scene.repository();
  return {repo, file: await scene.make('file', {repo})};
}
const file = inRepository(async (scene, repo) => ({
  filepath: part(await scene.once('file', async () => scene.make('file', {repo})), 'path'),
}));

/** Changes a file that is its own: the version that is replaced is named by its blob. */
function fileWrite(operation: string, more: {readonly [name: string]: string}): Call {
  const blobs = new WeakMap<object, Content>();
  return write(
    area,
    operation,
    async scene => {
      const {repo, file: made} = await ownFile(scene);
      const params = {...placeOf(repo), filepath: part(made, 'path')};
      blobs.set(params, {body: {sha: part(made, 'blob'), message: operation, ...more}});
      return params;
    },
    async (_, params) => blobs.get(params) ?? {},
  );
}

const ofBob: Maker = async scene => placeOf(await scene.make('repository', {owner_as: 'bob'}));
const template: Maker = async scene => {
  const {owner, repo} = placeOf(await scene.make('repository'));
  await scene.prepare('repoEdit', {owner, repo}, {body: {template: true}});
  return {template_owner: owner, template_repo: repo};
};
const offered: Maker = async scene => {
  const place = placeOf(await scene.make('repository', {owner_as: 'bob'}));
  const body = {new_owner: scene.world.known('actors.alice.login')};
  await scene.prepare('repoTransfer', place, {as: 'bob', body});
  return place;
};

const generated: Call = {
  ...write(area, 'generateRepo', template, async scene => ({
    body: {owner: scene.world.known('actors.alice.login'), name: scene.fresh('generated'), git_content: true},
  })),
  after: async (scene, _, {body}) => removed(scene, body, 'name'),
};
const accepted: Call = {
  ...write(area, 'acceptRepoTransfer', offered),
  after: async (scene, params) => removed(scene, params, 'repo'),
};

async function removed(scene: Scene, named: unknown, key: string): Promise<void> {
  const name = (named as {readonly [key: string]: string})[key] ?? '';
  await scene.prepare('repoDelete', {owner: scene.world.known('actors.alice.login'), repo: name});
}

async function newRepository(scene: Scene): Promise<Content> {
  return {body: {name: scene.fresh('new'), private: false, auto_init: true}};
}

export const repositoryCalls: readonly Call[] = [
  read(area, 'repoSearch', nowhere),
  read(area, 'repoGet', repository),
  read(area, 'repoGetByID', byId),
  read(['user', 'repository'], 'userCurrentListRepos', nowhere),
  write(['user', 'repository'], 'createCurrentUserRepo', nowhere, newRepository),
  write(area, 'repoEdit', ownRepository, {description: 'edited'}),
  write(area, 'repoDelete', ownRepository),
  read(area, 'listForks', repository),
  write(area, 'createFork', ofBob, async scene => ({body: {name: scene.fresh('fork')}})),
  generated,
  write(area, 'repoTransfer', ownRepository, async scene => ({body: {new_owner: await scene.stranger()}})),
  accepted,
  write(area, 'rejectRepoTransfer', offered),
  read(area, 'userCurrentCheckSubscription', async scene => {
    const place = await ownRepository(scene);
    await scene.prepare('userCurrentPutSubscription', place);
    return place;
  }),
  write(area, 'userCurrentPutSubscription', ownRepository),
  write(area, 'userCurrentDeleteSubscription', ownRepository),
];

export const collaborationCalls: readonly Call[] = [
  read(area, 'repoListCollaborators', repository),
  read(area, 'repoCheckCollaborator', collaborator),
  read(area, 'repoGetRepoPermissions', collaborator),
  write(area, 'repoAddCollaborator', newCollaborator, {permission: 'read'}),
  write(area, 'repoDeleteCollaborator', ownCollaborator),
  read(area, 'repoListTeams', shelf),
  read(area, 'repoCheckTeam', teamOfShelf),
  write(area, 'repoAddTeam', newTeamOfShelf),
  write(area, 'repoDeleteTeam', teamOfShelf),
];

export const branchCalls: readonly Call[] = [
  read(area, 'repoListBranches', repository),
  read(area, 'repoGetBranch', branch),
  write(area, 'repoCreateBranch', repository, async scene => ({body: {new_branch_name: scene.fresh('branch')}})),
  write(area, 'repoDeleteBranch', ownBranch),
  read(area, 'repoListBranchProtection', repository),
  read(area, 'repoGetBranchProtection', rule),
  write(area, 'repoCreateBranchProtection', repository, async scene => ({body: {rule_name: scene.fresh('rule')}})),
  write(area, 'repoEditBranchProtection', ownRule, {required_approvals: 1}),
  write(area, 'repoDeleteBranchProtection', ownRule),
  read(area, 'repoGetContentsList', repository),
  read(area, 'repoGetContents', file),
  read(area, 'repoGetRawFile', file),
  read(area, 'repoGetRawFileOrLFS', file),
  read(area, 'repoGetArchive', async scene => {
    const repo = await scene.repository();
    return {...placeOf(repo), archive: `${textOf(part(repo, 'default_branch'))}.zip`};
  }),
  write(
    area,
    'repoCreateFile',
    inRepository(async scene => ({filepath: `${scene.fresh('file')}.txt`})),
    {content: oneLine, message: 'Add a file'},
  ),
  fileWrite('repoUpdateFile', {content: 'dHdvCg=='}),
  fileWrite('repoDeleteFile', {}),
];
