/** Shows issues, comments, labels, milestones and reactions as JSON. */
import {instantText} from '../../rules/instant.ts';
import type {Attachment} from '../../state/attachments.ts';
import type {Comment, Issue, Label, Milestone, Reaction} from '../../state/issues.ts';
import type {Repository} from '../../state/repositories.ts';
import type {Ask} from '../ask.ts';
import {apiUrl} from '../ask.ts';
import {showPersonById, showPublicly} from './person.ts';
import {fullName, repositoryApiUrl, repositoryWebUrl} from './repository.ts';

export function showIssue(
  ask: Ask,
  {repository, issue, occasion}: {repository: Repository; issue: Issue; occasion: 'created' | 'edited' | 'read'},
): Record<string, unknown> {
  const {state} = ask.world;
  const webUrl = `${repositoryWebUrl(ask, repository)}/${issue.isPull ? 'pulls' : 'issues'}/${issue.index}`;
  const milestone = issue.milestoneId === undefined ? undefined : state.milestones.get(issue.milestoneId);
  const assignees = issue.assigneeIds.map(id => showPublicly(ask, id));
  return {
    id: issue.id,
    url: `${repositoryApiUrl(ask, repository)}/issues/${issue.index}`,
    html_url: webUrl,
    number: issue.index,
    user: showPersonById(ask, issue.posterId),
    original_author: '',
    original_author_id: 0,
    title: issue.title,
    body: issue.body,
    content_version: issue.contentVersion,
    ref: issue.ref,
    assets: state.attachments.of(`issue:${issue.id}`).map(attachment => showAttachment(ask, attachment)),
    labels: labelsOf(ask, issue).map(label => showLabel(ask, label, 'issue')),
    milestone:
      milestone === undefined || !ask.rules.showsMilestone(occasion, milestone.isClosed)
        ? null
        : showMilestone(ask, milestone),
    assignee: assignees[0] ?? null,
    assignees: assignees.length === 0 ? null : assignees,
    state: issue.isClosed ? 'closed' : 'open',
    is_locked: issue.isLocked,
    comments: state.comments.of(issue.id).length,
    created_at: instantText(issue.createdAt),
    updated_at: instantText(issue.updatedAt),
    closed_at: optionalInstant(issue.closedAt),
    due_date: optionalInstant(issue.dueAt),
    time_estimate: 0,
    pull_request: showPullMeta(ask, issue, webUrl),
    repository: {
      id: repository.id,
      name: repository.name,
      owner: state.accounts.get(repository.ownerId)?.name ?? 'Ghost',
      full_name: fullName(ask, repository),
    },
    pin_order: 0,
  };
}

/** Whether the title of a pull request says that work on it goes on. */
export function isDraft({title}: Issue): boolean {
  return /^(\[wip\]|wip:)/i.test(title);
}

function showPullMeta({world: {state}}: Ask, issue: Issue, webUrl: string): Record<string, unknown> | null {
  const [pull] = state.pulls.of(issue.id);
  if (pull === undefined) return null;
  return {
    merged: pull.merged !== undefined,
    merged_at: optionalInstant(pull.merged?.atMs),
    draft: isDraft(issue),
    html_url: webUrl,
  };
}

export function optionalInstant(instantMs: number | undefined): string | null {
  return instantMs === undefined ? null : instantText(instantMs);
}

/** Gives the labels of an issue in the order of their names. */
export function labelsOf({world: {state}}: Ask, issue: Issue): readonly Label[] {
  const labels = issue.labelIds.flatMap(id => state.labels.get(id) ?? []);
  return labels.sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : left.id - right.id));
}

export function showLabel(ask: Ask, label: Label, place: 'label' | 'issue' = 'label'): Record<string, unknown> {
  return {
    id: label.id,
    name: label.name,
    exclusive: label.isExclusive,
    is_archived: label.isArchived,
    color: ask.rules.shownColor(label.color, place),
    description: label.description,
    url: labelUrl(ask, label),
  };
}

function labelUrl(ask: Ask, label: Label): string {
  const [kind, id] = label.home.split(':');
  const {state} = ask.world;
  if (kind === 'organization')
    return apiUrl(ask, `/orgs/${state.accounts.get(Number(id))?.name ?? 'Ghost'}/labels/${label.id}`);
  const repository = state.repositories.get(Number(id));
  return repository === undefined ? '' : `${repositoryApiUrl(ask, repository)}/labels/${label.id}`;
}

export function showMilestone({world: {state}}: Ask, milestone: Milestone): Record<string, unknown> {
  const issues = state.issues.of(milestone.repositoryId).filter(issue => issue.milestoneId === milestone.id);
  return {
    id: milestone.id,
    title: milestone.title,
    description: milestone.description,
    state: milestone.isClosed ? 'closed' : 'open',
    open_issues: issues.filter(issue => !issue.isClosed).length,
    closed_issues: issues.filter(issue => issue.isClosed).length,
    created_at: instantText(milestone.createdAt),
    updated_at: instantText(milestone.updatedAt),
    closed_at: optionalInstant(milestone.closedAt),
    due_on: optionalInstant(milestone.dueAt),
  };
}

export function showComment(
  ask: Ask,
  {repository, issue, comment}: {repository: Repository; issue: Issue; comment: Comment},
): Record<string, unknown> {
  const webUrl = `${repositoryWebUrl(ask, repository)}/${issue.isPull ? 'pulls' : 'issues'}/${issue.index}`;
  return {
    id: comment.id,
    html_url: `${webUrl}#issuecomment-${comment.id}`,
    pull_request_url: issue.isPull ? webUrl : '',
    issue_url: issue.isPull ? '' : webUrl,
    user: showPublicly(ask, comment.posterId),
    original_author: '',
    original_author_id: 0,
    body: comment.body,
    assets: ask.world.state.attachments.of(`comment:${comment.id}`).map(attachment => showAttachment(ask, attachment)),
    created_at: instantText(comment.createdAt),
    updated_at: instantText(comment.updatedAt),
  };
}

export function showAttachment(ask: Ask, attachment: Attachment): Record<string, unknown> {
  return {
    id: attachment.id,
    name: attachment.name,
    size: attachment.bytes.byteLength,
    download_count: attachment.downloads,
    created_at: instantText(attachment.createdAt),
    uuid: attachment.uuid,
    browser_download_url: `${ask.origin}/attachments/${attachment.uuid}`,
  };
}

export function showReaction(ask: Ask, reaction: Reaction): Record<string, unknown> {
  return {
    user: showPersonById(ask, reaction.personId),
    content: reaction.content,
    created_at: instantText(reaction.createdAt),
  };
}
