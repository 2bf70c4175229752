/** Keeps and shows what happened to an issue, so that its timeline tells more than its comments. */
import {instantText} from '../rules/instant.ts';
import type {Issue, TimelineEntry, TimelineNews} from '../state/issues.ts';
import type {Repository} from '../state/repositories.ts';
import {doer} from './ask.ts';
import type {Ask} from './ask.ts';
import {showComment, showIssue, showLabel, showMilestone} from './shapes/issue.ts';
import {showPublicly, showTeamAlone} from './shapes/person.ts';
import {showTime} from './shapes/tracked-time.ts';

/** Adds an entry in the name of the sender, and gives it. */
export function record(ask: Ask, issue: Issue, news: TimelineNews): TimelineEntry {
  const {state, clock} = ask.world;
  return state.timeline.add(id => ({id, issueId: issue.id, posterId: doer(ask).id, news, createdAt: clock.now()}));
}

/** Adds what an edit changed. */
export function recordEdit(ask: Ask, before: Issue, after: Issue): void {
  if (before.title !== after.title)
    record(ask, after, {kind: 'change_title', before: before.title, after: after.title});
  if (before.ref !== after.ref) record(ask, after, {kind: 'change_issue_ref', before: before.ref, after: after.ref});
  if (before.dueAt !== after.dueAt) record(ask, after, deadlineNews(before.dueAt, after.dueAt));
  for (const personId of before.assigneeIds.filter(id => !after.assigneeIds.includes(id)))
    record(ask, after, {kind: 'assignees', personId, isRemoved: true});
  for (const personId of after.assigneeIds.filter(id => !before.assigneeIds.includes(id)))
    record(ask, after, {kind: 'assignees', personId, isRemoved: false});
  if (before.milestoneId !== after.milestoneId) {
    touchMilestones(ask, [before.milestoneId, after.milestoneId]);
    record(ask, after, {kind: 'milestone', before: before.milestoneId, after: after.milestoneId});
  }
}

/** Adds what a new issue has from the beginning. */
export function recordNew(ask: Ask, issue: Issue): void {
  touchMilestones(ask, [issue.milestoneId]);
  if (issue.milestoneId !== undefined)
    record(ask, issue, {kind: 'milestone', before: undefined, after: issue.milestoneId});
  for (const labelId of issue.labelIds) record(ask, issue, {kind: 'label', labelId, isAdded: true});
  for (const personId of issue.assigneeIds) record(ask, issue, {kind: 'assignees', personId, isRemoved: false});
}

function deadlineNews(before: number | undefined, after: number | undefined): TimelineNews {
  const day = (at: number): string => instantText(at).slice(0, 'yyyy-mm-dd'.length);
  if (after === undefined) return {kind: 'removed_deadline', body: before === undefined ? '' : day(before)};
  if (before === undefined) return {kind: 'added_deadline', body: day(after)};
  return {kind: 'modified_deadline', body: `${day(after)}|${day(before)}`};
}

/** Adds that commits, the newest first, came to a pull request. */
export function recordPush(ask: Ask, issue: Issue, commits: readonly {readonly sha: string}[], isForced = false): void {
  const commitIds = commits.map(({sha}) => sha).toReversed();
  record(ask, issue, {kind: 'pull_push', body: JSON.stringify({is_force_push: isForced, commit_ids: commitIds})});
}

/** Usual: what came to a pull request is told once more, as one, when it goes to another branch. */
export function retellPush(ask: Ask, issue: Issue, commits: readonly {readonly sha: string}[]): void {
  const {timeline} = ask.world.state;
  for (const {id, news} of timeline.of(issue.id)) if (news.kind === 'pull_push') timeline.remove(id);
  if (commits.length > 0) recordPush(ask, issue, commits);
}

/** Adds that an issue was closed or reopened, or that a pull request was merged. */
export function recordState(ask: Ask, {before, after, isMerge}: {before: Issue; after: Issue; isMerge: boolean}): void {
  if (before.isClosed === after.isClosed) return;
  touchMilestones(ask, [after.milestoneId]);
  record(ask, after, {kind: isMerge ? 'merge_pull' : after.isClosed ? 'close' : 'reopen'});
}

/** Shows an entry with the fields of every entry, empty where they do not concern it. */
export function showEntry(
  ask: Ask,
  {repository, issue, entry}: {repository: Repository; issue: Issue; entry: TimelineEntry},
): Record<string, unknown> {
  const {id, posterId, createdAt, news} = entry;
  const base = {
    id,
    repositoryId: repository.id,
    issueId: issue.id,
    posterId,
    body: '',
    createdAt,
    updatedAt: createdAt,
  };
  const shown = withoutOrigin(ask, {repository, issue, comment: base});
  return {...shown, ...emptyNews, type: news.kind, created_at: instantText(createdAt), ...showNews(ask, news)};
}

const emptyNews = {
  label: null,
  milestone: null,
  old_milestone: null,
  assignee: null,
  removed_assignee: false,
  old_title: '',
  new_title: '',
  ref_commit_sha: '',
  review_id: 0,
  project_id: 0,
  old_project_id: 0,
  old_ref: '',
  new_ref: '',
  ref_issue: null,
  ref_comment: null,
  ref_action: 'none',
  tracked_time: null,
  assignee_team: null,
  resolve_doer: null,
  dependent_issue: null,
};

function showNews(ask: Ask, news: TimelineNews): Record<string, unknown> {
  const {state} = ask.world;
  const milestone = (id: number | undefined): unknown => {
    const found = id === undefined ? undefined : state.milestones.get(id);
    return found === undefined ? null : showMilestone(ask, found);
  };
  switch (news.kind) {
    case 'close':
    case 'reopen':
    case 'merge_pull':
      return {};
    case 'label': {
      const label = state.labels.get(news.labelId);
      return {label: label === undefined ? null : showLabel(ask, label), body: news.isAdded ? '1' : ''};
    }
    case 'milestone':
      return {old_milestone: milestone(news.before), milestone: milestone(news.after)};
    case 'assignees':
      return {assignee: showPublicly(ask, news.personId), removed_assignee: news.isRemoved};
    case 'change_title':
      return {old_title: news.before, new_title: news.after};
    case 'change_issue_ref':
      return {old_ref: news.before, new_ref: news.after};
    case 'added_deadline':
    case 'modified_deadline':
    case 'removed_deadline':
    case 'pull_push':
      return {body: news.body};
    case 'add_time_manual':
      return {body: news.body, tracked_time: showTime(ask, news.time)};
    case 'delete_time_manual':
      return {body: news.body};
    case 'review':
    case 'dismiss_review':
      return {review_id: news.reviewId, body: news.body};
    case 'review_request': {
      const team = news.teamId === undefined ? undefined : state.teams.get(news.teamId);
      return {
        review_id: news.isRemoved ? 0 : news.reviewId,
        assignee: news.personId === 0 ? null : showPublicly(ask, news.personId),
        assignee_team: team === undefined ? null : showTeamAlone(ask, team),
        removed_assignee: news.isRemoved,
      };
    }
    case 'change_target_branch':
      return {old_ref: news.before, new_ref: news.after};
    case 'delete_branch':
      return {old_ref: news.branch};
    case 'issue_ref':
    case 'pull_ref':
    case 'comment_ref':
      return showReference(ask, news);
    case 'commit_ref':
      return {ref_commit_sha: news.commitSha, body: news.body};
  }
}

function showReference(
  ask: Ask,
  {fromIssueId, commentId, action}: {fromIssueId: number; commentId?: number; action: string},
): Record<string, unknown> {
  const {state} = ask.world;
  const issue = state.issues.get(fromIssueId);
  const repository = issue === undefined ? undefined : state.repositories.get(issue.repositoryId);
  if (issue === undefined || repository === undefined) return {ref_action: action};
  const comment = commentId === undefined ? undefined : state.comments.get(commentId);
  return {
    ref_action: action,
    ref_issue: showIssue(ask, {repository, issue, occasion: 'read'}),
    ref_comment: comment === undefined ? null : showComment(ask, {repository, issue, comment}),
  };
}

/** Shows a comment as an entry of the timeline. */
export function showCommentEntry(ask: Ask, shown: Parameters<typeof showComment>[1]): Record<string, unknown> {
  return {...withoutOrigin(ask, shown), ...emptyNews, type: 'comment'};
}

/** What an entry has of a comment. */
function withoutOrigin(ask: Ask, shown: Parameters<typeof showComment>[1]): Record<string, unknown> {
  const {assets: _assets, original_author: _author, original_author_id: _id, ...comment} = showComment(ask, shown);
  return comment;
}

/** Makes an issue newer. */
export function touchIssue({world: {state, clock}}: Ask, {id}: Issue): void {
  const issue = state.issues.get(id);
  if (issue !== undefined) state.issues.put({...issue, updatedAt: clock.now()});
}

/** Makes milestones newer: usual where an issue comes, goes, or is closed or opened again. */
function touchMilestones({world: {state, clock}}: Ask, ids: readonly (number | undefined)[]): void {
  for (const id of ids) {
    const milestone = id === undefined ? undefined : state.milestones.get(id);
    if (milestone !== undefined) state.milestones.put({...milestone, updatedAt: clock.now()});
  }
}
