// Every operation on pull requests and their reviews, and how it is called.
import {part, placeOf} from '../common/things.ts';
import {read, write, type Call, type Content} from './call.ts';
import {inRepository, type Maker, type Params, type Scene} from './scene.ts';

const area = ['repository'] as const;

const repository = inRepository(async () => ({}));
const pull = inRepository(async scene => ({index: part(await scene.pull(), 'number')}));
const ownPull = inRepository(async (scene, repo) => ({
  index: part(await scene.make('pull-request', {repo}), 'number'),
}));

// Some servers look for conflicts at their leisure and merge nothing before.
async function mergeable(scene: Scene, params: Params): Promise<void> {
  await scene.prepare('repoGetPullRequest', params, {
    until: reply => reply.status !== 200 || reply.at('/mergeable').value !== false,
    awaited: {body: {mergeable: {$ne: false}}},
  });
}

const mergeablePull: Maker = async scene => {
  const params = await ownPull(scene);
  await mergeable(scene, params);
  return params;
};
const merged: Maker = async scene => {
  const params = await mergeablePull(scene);
  await scene.prepare('repoMergePullRequest', params, {body: {Do: 'merge'}, until: ({status}) => status < 300});
  return params;
};

/** A pull request with a review of somebody. */
function reviewed(as: string, review: (scene: Scene) => Content['body']): Maker {
  return async scene => {
    const params = await ownPull(scene);
    const made = await scene.prepare('repoCreatePullReview', params, {as, body: review(scene) ?? {}});
    return {...params, id: made.at('/id')};
  };
}

const commented = reviewed('alice', () => ({event: 'COMMENT', body: 'Looks fine'}));
const pending = reviewed('alice', ({world}) => ({event: world.known('dialect.values.pendingEvent'), body: 'Not yet'}));
const approved = reviewed('bob', () => ({event: 'APPROVED', body: 'Fine'}));
const review: Maker = async scene => scene.shared('review', commented);
const dismissed: Maker = async scene => {
  const params = await approved(scene);
  await scene.prepare('repoDismissPullReview', params, {body: {message: 'outdated'}});
  return params;
};

async function bob({world}: Scene): Promise<Content> {
  return {body: {reviewers: [world.known('actors.bob.login')]}};
}
const requested: Maker = async scene => {
  const params = await ownPull(scene);
  await scene.prepare('repoCreatePullReviewRequests', params, await bob(scene));
  return params;
};

/** A branch with a commit that the default branch lacks. */
async function proposal(scene: Scene): Promise<Content> {
  const repo = await scene.repository();
  const branch = scene.fresh('proposal');
  await scene.prepare(
    'repoCreateFile',
    {...placeOf(repo), filepath: `${branch}.txt`},
    {body: {content: 'b25lCg==', message: 'Add', branch: part(repo, 'default_branch'), new_branch: branch}},
  );
  return {body: {title: 'new', head: branch, base: part(repo, 'default_branch')}};
}

export const pullCalls: readonly Call[] = [
  read(area, 'repoListPullRequests', repository),
  read(area, 'repoGetPullRequest', pull),
  read(area, 'repoDownloadPullDiffOrPatch', async scene => ({...(await pull(scene)), diffType: 'patch'})),
  read(area, 'repoGetPullRequestCommits', pull),
  read(area, 'repoGetPullRequestFiles', pull),
  read(area, 'repoPullRequestIsMerged', merged),
  write(area, 'repoCreatePullRequest', repository, proposal),
  write(area, 'repoEditPullRequest', ownPull, {title: 'edited'}),
  write(area, 'repoMergePullRequest', mergeablePull, {Do: 'merge'}),
];

export const reviewCalls: readonly Call[] = [
  read(area, 'repoListPullReviews', pull),
  read(area, 'repoGetPullReview', review),
  read(area, 'repoGetPullReviewComments', review),
  write(area, 'repoCreatePullReview', ownPull, {event: 'COMMENT', body: 'new'}),
  write(area, 'repoSubmitPullReview', pending, {event: 'COMMENT', body: 'Done'}),
  write(area, 'repoDeletePullReview', commented),
  write(area, 'repoDismissPullReview', approved, {message: 'outdated'}),
  write(area, 'repoUnDismissPullReview', dismissed),
  write(area, 'repoCreatePullReviewRequests', ownPull, bob),
  write(area, 'repoDeletePullReviewRequests', requested, bob),
];
