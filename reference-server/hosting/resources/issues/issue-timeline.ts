/** The timeline of an issue or pull request: its comments and everything else that happened to it, oldest first. */
import type {Ask} from '../../ask.ts';
import {mayKnow} from '../../consequences/cross-references.ts';
import {issueOfPath, repositoryOfPath} from '../../lookups.ts';
import {pageReply, queryInstant} from '../../query.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showCommentEntry, showEntry} from '../../timeline.ts';

export const timelineRoutes: readonly Route[] = [
  {
    operation: 'issueGetCommentsAndTimeline',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{index}/timeline',
    caller: 'anyone',
    areas: ['issue'],
    answer: list,
  },
];

async function list(ask: Ask): Promise<Reply> {
  const {state} = ask.world;
  const repository = repositoryOfPath(ask);
  const issue = issueOfPath(ask, repository);
  const window = {since: queryInstant(ask, 'since'), before: queryInstant(ask, 'before')};
  const comments = state.comments.of(issue.id).map(comment => ({
    id: comment.id,
    atMs: comment.updatedAt,
    show: () => showCommentEntry(ask, {repository, issue, comment}),
  }));
  const entries = state.timeline
    .of(issue.id)
    .filter(entry => mayKnow(ask, repository, entry))
    .map(entry => ({id: entry.id, atMs: entry.createdAt, show: () => showEntry(ask, {repository, issue, entry})}));
  const shown = [...comments, ...entries]
    .filter(({atMs}) => ask.rules.isWithin(atMs, window))
    .sort((left, right) => left.id - right.id);
  return pageReply(ask, shown, ({show}) => show());
}
