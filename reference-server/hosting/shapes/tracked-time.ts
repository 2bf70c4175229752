/** Shows tracked times as JSON. */
import {instantText} from '../../rules/instant.ts';
import {personById} from '../../state/state.ts';
import type {TrackedTime} from '../../state/work.ts';
import type {Ask} from '../ask.ts';
import {showIssue} from './issue.ts';

/** Shows a time with the issue that it was tracked on. */
export function showTime(ask: Ask, time: TrackedTime): Record<string, unknown> {
  const {state} = ask.world;
  const issue = state.issues.get(time.issueId);
  const repository = state.repositories.get(time.repositoryId);
  return {
    id: time.id,
    created: instantText(time.createdAt),
    time: time.seconds,
    user_id: time.personId,
    user_name: personById(state, time.personId)?.name ?? 'Ghost',
    issue_id: time.issueId,
    issue:
      issue === undefined || repository === undefined ? null : showIssue(ask, {repository, issue, occasion: 'read'}),
  };
}
