/** Tells people about what happened to an issue. */
import type {Audience} from '../rules/notifications.ts';
import type {Issue} from '../state/issues.ts';
import type {Repository} from '../state/repositories.ts';
import {personById} from '../state/state.ts';
import {may, watchersOf} from './access.ts';
import {doer} from './ask.ts';
import type {Ask} from './ask.ts';
import {mentionsOf} from './mentions.ts';

/** Stores an unread notification for everybody concerned; a thread that exists becomes unread again instead of a second one. */
export function notify(
  ask: Ask,
  {repository, issue, commentId, text}: {repository: Repository; issue: Issue; commentId?: number; text: string},
): void {
  const {state} = ask.world;
  const audience = {
    doerId: doer(ask).id,
    watcherIds: watchersOf(ask, repository),
    participantIds: [
      issue.posterId,
      ...issue.assigneeIds,
      ...state.comments.of(issue.id).map(comment => comment.posterId),
      ...mentionsOf(ask, text),
    ],
  };
  notifyAudience(ask, {repository, issue, commentId, audience});
}

/** Tells people that an issue concerns them now: they were assigned to it, or requested to review it. */
export function notifyConcerned(
  ask: Ask,
  {repository, issue, personIds}: {repository: Repository; issue: Issue; personIds: readonly number[]},
): void {
  const audience = {doerId: doer(ask).id, watcherIds: [], participantIds: personIds};
  notifyAudience(ask, {repository, issue, commentId: undefined, audience});
}

function notifyAudience(
  ask: Ask,
  {
    repository,
    issue,
    commentId,
    audience,
  }: {repository: Repository; issue: Issue; commentId: number | undefined; audience: Audience},
): void {
  const {state, clock} = ask.world;
  for (const personId of ask.rules.notifiedPeople(audience)) {
    const person = personById(state, personId);
    if (person === undefined || !may(ask, repository, 'read', person)) continue;
    const existing = state.notifications.of(personId).find(({issueId}) => issueId === issue.id);
    const news = {commentId, status: 'unread', updatedAt: clock.now()} as const;
    if (existing === undefined) {
      state.notifications.add(id => ({...news, id, personId, repositoryId: repository.id, issueId: issue.id}));
    } else {
      const named = ask.rules.commentOfThread(existing.commentId, commentId);
      state.notifications.put({...existing, ...news, commentId: named});
    }
  }
}
