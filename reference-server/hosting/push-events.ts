/** What follows when commits arrive on a branch, whichever operation brought them: events, closed issues, pushed mirrors. */
import {readCommit} from '../git/commits.ts';
import {borrowObjects, commitsBetween, mergeBase} from '../git/merging.ts';
import {history} from '../git/history.ts';
import type {HistoryEntry} from '../git/history.ts';
import {branchHead} from '../git/refs.ts';
import {findIssue} from '../state/state.ts';
import type {Issue} from '../state/issues.ts';
import type {Pull} from '../state/pulls.ts';
import type {Repository} from '../state/repositories.ts';
import {doer} from './ask.ts';
import type {Ask} from './ask.ts';
import {tellOfCommit} from './consequences/cross-references.ts';
import {announce} from './events.ts';
import {announceIssue, announceState} from './issue-events.ts';
import {syncMirrors} from './mirror-sync.ts';
import {showPayloadCommit} from './shapes/branch.ts';
import {showPerson} from './shapes/person.ts';
import {record, recordPush, touchIssue} from './timeline.ts';
import {repositoryWebUrl} from './shapes/repository.ts';

/** A branch that moved from one commit to another; `before` is undefined for a branch that is new. */
export interface BranchMove {
  readonly branch: string;
  readonly before: string | undefined;
  readonly after: string;
}

const noSha = '0'.repeat(40);

/** Tells everybody concerned that commits arrived on a branch. */
export async function branchMoved(ask: Ask, known: Repository, move: BranchMove): Promise<void> {
  const repository = await withCommits(ask, known, move.branch);
  const commits = await arrivedCommits(ask, repository, move);
  if (move.before === undefined) refMade(ask, repository, {kind: 'branch', name: move.branch, sha: move.after});
  await announcePush(ask, repository, {move, commits});
  await followHeads(ask, repository, move);
  await followBases(ask, repository, move);
  for (const {sha, commit} of commits.toReversed()) tellOfCommit(ask, repository, {sha, message: commit.message});
  const isOfDefaultBranch = move.branch === repository.defaultBranch;
  if (isOfDefaultBranch) obeyCommits(ask, repository, commits);
  syncMirrors(ask, repository, isOfDefaultBranch);
}

/** Stores that a repository has commits. The first branch becomes the default one where that does not exist. */
async function withCommits({world}: Ask, repository: Repository, branch: string): Promise<Repository> {
  const {state, git, clock} = world;
  const hasDefault = (await branchHead(git.open(repository.id), repository.defaultBranch)) !== undefined;
  const current = state.repositories.get(repository.id);
  if (current === undefined) return repository;
  const defaultBranch = current.isEmpty && !hasDefault ? branch : current.defaultBranch;
  return state.repositories.put({...current, defaultBranch, isEmpty: false, updatedAt: clock.now()});
}

/** Lists the commits that are new on the branch, newest first. A new branch counts from where it left the default branch. */
async function arrivedCommits(
  ask: Ask,
  repository: Repository,
  {branch, before, after}: BranchMove,
): Promise<readonly HistoryEntry[]> {
  const place = ask.world.git.open(repository.id);
  const commit = await readCommit(place, after);
  const isOneStep = before !== undefined && commit.parent.length === 1 && commit.parent[0] === before;
  if (isOneStep) return [{sha: after, commit}];
  if (before !== undefined) return commitsBetween(place, before, after);
  const trunk = branch === repository.defaultBranch ? undefined : await branchHead(place, repository.defaultBranch);
  const fork = trunk === undefined ? undefined : await mergeBase(place, trunk, after);
  return fork === undefined ? history(place, after) : commitsBetween(place, fork, after);
}

async function announcePush(
  ask: Ask,
  repository: Repository,
  {move, commits}: {move: BranchMove; commits: readonly HistoryEntry[]},
): Promise<void> {
  const {before = noSha, after} = move;
  const ref = wholeName({kind: 'branch', name: move.branch});
  const shown = await Promise.all(commits.map(async entry => showPushedCommit(ask, repository, entry)));
  const details = (view: Ask) => ({
    ref,
    before,
    after,
    compare_url: `${repositoryWebUrl(ask, repository)}/compare/${before}...${after}`,
    commits: shown,
    total_commits: shown.length,
    head_commit: shown[0] ?? null,
    pusher: showPerson(view, doer(ask)),
  });
  announce(ask, repository, {name: 'push', ref, rights: 'all', details});
}

async function showPushedCommit(ask: Ask, repository: Repository, entry: HistoryEntry): Promise<object> {
  return {...(await showPayloadCommit(ask, repository, entry)), verification: null};
}

/** Moves the open pull requests whose head is the branch, and announces that. */
async function followHeads(ask: Ask, repository: Repository, {branch, after}: BranchMove): Promise<void> {
  const {state, git} = ask.world;
  for (const pull of state.pulls.all()) {
    if (pull.headRepositoryId !== repository.id || pull.headBranch !== branch || pull.merged !== undefined) continue;
    const issue = state.issues.get(pull.issueId);
    const base = issue === undefined ? undefined : state.repositories.get(issue.repositoryId);
    if (issue === undefined || base === undefined || issue.isClosed) continue;
    borrowObjects(git, repository.id, base.id);
    await recordArrival(ask, base, {issue, before: pull.lastHeadSha, after});
    await putPull(ask, base, {pull, headSha: after});
    touchIssue(ask, issue);
    dismissStale(ask, base, {pull, headSha: after});
    announceIssue(ask, {
      repository: base,
      issue,
      action: 'synchronized',
      name: 'pull_request_sync',
      rights: 'all',
    });
  }
}

/** Notes in the timeline which commits a push brought; where it took some away, the heads before and after. */
async function recordArrival(
  ask: Ask,
  base: Repository,
  {issue, before, after}: {issue: Issue; before: string; after: string},
): Promise<void> {
  const place = ask.world.git.open(base.id);
  const isForced = (await mergeBase(place, before, after)) !== before;
  const commits = isForced ? [{sha: after}, {sha: before}] : await commitsBetween(place, before, after);
  recordPush(ask, issue, commits, isForced);
}

/** Dismisses the approvals that a push made stale, where the protection of the base says so. */
function dismissStale(ask: Ask, base: Repository, {pull, headSha}: {pull: Pull; headSha: string}): void {
  const {state} = ask.world;
  const protection = ask.rules.pickProtection(state.protections.of(base.id), pull.baseBranch);
  if (protection?.dismissStaleApprovals !== true) return;
  const issue = state.issues.get(pull.issueId);
  for (const review of state.reviews.of(pull.issueId)) {
    if (review.isDismissed || !ask.rules.dismissesWithPush(review, headSha)) continue;
    state.reviews.put({...review, isDismissed: true});
    const body = 'New commits pushed, approval review dismissed automatically according to repository settings';
    if (issue !== undefined) record(ask, issue, {kind: 'dismiss_review', reviewId: review.id, body});
  }
}

/** Finds again where the open pull requests that go to the branch left it. */
async function followBases(ask: Ask, repository: Repository, {branch}: BranchMove): Promise<void> {
  const {state} = ask.world;
  const open = state.issues.of(repository.id).filter(issue => issue.isPull && !issue.isClosed);
  for (const pull of open.flatMap(issue => state.pulls.of(issue.id)))
    if (pull.baseBranch === branch && pull.merged === undefined)
      await putPull(ask, repository, {pull, headSha: pull.lastHeadSha});
}

/** Stores the head of a pull request and the commit where it left its base, unless it was merged meanwhile. */
async function putPull(
  {world: {state, git}}: Ask,
  base: Repository,
  {pull, headSha}: {pull: Pull; headSha: string},
): Promise<void> {
  const place = git.open(base.id);
  const baseSha = await branchHead(place, pull.baseBranch);
  const found = baseSha === undefined ? undefined : await mergeBase(place, baseSha, headSha);
  const current = state.pulls.get(pull.id);
  if (current === undefined || current.merged !== undefined) return;
  state.pulls.put({...current, lastHeadSha: headSha, mergeBaseSha: found ?? current.mergeBaseSha});
}

/** Closes and reopens the issues that the messages name, the oldest commit first. */
function obeyCommits(ask: Ask, repository: Repository, commits: readonly HistoryEntry[]): void {
  const newest = commits[0]?.sha;
  for (const {sha, commit} of commits.toReversed()) {
    for (const {index, action} of ask.rules.wishesOfMessage(commit.message)) {
      const issue = findIssue(ask.world.state, repository.id, index);
      const isClosed = action === 'closed';
      if (issue === undefined || issue.isPull || issue.isClosed === isClosed) continue;
      const after = setState(ask, issue, isClosed);
      announceState(ask, repository, {before: issue, after, commitSha: sha, newestSha: newest ?? sha});
    }
  }
}

/** Closes an issue or opens it again. */
export function setState({world: {state, clock}}: Ask, issue: Issue, isClosed: boolean): Issue {
  const now = clock.now();
  return state.issues.put({...issue, isClosed, closedAt: isClosed ? now : undefined, updatedAt: now});
}

interface Ref {
  readonly kind: 'branch' | 'tag';
  readonly name: string;
  readonly sha: string;
}

/** Announces a branch or tag that was made of a commit which was there before: usual is a push without commits besides. */
export async function refPointed(ask: Ask, repository: Repository, ref: Ref): Promise<void> {
  const entry = {sha: ref.sha, commit: await readCommit(ask.world.git.open(repository.id), ref.sha)};
  const headCommit = await showPushedCommit(ask, repository, entry);
  refMade(ask, repository, ref);
  announceBarePush(ask, repository, {...ref, before: noSha, after: ref.sha, headCommit});
}

/** Announces that a tag is gone: usual is a push of nothing besides. */
export function tagRemoved(ask: Ask, repository: Repository, {name, sha}: Omit<Ref, 'kind'>): void {
  refRemoved(ask, repository, {kind: 'tag', name});
  announceBarePush(ask, repository, {kind: 'tag', name, before: sha, after: noSha, headCommit: null});
}

function announceBarePush(
  ask: Ask,
  repository: Repository,
  {
    kind,
    name,
    before,
    after,
    headCommit,
  }: Omit<Ref, 'sha'> & {before: string; after: string; headCommit: object | null},
): void {
  const ref = wholeName({kind, name});
  const details = (view: Ask) => ({
    ref,
    before,
    after,
    compare_url: `${repositoryWebUrl(ask, repository)}/compare/${kind === 'branch' ? repository.defaultBranch : before}...${after}`,
    commits: [],
    total_commits: 0,
    head_commit: headCommit,
    pusher: showPerson(view, doer(ask)),
  });
  announce(ask, repository, {name: 'push', ref, rights: 'all', details});
}

function wholeName({kind, name}: Omit<Ref, 'sha'>): string {
  return `refs/${kind === 'branch' ? 'heads' : 'tags'}/${name}`;
}

/** Announces a new branch or tag. */
function refMade(ask: Ask, repository: Repository, {kind, name, sha}: Ref): void {
  announce(ask, repository, {
    name: 'create',
    ref: wholeName({kind, name}),
    rights: 'none',
    details: () => ({sha, ref: name, ref_type: kind}),
  });
}

/** Announces that a branch or tag is gone. */
export function refRemoved(ask: Ask, repository: Repository, {kind, name}: Omit<Ref, 'sha'>): void {
  const details = () => ({ref: name, ref_type: kind, pusher_type: 'user'});
  announce(ask, repository, {name: 'delete', ref: wholeName({kind, name}), rights: 'all', details});
}

/** Announces that a repository was made, or is about to be removed: once it is gone, its hooks are gone too. */
export function announceRepository(ask: Ask, repository: Repository, action: 'created' | 'deleted'): void {
  const owner = ask.world.state.accounts.get(repository.ownerId);
  // Usual: it names the owner as the organization, also where that is a person.
  const details = (view: Ask) => (owner?.kind === 'person' ? {organization: showPerson(view, owner)} : {});
  announce(ask, repository, {name: 'repository', action, rights: 'all', details});
}
