/** Issues: create, read, change, list, remove. */
import type {IssueColumns} from '../../../rules/issues.ts';
import type {Issue} from '../../../state/issues.ts';
import type {Repository} from '../../../state/repositories.ts';
import {removeIssue} from '../../../state/removal.ts';
import {stamped} from '../../../state/stamped.ts';
import {findPerson, nextIndex} from '../../../state/state.ts';
import {may} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import type {Fields} from '../../fields.ts';
import {forgetReferencesFrom, tellReferenced, tellReferencedByEdit} from '../../consequences/cross-references.ts';
import {announceBeginning, announceEdit, announceIssue, announceState} from '../../issue-events.ts';
import {issueOfPath, needPosterOr, repositoryOfPath} from '../../lookups.ts';
import {notify, notifyConcerned} from '../../notify.ts';
import {Refusal} from '../../refusal.ts';
import {created, json, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showIssue} from '../../shapes/issue.ts';
import {recordNew} from '../../timeline.ts';
import {labelsByReference} from './issue-labels.ts';

const one = '/repos/{owner}/{repo}/issues/{index}';
const areas = ['issue'] as const;

export const issueRoutes: readonly Route[] = [
  {
    operation: 'issueCreateIssue',
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues',
    caller: 'signed-in',
    areas,
    answer: createIssue,
  },
  {operation: 'issueGetIssue', method: 'GET', path: one, caller: 'anyone', areas, answer: getIssue},
  {operation: 'issueEditIssue', method: 'PATCH', path: one, caller: 'signed-in', areas, answer: editIssue},
  {operation: 'issueDelete', method: 'DELETE', path: one, caller: 'signed-in', areas, answer: deleteIssue},
];

function createIssue(ask: Ask): Reply {
  const {state, clock} = ask.world;
  const repository = repositoryOfPath(ask);
  if (repository.isArchived) throw new Refusal(423, 'The repository is archived.');
  // Usual: who administers it may open one all the same.
  if (!repository.hasIssues && !may(ask, repository, 'admin')) throw new Refusal(403, 'This repository has no issues.');
  const wish = readNewIssue(ask, repository, {isPull: false});
  const now = clock.now();
  const issue = state.issues.add(id => ({
    ...wish,
    id,
    repositoryId: repository.id,
    index: nextIndex(state, repository.id),
    contentVersion: 0,
    posterId: ask.rules.posterOf(doer(ask).id),
    isPull: false,
    isLocked: false,
    closedAt: wish.isClosed ? now : undefined,
    createdAt: now,
    updatedAt: now,
  }));
  recordNew(ask, issue);
  tellReferenced(ask, {repository, issue});
  notify(ask, {repository, issue, text: issue.body});
  announceNew(ask, repository, issue);
  return created(showIssue(ask, {repository, issue, occasion: 'created'}));
}

/** Announces a new issue; one that is created closed is opened first. */
function announceNew(ask: Ask, repository: Repository, issue: Issue): void {
  const before = {...issue, isClosed: false, closedAt: undefined};
  announceIssue(ask, {repository, issue: before, action: 'opened'});
  announceBeginning(ask, repository, before);
  if (issue.isClosed) announceState(ask, repository, {before, after: issue});
}

/** Reads a new issue or pull request; what only writers may set on an issue is left out for others, as is usual. */
export function readNewIssue(
  ask: Ask,
  repository: Repository,
  {isPull}: {isPull: boolean},
): Pick<Issue, 'title' | 'body' | 'ref' | 'isClosed' | 'labelIds' | 'milestoneId' | 'assigneeIds' | 'dueAt'> {
  const fields = ask.fields();
  const mayTriage = isPull || may(ask, repository, 'write');
  const title = readTitle(fields.requiredText('title'));
  const text = {title, body: fields.text('body') ?? '', ref: fields.text('ref') ?? ''};
  const assigneeIds = readAssignees(ask, repository, fields) ?? [];
  const milestoneId = readMilestone(ask, repository, fields.integer('milestone'));
  const labels = labelsByReference(ask, repository, fields.list('labels') ?? []);
  const details = {
    isClosed: fields.flag('closed') ?? false,
    labelIds: ask.rules.labelsAfterAdding([], labels).map(({id}) => id),
    milestoneId,
    assigneeIds,
    dueAt: fields.instant('due_date'),
  };
  const blank = {isClosed: false, labelIds: [], milestoneId: undefined, assigneeIds: [], dueAt: undefined};
  return {...text, ...(mayTriage ? details : blank)};
}

function readTitle(title: string): string {
  if (title.length > 255) throw new Refusal(422, '[title]: must have at most 255 characters');
  return title;
}

/** Reads the wished assignees; undefined when the request says nothing about them. */
function readAssignees(ask: Ask, repository: Repository, fields: Fields): readonly number[] | undefined {
  const list = fields.texts('assignees');
  const single = fields.text('assignee');
  if (list === undefined && single === undefined) return undefined;
  const names = [...(list ?? []), ...(single === undefined || single === '' ? [] : [single])];
  if (!ask.rules.acceptsAssignees(names)) throw new Refusal(422, 'assignees must not be empty');
  const ids = names.map(name => {
    const person = findPerson(ask.world.state, name);
    if (person === undefined) throw new Refusal(422, `There is no user ${name} who could be assigned.`);
    if (!may(ask, repository, 'read', person))
      throw new Refusal(422, `${name} cannot be assigned: no access to the repository.`);
    return person.id;
  });
  return [...new Set(ids)];
}

/** Reads a milestone by its id; 0 and absent mean none. */
function readMilestone({world: {state}}: Ask, repository: Repository, id: number | undefined): number | undefined {
  if (id === undefined || id === 0) return undefined;
  if (state.milestones.get(id)?.repositoryId !== repository.id)
    throw new Refusal(422, `There is no milestone ${id} in this repository.`);
  return id;
}

function getIssue(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  return ok(showIssue(ask, {repository, issue: issueOfPath(ask, repository), occasion: 'read'}));
}

/** Usual: an edit answers 201. */
function editIssue(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  const issue = issueOfPath(ask, repository);
  needPosterOr(ask, 'write', {repository, posterId: issue.posterId});
  const fields = ask.fields();
  checkContentVersion(fields, issue);
  const columns = readColumns(ask, repository, fields);
  // Usual: of issues alone, and not of pull requests.
  if (fields.flag('unset_due_date') === false && columns.dueAt === undefined && may(ask, repository, 'write'))
    throw new Refusal(400, 'The due_date cannot be empty.');
  const edited: Issue = {
    ...applyColumns(ask, issue, columns),
    ...ask.rules.identityAfterEdit(issue, fields.sent),
  };
  ask.world.state.issues.put(edited);
  notifyEdited(ask, repository, {before: issue, after: edited});
  announceEdit(ask, repository, issue, edited);
  tellReferencedByEdit(ask, repository, issue, edited);
  return json(201, showIssue(ask, {repository, issue: edited, occasion: 'edited'}));
}

/** Refuses to change a body that somebody else changed since the client read it, when the client says what it read. */
export function checkContentVersion(fields: Fields, issue: Issue): void {
  const version = fields.integer('content_version');
  if (version !== undefined && version !== issue.contentVersion)
    throw new Refusal(409, `content_version is ${issue.contentVersion} by now, not ${version}.`);
}

/** Tells those who were assigned by an edit and, where it was closed or opened again, all who take part. */
export function notifyEdited(ask: Ask, repository: Repository, {before, after}: {before: Issue; after: Issue}): void {
  if (before.isClosed !== after.isClosed) notify(ask, {repository, issue: after, text: ''});
  const personIds = after.assigneeIds.filter(id => !before.assigneeIds.includes(id));
  notifyConcerned(ask, {repository, issue: after, personIds});
}

/** Reads the columns that an edit may set; a poster without write permission sets only text and state. */
export function readColumns(ask: Ask, repository: Repository, fields: Fields): IssueColumns {
  const title = fields.text('title');
  const body = fields.text('body');
  const ref = fields.text('ref');
  const state = fields.text('state');
  if (state !== undefined && state !== 'open' && state !== 'closed')
    throw new Refusal(412, `There is no state ${state}.`);
  const texts: IssueColumns = {
    ...(title === undefined || title === '' ? {} : {title: readTitle(title)}),
    ...(body === undefined ? {} : {body}),
    ...(ref === undefined ? {} : {ref}),
    ...(state === undefined ? {} : {isClosed: state === 'closed'}),
  };
  const milestone = fields.integer('milestone');
  const assigneeIds = readAssignees(ask, repository, fields);
  const dueAt = fields.instant('due_date');
  const milestoneId = readMilestone(ask, repository, milestone);
  if (!may(ask, repository, 'write')) return texts;
  return {
    ...texts,
    ...(milestone === undefined ? {} : {milestoneId}),
    ...(assigneeIds === undefined ? {} : {assigneeIds}),
    ...(dueAt === undefined ? {} : {dueAt}),
    ...(fields.flag('unset_due_date') === true ? {dueAt: undefined} : {}),
  };
}

/** Gives an issue with the columns set. */
export function applyColumns(ask: Ask, issue: Issue, columns: IssueColumns): Issue {
  const now = ask.world.clock.now();
  const isClosed = columns.isClosed ?? issue.isClosed;
  const edited: Issue = {
    ...issue,
    title: columns.title ?? issue.title,
    body: columns.body ?? issue.body,
    contentVersion: issue.contentVersion + (columns.body === undefined || columns.body === issue.body ? 0 : 1),
    ref: columns.ref ?? issue.ref,
    isClosed,
    closedAt: isClosed ? (issue.closedAt ?? now) : undefined,
    milestoneId: 'milestoneId' in columns ? columns.milestoneId : issue.milestoneId,
    assigneeIds: ask.rules.assigneesAfterEdit(issue.assigneeIds, columns.assigneeIds, ask.route.operation),
    dueAt: 'dueAt' in columns ? columns.dueAt : issue.dueAt,
  };
  return stamped(issue, edited, now);
}

function deleteIssue(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'admin');
  const issue = issueOfPath(ask, repository);
  announceIssue(ask, {repository, issue, action: 'deleted'});
  forgetReferencesFrom(ask, issue);
  removeIssue(ask.world.state, issue);
  return noContent();
}
