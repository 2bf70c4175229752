/** Requests to people and teams that they review a pull request. */
import type {Issue} from '../../../state/issues.ts';
import type {Person, Team} from '../../../state/people.ts';
import type {Review} from '../../../state/pulls.ts';
import type {Repository} from '../../../state/repositories.ts';
import {findPerson, personWithEmail} from '../../../state/state.ts';
import {may, reachesRepository, rightByTeams} from '../../access.ts';
import {asNobody, doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import type {Fields} from '../../fields.ts';
import {announceIssue} from '../../issue-events.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {notifyConcerned} from '../../notify.ts';
import {Refusal} from '../../refusal.ts';
import {created, noContent} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {isOnList} from '../../shapes/branch.ts';
import {showPerson} from '../../shapes/person.ts';
import {pullOfPath} from '../../shapes/pull.ts';
import type {KnownPull} from '../../shapes/pull.ts';
import {showReview} from '../../shapes/review.ts';
import {record, touchIssue} from '../../timeline.ts';

const path = '/repos/{owner}/{repo}/pulls/{index}/requested_reviewers';
const shared = {path, caller: 'signed-in', areas: ['repository']} as const;

export const reviewRequestRoutes: readonly Route[] = [
  {...shared, operation: 'repoCreatePullReviewRequests', method: 'POST', answer: create},
  {...shared, operation: 'repoDeletePullReviewRequests', method: 'DELETE', answer: remove},
];

/** Who is requested to review. */
export interface Reviewers {
  readonly people: readonly Person[];
  readonly teams: readonly Team[];
}

/** Reads `reviewers`, a list of names and e-mail addresses, and `team_reviewers`, a list of names. */
export function readReviewers(ask: Ask, repository: Repository, fields: Fields): Reviewers {
  const {state} = ask.world;
  const people = (fields.texts('reviewers') ?? []).map(name => {
    const person = findPerson(state, name) ?? personWithEmail(state, name);
    if (person === undefined) throw new Refusal(404, `There is no user ${name} who could review.`);
    if (!may(ask, repository, 'read', person)) throw new Refusal(422, `${name} may not read the repository.`);
    return person;
  });
  const teams = (fields.texts('team_reviewers') ?? []).map(name => {
    const team = state.teams.of(repository.ownerId).find(row => row.name.toLowerCase() === name.toLowerCase());
    if (team === undefined) throw new Refusal(404, `There is no team ${name} that could review.`);
    if (repository.isPrivate && !reachesRepository(team, repository))
      throw new Refusal(422, `The team ${name} may not read the repository.`);
    return team;
  });
  return {people, teams};
}

interface Request {
  readonly repository: Repository;
  readonly issue: Issue;
  readonly headSha: string;
  readonly reviewers: Reviewers;
}

/** Stores a request for each reviewer who has none yet, tells the people, and gives the new requests. */
export function requestReviews(ask: Ask, {repository, issue, headSha, reviewers}: Request): readonly Review[] {
  const {state, clock} = ask.world;
  if (reviewers.people.some(({id}) => id === issue.posterId))
    throw new Refusal(422, 'The poster of a pull request cannot be requested to review it.');
  const open = requestsOf(ask, issue);
  const add = (who: {personId: number; teamId?: number}, isOfficial: boolean): Review =>
    state.reviews.add(id => ({
      ...who,
      id,
      issueId: issue.id,
      state: 'REQUEST_REVIEW',
      body: '',
      comments: [],
      commitSha: headSha,
      isDismissed: false,
      isOfficial,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }));
  const people = [...new Set(reviewers.people)].filter(({id}) => !open.some(({personId}) => personId === id));
  const teams = [...new Set(reviewers.teams)].filter(({id}) => !open.some(({teamId}) => teamId === id));
  notifyConcerned(ask, {repository, issue, personIds: people.map(({id}) => id)});
  if (people.length + teams.length > 0) touchIssue(ask, issue);
  const [pull] = state.pulls.of(issue.id);
  const addFor = (person: Person): Review => {
    const isOfficial = pull !== undefined && isOfficialReviewer(ask, {repository, pull}, person);
    if (isOfficial) clearOfficial(ask, issue, person.id);
    return add({personId: person.id}, isOfficial);
  };
  const made = [...people.map(addFor), ...teams.map(({id}) => add({personId: noPerson, teamId: id}, false))];
  for (const review of made) recordRequest(ask, issue, review, false);
  for (const person of people) announceRequest(ask, {repository, issue, action: 'review_requested', person});
  return made;
}

function recordRequest(ask: Ask, issue: Issue, {id, personId, teamId}: Review, isRemoved: boolean): void {
  record(ask, issue, {kind: 'review_request', reviewId: id, personId, teamId, isRemoved});
}

function announceRequest(
  ask: Ask,
  {
    repository,
    issue,
    action,
    person,
  }: {repository: Repository; issue: Issue; action: 'review_requested' | 'review_request_removed'; person: Person},
): void {
  announceIssue(ask, {
    repository,
    issue,
    action,
    name: 'pull_request_review_request',
    more: {requested_reviewer: showPerson(asNobody(ask), person)},
  });
}

/** Tells whether the verdict of a person counts: they may write or, where the protected branch has a list, are on it. */
export function isOfficialReviewer(
  ask: Ask,
  {repository, pull}: Pick<KnownPull, 'repository' | 'pull'>,
  person: Person,
): boolean {
  const protection = ask.rules.pickProtection(ask.world.state.protections.of(repository.id), pull.baseBranch);
  if (protection?.enableApprovalsWhitelist !== true) return may(ask, repository, 'write', person);
  return isOnList(ask, person, {
    personIds: protection.approvalsWhitelistIds,
    teamIds: protection.approvalsWhitelistTeamIds,
  });
}

/** Usual: a person has one official word at most. */
export function clearOfficial({world: {state}}: Ask, issue: Issue, personId: number): void {
  for (const review of state.reviews.of(issue.id))
    if (review.personId === personId && review.isOfficial) state.reviews.put({...review, isOfficial: false});
}

/** The id of nobody, for requests to a team. */
const noPerson = 0;

function requestsOf({world: {state}}: Ask, issue: Issue): readonly Review[] {
  return state.reviews.of(issue.id).filter(review => review.state === 'REQUEST_REVIEW');
}

async function create(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const known = await pullOfPath(ask, repository);
  const reviewers = readReviewers(ask, repository, ask.fields());
  needChooser(ask, known);
  const requests = requestReviews(ask, {...known, reviewers});
  return created(requests.map(review => showReview(ask, known, review)));
}

/** Usual: who takes part in a repository chooses reviewers, though they only read; others are refused with 422. */
function needChooser(ask: Ask, {repository, issue}: KnownPull): void {
  const person = doer(ask);
  const owner = ask.world.state.accounts.get(repository.ownerId);
  const isCollaborator = repository.collaborators.some(({personId}) => personId === person.id);
  const isInTeam =
    owner?.kind === 'organization' && rightByTeams(ask, {repository, organization: owner, person}) !== 'none';
  if (isCollaborator || isInTeam || person.id === issue.posterId || may(ask, repository, 'write')) return;
  throw new Refusal(422, 'Only the poster, and who takes part in the repository, may do this.');
}

async function remove(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const known = await pullOfPath(ask, repository);
  const {people, teams} = readReviewers(ask, repository, ask.fields());
  const isOwnRequest = teams.length === 0 && people.every(({id}) => id === doer(ask).id);
  if (!isOwnRequest) needChooser(ask, known);
  const wanted = requestsOf(ask, known.issue).filter(
    ({personId, teamId}) => people.some(({id}) => id === personId) || teams.some(({id}) => id === teamId),
  );
  for (const review of wanted) {
    ask.world.state.reviews.remove(review.id);
    recordRequest(ask, known.issue, review, true);
  }
  for (const person of people.filter(({id}) => wanted.some(({personId}) => personId === id)))
    announceRequest(ask, {...known, action: 'review_request_removed', person});
  return noContent();
}
