/** What follows when commits arrive on a branch, whichever operation brought them: events, closed issues, pushed mirrors. */
import {readCommit} from '../git/commits.ts';
import {commitsBetween, mergeBase} from '../git/merging.ts';
import {history} from '../git/history.ts';
import type {HistoryEntry} from '../git/history.ts';
import {branchHead} from '../git/refs.ts';
import {findIssue} from '../state/state.ts';
import type {Issue} from '../state/issues.ts';
import type {Repository} from '../state/repositories.ts';
import {doer} from './ask.ts';
import type {Ask} from './ask.ts';
import {announce} from './events.ts';
import {announceIssue, announceState} from './issue-events.ts';
import {syncMirrors} from './mirror-sync.ts';
import {showPayloadCommit} from './shapes/branch.ts';
import {showPerson} from './shapes/person.ts';
import {repositoryWebUrl} from './shapes/repository.ts';

/** A branch that moved from one commit to another; `before` is undefined for a branch that is new. */
export interface BranchMove {
  readonly branch: string;
  readonly before: string | undefined;
  readonly after: string;
}

const noSha = '0'.repeat(40);

/** Tells everybody concerned that commits arrived on a branch. */
export async function branchMoved(ask: Ask, repository: Repository, move: BranchMove): Promise<void> {
  const commits = await arrivedCommits(ask, repository, move);
  if (move.before === undefined) refMade(ask, repository, {kind: 'branch', name: move.branch, sha: move.after});
  announcePush(ask, repository, {move, commits});
  announceSynchronized(ask, repository, move.branch);
  if (move.branch === repository.defaultBranch) obeyCommits(ask, repository, commits);
  syncMirrors(ask, repository);
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

function announcePush(
  ask: Ask,
  repository: Repository,
  {move, commits}: {move: BranchMove; commits: readonly HistoryEntry[]},
): void {
  const {branch, before = noSha, after} = move;
  const shown = commits.map(entry => showPushedCommit(ask, repository, entry));
  const details = (view: Ask) => ({
    ref: `refs/heads/${branch}`,
    before,
    after,
    compare_url: `${repositoryWebUrl(ask, repository)}/compare/${before}...${after}`,
    commits: shown,
    total_commits: shown.length,
    head_commit: shown[0] ?? null,
    pusher: showPerson(view, doer(ask)),
  });
  announce(ask, repository, {name: 'push', branch, details});
}

function showPushedCommit(ask: Ask, repository: Repository, entry: HistoryEntry): Record<string, unknown> {
  return {...showPayloadCommit(ask, repository, entry), added: [], removed: [], modified: []};
}

/** Announces that the head of open pull requests moved. */
function announceSynchronized(ask: Ask, repository: Repository, branch: string): void {
  const {state} = ask.world;
  for (const pull of state.pulls.all()) {
    if (pull.headRepositoryId !== repository.id || pull.headBranch !== branch || pull.merged !== undefined) continue;
    const issue = state.issues.get(pull.issueId);
    const base = issue === undefined ? undefined : state.repositories.get(issue.repositoryId);
    if (issue === undefined || base === undefined || issue.isClosed) continue;
    announceIssue(ask, {repository: base, issue, action: 'synchronized', name: 'pull_request_sync'});
  }
}

/** Closes and reopens the issues that the messages name, the oldest commit first. */
function obeyCommits(ask: Ask, repository: Repository, commits: readonly HistoryEntry[]): void {
  for (const {sha, commit} of commits.toReversed()) {
    for (const {index, action} of ask.rules.wishesOfMessage(commit.message)) {
      const issue = findIssue(ask.world.state, repository.id, index);
      const isClosed = action === 'closed';
      if (issue === undefined || issue.isPull || issue.isClosed === isClosed) continue;
      announceState(ask, repository, {before: issue, after: setState(ask, issue, isClosed), commitSha: sha});
    }
  }
}

function setState({world: {state, clock}}: Ask, issue: Issue, isClosed: boolean): Issue {
  const now = clock.now();
  return state.issues.put({...issue, isClosed, closedAt: isClosed ? now : undefined, updatedAt: now});
}

interface Ref {
  readonly kind: 'branch' | 'tag';
  readonly name: string;
  readonly sha: string;
}

/** Announces a new branch or tag. */
export function refMade(ask: Ask, repository: Repository, {kind, name, sha}: Ref): void {
  const branch = kind === 'branch' ? {branch: name} : {};
  announce(ask, repository, {name: 'create', ...branch, details: () => ({sha, ref: name, ref_type: kind})});
}

/** Announces that a branch or tag is gone. */
export function refRemoved(ask: Ask, repository: Repository, {kind, name}: Omit<Ref, 'sha'>): void {
  const branch = kind === 'branch' ? {branch: name} : {};
  const details = () => ({ref: name, ref_type: kind, pusher_type: 'user'});
  announce(ask, repository, {name: 'delete', ...branch, details});
}

/** Announces that a repository was made, or is about to be removed: once it is gone, its hooks are gone too. */
export function announceRepository(ask: Ask, repository: Repository, action: 'created' | 'deleted'): void {
  announce(ask, repository, {name: 'repository', action, details: () => ({})});
}
