/** Lists of issues: of one repository, and across all that the caller may read. */
import type {Issue} from '../../../state/issues.ts';
import type {Team} from '../../../state/people.ts';
import {findAccount} from '../../../state/state.ts';
import {reachesRepository, senderPerson} from '../../access.ts';
import type {Ask} from '../../ask.ts';
import {mentionsIn} from '../../notify.ts';
import {accountNamed, isListed, isOn, repositoryOfPath} from '../../lookups.ts';
import {pageReply, queryFlag, queryInstant} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {labelsOf, showIssue} from '../../shapes/issue.ts';

export const issueListRoutes: readonly Route[] = [
  {
    operation: 'issueListIssues',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues',
    caller: 'anyone',
    areas: ['issue'],
    answer: listIssues,
  },
  {
    operation: 'issueSearchIssues',
    method: 'GET',
    path: '/repos/issues/search',
    caller: 'anyone',
    areas: ['issue'],
    answer: searchIssues,
  },
];

type Filter = (issue: Issue) => boolean;

async function listIssues(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  // Usual: what is switched off is no empty list.
  const type = ask.query.get('type');
  if ((type === 'issues' && !repository.hasIssues) || (type === 'pulls' && !repository.hasPullRequests))
    throw notFound();
  const labelNames = namesOf(ask, 'labels');
  const labels = ask.world.state.labels.of(`repository:${repository.id}`).filter(({name}) => labelNames.includes(name));
  const allMilestones = ask.world.state.milestones.of(repository.id);
  const milestones = namesOf(ask, 'milestones').flatMap(
    name => allMilestones.find(({title}) => title === name) ?? allMilestones.find(({id}) => String(id) === name) ?? [],
  );
  const poster = idOfNamed(ask, 'created_by');
  const assignee = idOfNamed(ask, 'assigned_by');
  const mentioned = idOfNamed(ask, 'mentioned_by');
  const filters: readonly Filter[] = [
    ...commonFilters(ask),
    // Usual: names that the repository has nothing for are passed over. Of two labels with one name an issue needs both, of two such milestones the older one.
    issue => labels.every(({id}) => issue.labelIds.includes(id)),
    issue => milestones.length === 0 || milestones.some(({id}) => id === issue.milestoneId),
    issue => poster === undefined || issue.posterId === poster,
    issue => assignee === undefined || issue.assigneeIds.includes(assignee),
    issue => mentioned === undefined || mentionsIn(ask, issue).includes(mentioned),
  ];
  const issues = ask.world.state.issues
    .of(repository.id)
    .filter(issue => isOn(ask, repository, issue) && filters.every(holds => holds(issue)));
  const shown = issues.toSorted((left, right) => right.index - left.index);
  return pageReply(ask, shown, issue => showIssue(ask, {repository, issue, occasion: 'read'}), {links: true});
}

async function searchIssues(ask: Ask): Promise<Reply> {
  const {state} = ask.world;
  const person = senderPerson(ask);
  const ownerId = ownerOfQuery(ask);
  const team = teamOfQuery(ask, ownerId);
  const labels = namesOf(ask, 'labels');
  const milestones = namesOf(ask, 'milestones').map(name => name.trim().toLowerCase());
  const poster = idOfNamed(ask, 'created_by');
  const isMine = (name: string): boolean => person !== undefined && queryFlag(ask, name) === true;
  const filters: readonly Filter[] = [
    ...commonFilters(ask),
    issue => labels.length === 0 || labels.some(name => hasLabel(ask, issue, name)),
    issue => milestones.length === 0 || milestones.some(name => isInMilestone(ask, issue, name)),
    issue => !isMine('created') || issue.posterId === person?.id,
    issue => poster === undefined || issue.posterId === poster,
    issue => !isMine('assigned') || (person !== undefined && issue.assigneeIds.includes(person.id)),
    issue => !isMine('mentioned') || (person !== undefined && mentionsIn(ask, issue).includes(person.id)),
  ];
  const repositories = state.repositories
    .all()
    .filter(repository => ownerId === undefined || repository.ownerId === ownerId)
    .filter(({id}) => team === undefined || reachesRepository(team, {id}))
    .filter(repository => isListed(ask, repository));
  const found = ask.rules.repositoriesToSearch(repositories, person?.id).flatMap(repository =>
    state.issues
      .of(repository.id)
      .filter(issue => filters.every(holds => holds(issue)))
      .map(issue => ({repository, issue})),
  );
  const shown = found.sort((left, right) => right.issue.id - left.issue.id);
  return pageReply(ask, shown, row => showIssue(ask, {...row, occasion: 'read'}), {links: true});
}

function commonFilters(ask: Ask): readonly Filter[] {
  const state = ask.query.get('state') ?? 'open';
  const type = ask.query.get('type') ?? '';
  const text = (ask.query.get('q') ?? '').trim().toLowerCase();
  const window = {since: queryInstant(ask, 'since'), before: queryInstant(ask, 'before')};
  return [
    issue => state === 'all' || issue.isClosed === (state === 'closed'),
    issue => (type !== 'issues' && type !== 'pulls') || issue.isPull === (type === 'pulls'),
    issue => issue.title.toLowerCase().includes(text) || issue.body.toLowerCase().includes(text),
    issue => ask.rules.isWithin(issue.updatedAt, window),
  ];
}

function namesOf(ask: Ask, name: string): readonly string[] {
  return (ask.query.get(name) ?? '').split(',').filter(text => text !== '');
}

function hasLabel(ask: Ask, issue: Issue, name: string): boolean {
  return labelsOf(ask, issue).some(label => label.name === name);
}

function isInMilestone({world: {state}}: Ask, {milestoneId}: Issue, nameOrId: string): boolean {
  const milestone = milestoneId === undefined ? undefined : state.milestones.get(milestoneId);
  return milestone !== undefined && (milestone.title.toLowerCase() === nameOrId || String(milestone.id) === nameOrId);
}

function idOfNamed(ask: Ask, name: string): number | undefined {
  const text = ask.query.get(name) ?? '';
  return text === '' ? undefined : accountNamed(ask, text).id;
}

function ownerOfQuery(ask: Ask): number | undefined {
  const name = ask.query.get('owner') ?? '';
  if (name === '') return undefined;
  const account = findAccount(ask.world.state, name);
  if (account === undefined) throw new Refusal(400, `There is no owner ${name}.`);
  return account.id;
}

/** Finds the team of the query; it needs the organization that it belongs to as `owner`. */
function teamOfQuery(ask: Ask, ownerId: number | undefined): Team | undefined {
  const name = ask.query.get('team') ?? '';
  if (name === '') return undefined;
  if (ownerId === undefined) throw new Refusal(400, 'Owner organisation is required for filtering on team.');
  const team = ask.world.state.teams.of(ownerId).find(row => row.name.toLowerCase() === name.toLowerCase());
  if (team === undefined) throw new Refusal(400, `There is no team ${name}.`);
  return team;
}
