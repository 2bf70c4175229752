/** Notifications of the caller. */
import {instantText} from '../../../rules/instant.ts';
import type {NotificationPurpose} from '../../../rules/notifications.ts';
import type {Notification, NotificationStatus} from '../../../state/notifications.ts';
import type {Repository} from '../../../state/repositories.ts';
import {apiUrl, doer, numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {pageReply, queryFlag, queryInstant, wholeList} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {json, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {fullName, repositoryApiUrl, repositoryWebUrl, showRepository} from '../../shapes/repository.ts';

const shared = {caller: 'signed-in', areas: ['notification']} as const;
const ofRepository = '/repos/{owner}/{repo}/notifications';
const thread = '/notifications/threads/{id}';

export const notificationRoutes: readonly Route[] = [
  {
    ...shared,
    operation: 'notifyGetList',
    method: 'GET',
    path: '/notifications',
    answer: async ask => list(ask, own(ask, 'list')),
  },
  {
    ...shared,
    operation: 'notifyReadList',
    method: 'PUT',
    path: '/notifications',
    answer: ask => update(ask, own(ask, 'update')),
  },
  {...shared, operation: 'notifyNewAvailable', method: 'GET', path: '/notifications/new', answer: countNew},
  {
    ...shared,
    operation: 'notifyGetThread',
    method: 'GET',
    path: thread,
    answer: ask => ok(show(ask, threadOfPath(ask, 'list'))),
  },
  {...shared, operation: 'notifyReadThread', method: 'PATCH', path: thread, answer: updateThread},
  {
    ...shared,
    operation: 'notifyGetRepoList',
    method: 'GET',
    path: ofRepository,
    answer: async ask => list(ask, ownInRepository(ask, 'list')),
  },
  {
    ...shared,
    operation: 'notifyReadRepoList',
    method: 'PUT',
    path: ofRepository,
    answer: ask => update(ask, ownInRepository(ask, 'update')),
  },
];

function own(ask: Ask, purpose: NotificationPurpose): readonly Notification[] {
  return ask.world.state.notifications.all().filter(row => ask.rules.isNotificationOf(row, doer(ask).id, purpose));
}

function ownInRepository(ask: Ask, purpose: NotificationPurpose): readonly Notification[] {
  const repository = repositoryOfPath(ask);
  return own(ask, purpose).filter(row => ask.rules.isNotificationIn(row, repository.id, purpose));
}

/** Lists the newest first; those of one instant by their ids, so that pages do not overlap. */
async function list(ask: Ask, rows: readonly Notification[]): Promise<Reply> {
  const statuses = statusesOfQuery(ask, ['unread', 'pinned']);
  const types = ask.query.getAll('subject-type').flatMap(type => readType(type) ?? []);
  const window = {since: queryInstant(ask, 'since'), before: queryInstant(ask, 'before')};
  const shown = rows
    .filter(row => statuses === 'all' || statuses.includes(row.status))
    .filter(row => types.length === 0 || types.includes(typeOf(ask, row).toLowerCase()))
    .filter(row => ask.rules.isWithin(row.updatedAt, window))
    .toSorted((left, right) => right.updatedAt - left.updatedAt || right.id - left.id);
  if (!ask.rules.isNotificationListPaged) return wholeList(ask, shown, row => show(ask, row));
  return pageReply(ask, shown, row => show(ask, row));
}

/** Usual: of the types that are asked for, those that there are not are passed over. */
function readType(text: string): string | undefined {
  return ['issue', 'pull', 'commit', 'repository'].find(type => type === text.toLowerCase());
}

function statusesOfQuery(ask: Ask, usual: readonly NotificationStatus[]): readonly NotificationStatus[] | 'all' {
  if (queryFlag(ask, 'all') === true) return 'all';
  const asked = ask.query.getAll('status-types').flatMap(text => readStatus(text) ?? []);
  return asked.length === 0 ? usual : asked;
}

function readStatus(text: string): NotificationStatus | undefined {
  return (['unread', 'read', 'pinned'] as const).find(status => status === text.toLowerCase());
}

function typeOf({world: {state}}: Ask, row: Notification): 'Issue' | 'Pull' | 'Repository' {
  if (row.issueId === undefined) return 'Repository';
  return state.issues.get(row.issueId)?.isPull === true ? 'Pull' : 'Issue';
}

function countNew(ask: Ask): Reply {
  const count = own(ask, 'count').filter(row => ask.rules.isNew(row)).length;
  const status = ask.rules.newNotificationsStatus(count);
  return status === 204 ? {kind: 'empty', status} : json(status, {new: count});
}

/** Usual: parameters stand in the query, unread ones are taken by default, and the answer is 205 with the changed threads. */
function update(ask: Ask, rows: readonly Notification[]): Reply {
  const until = queryInstant(ask, 'last_read_at');
  const statuses = statusesOfQuery(ask, ['unread']);
  const wanted = rows
    .filter(row => statuses === 'all' || statuses.includes(row.status))
    .filter(row => ask.rules.isWithin(row.updatedAt, {since: undefined, before: until}));
  const asked = statusToSet(ask);
  const changed = ask.rules.notificationsToUpdate(wanted).map(row => setStatus(ask, row, {asked, extent: 'list'}));
  return json(
    205,
    changed.map(row => show(ask, row)),
  );
}

function statusToSet(ask: Ask): NotificationStatus {
  return readStatus(ask.query.get('to-status') ?? '') ?? 'read';
}

function setStatus(
  ask: Ask,
  row: Notification,
  {asked, extent}: {asked: NotificationStatus; extent: 'thread' | 'list'},
): Notification {
  const status = ask.rules.statusAfterUpdate(row.status, asked, extent);
  return ask.world.state.notifications.put({...row, status, updatedAt: ask.world.clock.now()});
}

function threadOfPath(ask: Ask, purpose: NotificationPurpose): Notification {
  const id = numberParam(ask, 'id');
  const row = id === undefined ? undefined : ask.world.state.notifications.get(id);
  if (row === undefined) throw notFound();
  if (row.personId !== doer(ask).id && !doer(ask).isAdmin)
    throw new Refusal(403, `The thread ${row.id} is somebody else's.`);
  const ofHolder = ask.world.state.notifications.all().filter(other => other.personId === row.personId);
  return ask.rules.threadOf(row, ofHolder, purpose);
}

function updateThread(ask: Ask): Reply {
  const row = threadOfPath(ask, 'update');
  if (row.personId !== doer(ask).id) throw new Refusal(403, `The thread ${row.id} is somebody else's.`);
  return json(205, show(ask, setStatus(ask, row, {asked: statusToSet(ask), extent: 'thread'})));
}

function show(ask: Ask, row: Notification): Record<string, unknown> {
  const isLoaded = ask.rules.loadsNotificationAttribute('repository');
  const repository = isLoaded ? ask.world.state.repositories.get(row.repositoryId) : undefined;
  return {
    id: row.id,
    repository: repository === undefined ? null : {...showRepository(ask, repository), permissions: undefined},
    subject: showSubject(ask, row),
    unread: row.status === 'unread',
    pinned: row.status === 'pinned',
    updated_at: instantText(row.updatedAt),
    url: apiUrl(ask, `/notifications/threads/${row.id}`),
  };
}

function showSubject(ask: Ask, row: Notification): Record<string, unknown> | null {
  const {state} = ask.world;
  const repository = state.repositories.get(row.repositoryId);
  if (repository === undefined) return null;
  if (row.issueId === undefined) return showRepositoryAsSubject(ask, repository);
  const issue = state.issues.get(row.issueId);
  if (issue === undefined) return null;
  const comment = row.commentId === undefined ? undefined : state.comments.get(row.commentId);
  const isNamed = comment !== undefined && ask.rules.loadsNotificationAttribute('comment');
  const htmlUrl = `${repositoryWebUrl(ask, repository)}/${issue.isPull ? 'pulls' : 'issues'}/${issue.index}`;
  const [pull] = state.pulls.of(issue.id);
  return {
    title: issue.title,
    url: `${repositoryApiUrl(ask, repository)}/issues/${issue.index}`,
    latest_comment_url: isNamed ? `${repositoryApiUrl(ask, repository)}/issues/comments/${comment.id}` : '',
    html_url: htmlUrl,
    latest_comment_html_url: isNamed ? `${htmlUrl}#issuecomment-${comment.id}` : '',
    type: issue.isPull ? 'Pull' : 'Issue',
    state: pull?.merged === undefined ? (issue.isClosed ? 'closed' : 'open') : 'merged',
  };
}

/** Usual: of a repository the address is its path. */
function showRepositoryAsSubject(ask: Ask, repository: Repository): Record<string, unknown> {
  return {
    title: fullName(ask, repository),
    url: `/${fullName(ask, repository)}`,
    latest_comment_url: '',
    html_url: repositoryWebUrl(ask, repository),
    latest_comment_html_url: '',
    type: 'Repository',
    state: '',
  };
}
