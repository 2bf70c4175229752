/** Reactions to issues and comments. */
import type {Issue} from '../../../state/issues.ts';
import {may} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {commentOfPath, issueOfComment, issueOfPath, repositoryOfPath} from '../../lookups.ts';
import {pageReply, wholeList} from '../../query.ts';
import {Refusal} from '../../refusal.ts';
import {json} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showReaction} from '../../shapes/issue.ts';

const onIssue = '/repos/{owner}/{repo}/issues/{index}/reactions';
const onComment = '/repos/{owner}/{repo}/issues/comments/{id}/reactions';
const reading = {method: 'GET', caller: 'anyone', areas: ['issue']} as const;
const writing = {caller: 'signed-in', areas: ['issue']} as const;

export const reactionRoutes: readonly Route[] = [
  {
    ...reading,
    readsReactionsOf: 'issue',
    operation: 'issueGetIssueReactions',
    path: onIssue,
    answer: listOfIssue,
  },
  {
    ...writing,
    operation: 'issuePostIssueReaction',
    method: 'POST',
    path: onIssue,
    answer: async ask => addReaction(ask, issueSubject(ask)),
  },
  {
    ...writing,
    operation: 'issueDeleteIssueReaction',
    method: 'DELETE',
    path: onIssue,
    answer: ask => removeReaction(ask, issueSubject(ask)),
  },
  {
    ...reading,
    readsReactionsOf: 'comment',
    operation: 'issueGetCommentReactions',
    path: onComment,
    answer: listOfComment,
  },
  {
    ...writing,
    operation: 'issuePostCommentReaction',
    method: 'POST',
    path: onComment,
    answer: async ask => addReaction(ask, commentSubject(ask)),
  },
  {
    ...writing,
    operation: 'issueDeleteCommentReaction',
    method: 'DELETE',
    path: onComment,
    answer: ask => removeReaction(ask, commentSubject(ask)),
  },
];

function issueSubject(ask: Ask): string {
  const issue = issueOfPath(ask, repositoryOfPath(ask));
  return openSubject(ask, issue, ask.rules.subjectOfReaction(issue.id, undefined));
}

function commentSubject(ask: Ask): string {
  const comment = commentOfPath(ask, repositoryOfPath(ask));
  const issue = issueOfComment(ask, comment);
  return openSubject(ask, issue, ask.rules.subjectOfReaction(issue.id, comment.id));
}

/** On a locked issue only writers go on, with reactions as with comments. */
function openSubject(ask: Ask, issue: Issue, subject: string): string {
  const isClosedToSender = issue.isLocked && !may(ask, repositoryOfPath(ask), 'write');
  if (isClosedToSender && ask.route.method !== 'GET') throw new Refusal(403, 'The issue is locked.');
  return subject;
}

async function listOfIssue(ask: Ask): Promise<Reply> {
  return pageReply(ask, ask.world.state.reactions.of(issueSubject(ask)), reaction => showReaction(ask, reaction));
}

function listOfComment(ask: Ask): Reply {
  return wholeList(ask, ask.world.state.reactions.of(commentSubject(ask)), reaction => showReaction(ask, reaction));
}

/** Looks and stores without waiting in between, so that of two parallel requests one finds what the other stored. */
async function addReaction(ask: Ask, subject: string): Promise<Reply> {
  const {rules, world} = ask;
  const content = ask.fields().text('content') ?? '';
  if (!rules.knownReactions.includes(content)) {
    throw new Refusal(403, `"${content}" is not a reaction; the reactions are ${rules.knownReactions.join(', ')}`);
  }
  const personId = doer(ask).id;
  const existing = rules.findReaction(world.state.reactions.of(subject), {personId, content});
  const existed = existing !== undefined;
  if (!rules.looksAndStoresAtOnce) await refuseWhatCameBetween(ask, subject, {personId, content, existed});
  const stored = rules.storesReaction(existed)
    ? world.state.reactions.add(id => ({id, subject, personId, content, createdAt: world.clock.now()}))
    : undefined;
  const shown = existing ?? stored;
  return json(rules.reactionStatus(existed), shown === undefined ? null : showReaction(ask, shown));
}

/** Waits as for a database, and fails as a unique index does when the same reaction was stored meanwhile. */
async function refuseWhatCameBetween(
  {rules, world}: Ask,
  subject: string,
  {existed, ...wanted}: {readonly personId: number; readonly content: string; readonly existed: boolean},
): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  await new Promise(resolve => setTimeout(resolve, 5));
  if (!existed && rules.findReaction(world.state.reactions.of(subject), wanted) !== undefined)
    throw new Refusal(500, '');
}

/** Usual: removing answers 200 without a body, also when there was nothing to remove. */
function removeReaction(ask: Ask, subject: string): Reply {
  const {reactions} = ask.world.state;
  const content = ask.fields().text('content') ?? '';
  const existing = ask.rules.findReaction(reactions.of(subject), {personId: doer(ask).id, content});
  if (existing !== undefined) reactions.remove(existing.id);
  return {kind: 'empty', status: 200};
}
