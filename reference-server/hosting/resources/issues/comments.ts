/** Comments on issues. */
import type {Comment} from '../../../state/issues.ts';
import type {Repository} from '../../../state/repositories.ts';
import {stamped} from '../../../state/stamped.ts';
import {may} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {forgetReferences, tellReferenced, tellReferencedAgain} from '../../consequences/cross-references.ts';
import {announceComment} from '../../issue-events.ts';
import {commentOfPath, isOn, issueOfComment, issueOfPath, needPosterOr, repositoryOfPath} from '../../lookups.ts';
import {notify} from '../../notify.ts';
import {pageReply, queryInstant, wholeList} from '../../query.ts';
import {Refusal} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showComment} from '../../shapes/issue.ts';

const ofIssue = '/repos/{owner}/{repo}/issues/{index}/comments';
const ofRepository = '/repos/{owner}/{repo}/issues/comments';
const one = `${ofRepository}/{id}`;
const areas = ['issue'] as const;

export const commentRoutes: readonly Route[] = [
  {operation: 'issueGetComments', method: 'GET', path: ofIssue, caller: 'anyone', areas, answer: listOfIssue},
  {operation: 'issueCreateComment', method: 'POST', path: ofIssue, caller: 'signed-in', areas, answer: createComment},
  {
    operation: 'issueGetRepoComments',
    method: 'GET',
    path: ofRepository,
    caller: 'anyone',
    areas,
    answer: listOfRepository,
  },
  {operation: 'issueGetComment', method: 'GET', path: one, caller: 'anyone', areas, answer: getComment},
  {operation: 'issueEditComment', method: 'PATCH', path: one, caller: 'signed-in', areas, answer: editComment},
  {operation: 'issueDeleteComment', method: 'DELETE', path: one, caller: 'signed-in', areas, answer: deleteComment},
];

/** Reads `since` and `before`: "a shared helper reads both", for both lists. */
function isInWindow(ask: Ask): (comment: Comment) => boolean {
  const window = {since: queryInstant(ask, 'since'), before: queryInstant(ask, 'before')};
  return comment => ask.rules.isWithin(ask.rules.instantOfComment(comment), window);
}

function listOfIssue(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  const issue = issueOfPath(ask, repository);
  const comments = ask.world.state.comments.of(issue.id).filter(isInWindow(ask));
  return wholeList(ask, comments, comment => showComment(ask, {repository, issue, comment}));
}

async function listOfRepository(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const {state} = ask.world;
  const comments = state.issues
    .of(repository.id)
    .filter(issue => isOn(ask, repository, issue))
    .flatMap(issue => state.comments.of(issue.id))
    .filter(isInWindow(ask))
    .sort((left, right) => left.id - right.id);
  return pageReply(ask, comments, comment => show(ask, repository, comment));
}

function show(ask: Ask, repository: Repository, comment: Comment): Record<string, unknown> {
  return showComment(ask, {repository, issue: issueOfComment(ask, comment), comment});
}

function createComment(ask: Ask): Reply {
  const {state, clock} = ask.world;
  const repository = repositoryOfPath(ask);
  const issue = issueOfPath(ask, repository);
  if (repository.isArchived) throw new Refusal(423, 'The repository is archived.');
  if (issue.isLocked && !may(ask, repository, 'write')) throw new Refusal(403, 'The issue is locked.');
  const body = ask.fields().requiredText('body');
  const now = clock.now();
  const comment = state.comments.add(id => ({
    id,
    repositoryId: repository.id,
    issueId: issue.id,
    posterId: doer(ask).id,
    body,
    createdAt: now,
    updatedAt: now,
  }));
  state.issues.put({...issue, updatedAt: now});
  tellReferenced(ask, {repository, issue, comment});
  notify(ask, {repository, issue, commentId: comment.id, text: body});
  announceComment(ask, {repository, issue, comment, action: 'created'});
  return created(showComment(ask, {repository, issue, comment}));
}

function getComment(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  return ok(show(ask, repository, commentOfPath(ask, repository)));
}

function editComment(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  const comment = commentOfPath(ask, repository);
  if (repository.isArchived) throw new Refusal(423, 'The repository is archived.');
  needPosterOr(ask, 'write', {repository, posterId: comment.posterId});
  const body = ask.fields().requiredText('body');
  const edited = ask.world.state.comments.put(stamped(comment, {...comment, body}, ask.world.clock.now()));
  const issue = issueOfComment(ask, comment);
  if (body !== comment.body) {
    tellReferencedAgain(ask, {repository, issue, comment: edited});
    announceComment(ask, {repository, issue, comment: edited, action: 'edited', before: comment.body});
  }
  return ok(showComment(ask, {repository, issue, comment: edited}));
}

function deleteComment(ask: Ask): Reply {
  const {state} = ask.world;
  const repository = repositoryOfPath(ask);
  const comment = commentOfPath(ask, repository);
  needPosterOr(ask, 'write', {repository, posterId: comment.posterId});
  state.reactions.removeGroup(`comment:${comment.id}`);
  state.attachments.removeGroup(`comment:${comment.id}`);
  state.comments.remove(comment.id);
  const issue = issueOfComment(ask, comment);
  forgetReferences(ask, {repository, issue, comment});
  announceComment(ask, {repository, issue, comment, action: 'deleted'});
  return noContent();
}
