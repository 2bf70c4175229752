/** Finds pull requests and shows them as JSON. */
import {differences} from '../../git/differences.ts';
import type {FileDifference} from '../../git/differences.ts';
import {borrowObjects, mergedTree} from '../../git/merging.ts';
import {branchHead} from '../../git/refs.ts';
import {instantText} from '../../rules/instant.ts';
import type {Issue} from '../../state/issues.ts';
import type {Pull, Review} from '../../state/pulls.ts';
import type {Repository} from '../../state/repositories.ts';
import type {Ask} from '../ask.ts';
import {issueOfPath} from '../lookups.ts';
import {notFound} from '../refusal.ts';
import {isDraft, optionalInstant, showIssue} from './issue.ts';
import {showPublicly, showTeamAlone} from './person.ts';
import {repositoryWebUrl, showRepository} from './repository.ts';

/** A pull request with the repository it goes to and the heads of both sides. */
export interface KnownPull {
  readonly repository: Repository;
  readonly issue: Issue;
  readonly pull: Pull;
  readonly headSha: string;
  readonly baseSha: string;
}

export async function pullOfPath(ask: Ask, repository: Repository): Promise<KnownPull> {
  const known = await pullOfIssue(ask, repository, issueOfPath(ask, repository));
  if (known === undefined) throw notFound();
  return known;
}

export async function pullOfIssue(ask: Ask, repository: Repository, issue: Issue): Promise<KnownPull | undefined> {
  const {state, git} = ask.world;
  const [pull] = state.pulls.of(issue.id);
  if (pull === undefined) return undefined;
  const isMoving = pull.merged === undefined && state.repositories.get(pull.headRepositoryId) !== undefined;
  const living = isMoving ? await branchHead(git.open(pull.headRepositoryId), pull.headBranch) : undefined;
  const headSha = living ?? pull.lastHeadSha;
  if (headSha !== pull.lastHeadSha) borrowObjects(git, pull.headRepositoryId, repository.id);
  const baseSha = (await branchHead(git.open(repository.id), pull.baseBranch)) ?? pull.mergeBaseSha;
  return {repository, issue, pull, headSha, baseSha};
}

async function isMergeable(ask: Ask, {repository, issue, pull, headSha, baseSha}: KnownPull): Promise<boolean> {
  if (pull.merged !== undefined || issue.isClosed) return false;
  const signature = {name: 'nobody', email: 'nobody@localhost', atMs: 0};
  return (await mergedTree(ask.world.git.open(repository.id), {baseSha, headSha, signature})) !== undefined;
}

export async function showPull(
  ask: Ask,
  known: KnownPull,
  occasion: 'created' | 'edited' | 'read' | 'listed' = 'read',
): Promise<Record<string, unknown>> {
  const {repository, issue, pull, headSha, baseSha} = known;
  const url = `${repositoryWebUrl(ask, repository)}/pulls/${issue.index}`;
  const reviews = ask.world.state.reviews.of(issue.id);
  const requests = reviews.filter(({state}) => state === 'REQUEST_REVIEW');
  const headRepository = ask.world.state.repositories.get(pull.headRepositoryId);
  const side = (name: string, sha: string, of: Repository | undefined): Record<string, unknown> => ({
    label: name,
    ref: name,
    sha,
    repo_id: of?.id ?? 0,
    repo: of === undefined ? null : showRepository(ask, of),
  });
  return {
    ...showIssue(ask, {repository, issue, occasion: occasion === 'listed' ? 'read' : occasion}),
    url,
    html_url: url,
    diff_url: `${url}.diff`,
    patch_url: `${url}.patch`,
    mergeable: await isMergeable(ask, known),
    merged: pull.merged !== undefined,
    merged_at: optionalInstant(pull.merged?.atMs),
    merge_commit_sha: pull.merged?.sha ?? null,
    merged_by: pull.merged === undefined ? null : showPublicly(ask, pull.merged.personId),
    allow_maintainer_edit: pull.allowsMaintainerEdit,
    draft: isDraft(issue),
    base: side(pull.baseBranch, baseSha, repository),
    head: side(pull.headBranch, headSha, headRepository),
    merge_base: pull.mergeBaseSha,
    requested_reviewers: reviewersOf(reviews).map(personId => showPublicly(ask, personId)),
    requested_reviewers_teams: requests
      .flatMap(({teamId}) => (teamId === undefined ? [] : (ask.world.state.teams.get(teamId) ?? [])))
      .map(team => showTeamAlone(ask, team)),
    review_comments: reviews.length - requests.length,
    created_at: instantText(issue.createdAt),
    ...(occasion === 'listed' ? {} : await sizesOf(ask, known)),
  };
}

/** Usual: who was requested and who gave a verdict that stands are shown together, each once, by what they said last. */
function reviewersOf(reviews: readonly Review[]): readonly number[] {
  const shown = reviews.filter(
    ({state, teamId, isDismissed}) =>
      teamId === undefined && !isDismissed && state !== 'COMMENT' && state !== 'PENDING',
  );
  const last = new Map(shown.map(({id, personId}) => [personId, id]));
  return [...last].toSorted(([, one], [, other]) => one - other).map(([personId]) => personId);
}

/** Usual: a pull request shows how many files and lines it changes, but not in a list. */
async function sizesOf(ask: Ask, {repository, pull, headSha}: KnownPull): Promise<Record<string, number>> {
  const files = await differences(ask.world.git.open(repository.id), pull.mergeBaseSha, headSha);
  const sum = (count: (file: FileDifference) => number): number => files.reduce((all, file) => all + count(file), 0);
  return {
    additions: sum(file => file.additions),
    deletions: sum(file => file.deletions),
    changed_files: files.length,
  };
}
