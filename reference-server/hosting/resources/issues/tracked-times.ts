/** Times that people tracked on issues. */
import type {Issue} from '../../../state/issues.ts';
import type {Repository} from '../../../state/repositories.ts';
import {findPerson} from '../../../state/state.ts';
import type {TrackedTime} from '../../../state/work.ts';
import {may} from '../../access.ts';
import {doer, numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {issueOfAnyKind, issueOfPath, personNamed, repositoryOfPath} from '../../lookups.ts';
import {pageReply, queryInstant} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showTime} from '../../shapes/tracked-time.ts';
import {record, touchIssue} from '../../timeline.ts';

const ofIssue = '/repos/{owner}/{repo}/issues/{index}/times';
const ofRepository = '/repos/{owner}/{repo}/times';
const shared = {caller: 'signed-in', areas: ['issue']} as const;

export const trackedTimeRoutes: readonly Route[] = [
  {...shared, operation: 'issueTrackedTimes', method: 'GET', path: ofIssue, formerScope: 'repo', answer: listOfIssue},
  {...shared, operation: 'issueAddTime', method: 'POST', path: ofIssue, answer: add},
  {...shared, operation: 'issueResetTime', method: 'DELETE', path: ofIssue, answer: reset},
  {...shared, operation: 'issueDeleteTime', method: 'DELETE', path: `${ofIssue}/{id}`, answer: remove},
  {
    ...shared,
    operation: 'repoTrackedTimes',
    method: 'GET',
    path: ofRepository,
    areas: ['repository'],
    formerScope: 'repo',
    answer: listOfRepository,
  },
  {
    ...shared,
    operation: 'userTrackedTimes',
    method: 'GET',
    path: `${ofRepository}/{user}`,
    areas: ['repository'],
    formerScope: 'repo',
    answer: listOfUser,
  },
  {
    operation: 'userCurrentTrackedTimes',
    method: 'GET',
    path: '/user/times',
    caller: 'signed-in',
    areas: ['user'],
    formerScope: 'repo',
    answer: listOwn,
  },
];

async function answerList(ask: Ask, times: readonly TrackedTime[]): Promise<Reply> {
  const window = {since: queryInstant(ask, 'since'), before: queryInstant(ask, 'before')};
  const shown = times.filter(({createdAt}) => ask.rules.isTrackedWithin(createdAt, window));
  return pageReply(ask, shown, time => showTime(ask, time));
}

/** Keeps the times of the user whom the query names; without write permission only the caller's own are shown. */
function restrictToUser(ask: Ask, repository: Repository, times: readonly TrackedTime[]): readonly TrackedTime[] {
  const name = ask.query.get('user')?.trim() ?? '';
  const wanted = name === '' ? undefined : personNamed(ask, name).id;
  const isWriter = may(ask, repository, 'write');
  if (wanted !== undefined && wanted !== doer(ask).id && !isWriter)
    throw new Refusal(403, 'query by user not allowed; not enough rights');
  const only = wanted ?? (isWriter ? undefined : doer(ask).id);
  return only === undefined ? times : times.filter(({personId}) => personId === only);
}

async function listOfIssue(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  // Usual: the times of an issue are listed also where issues are switched off.
  const issue = issueOfAnyKind(ask, repository);
  const times = timesOf(ask, repository).filter(({issueId}) => issueId === issue.id);
  return answerList(ask, restrictToUser(ask, repository, times));
}

async function listOfRepository(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  // Usual: without issues there is no tracker.
  if (!repository.hasIssues) throw notFound();
  return answerList(ask, restrictToUser(ask, repository, timesOf(ask, repository)));
}

function timesOf(ask: Ask, repository: Repository): readonly TrackedTime[] {
  return ask.world.state.times.of(repository.id);
}

async function listOfUser(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const person = personNamed(ask, ask.param('user'));
  if (person.id !== doer(ask).id && !may(ask, repository, 'write'))
    throw new Refusal(403, 'query by user not allowed; not enough rights');
  return answerList(
    ask,
    timesOf(ask, repository).filter(({personId}) => personId === person.id),
  );
}

async function listOwn(ask: Ask): Promise<Reply> {
  return answerList(
    ask,
    ask.world.state.times.all().filter(({personId}) => personId === doer(ask).id),
  );
}

/** Finds the issue of the path, on which the sender may track time. Usual: its poster and its assignees may, though they only read. */
function trackedIssue(ask: Ask): {readonly repository: Repository; readonly issue: Issue} {
  const readable = repositoryOfPath(ask);
  const known = issueOfPath(ask, readable);
  const person = doer(ask);
  const isConcerned = person.id === known.posterId || known.assigneeIds.includes(person.id);
  const isOpenToAll = !readable.switches.tracker.onlyContributorsTrack;
  const repository = isConcerned || isOpenToAll ? readable : repositoryOfPath(ask, 'write');
  return {repository, issue: known};
}

function add(ask: Ask): Reply {
  const {state, clock} = ask.world;
  const {repository, issue} = trackedIssue(ask);
  const fields = ask.fields();
  const seconds = fields.integer('time');
  if (seconds === undefined || seconds <= 0) throw new Refusal(422, '[time]: must be a number of seconds above 0');
  const createdAt = fields.instant('created') ?? clock.now();
  const name = fields.text('user_name') ?? '';
  const person = name === '' ? doer(ask) : findPerson(state, name);
  if (person === undefined) throw notFound();
  if (person.id !== doer(ask).id && !may(ask, repository, 'admin'))
    throw new Refusal(403, 'Only administrators track times for others.');
  const time = state.times.add(id => ({
    id,
    issueId: issue.id,
    repositoryId: repository.id,
    personId: person.id,
    seconds,
    createdAt,
  }));
  touchIssue(ask, issue);
  record(ask, issue, {kind: 'add_time_manual', body: durationText(seconds), time});
  return ok(showTime(ask, time));
}

function reset(ask: Ask): Reply {
  const {repository, issue} = trackedIssue(ask);
  const own = timesOf(ask, repository).filter(
    ({issueId, personId}) => issueId === issue.id && personId === doer(ask).id,
  );
  if (own.length === 0) throw new Refusal(404, 'You have tracked no time on this issue.');
  for (const {id} of own) ask.world.state.times.remove(id);
  const seconds = own.reduce((sum, time) => sum + time.seconds, 0);
  record(ask, issue, {kind: 'delete_time_manual', body: durationText(seconds)});
  touchIssue(ask, issue);
  return noContent();
}

function remove(ask: Ask): Reply {
  const {repository, issue} = trackedIssue(ask);
  const time = timesOf(ask, repository).find(
    ({id, issueId}) => id === numberParam(ask, 'id') && ask.rules.isTrackedOn(issueId, {issueId: issue.id}),
  );
  if (time === undefined) throw notFound();
  if (time.personId !== doer(ask).id && !doer(ask).isAdmin)
    throw new Refusal(403, 'This time was tracked by somebody else.');
  ask.world.state.times.remove(time.id);
  record(ask, issue, {kind: 'delete_time_manual', body: durationText(time.seconds)});
  touchIssue(ask, issue);
  return noContent();
}

const minute = 60;
const hour = 3600;

/** Says how long something took as the timeline does: in hours and minutes, below a minute in seconds. */
function durationText(seconds: number): string {
  const counted = (count: number, unit: string): string[] =>
    count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  if (seconds < minute) return counted(seconds, 'second').join('');
  return [
    ...counted(Math.floor(seconds / hour), 'hour'),
    ...counted(Math.floor((seconds % hour) / minute), 'minute'),
  ].join(' ');
}
