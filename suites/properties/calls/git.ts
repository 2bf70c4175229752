// Every operation on what git keeps, and how it is called: commits, refs, trees, tags, notes, statuses, releases, mirrors.
import {part, type Things} from '../common/things.ts';
import {read, upload, write, type Call} from './call.ts';
import {inRepository, type Maker, type Scene} from './scene.ts';

const area = ['repository'] as const;

const repository = inRepository(async () => ({}));

async function fileOf(scene: Scene): Promise<Things> {
  return scene.once('file', async () => scene.make('file', {repo: await scene.repository()}));
}
const commit = inRepository(async scene => ({sha: part(await fileOf(scene), 'commit')}));
const byBranch = inRepository(async (_, repo) => ({ref: part(repo, 'default_branch')}));
const tree = inRepository(async (_, repo) => ({sha: part(repo, 'default_branch')}));

const ownTag = inRepository(async (scene, repo) => ({tag: part(await scene.make('tag', {repo}), 'name')}));
const tag: Maker = async scene => scene.shared('tag', ownTag);
const annotated: Maker = async scene => {
  const {owner, repo, sha} = await commit(scene);
  const body = {tag_name: scene.fresh('tag'), message: 'A tag', target: sha ?? null};
  const made = await scene.prepare('repoCreateTag', {owner: owner ?? null, repo: repo ?? null}, {body});
  return {owner: owner ?? null, repo: repo ?? null, sha: made.at('/id')};
};
const noted: Maker = async scene => {
  const place = await inRepository(async (one, repo) => ({sha: part(await one.make('file', {repo}), 'commit')}))(scene);
  await scene.prepare('repoSetNote', place, {body: {message: 'A note'}});
  return place;
};

async function release(scene: Scene): Promise<Things> {
  return scene.make('release', {repo: await scene.repository(), tag: scene.fresh('v')});
}
const ownRelease = inRepository(async scene => ({id: part(await release(scene), 'id')}));
const aRelease: Maker = async scene => scene.shared('release', ownRelease);
const releaseTag = inRepository(async scene => ({tag: part(await release(scene), 'tag')}));
const asset: Maker = async scene => {
  const place = await ownRelease(scene);
  const made = await scene.prepare('repoCreateReleaseAttachment', place, await upload());
  return {...place, attachment_id: made.at('/id')};
};

const mirror = inRepository(async (scene, repo) => ({
  mirror: part(await scene.make('push-mirror', {repo, sync_on_commit: false}), 'name'),
}));

export const gitCalls: readonly Call[] = [
  read(area, 'repoGetAllCommits', repository),
  read(area, 'repoGetSingleCommit', commit),
  read(area, 'repoDownloadCommitDiffOrPatch', async scene => ({...(await commit(scene)), diffType: 'patch'})),
  read(area, 'repoListAllGitRefs', repository),
  read(
    area,
    'repoListGitRefs',
    inRepository(async () => ({ref: 'heads'})),
  ),
  read(
    area,
    'GetBlob',
    inRepository(async scene => ({sha: part(await fileOf(scene), 'blob')})),
  ),
  read(area, 'GetTree', tree),
  read(area, 'GetAnnotatedTag', annotated),
  read(area, 'repoListTags', repository),
  read(area, 'repoGetTag', tag),
  write(area, 'repoCreateTag', repository, async scene => ({body: {tag_name: scene.fresh('tag')}})),
  write(area, 'repoDeleteTag', ownTag),
  write(area, 'repoSetNote', commit, {message: 'A note'}),
  {...read(area, 'repoGetNote', noted), through: ['repoSetNote']},
  {...write(area, 'repoRemoveNote', noted), through: ['repoSetNote']},
  read(area, 'repoListStatuses', commit),
  read(area, 'repoListStatusesByRef', byBranch),
  read(area, 'repoGetCombinedStatusByRef', byBranch),
  write(area, 'repoCreateStatus', commit, {state: 'success', context: 'ci/test'}),
];

export const releaseCalls: readonly Call[] = [
  read(area, 'repoListReleases', async scene => {
    await aRelease(scene);
    return repository(scene);
  }),
  read(area, 'repoGetLatestRelease', async scene => {
    await aRelease(scene);
    return repository(scene);
  }),
  read(area, 'repoGetRelease', aRelease),
  read(area, 'repoGetReleaseByTag', releaseTag),
  write(area, 'repoCreateRelease', repository, async scene => {
    const branch = part(await scene.repository(), 'default_branch');
    return {body: {tag_name: scene.fresh('v'), name: 'new', target_commitish: branch}};
  }),
  write(area, 'repoEditRelease', ownRelease, {name: 'edited'}),
  write(area, 'repoDeleteRelease', ownRelease),
  write(area, 'repoDeleteReleaseByTag', releaseTag),
  read(area, 'repoListReleaseAttachments', aRelease),
  read(area, 'repoGetReleaseAttachment', asset),
  write(area, 'repoCreateReleaseAttachment', ownRelease, upload),
  write(area, 'repoEditReleaseAttachment', asset, {name: 'edited.txt'}),
  write(area, 'repoDeleteReleaseAttachment', asset),
  read(area, 'repoListPushMirrors', repository),
  read(area, 'repoGetPushMirrorByRemoteName', mirror),
  write(area, 'repoAddPushMirror', repository, async scene => ({
    body: {remote_address: `https://240.0.0.1/${scene.fresh('mirror')}.git`, interval: '0', sync_on_commit: false},
  })),
  write(area, 'repoDeletePushMirror', mirror),
];
