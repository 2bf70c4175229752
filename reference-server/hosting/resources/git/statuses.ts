/** Commit statuses. */
import {instantText} from '../../../rules/instant.ts';
import {readCommit} from '../../../git/commits.ts';
import {resolveCommit} from '../../../git/refs.ts';
import type {Repository} from '../../../state/repositories.ts';
import type {CommitStatus, StatusState} from '../../../state/work.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {announce} from '../../events.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {pageReply, totalHeaders, windowOfQuery} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, json} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showPayloadCommit} from '../../shapes/branch.ts';
import {commitUrl} from '../../shapes/commit.ts';
import {showPublicly} from '../../shapes/person.ts';
import {repositoryApiUrl, showRepository} from '../../shapes/repository.ts';

const bySha = '/repos/{owner}/{repo}/statuses/{sha*}';
const reading = {method: 'GET', caller: 'anyone', areas: ['repository']} as const;

export const statusRoutes: readonly Route[] = [
  {
    operation: 'repoCreateStatus',
    method: 'POST',
    path: bySha,
    caller: 'signed-in',
    areas: ['repository'],
    formerScope: 'repo:status',
    answer: createStatus,
  },
  {...reading, operation: 'repoListStatuses', path: bySha, answer: listStatuses},
  {
    ...reading,
    operation: 'repoListStatusesByRef',
    path: '/repos/{owner}/{repo}/commits/{ref}/statuses',
    answer: listStatuses,
  },
  {
    ...reading,
    operation: 'repoGetCombinedStatusByRef',
    path: '/repos/{owner}/{repo}/commits/{ref}/status',
    answer: combined,
  },
];

const states: readonly StatusState[] = ['error', 'failure', 'warning', 'pending', 'success', 'skipped'];

async function createStatus(ask: Ask): Promise<Reply> {
  const {state, clock} = ask.world;
  const repository = repositoryOfPath(ask, 'write');
  const fields = ask.fields();
  const wanted = fields.text('state') ?? '';
  const found = states.find(name => name === wanted);
  if (found === undefined) throw new Refusal(422, `state must be one of ${states.join(', ')}, not "${wanted}"`);
  const details = {targetUrl: fields.text('target_url') ?? '', description: fields.text('description') ?? ''};
  const context = fields.text('context') ?? '';
  const sha = ask.rules.shaOfStatus(wantedCommit(ask), await shaOfPath(ask, repository));
  const status = state.statuses.add(id => ({
    ...details,
    id,
    repositoryId: repository.id,
    sha,
    state: found,
    context: context === '' ? 'default' : context,
    creatorId: doer(ask).id,
    createdAt: clock.now(),
  }));
  await announceStatus(ask, repository, status);
  return created(showStatus(ask, repository, status));
}

async function announceStatus(ask: Ask, repository: Repository, status: CommitStatus): Promise<void> {
  const {id, sha, context, description, state, targetUrl} = status;
  const known = await resolveCommit(ask.world.git.open(repository.id), sha);
  if (known === undefined) return;
  const commit = await readCommit(ask.world.git.open(repository.id), known);
  const details = async () => ({
    id,
    sha,
    context,
    description,
    state,
    target_url: targetUrl,
    commit: await showPayloadCommit(ask, repository, {sha: known, commit}),
    created_at: instantText(status.createdAt),
    updated_at: instantText(status.createdAt),
  });
  announce(ask, repository, {name: 'status', rights: 'all', details});
}

/** Both kinds of path name the commit, one as `sha` and one as `ref`. */
function wantedCommit(ask: Ask): string {
  return ask.param('sha') || ask.param('ref');
}

async function shaOfPath(ask: Ask, repository: Repository): Promise<string> {
  const sha = await resolveCommit(ask.world.git.open(repository.id), wantedCommit(ask));
  if (sha === undefined) throw notFound();
  return sha;
}

async function statusesOfPath(
  ask: Ask,
  repository: Repository,
): Promise<{sha: string; statuses: readonly CommitStatus[]}> {
  const sha = await shaOfPath(ask, repository);
  const statuses = ask.world.state.statuses.of(repository.id).filter(status => ask.rules.isStatusOf(status.sha, sha));
  return {sha, statuses: statuses.toReversed()};
}

/** Usual: of the orders of known servers these begin with the first status; each other word means the newest first. */
const oldestFirst = new Set(['oldest', 'leastupdate', 'highestindex']);

async function listStatuses(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const {statuses} = await statusesOfPath(ask, repository);
  // Usual: a state that no status can have is passed over.
  const wanted = states.find(state => state === ask.query.get('state'));
  const shown = wanted === undefined ? statuses : statuses.filter(({state}) => state === wanted);
  const sorted = oldestFirst.has(ask.query.get('sort') ?? '') ? shown.toReversed() : shown;
  return pageReply(ask, sorted, status => showStatus(ask, repository, status), {links: true});
}

/** The last status of each context, and the worst of them as the state of the whole. */
async function combined(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const {sha, statuses} = await statusesOfPath(ask, repository);
  const latest = statuses
    .filter((status, at) => statuses.findIndex(other => other.context === status.context) === at)
    // Usual: the oldest of them first.
    .toReversed();
  const shown = {
    state: states.find(state => latest.some(status => status.state === state)) ?? '',
    sha,
    total_count: latest.length,
    statuses: ask.rules.itemsOfPage(latest, windowOfQuery(ask)).map(status => showStatus(ask, repository, status)),
    repository: showRepository(ask, repository),
    commit_url: commitUrl(ask, repository, sha),
    url: `${repositoryApiUrl(ask, repository)}/commits/${sha}/status`,
  };
  return json(200, shown, totalHeaders(ask, latest.length));
}

function showStatus(ask: Ask, repository: Repository, status: CommitStatus): Record<string, unknown> {
  return {
    id: status.id,
    status: status.state,
    target_url: status.targetUrl,
    description: status.description,
    url: `${repositoryApiUrl(ask, repository)}/statuses/${status.sha}`,
    context: status.context,
    creator: showPublicly(ask, status.creatorId),
    created_at: instantText(status.createdAt),
    updated_at: instantText(status.createdAt),
  };
}
