/** Reviews of pull requests. */
import {resolveCommit} from '../../../git/refs.ts';
import {instantText} from '../../../rules/instant.ts';
import type {ReviewState} from '../../../rules/pulls.ts';
import type {Review, ReviewComment} from '../../../state/pulls.ts';
import {may, senderPerson} from '../../access.ts';
import {doer, numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import type {Fields} from '../../fields.ts';
import {announceReview} from '../../issue-events.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showPersonById} from '../../shapes/person.ts';
import {pullUrl, showReview} from '../../shapes/review.ts';
import {clearOfficial, isOfficialReviewer} from './review-requests.ts';
import {pullOfPath} from '../../shapes/pull.ts';
import type {KnownPull} from '../../shapes/pull.ts';
import {record, touchIssue} from '../../timeline.ts';

const all = '/repos/{owner}/{repo}/pulls/{index}/reviews';
const one = `${all}/{id}`;
const areas = ['repository'] as const;
const reading = {method: 'GET', caller: 'anyone', areas} as const;
const writing = {caller: 'signed-in', areas} as const;

export const reviewRoutes: readonly Route[] = [
  {...reading, operation: 'repoListPullReviews', path: all, answer: list},
  {...writing, operation: 'repoCreatePullReview', method: 'POST', path: all, answer: create},
  {...reading, operation: 'repoGetPullReview', path: one, answer: get},
  {...writing, operation: 'repoSubmitPullReview', method: 'POST', path: one, answer: submit},
  {...writing, operation: 'repoDeletePullReview', method: 'DELETE', path: one, answer: remove},
  {...reading, operation: 'repoGetPullReviewComments', path: `${one}/comments`, answer: listComments},
  {
    ...writing,
    operation: 'repoDismissPullReview',
    method: 'POST',
    path: `${one}/dismissals`,
    answer: async ask => dismiss(ask, true),
  },
  {
    ...writing,
    operation: 'repoUnDismissPullReview',
    method: 'POST',
    path: `${one}/undismissals`,
    answer: async ask => dismiss(ask, false),
  },
];

/** Lists the reviews that the sender may see: a pending one is its author's alone. */
function visibleReviews(ask: Ask, {issue}: KnownPull): readonly Review[] {
  const viewerId = senderPerson(ask)?.id;
  return ask.world.state.reviews.of(issue.id).filter(review => ask.rules.maySeeReview(review, viewerId));
}

async function list(ask: Ask): Promise<Reply> {
  const known = await pullOfPath(ask, repositoryOfPath(ask));
  return pageReply(ask, visibleReviews(ask, known), review => showReview(ask, known, review), {links: true});
}

async function reviewOfPath(ask: Ask): Promise<{known: KnownPull; review: Review}> {
  const known = await pullOfPath(ask, repositoryOfPath(ask));
  const review = visibleReviews(ask, known).find(({id}) => id === numberParam(ask, 'id'));
  if (review === undefined) throw notFound();
  return {known, review};
}

async function get(ask: Ask): Promise<Reply> {
  const {known, review} = await reviewOfPath(ask);
  return ok(showReview(ask, known, review));
}

/** Creates a review, or extends the caller's pending one: "starts or extends a pending review". */
async function create(ask: Ask): Promise<Reply> {
  const {state, clock} = ask.world;
  const known = await pullOfPath(ask, repositoryOfPath(ask));
  const fields = ask.fields();
  const asked = readEvent(fields.text('event') ?? '');
  const kind = ask.rules.stateOfNewReview(asked, fields.flag('pending_review') ?? false);
  const body = fields.text('body') ?? '';
  const comments = readComments(fields);
  checkReview(ask, known, {kind, asked, body, comments});
  const personId = doer(ask).id;
  const open = ask.rules.pendingReviewToExtend(state.reviews.of(known.issue.id), personId);
  const commitSha = await commitOfReview(ask, known, fields.text('commit_id') ?? '');
  const review =
    open === undefined
      ? state.reviews.add(id => ({
          id,
          issueId: known.issue.id,
          personId,
          state: kind,
          body,
          comments: numbered(comments, 0),
          commitSha,
          isDismissed: false,
          isOfficial: false,
          createdAt: clock.now(),
          updatedAt: clock.now(),
        }))
      : state.reviews.put({
          ...open,
          updatedAt: clock.now(),
          state: kind,
          body: body === '' ? open.body : body,
          comments: [...open.comments, ...numbered(comments, open.comments.length)],
          commitSha,
        });
  endRequests(ask, known, review);
  // A review that was pending before takes back nothing.
  if (open === undefined) dismissEarlier(ask, known, review);
  const judged = makeOfficial(ask, known, review);
  if (review.state !== 'PENDING') touchIssue(ask, known.issue);
  announceReview(ask, {...known, review: judged});
  return ok(showReview(ask, known, judged));
}

/** Gives the commit that a review is about; without one, the head. */
async function commitOfReview(ask: Ask, {repository, headSha}: KnownPull, wanted: string): Promise<string> {
  if (wanted === '') return headSha;
  const sha = await resolveCommit(ask.world.git.open(repository.id), wanted);
  if (sha === undefined) throw new Refusal(422, `commit_id: there is no commit ${JSON.stringify(wanted)}.`);
  return sha;
}

/** A person who has reviewed is no longer requested to; usual is that a verdict ends the requests to their teams, too. */
function endRequests({world: {state}}: Ask, {issue}: KnownPull, review: Review): void {
  if (review.state === 'PENDING') return;
  const isOfTeam = (teamId: number | undefined): boolean =>
    isVerdict(review) && teamId !== undefined && state.teams.get(teamId)?.memberIds.includes(review.personId) === true;
  const requests = state.reviews
    .of(issue.id)
    .filter(row => row.state === 'REQUEST_REVIEW' && (row.personId === review.personId || isOfTeam(row.teamId)));
  for (const {id} of requests) state.reviews.remove(id);
}

/** Usual: of the verdicts of a person only the last one is official, if their word counts. */
function makeOfficial(ask: Ask, known: KnownPull, review: Review): Review {
  const {state} = ask.world;
  if (!isVerdict(review)) return review;
  clearOfficial(ask, known.issue, review.personId);
  if (!isOfficialReviewer(ask, known, doer(ask))) return review;
  return state.reviews.put({...review, isOfficial: true});
}

/** Usual: who approves or rejects again takes back what they said before. */
function dismissEarlier({world: {state}}: Ask, {issue}: KnownPull, review: Review): void {
  if (!isVerdict(review)) return;
  const earlier = state.reviews
    .of(issue.id)
    .filter(other => other.id !== review.id && other.personId === review.personId && isVerdict(other));
  for (const other of earlier) state.reviews.put({...other, isDismissed: true});
}

type NewComment = Omit<ReviewComment, 'id'>;

function numbered(comments: readonly NewComment[], before: number): readonly ReviewComment[] {
  return comments.map((comment, at) => ({...comment, id: before + at + 1}));
}

function readEvent(text: string): ReviewState {
  if (text === '' || text === 'PENDING') return 'PENDING';
  if (text === 'APPROVED' || text === 'REQUEST_CHANGES' || text === 'COMMENT') return text;
  throw new Refusal(422, `event must be APPROVED, REQUEST_CHANGES, COMMENT or PENDING, not "${text}"`);
}

function readComments(fields: Fields): readonly NewComment[] {
  return (fields.objects('comments') ?? []).map(comment => {
    const after = comment.integer('new_position') ?? 0;
    const before = comment.integer('old_position') ?? 0;
    const position = after === 0 ? -before : after;
    return {path: comment.requiredText('path'), body: comment.requiredText('body'), position};
  });
}

function checkReview(
  ask: Ask,
  {issue}: KnownPull,
  {kind, asked, body, comments}: {kind: ReviewState; asked: ReviewState; body: string; comments: readonly NewComment[]},
): void {
  const isVerdict = kind === 'APPROVED' || kind === 'REQUEST_CHANGES';
  if (isVerdict && issue.posterId === doer(ask).id)
    throw new Refusal(422, 'You cannot approve or reject your own pull request.');
  if (isVerdict && issue.isClosed) throw new Refusal(422, 'The pull request is closed.');
  if (kind === 'COMMENT' && comments.length === 0 && body.trim() === '')
    throw new Refusal(422, 'review event COMMENT requires a body or a comment');
  const needsText = kind === 'REQUEST_CHANGES' || asked === 'PENDING';
  if (needsText && body.trim() === '') throw new Refusal(422, 'The review needs a body.');
}

async function submit(ask: Ask): Promise<Reply> {
  const {known, review} = await reviewOfPath(ask);
  const fields = ask.fields();
  const kind = readEvent(fields.text('event') ?? '');
  const body = fields.text('body') ?? review.body;
  if (review.state !== 'PENDING' || review.personId !== doer(ask).id)
    throw new Refusal(422, 'Only an own pending review can be submitted.');
  if (kind === 'PENDING') throw new Refusal(422, 'The review would stay pending.');
  checkReview(ask, known, {kind, asked: kind, body, comments: review.comments});
  const submitted = ask.world.state.reviews.put({
    ...review,
    state: kind,
    body,
    updatedAt: ask.world.clock.now(),
  });
  touchIssue(ask, known.issue);
  endRequests(ask, known, submitted);
  const judged = makeOfficial(ask, known, submitted);
  announceReview(ask, {...known, review: judged});
  return ok(showReview(ask, known, judged));
}

async function remove(ask: Ask): Promise<Reply> {
  const {known, review} = await reviewOfPath(ask);
  if (review.personId !== doer(ask).id && !may(ask, known.repository, 'admin'))
    throw new Refusal(403, 'This review is somebody else’s.');
  const {reviews, timeline} = ask.world.state;
  reviews.remove(review.id);
  for (const {id, news} of timeline.of(known.issue.id))
    if ('reviewId' in news && news.reviewId === review.id) timeline.remove(id);
  return noContent();
}

async function listComments(ask: Ask): Promise<Reply> {
  const {known, review} = await reviewOfPath(ask);
  return ok(
    review.comments.map(comment => ({
      id: comment.id,
      body: comment.body,
      user: showPersonById(ask, review.personId),
      resolver: null,
      pull_request_review_id: review.id,
      created_at: instantText(review.createdAt),
      updated_at: instantText(review.createdAt),
      path: comment.path,
      commit_id: review.commitSha,
      original_commit_id: review.commitSha,
      diff_hunk: '',
      position: Math.max(0, comment.position),
      original_position: Math.max(0, -comment.position),
      html_url: `${pullUrl(ask, known)}#issuecomment-${review.id}-${comment.id}`,
      pull_request_url: pullUrl(ask, known),
    })),
  );
}

async function dismiss(ask: Ask, isDismissed: boolean): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'admin');
  const {review, known} = await reviewOfPath(ask);
  const fields = ask.fields();
  const message = isDismissed ? (fields.text('message') ?? '') : '';
  const includesPriors = isDismissed && fields.flag('priors') === true;
  if (!may(ask, repository, 'admin')) throw new Refusal(403, 'Only administrators of the repository dismiss reviews.');
  if (!isVerdict(review)) throw new Refusal(403, 'Only approvals and rejections are dismissed.');
  const {reviews} = ask.world.state;
  const priors = reviews.of(known.issue.id).filter(other => other.personId === review.personId && isVerdict(other));
  if (includesPriors) for (const prior of priors) reviews.put({...prior, isDismissed});
  touchIssue(ask, known.issue);
  if (isDismissed) record(ask, known.issue, {kind: 'dismiss_review', reviewId: review.id, body: message});
  return ok(showReview(ask, known, reviews.put({...review, isDismissed, updatedAt: ask.world.clock.now()})));
}

function isVerdict({state}: Review): boolean {
  return state === 'APPROVED' || state === 'REQUEST_CHANGES';
}
