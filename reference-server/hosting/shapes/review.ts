/** Shows reviews of pull requests as JSON. */
import {instantText} from '../../rules/instant.ts';
import type {Review} from '../../state/pulls.ts';
import type {Ask} from '../ask.ts';
import {showPersonById, showTeam} from './person.ts';
import type {KnownPull} from './pull.ts';
import {repositoryWebUrl} from './repository.ts';

/** Gives the address of the page of a pull request. */
export function pullUrl(ask: Ask, {repository, issue}: KnownPull): string {
  return `${repositoryWebUrl(ask, repository)}/pulls/${issue.index}`;
}

export function showReview(ask: Ask, known: KnownPull, review: Review): Record<string, unknown> {
  const team = review.teamId === undefined ? undefined : ask.world.state.teams.get(review.teamId);
  const isRequest = review.state === 'REQUEST_REVIEW';
  return {
    id: review.id,
    user: review.teamId === undefined ? showPersonById(ask, review.personId) : null,
    team: team === undefined ? null : showTeam(team),
    state: review.state,
    body: review.body,
    // Usual: a request to review is about no commit, and stands nowhere on the page.
    commit_id: isRequest ? '' : review.commitSha,
    stale: ask.rules.isStaleReview(review, known.headSha),
    official: review.isOfficial,
    dismissed: review.isDismissed,
    comments_count: review.comments.length,
    submitted_at: instantText(review.createdAt),
    updated_at: instantText(review.updatedAt),
    html_url: isRequest ? '' : `${pullUrl(ask, known)}#issuecomment-${review.id}`,
    pull_request_url: pullUrl(ask, known),
  };
}
