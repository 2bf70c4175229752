/** Pull requests that go to another branch, by an edit or because theirs is gone; and those that end because their head is. */
import {commitsBetween, mergeBase} from '../../git/merging.ts';
import {branchHead} from '../../git/refs.ts';
import type {Issue} from '../../state/issues.ts';
import type {Pull} from '../../state/pulls.ts';
import type {Repository} from '../../state/repositories.ts';
import type {Ask} from '../ask.ts';
import {announceIssue, announceState} from '../issue-events.ts';
import {refRemoved, setState} from '../push-events.ts';
import {Refusal} from '../refusal.ts';
import {record, retellPush} from '../timeline.ts';

/** Where a pull request is to go. */
export interface Target {
  readonly baseBranch: string;
  readonly mergeBaseSha: string;
  readonly baseSha: string;
  /** What it adds to that branch, the newest first. */
  readonly commits: readonly {readonly sha: string}[];
}

/** Reads the branch that an open pull request may go to; another of the same head that goes there refuses it. */
export async function findTarget(
  ask: Ask,
  {repository, pull, headSha}: {repository: Repository; pull: Pull; headSha: string},
  baseBranch: string,
): Promise<Target> {
  const place = ask.world.git.open(repository.id);
  const baseSha = await branchHead(place, baseBranch);
  if (baseSha === undefined) throw new Refusal(404, `There is no branch ${baseBranch}.`);
  refuseTwin(ask, repository, {...pull, baseBranch});
  const mergeBaseSha = await mergeBase(place, baseSha, headSha);
  if (mergeBaseSha === undefined) throw new Refusal(422, 'The two branches have no common history.');
  return {baseBranch, mergeBaseSha, baseSha, commits: await commitsBetween(place, mergeBaseSha, headSha)};
}

/** Refuses two open pull requests between the same branches. */
export function refuseTwin(
  {world: {state}}: Ask,
  repository: Repository,
  wish: {headRepositoryId: number; headBranch: string; baseBranch: string},
): void {
  const twin = state.issues
    .of(repository.id)
    .filter(issue => issue.isPull && !issue.isClosed)
    .flatMap(issue => state.pulls.of(issue.id))
    .find(
      pull =>
        pull.headRepositoryId === wish.headRepositoryId &&
        pull.headBranch === wish.headBranch &&
        pull.baseBranch === wish.baseBranch,
    );
  if (twin !== undefined) throw new Refusal(409, 'There is already a pull request for these two branches.');
}

/** Tells that a pull request goes to another branch than before. */
export function tellRetargeted(
  ask: Ask,
  {repository, issue, before, target}: {repository: Repository; issue: Issue; before: Pull; target: Target},
): void {
  record(ask, issue, {kind: 'change_target_branch', before: before.baseBranch, after: target.baseBranch});
  retellPush(ask, issue, target.commits);
  announceIssue(ask, {repository, issue, action: 'edited', more: {changes: {ref: {from: before.baseBranch}}}});
}

/** Announces that a branch is gone. Usual: open pull requests of it close, and those to it go to the default branch. */
export async function branchRemoved(ask: Ask, repository: Repository, name: string): Promise<void> {
  const {state} = ask.world;
  refRemoved(ask, repository, {kind: 'branch', name});
  for (const {issue, pull} of openPulls(ask)) {
    const home = state.repositories.get(issue.repositoryId);
    if (home === undefined || pull.headRepositoryId !== repository.id || pull.headBranch !== name) continue;
    const after = setState(ask, issue, true);
    announceState(ask, home, {before: issue, after});
    record(ask, after, {kind: 'delete_branch', branch: name});
  }
  for (const {issue, pull} of openPulls(ask))
    if (issue.repositoryId === repository.id && pull.baseBranch === name) await retarget(ask, repository, issue, pull);
}

function openPulls({world: {state}}: Ask): readonly {issue: Issue; pull: Pull}[] {
  return state.pulls.all().flatMap(pull => {
    const issue = state.issues.get(pull.issueId);
    return issue === undefined || issue.isClosed ? [] : [{issue, pull}];
  });
}

/** Lets a pull request go to the default branch; where it cannot, it stays as it is. */
async function retarget(ask: Ask, repository: Repository, issue: Issue, pull: Pull): Promise<void> {
  const known = {repository, pull, headSha: pull.lastHeadSha};
  const target = await findTarget(ask, known, repository.defaultBranch).catch((problem: unknown) => {
    if (problem instanceof Refusal) return undefined;
    throw problem;
  });
  const current = ask.world.state.pulls.get(pull.id);
  if (target === undefined || target.baseSha === known.headSha || current === undefined) return;
  const {baseBranch, mergeBaseSha} = target;
  ask.world.state.pulls.put({...current, baseBranch, mergeBaseSha});
  tellRetargeted(ask, {repository, issue, before: pull, target});
}
