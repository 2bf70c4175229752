/** Milestones of a repository. */
import type {Milestone} from '../../../state/issues.ts';
import type {Repository} from '../../../state/repositories.ts';
import type {Ask} from '../../ask.ts';
import type {Fields} from '../../fields.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {pageReply} from '../../query.ts';
import {notFound} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showMilestone} from '../../shapes/issue.ts';

const all = '/repos/{owner}/{repo}/milestones';
const one = `${all}/{id}`;
const areas = ['issue'] as const;

export const milestoneRoutes: readonly Route[] = [
  {operation: 'issueGetMilestonesList', method: 'GET', path: all, caller: 'anyone', areas, answer: list},
  {operation: 'issueCreateMilestone', method: 'POST', path: all, caller: 'signed-in', areas, answer: create},
  {operation: 'issueGetMilestone', method: 'GET', path: one, caller: 'anyone', areas, answer: get},
  {operation: 'issueEditMilestone', method: 'PATCH', path: one, caller: 'signed-in', areas, answer: edit},
  {operation: 'issueDeleteMilestone', method: 'DELETE', path: one, caller: 'signed-in', areas, answer: remove},
];

async function list(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const state = ask.query.get('state') ?? '';
  const name = (ask.query.get('name') ?? '').toLowerCase();
  const milestones = ask.world.state.milestones
    .of(repository.id)
    .filter(({isClosed}) => ask.rules.isListedMilestone(isClosed, state === '' ? 'open' : state))
    .filter(({title}) => title.toLowerCase().includes(name))
    // Usual: what is due first comes first, after what is never due.
    .toSorted((left, right) => (left.dueAt ?? 0) - (right.dueAt ?? 0) || (left.title < right.title ? -1 : 1));
  return pageReply(ask, milestones, milestone => showMilestone(ask, milestone));
}

function create(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'write');
  const fields = ask.fields();
  const title = fields.requiredText('title');
  const now = ask.world.clock.now();
  const details = readDetails(ask, fields, undefined);
  const milestone = ask.world.state.milestones.add(id => ({
    ...details,
    id,
    repositoryId: repository.id,
    title,
    createdAt: now,
    updatedAt: now,
  }));
  return created(showMilestone(ask, milestone));
}

function readDetails(
  ask: Ask,
  fields: Fields,
  before: Milestone | undefined,
): Pick<Milestone, 'description' | 'dueAt' | 'isClosed' | 'closedAt'> {
  const state = fields.text('state') ?? '';
  const isClosed = ask.rules.isClosedAfterEdit(
    before?.isClosed ?? false,
    state === '' ? undefined : state === 'closed',
  );
  return {
    description: fields.text('description') ?? before?.description ?? '',
    dueAt: fields.instant('due_on') ?? before?.dueAt,
    isClosed,
    closedAt: isClosed ? (before?.closedAt ?? ask.world.clock.now()) : undefined,
  };
}

/** Finds the milestone of the path by its id or its title. */
function ofPath(ask: Ask, repository: Repository): Milestone {
  const wanted = ask.param('id');
  const milestones = ask.world.state.milestones.of(repository.id);
  const found = milestones.find(({id}) => String(id) === wanted) ?? milestones.find(({title}) => title === wanted);
  if (found === undefined) throw notFound();
  return found;
}

function get(ask: Ask): Reply {
  return ok(showMilestone(ask, ofPath(ask, repositoryOfPath(ask))));
}

function edit(ask: Ask): Reply {
  const milestone = ofPath(ask, repositoryOfPath(ask, 'write'));
  const fields = ask.fields();
  const title = fields.text('title') ?? '';
  const edited = ask.world.state.milestones.put({
    ...milestone,
    ...readDetails(ask, fields, milestone),
    title: title === '' ? milestone.title : title,
    updatedAt: ask.world.clock.now(),
  });
  return ok(showMilestone(ask, edited));
}

function remove(ask: Ask): Reply {
  const {state} = ask.world;
  const repository = repositoryOfPath(ask, 'write');
  const milestone = ofPath(ask, repository);
  state.milestones.remove(milestone.id);
  for (const issue of state.issues.of(repository.id)) {
    if (issue.milestoneId === milestone.id) state.issues.put({...issue, milestoneId: undefined});
  }
  return noContent();
}
