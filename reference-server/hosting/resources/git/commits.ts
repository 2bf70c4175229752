/** Commits and refs of a repository. */
import {readCommit} from '../../../git/commits.ts';
import {history, historyOfPath} from '../../../git/history.ts';
import {readObject} from '../../../git/objects.ts';
import type {ObjectType} from '../../../git/objects.ts';
import {isRefName, listRefs as listRefsOf, resolveCommit} from '../../../git/refs.ts';
import type {Repository} from '../../../state/repositories.ts';
import type {Ask} from '../../ask.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {countedPageReply, queryFlag} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {commitUrl, showCommit} from '../../shapes/commit.ts';
import type {CommitParts} from '../../shapes/commit.ts';
import {repositoryApiUrl} from '../../shapes/repository.ts';

const shared = {method: 'GET', caller: 'anyone', areas: ['repository']} as const;

export const commitRoutes: readonly Route[] = [
  {...shared, operation: 'repoGetAllCommits', path: '/repos/{owner}/{repo}/commits', answer: listCommits},
  {...shared, operation: 'repoGetSingleCommit', path: '/repos/{owner}/{repo}/git/commits/{sha}', answer: getCommit},
  {
    ...shared,
    operation: 'repoListAllGitRefs',
    path: '/repos/{owner}/{repo}/git/refs',
    answer: async ask => listRefs(ask, ''),
  },
  {
    ...shared,
    operation: 'repoListGitRefs',
    path: '/repos/{owner}/{repo}/git/refs/{ref*}',
    answer: async ask => listRefs(ask, ask.param('ref')),
  },
];

async function listCommits(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  if (repository.isEmpty) throw new Refusal(ask.rules.emptyRepositoryCommitsStatus, 'Git Repository is empty.');
  const place = ask.world.git.open(repository.id);
  const name = ask.query.get('sha') ?? '';
  const sha = await resolveCommit(place, name === '' ? repository.defaultBranch : name);
  if (sha === undefined) throw notFound();
  const path = ask.query.get('path') ?? '';
  const commits = path === '' ? await history(place, sha) : await historyOfPath(place, sha, path);
  const not = ask.query.get('not') ?? '';
  const withoutSha = not === '' ? undefined : await resolveCommit(place, not);
  if (not !== '' && withoutSha === undefined) throw notFound();
  const without = new Set(withoutSha === undefined ? [] : (await history(place, withoutSha)).map(entry => entry.sha));
  const listed = commits.filter(entry => !without.has(entry.sha));
  // As on today's servers, a path that no commit touched is a thing that is not there.
  if (path !== '' && listed.length === 0) throw notFound();
  const parts = partsOfQuery(ask);
  return countedPageReply(ask, listed, async entry => showCommit(ask, repository, entry, parts));
}

/** Reads which parts of a commit the request leaves out to be answered sooner. */
function partsOfQuery(ask: Ask): CommitParts {
  return {
    stats: queryFlag(ask, 'stat') ?? true,
    verification: queryFlag(ask, 'verification') ?? true,
    files: queryFlag(ask, 'files') ?? true,
  };
}

async function getCommit(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const place = ask.world.git.open(repository.id);
  if (!isRefName(ask.param('sha')))
    throw new Refusal(422, `${JSON.stringify(ask.param('sha'))} is neither a commit id nor a ref.`);
  const sha = await resolveCommit(place, ask.param('sha'));
  if (sha === undefined) throw notFound();
  return ok(await showCommit(ask, repository, {sha, commit: await readCommit(place, sha)}, partsOfQuery(ask)));
}

async function listRefs(ask: Ask, prefix: string): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const place = ask.world.git.open(repository.id);
  const own = (await listRefsOf(place)).filter(({ref}) => /^refs\/(heads|tags)\//.test(ref));
  const refs = [...own, ...refsOfPulls(ask, repository)]
    .filter(({ref}) => ref.startsWith(`refs/${prefix}`))
    .toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
  if (refs.length === 0) throw notFound();
  return ok(
    refs.map(({ref, sha}) => ({
      ref,
      url: `${repositoryApiUrl(ask, repository)}/git/${ref}`,
      object: showTarget(ask, repository, {sha, type: readObject(place, sha)?.type ?? 'commit'}),
    })),
  );
}

/** Usual: the head of each pull request has a ref of its own. */
function refsOfPulls({world: {state}}: Ask, repository: Repository): readonly {ref: string; sha: string}[] {
  return state.issues
    .of(repository.id)
    .flatMap(issue =>
      state.pulls.of(issue.id).map(pull => ({ref: `refs/pull/${issue.index}/head`, sha: pull.lastHeadSha})),
    );
}

/** Shows what a ref points to: a commit, or the object of an annotated tag. */
function showTarget(ask: Ask, repository: Repository, {sha, type}: {sha: string; type: ObjectType}) {
  const url =
    type === 'commit' ? commitUrl(ask, repository, sha) : `${repositoryApiUrl(ask, repository)}/git/${type}s/${sha}`;
  return {type, sha, url};
}
