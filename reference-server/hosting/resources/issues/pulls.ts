/** Pull requests: open, read, list, change, and what is in them. */
import {differences} from '../../../git/differences.ts';
import type {FileDifference} from '../../../git/differences.ts';
import {borrowObjects, commitsBetween, mergeBase} from '../../../git/merging.ts';
import {branchHead} from '../../../git/refs.ts';
import type {Issue} from '../../../state/issues.ts';
import type {Repository} from '../../../state/repositories.ts';
import {findAccount, findRepository, nextIndex} from '../../../state/state.ts';
import {belongsTo, may} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {tellReferenced, tellReferencedByEdit} from '../../consequences/cross-references.ts';
import {announceBeginning, announceEdit, announceIssue} from '../../issue-events.ts';
import {needPosterOr, repositoryOfPath} from '../../lookups.ts';
import {notify} from '../../notify.ts';
import {countedPageReply, pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, json, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import {findTarget, refuseTwin, tellRetargeted} from '../../consequences/retargeting.ts';
import type {Target} from '../../consequences/retargeting.ts';
import type {Route} from '../../route.ts';
import {showCommit} from '../../shapes/commit.ts';
import {pullOfIssue, pullOfPath, showPull} from '../../shapes/pull.ts';
import {recordNew, recordPush} from '../../timeline.ts';
import type {KnownPull} from '../../shapes/pull.ts';
import {repositoryApiUrl, repositoryWebUrl} from '../../shapes/repository.ts';
import {relabel} from './issue-labels.ts';
import {applyColumns, checkContentVersion, notifyEdited, readColumns, readNewIssue} from './issues.ts';
import {readReviewers, requestReviews} from './review-requests.ts';

const all = '/repos/{owner}/{repo}/pulls';
const one = `${all}/{index}`;
const areas = ['repository'] as const;

export const pullRoutes: readonly Route[] = [
  {operation: 'repoListPullRequests', method: 'GET', path: all, caller: 'anyone', areas, answer: list},
  {operation: 'repoCreatePullRequest', method: 'POST', path: all, caller: 'signed-in', areas, answer: create},
  {operation: 'repoGetPullRequest', method: 'GET', path: one, caller: 'anyone', areas, answer: get},
  {operation: 'repoEditPullRequest', method: 'PATCH', path: one, caller: 'signed-in', areas, answer: edit},
  {
    operation: 'repoGetPullRequestFiles',
    method: 'GET',
    path: `${one}/files`,
    caller: 'anyone',
    areas,
    answer: listFiles,
  },
  {
    operation: 'repoGetPullRequestCommits',
    method: 'GET',
    path: `${one}/commits`,
    caller: 'anyone',
    areas,
    answer: listCommits,
  },
];

async function list(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  // Usual: all are listed where no state is asked for.
  const state = ask.query.get('state') ?? 'all';
  const issues = ask.world.state.issues
    .of(repository.id)
    .filter(issue => issue.isPull && (state === 'all' || issue.isClosed === (state === 'closed')))
    .toReversed()
    .toSorted(orders[sorts.find(sort => sort === ask.query.get('sort')) ?? 'newest'](ask));
  return pageReply(ask, issues, async issue => showKnown(ask, repository, issue), {links: true});
}

type Order = (ask: Ask) => (left: Issue, right: Issue) => number;

const sorts = [
  'newest',
  'oldest',
  'recentupdate',
  'leastupdate',
  'recentclose',
  'mostcomment',
  'leastcomment',
] as const;

const commentsOf = ({world: {state}}: Ask, issue: Issue): number => state.comments.of(issue.id).length;

const orders: Readonly<Record<(typeof sorts)[number], Order>> = {
  newest: () => (left, right) => right.index - left.index,
  oldest: () => (left, right) => left.index - right.index,
  recentupdate: () => (left, right) => right.updatedAt - left.updatedAt,
  leastupdate: () => (left, right) => left.updatedAt - right.updatedAt,
  recentclose: () => (left, right) => (right.closedAt ?? 0) - (left.closedAt ?? 0),
  mostcomment: ask => (left, right) => commentsOf(ask, right) - commentsOf(ask, left),
  leastcomment: ask => (left, right) => commentsOf(ask, left) - commentsOf(ask, right),
};

async function showKnown(ask: Ask, repository: Repository, issue: Issue): Promise<unknown> {
  const known = await pullOfIssue(ask, repository, issue);
  return known === undefined ? null : showPull(ask, known, 'listed');
}

async function get(ask: Ask): Promise<Reply> {
  return ok(await showPull(ask, await pullOfPath(ask, repositoryOfPath(ask))));
}

async function create(ask: Ask): Promise<Reply> {
  const {state, clock, git} = ask.world;
  const repository = repositoryOfPath(ask);
  const fields = ask.fields();
  const wish = readNewIssue(ask, repository, {isPull: true});
  const baseBranch = fields.requiredText('base');
  const reviewers = readReviewers(ask, repository, fields);
  const {headRepository, headBranch} = headOf(ask, repository, fields.requiredText('head'));
  if (!mayPropose(ask, repository, headRepository))
    throw new Refusal(403, 'This needs a collaborator here, or write permission on the repository of the head.');
  const place = git.open(repository.id);
  const baseSha = await branchHead(place, baseBranch);
  const headSha = await branchHead(git.open(headRepository.id), headBranch);
  if (baseSha === undefined || headSha === undefined) throw notFound();
  borrowObjects(git, headRepository.id, repository.id);
  const mergeBaseSha = await mergeBase(place, baseSha, headSha);
  if (mergeBaseSha === undefined) throw new Refusal(422, 'The two branches have no common history.');
  const commits = await commitsBetween(place, baseSha, headSha);
  // Usual: a branch that has nothing new may be proposed, but no branch for itself.
  if (headRepository.id === repository.id && headBranch === baseBranch)
    throw new Refusal(422, 'The head and the base are the same branch.');
  refuseTwin(ask, repository, {headRepositoryId: headRepository.id, headBranch, baseBranch});
  const now = clock.now();
  const issue = state.issues.add(id => ({
    ...wish,
    id,
    repositoryId: repository.id,
    index: nextIndex(state, repository.id),
    contentVersion: 0,
    posterId: ask.rules.posterOf(doer(ask).id),
    isPull: true,
    isLocked: false,
    isClosed: false,
    closedAt: undefined,
    createdAt: now,
    updatedAt: now,
  }));
  recordNew(ask, issue);
  if (commits.length > 0) recordPush(ask, issue, commits);
  const pull = state.pulls.add(id => ({
    id,
    issueId: issue.id,
    headRepositoryId: headRepository.id,
    headBranch,
    baseBranch,
    lastHeadSha: headSha,
    mergeBaseSha,
    allowsMaintainerEdit: ask.rules.maintainerEditOfNewPull(
      repository.allowsMaintainerEdit,
      headRepository.allowsMaintainerEdit,
    ),
    merged: undefined,
  }));
  requestReviews(ask, {repository, issue, headSha, reviewers});
  tellReferenced(ask, {repository, issue});
  notify(ask, {repository, issue, text: issue.body});
  const isFromFork = headRepository.id !== repository.id;
  for (const name of ask.rules.announcementsOfNewPull(isFromFork))
    announceIssue(ask, {repository, issue, action: 'opened', name});
  announceBeginning(ask, repository, issue);
  return created(await showPull(ask, {repository, issue, pull, headSha, baseSha}, 'created'));
}

/** Usual: who neither takes part in a repository nor may write to the head makes no pull request of it. */
function mayPropose(ask: Ask, repository: Repository, headRepository: Repository): boolean {
  const person = doer(ask);
  const owner = ask.world.state.accounts.get(repository.ownerId);
  const isCollaborator = repository.collaborators.some(({personId}) => personId === person.id);
  return isCollaborator || (owner !== undefined && belongsTo(ask, person, owner)) || may(ask, headRepository, 'write');
}

/** Reads `branch` or `owner:branch`, where the owner has a fork of the repository, or what it is a fork of. */
function headOf(ask: Ask, repository: Repository, head: string): {headRepository: Repository; headBranch: string} {
  const colon = head.indexOf(':');
  if (colon < 0) return {headRepository: repository, headBranch: head};
  const owner = findAccount(ask.world.state, head.slice(0, colon));
  const candidates = owner === undefined ? [] : ask.world.state.repositories.of(owner.id);
  const same =
    owner?.id === repository.ownerId ? findRepository(ask.world.state, owner.id, repository.name) : undefined;
  const found = same ?? candidates.find(({id, forkOfId}) => forkOfId === repository.id || id === repository.forkOfId);
  if (found === undefined || !may(ask, found, 'read')) throw notFound();
  return {headRepository: found, headBranch: head.slice(colon + 1)};
}

async function edit(ask: Ask): Promise<Reply> {
  const {state} = ask.world;
  const repository = repositoryOfPath(ask);
  const known = await pullOfPath(ask, repository);
  needPosterOr(ask, 'write', {repository, posterId: known.issue.posterId});
  const fields = ask.fields();
  checkContentVersion(fields, known.issue);
  const {milestoneId, ...others} = readColumns(ask, repository, fields);
  // Usual: here 0 takes no milestone away, as it does from an issue.
  const columns = milestoneId === undefined ? others : {milestoneId, ...others};
  const labels = fields.list('labels');
  const target = await readTarget(ask, known, fields.text('base') ?? '');
  if (known.pull.merged !== undefined && columns.isClosed === false)
    throw new Refusal(412, 'The pull request is merged.');
  const allowsMaintainerEdit = fields.flag('allow_maintainer_edit') ?? known.pull.allowsMaintainerEdit;
  const head = state.repositories.get(known.pull.headRepositoryId);
  // Usual: whoever may write to the head lets others write to it.
  if (allowsMaintainerEdit !== known.pull.allowsMaintainerEdit && (head === undefined || !may(ask, head, 'write')))
    throw new Refusal(403, 'This needs write permission on the head of the pull request.');
  // Git was read meanwhile, so somebody else may have changed both rows.
  const before = state.issues.get(known.issue.id) ?? known.issue;
  const issue = state.issues.put({
    ...applyColumns(ask, before, columns),
    ...ask.rules.identityAfterEdit(before, fields.sent),
  });
  const current = state.pulls.get(known.pull.id) ?? known.pull;
  const moved = target === undefined ? {} : {baseBranch: target.baseBranch, mergeBaseSha: target.mergeBaseSha};
  const pull = state.pulls.put({...current, ...moved, allowsMaintainerEdit});
  if (labels !== undefined && may(ask, repository, 'write'))
    relabel(ask, {repository, issue, references: labels, way: 'edit'});
  notifyEdited(ask, repository, {before, after: issue});
  announceEdit(ask, repository, before, issue);
  tellReferencedByEdit(ask, repository, before, issue);
  if (target !== undefined) tellRetargeted(ask, {repository, issue, before: current, target});
  const baseSha = target?.baseSha ?? known.baseSha;
  const shown = state.issues.get(issue.id) ?? issue;
  return json(201, await showPull(ask, {...known, issue: shown, pull, baseSha}, 'edited'));
}

/** Reads the branch that an edit lets the pull request go to; nothing where that stays. */
async function readTarget(ask: Ask, known: KnownPull, baseBranch: string): Promise<Target | undefined> {
  if (baseBranch === '' || baseBranch === known.pull.baseBranch) return undefined;
  if (known.pull.merged !== undefined) throw new Refusal(409, 'The pull request is merged.');
  if (known.issue.isClosed) throw new Refusal(422, 'The pull request is closed.');
  return findTarget(ask, known, baseBranch);
}

async function listFiles(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const {pull, headSha} = await pullOfPath(ask, repository);
  if (ask.rules.pullFilesNeedPaging && !(ask.query.has('limit') && ask.query.has('page'))) {
    throw new Refusal(422, 'limit and page are required');
  }
  const files = await differences(ask.world.git.open(repository.id), pull.mergeBaseSha, headSha);
  const shown = ask.rules.filesAfterSkip(files, ask.query.get('skip-to') ?? '');
  return countedPageReply(ask, shown, file => showFile(ask, repository, {file, headSha}), {hasTotal: false});
}

function showFile(ask: Ask, repository: Repository, {file, headSha}: {file: FileDifference; headSha: string}) {
  const path = file.path.split('/').map(encodeURIComponent).join('/');
  return {
    filename: file.path,
    ...(file.movedFrom === undefined ? {} : {previous_filename: file.movedFrom}),
    status: file.movedFrom === undefined ? file.status : 'renamed',
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    html_url: `${repositoryWebUrl(ask, repository)}/src/commit/${headSha}/${path}`,
    contents_url: `${repositoryApiUrl(ask, repository)}/contents/${path}?ref=${headSha}`,
    raw_url: `${repositoryWebUrl(ask, repository)}/raw/commit/${headSha}/${path}`,
  };
}

async function listCommits(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const {pull, headSha} = await pullOfPath(ask, repository);
  const commits = await commitsBetween(ask.world.git.open(repository.id), pull.mergeBaseSha, headSha);
  return countedPageReply(ask, commits, async entry => showCommit(ask, repository, entry), {hasTotal: false});
}
