/** The events of issues and pull requests: each is told to hooks and kept for the timeline. */
import type {EventName} from '../rules/event-names.ts';
import type {LabelChanges} from '../rules/events.ts';
import type {Comment, Issue, Label} from '../state/issues.ts';
import type {Review} from '../state/pulls.ts';
import type {Repository} from '../state/repositories.ts';
import type {Ask} from './ask.ts';
import {announce} from './events.ts';
import {showComment, showIssue, showLabel} from './shapes/issue.ts';
import {pullOfIssue, showPull} from './shapes/pull.ts';
import {showPublicly} from './shapes/person.ts';
import {record, recordEdit, recordState} from './timeline.ts';

/** What happened to which issue. */
export interface IssueHappening {
  readonly repository: Repository;
  readonly issue: Issue;
  readonly action: string;
  /** The event of an issue; that of a pull request follows from it. */
  readonly about?: 'issues' | 'issue_assign' | 'issue_label' | 'issue_milestone';
  readonly name?: EventName;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly rights?: 'all';
}

/** Announces what happened to an issue or pull request. */
export function announceIssue(ask: Ask, happening: IssueHappening): void {
  const {repository, issue, action, about = 'issues', more = {}, rights = 'of the doer'} = happening;
  const ownName = issue.isPull ? nameOfPull[about] : about;
  const details = (view: Ask) => showSubject(view, repository, issue, more);
  announce(ask, repository, {name: happening.name ?? ownName, action, rights, details});
}

const nameOfPull = {
  issues: 'pull_request',
  issue_assign: 'pull_request_assign',
  issue_label: 'pull_request_label',
  issue_milestone: 'pull_request_milestone',
} as const;

/** Shows the issue at once; a pull request as soon as git has been read. */
function showSubject(view: Ask, repository: Repository, issue: Issue, more: Readonly<Record<string, unknown>>) {
  const told = view.rules.tellsWhatChanged(issue.isPull) ? more : {};
  const shared = {number: issue.index, commit_id: '', ...told};
  if (!issue.isPull) return {...shared, issue: showIssue(view, {repository, issue, occasion: 'read'})};
  return showPullSubject(view, repository, issue).then(pull => ({
    ...shared,
    review: null,
    ...told,
    pull_request: pull,
  }));
}

async function showPullSubject(view: Ask, repository: Repository, issue: Issue): Promise<unknown> {
  const known = await pullOfIssue(view, repository, issue);
  return known === undefined ? null : showPull(view, known);
}

/** Announces all that an edit changed; nothing when it changed nothing. */
export function announceEdit(ask: Ask, repository: Repository, before: Issue, after: Issue): void {
  recordEdit(ask, before, after);
  // Usual: each text that changed is told by itself.
  for (const changes of textChanges(before, after))
    announceIssue(ask, {repository, issue: after, action: 'edited', more: {changes}});
  announceMilestone(ask, repository, before, after);
  for (const id of after.assigneeIds.filter(id => !before.assigneeIds.includes(id)))
    announceAssignee(ask, {repository, issue: after, action: 'assigned', id});
  for (const id of before.assigneeIds.filter(id => !after.assigneeIds.includes(id)))
    announceAssignee(ask, {repository, issue: after, action: 'unassigned', id});
  announceState(ask, repository, {before, after});
}

function textChanges(before: Issue, after: Issue): readonly Record<string, {from: string}>[] {
  const names = ['title', 'body', 'ref'] as const;
  return names.filter(name => before[name] !== after[name]).map(name => ({[name]: {from: before[name]}}));
}

/** Announces what a new issue or pull request has from the beginning, after it was announced itself. */
export function announceBeginning(ask: Ask, repository: Repository, issue: Issue): void {
  for (const id of issue.assigneeIds) announceAssignee(ask, {repository, issue, action: 'assigned', id});
  const labels = issue.labelIds.flatMap(id => ask.world.state.labels.get(id) ?? []);
  if (labels.length > 0) {
    const changes = showLabelChanges(ask, ask.rules.labelChanges([], labels, 'add'));
    announceIssue(ask, {repository, issue, action: 'label_updated', about: 'issue_label', more: {changes}});
  }
  announceMilestone(ask, repository, {...issue, milestoneId: undefined}, issue);
}

function announceMilestone(ask: Ask, repository: Repository, before: Issue, after: Issue): void {
  if (before.milestoneId === after.milestoneId) return;
  const action = after.milestoneId === undefined ? 'demilestoned' : 'milestoned';
  announceIssue(ask, {repository, issue: after, action, about: 'issue_milestone'});
}

function announceAssignee(
  ask: Ask,
  {repository, issue, action, id}: {repository: Repository; issue: Issue; action: string; id: number},
): void {
  const account = ask.world.state.accounts.get(id);
  const assignee = {id, login: account?.name ?? 'Ghost', username: account?.name ?? 'Ghost'};
  announceIssue(ask, {repository, issue, action, about: 'issue_assign', more: {assignee}});
}

/** Announces that an issue was closed or reopened, and by which commit if it was one. */
export function announceState(
  ask: Ask,
  repository: Repository,
  {before, after, commitSha, newestSha, isMerge = false}: StateHappening,
): void {
  recordState(ask, {before, after, isMerge});
  if (!ask.rules.isStateAction(before.isClosed, after.isClosed)) return;
  const action = after.isClosed ? 'closed' : 'reopened';
  const {closingCommits} = ask.world.state;
  const commitId = ask.rules.commitIdOf({action, commitSha, earlierSha: closingCommits.get(after.id), newestSha});
  if (commitSha !== undefined && after.isClosed) closingCommits.set(after.id, commitSha);
  const more = {commit_id: ask.rules.carriesCommitId(action) ? commitId : undefined};
  announceIssue(ask, {repository, issue: after, action, more});
}

export interface StateHappening {
  readonly before: Issue;
  readonly after: Issue;
  readonly commitSha?: string;
  readonly newestSha?: string;
  /** True where it closes because it was merged. */
  readonly isMerge?: boolean;
}

/** Announces that the labels of an issue changed, with those that were there before. */
export function announceLabels(ask: Ask, {repository, issue, before, after, way}: LabelHappening): void {
  for (const news of labelDifference(ask, before, after)) record(ask, issue, news);
  const changes = showLabelChanges(ask, ask.rules.labelChanges(before, after, way));
  const action = way === 'clear' ? 'label_cleared' : 'label_updated';
  for (let left = ask.rules.announcementsOfLabels(way, after.length); left > 0; left -= 1)
    announceIssue(ask, {repository, issue, action, about: 'issue_label', more: {changes}});
}

export interface LabelHappening {
  readonly repository: Repository;
  readonly issue: Issue;
  readonly before: readonly Label[];
  readonly after: readonly Label[];
  readonly way: 'add' | 'replace' | 'remove' | 'clear';
}

/** Usual: what an exclusive label takes the place of goes before it comes, and what else goes does so last. */
function labelDifference({rules}: Ask, before: readonly Label[], after: readonly Label[]) {
  const isIn = (list: readonly Label[], id: number): boolean => list.some(label => label.id === id);
  const left = new Set(before.filter(({id}) => !isIn(after, id)));
  const take = (isGone: (label: Label) => boolean) =>
    [...left].filter(isGone).map(label => {
      left.delete(label);
      return {kind: 'label', labelId: label.id, isAdded: false} as const;
    });
  const added = after
    .filter(({id}) => !isIn(before, id))
    .flatMap(label => {
      const scope = rules.exclusiveScopeOf(label);
      const displaced = take(one => scope !== undefined && rules.exclusiveScopeOf(one) === scope);
      return [...displaced, {kind: 'label', labelId: label.id, isAdded: true} as const];
    });
  return [...added, ...take(() => true)];
}

function showLabelChanges(ask: Ask, {old, added, removed}: LabelChanges<Label>): Record<string, unknown> {
  const show = (labels: readonly Label[]): unknown => labels.map(label => showLabel(ask, label));
  return {labels: {from: show(old)}, added_labels: show(added), removed_labels: show(removed)};
}

/** Announces what happened to a comment. */
export function announceComment(ask: Ask, {repository, issue, comment, action, before}: CommentHappening): void {
  const name = issue.isPull ? 'pull_request_comment' : 'issue_comment';
  const shown = (view: Ask) => ({
    issue: showIssue(view, {repository, issue, occasion: 'read'}),
    comment: showComment(view, {repository, issue, comment}),
    ...(before === undefined ? {} : {changes: {body: {from: before}}}),
    is_pull: issue.isPull,
  });
  const details = (view: Ask) => {
    const told = shown(view);
    return issue.isPull ? showPullSubject(view, repository, issue).then(pull => ({...told, pull_request: pull})) : told;
  };
  announce(ask, repository, {name, action, details});
}

export interface CommentHappening {
  readonly repository: Repository;
  readonly issue: Issue;
  readonly comment: Comment;
  readonly action: 'created' | 'edited' | 'deleted';
  /** The text before an edit. */
  readonly before?: string;
}

/** Announces that a review was submitted; a pending one is its author's alone. */
export function announceReview(
  ask: Ask,
  {repository, issue, review}: {repository: Repository; issue: Issue; review: Review},
): void {
  if (review.state === 'PENDING' || review.state === 'REQUEST_REVIEW') return;
  record(ask, issue, {kind: 'review', reviewId: review.id, body: review.body});
  const name = nameOfReview[review.state];
  const reviewer = showPublicly(ask, review.personId);
  const more = {review: {type: name, content: review.body}, requested_reviewer: reviewer};
  announceIssue(ask, {repository, issue, action: 'reviewed', name, more});
}

const nameOfReview = {
  APPROVED: 'pull_request_review_approved',
  REQUEST_CHANGES: 'pull_request_review_rejected',
  COMMENT: 'pull_request_review_comment',
} as const;
