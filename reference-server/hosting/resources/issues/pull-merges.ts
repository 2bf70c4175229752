/** Merging of pull requests. */
import type {Signature} from '../../../git/commits.ts';
import type {GitPlace} from '../../../git/git-store.ts';
import {mergeBase, mergeCommits} from '../../../git/merging.ts';
import type {MergeStyle} from '../../../git/merging.ts';
import {branchHead, moveRef, removeRef} from '../../../git/refs.ts';
import type {Issue} from '../../../state/issues.ts';
import type {Pull} from '../../../state/pulls.ts';
import type {Merging, Protection, Repository} from '../../../state/repositories.ts';
import {personById} from '../../../state/state.ts';
import {may} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {signatureOf} from '../../create-repository.ts';
import {wishesOfPull} from '../../consequences/cross-references.ts';
import type {Fields} from '../../fields.ts';
import {announceState} from '../../issue-events.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {branchMoved, setState} from '../../push-events.ts';
import type {BranchMove} from '../../push-events.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {branchRemoved} from '../../consequences/retargeting.ts';
import {isDraft} from '../../shapes/issue.ts';
import {noContent} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {mayMerge, takesUnverified} from '../../shapes/branch.ts';
import {fullName} from '../../shapes/repository.ts';
import {pullOfPath} from '../../shapes/pull.ts';
import type {KnownPull} from '../../shapes/pull.ts';
import {record} from '../../timeline.ts';

const path = '/repos/{owner}/{repo}/pulls/{index}/merge';
const areas = ['repository'] as const;

export const pullMergeRoutes: readonly Route[] = [
  {operation: 'repoPullRequestIsMerged', method: 'GET', path, caller: 'anyone', areas, answer: isMerged},
  {operation: 'repoMergePullRequest', method: 'POST', path, caller: 'signed-in', areas, answer: merge},
];

async function isMerged(ask: Ask): Promise<Reply> {
  const {pull} = await pullOfPath(ask, repositoryOfPath(ask));
  if (pull.merged === undefined) throw notFound();
  return noContent();
}

async function merge(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const known = await pullOfPath(ask, repository);
  const fields = ask.fields();
  const style = readStyle(fields);
  checkMayMerge(ask, known, fields.flag('force_merge'));
  if (!allowsStyle(repository.merging, style))
    throw new Refusal(405, `This repository does not allow ${style} merges.`);
  const expected = fields.text('head_commit_id') ?? '';
  if (expected !== '' && expected !== known.headSha) throw new Refusal(409, 'head out of date');
  const removesHead = fields.flag('delete_branch_after_merge') ?? repository.merging.removesBranch;
  const poster = posterOf(ask, known, style);
  const message = messageOf(ask, known, {fields, style, poster});
  const move = await mergeIntoBase(ask, known, {style, message, poster});
  close(ask, known);
  await branchMoved(ask, repository, move);
  obeyPull(ask, known.issue, move.after);
  if (removesHead) await deleteHead(ask, known);
  return {kind: 'empty', status: 200};
}

type Style = MergeStyle | 'fast-forward-only';

function readStyle(fields: Fields): Style {
  const text = fields.text('do') ?? fields.requiredText('Do');
  if (text === 'merge' || text === 'rebase' || text === 'rebase-merge' || text === 'squash') return text;
  if (text === 'fast-forward-only') return text;
  throw new Refusal(422, `[Do]: must be merge, rebase, rebase-merge, squash or fast-forward-only, not "${text}"`);
}

function allowsStyle(merging: Merging, style: Style): boolean {
  switch (style) {
    case 'merge':
      return merging.allowsMerge;
    case 'rebase':
      return merging.allowsRebase;
    case 'rebase-merge':
      return merging.allowsRebaseMerge;
    case 'squash':
      return merging.allowsSquash;
    case 'fast-forward-only':
      return merging.allowsFastForward;
  }
}

function checkMayMerge(ask: Ask, known: KnownPull, forceMerge: boolean | undefined): void {
  const {repository, issue, pull} = known;
  if (pull.merged !== undefined) throw new Refusal(405, 'The pull request is already merged.');
  if (issue.isClosed) throw notFound();
  if (forceMerge !== undefined && !ask.rules.acceptsForceMerge(forceMerge))
    throw new Refusal(422, 'force_merge is unknown');
  const protection = ask.rules.pickProtection(ask.world.state.protections.of(repository.id), pull.baseBranch);
  if (!mayMerge(ask, repository, protection)) throw new Refusal(405, 'You may not merge into this branch.');
  if (!takesUnverified(ask, protection))
    throw new Refusal(405, 'The base branch takes signed commits only, and this server signs none.');
  if (isDraft(issue)) throw new Refusal(405, 'Work in progress pull requests cannot be merged.');
  const facts = {
    isRepositoryAdmin: may(ask, repository, 'admin'),
    areDemandsMet: protection === undefined || areDemandsMet(ask, known, protection),
    forceMerge: forceMerge ?? false,
  };
  if (!ask.rules.mayMergePull(facts))
    throw new Refusal(405, 'Does not have enough approvals, or changes were requested.');
}

function areDemandsMet(ask: Ask, {issue, headSha}: KnownPull, protection: Protection): boolean {
  const {state} = ask.world;
  const latest = new Map<number, (typeof reviews)[number]>();
  const reviews = state.reviews
    .of(issue.id)
    .filter(({state: kind}) => kind === 'APPROVED' || kind === 'REQUEST_CHANGES');
  for (const review of reviews) latest.set(review.personId, review);
  const counted = [...latest.values()].filter(review =>
    ask.rules.countsForMerge(review, {headSha, dismissStale: protection.dismissStaleApprovals}),
  );
  const approvals = counted.filter(review => review.state === 'APPROVED' && review.isOfficial).length;
  const isRejected = counted.some(review => review.state === 'REQUEST_CHANGES' && review.isOfficial);
  return approvals >= protection.requiredApprovals && !(protection.blockOnRejectedReviews && isRejected);
}

/** Usual: whoever opened a pull request wrote what is squashed of it. */
function posterOf(ask: Ask, {issue}: KnownPull, style: Style): Signature | undefined {
  const poster = style === 'squash' ? personById(ask.world.state, issue.posterId) : undefined;
  return poster === undefined ? undefined : signatureOf(poster, ask.world.clock.now());
}

interface Wording {
  readonly fields: Fields;
  readonly style: Style;
  readonly poster: Signature | undefined;
}

function messageOf(ask: Ask, {repository, issue, pull}: KnownPull, {fields, style, poster}: Wording): string {
  const title = fields.text('MergeTitleField') ?? '';
  const body = fields.text('MergeMessageField') ?? '';
  // Usual: a fork is named with its branch.
  const fork =
    pull.headRepositoryId === repository.id ? undefined : ask.world.state.repositories.get(pull.headRepositoryId);
  const from = fork === undefined ? '' : `${fullName(ask, fork)}:`;
  const usual =
    style === 'squash'
      ? `${issue.title} (#${issue.index})`
      : `Merge pull request '${issue.title}' (#${issue.index}) from ${from}${pull.headBranch} into ${pull.baseBranch}`;
  const isByAnother = poster !== undefined && issue.posterId !== doer(ask).id;
  const shared = isByAnother
    ? ['Co-authored-by', 'Co-committed-by'].map(word => `${word}: ${poster.name} <${poster.email}>`)
    : [];
  return [title === '' ? usual : title, body, shared.join('\n')].filter(part => part !== '').join('\n\n');
}

async function mergeIntoBase(
  ask: Ask,
  {repository, pull, headSha}: KnownPull,
  {style, message, poster}: {style: Style; message: string; poster: Signature | undefined},
): Promise<BranchMove> {
  const signature = signatureOf(doer(ask), ask.world.clock.now());
  return ask.world.git.alone(repository.id, async place => {
    const baseSha = await branchHead(place, pull.baseBranch);
    if (baseSha === undefined) throw notFound();
    const isMergedMeanwhile = ask.world.state.pulls.get(pull.id)?.merged !== undefined;
    if (isMergedMeanwhile) throw new Refusal(405, 'The pull request is already merged.');
    const sha =
      style === 'fast-forward-only'
        ? await fastForward(place, baseSha, headSha)
        : await mergeCommits(place, {
            style,
            baseSha,
            headSha,
            message,
            signature,
            ...(poster === undefined ? {} : {squashed: poster}),
          });
    if (sha === undefined) throw new Refusal(409, 'The two branches changed the same lines; solve the conflict first.');
    await moveRef(place, `refs/heads/${pull.baseBranch}`, sha);
    const merged = {sha, personId: doer(ask).id, atMs: ask.world.clock.now()};
    ask.world.state.pulls.put({...pull, lastHeadSha: headSha, merged});
    return {branch: pull.baseBranch, before: baseSha, after: sha};
  });
}

/** Gives the head when all of the base is behind it, so that the base only moves forward. */
async function fastForward(place: GitPlace, baseSha: string, headSha: string): Promise<string> {
  if ((await mergeBase(place, baseSha, headSha)) !== baseSha)
    throw new Refusal(409, 'The base has commits that the head has not, so it cannot be fast-forwarded.');
  return headSha;
}

function close(ask: Ask, {repository, issue}: KnownPull): void {
  const {state, clock} = ask.world;
  const now = clock.now();
  const current = state.issues.get(issue.id);
  if (current === undefined) return;
  const after = state.issues.put({...current, isClosed: true, closedAt: now, updatedAt: now});
  announceState(ask, repository, {before: current, after, isMerge: true});
}

/** Closes and reopens the issues that the merged pull request wished to. */
function obeyPull(ask: Ask, pull: Issue, commitSha: string): void {
  const {state} = ask.world;
  for (const {issue, isClosed} of wishesOfPull(ask, pull)) {
    const repository = state.repositories.get(issue.repositoryId);
    if (repository === undefined || issue.isClosed === isClosed) continue;
    announceState(ask, repository, {before: issue, after: setState(ask, issue, isClosed), commitSha});
  }
}

function isStillNeeded(ask: Ask, repository: Repository, {id, headBranch}: Pull): boolean {
  const {protections, pulls, issues} = ask.world.state;
  const isOpenHead = (other: Pull): boolean =>
    other.id !== id &&
    other.headRepositoryId === repository.id &&
    other.headBranch === headBranch &&
    issues.get(other.issueId)?.isClosed === false;
  return ask.rules.staysAfterMerge({
    isDefault: headBranch === repository.defaultBranch,
    isProtected: ask.rules.pickProtection(protections.of(repository.id), headBranch) !== undefined,
    isHeadOfAnother: pulls.all().some(isOpenHead),
  });
}

async function deleteHead(ask: Ask, {issue, pull}: KnownPull): Promise<void> {
  const {state, git} = ask.world;
  const repository = state.repositories.get(pull.headRepositoryId);
  if (repository === undefined || !may(ask, repository, 'write') || isStillNeeded(ask, repository, pull)) return;
  await git.alone(repository.id, async place => removeRef(place, `refs/heads/${pull.headBranch}`));
  await branchRemoved(ask, repository, pull.headBranch);
  record(ask, issue, {kind: 'delete_branch', branch: pull.headBranch});
}
