/** Repositories: create, read, change, remove, list. */
import type {Organization, Person} from '../../../state/people.ts';
import type {Merging, Repository} from '../../../state/repositories.ts';
import {removeRepository} from '../../../state/removal.ts';
import {findAccount, findRepository, repositoryMoved} from '../../../state/state.ts';
import {branchHead} from '../../../git/refs.ts';
import {belongsTo, may, maySeeAccount, ownsOrganization, reachesRepository, takesPart, teamsOf} from '../../access.ts';
import {doer, numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {checkDefaultBranch, createRepository} from '../../create-repository.ts';
import {longest} from '../../fields.ts';
import type {Fields} from '../../fields.ts';
import {accountNamed, isListed, isPublicOnly, organizationNamed, repositoryOfPath} from '../../lookups.ts';
import {byName, checkRepositoryName} from '../../names.ts';
import {pageReply, queryFlag, queryId, queryWord} from '../../query.ts';
import {announceRepository} from '../../push-events.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {json, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {fullName, showRepository} from '../../shapes/repository.ts';
import {putWithPrivacy} from './privacy.ts';
import {readSwitches} from './repository-switches.ts';

export const repositoryRoutes: readonly Route[] = [
  {
    operation: 'createCurrentUserRepo',
    method: 'POST',
    path: '/user/repos',
    caller: 'signed-in',
    areas: ['user', 'repository'],
    formerScope: 'repo',
    answer: async ask => createRepository(ask, {owner: doer(ask), call: 'user'}),
  },
  {
    operation: 'createOrgRepo',
    method: 'POST',
    path: '/orgs/{org}/repos',
    caller: 'signed-in',
    areas: ['organization', 'repository'],
    formerScope: 'write:org',
    answer: async ask => createRepository(ask, {owner: organizationForRepositories(ask), call: 'organization'}),
  },
  {
    operation: 'createOrgRepoDeprecated',
    method: 'POST',
    path: '/org/{org}/repos',
    caller: 'signed-in',
    areas: ['organization', 'repository'],
    formerScope: 'admin:org',
    answer: createByDeprecatedPath,
  },
  {
    operation: 'adminCreateRepo',
    method: 'POST',
    path: '/admin/users/{username}/repos',
    caller: 'site-admin',
    areas: ['admin'],
    answer: async ask => createRepository(ask, {owner: accountNamed(ask, ask.param('username')), call: 'admin'}),
  },
  {
    operation: 'userCurrentListRepos',
    method: 'GET',
    path: '/user/repos',
    caller: 'signed-in',
    areas: ['user', 'repository'],
    formerScope: 'repo',
    answer: listOwn,
  },
  {
    operation: 'userListRepos',
    method: 'GET',
    path: '/users/{username}/repos',
    caller: 'anyone',
    areas: ['user', 'repository'],
    answer: listOfUser,
  },
  {
    operation: 'repoSearch',
    method: 'GET',
    path: '/repos/search',
    caller: 'anyone',
    areas: ['repository'],
    answer: search,
  },
  {
    operation: 'repoGetByID',
    method: 'GET',
    path: '/repositories/{id}',
    caller: 'signed-in',
    areas: ['repository'],
    answer: repositoryById,
  },
  {
    operation: 'repoGet',
    method: 'GET',
    path: '/repos/{owner}/{repo}',
    caller: 'anyone',
    areas: ['repository'],
    answer: ask => ok(showRepository(ask, repositoryOfPath(ask))),
  },
  {
    operation: 'repoEdit',
    method: 'PATCH',
    path: '/repos/{owner}/{repo}',
    caller: 'signed-in',
    areas: ['repository'],
    answer: editRepository,
  },
  {
    operation: 'repoDelete',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}',
    caller: 'signed-in',
    areas: ['repository'],
    formerScope: 'delete_repo',
    answer: deleteRepository,
  },
];

/** Finds the organization of the path and makes sure that the sender may create repositories in it. */
export function organizationForRepositories(ask: Ask, name = ask.param('org')): Organization {
  const organization = organizationNamed(ask, name);
  if (!mayCreateIn(ask, organization, doer(ask))) {
    throw new Refusal(403, `${doer(ask).name} may not create repositories in ${organization.name}.`);
  }
  return organization;
}

export function mayCreateIn(ask: Ask, organization: Organization, person: Person): boolean {
  return (
    ownsOrganization(ask, organization, person) ||
    teamsOf(ask, organization, person).some(team => team.mayCreateRepositories)
  );
}

/** "Older path for the same function; deprecated in favour of the path above." */
async function createByDeprecatedPath(ask: Ask): Promise<Reply> {
  if (!ask.rules.servesDeprecatedOrganizationPath) throw notFound();
  return createRepository(ask, {owner: organizationForRepositories(ask), call: 'deprecated-organization'});
}

/** Lists the repositories of an owner that the sender may read. */
export function visibleRepositories(ask: Ask, ownerId: number): readonly Repository[] {
  return ask.world.state.repositories.of(ownerId).filter(repository => isListed(ask, repository));
}

async function listOwn(ask: Ask): Promise<Reply> {
  const person = doer(ask);
  const isTied = (repository: Repository): boolean => {
    const owner = ask.world.state.accounts.get(repository.ownerId);
    if (repository.isPrivate && isPublicOnly(ask)) return false;
    // Usual: of a private organization its members also see what is public.
    const isOfTheirs =
      owner?.kind === 'organization' && owner.visibility === 'private' && belongsTo(ask, person, owner);
    const isShared = isOfTheirs && !repository.isPrivate;
    return repository.ownerId === person.id || takesPart(ask, repository, person.id) || isShared;
  };
  const tied = ask.world.state.repositories.all().filter(isTied).toSorted(byName);
  return pageReply(ask, tied, repository => showRepository(ask, repository), {links: true});
}

async function listOfUser(ask: Ask): Promise<Reply> {
  const account = accountNamed(ask, ask.param('username'));
  return pageReply(ask, visibleRepositories(ask, account.id), repository => showRepository(ask, repository), {
    links: true,
  });
}

async function search(ask: Ask): Promise<Reply> {
  const filters = filtersOfQuery(ask);
  const found = ask.world.state.repositories
    .all()
    .filter(repository => filters.every(filter => filter(repository)))
    .filter(repository => ask.rules.isFound(repository, isListed(ask, repository)))
    .toSorted(orderOfQuery(ask));
  const page = await pageReply(ask, found, repository => showRepository(ask, repository), {links: true});
  return page.kind === 'json' ? json(200, {ok: true, data: page.body}, page.headers) : page;
}

type RepositoryFilter = (repository: Repository) => boolean;

function filtersOfQuery(ask: Ask): readonly RepositoryFilter[] {
  const includesPrivate = queryFlag(ask, 'private') ?? true;
  const flags = {
    isPrivate: queryFlag(ask, 'is_private'),
    isTemplate: queryFlag(ask, 'template'),
    isArchived: queryFlag(ask, 'archived'),
  };
  return [
    filterOfText(ask),
    filterOfPerson(ask),
    filterOfTeam(ask),
    repository => includesPrivate || !repository.isPrivate,
    ...(['isPrivate', 'isTemplate', 'isArchived'] as const).map(
      (name): RepositoryFilter =>
        repository =>
          flags[name] === undefined || repository[name] === flags[name],
    ),
  ];
}

/** Looks for a text in names, in `owner/name` where it has a slash, or in topics; and in descriptions where the request says so. */
function filterOfText(ask: Ask): RepositoryFilter {
  const text = (ask.query.get('q') ?? '').trim().toLowerCase();
  const isTopic = queryFlag(ask, 'topic') ?? false;
  const includesDescription = queryFlag(ask, 'includeDesc') ?? false;
  if (text === '') return () => true;
  if (isTopic) return ({topics}) => topics.includes(text);
  return repository => {
    const name = text.includes('/') ? fullName(ask, repository) : repository.name;
    const isDescribed = includesDescription && repository.description.toLowerCase().includes(text);
    return name.toLowerCase().includes(text) || isDescribed;
  };
}

const searchModes = ['source', 'fork', 'mirror', 'collaborative'] as const;

/** Keeps what belongs to the account that the request names, or what it collaborates on; both where it does not say which. */
function filterOfPerson(ask: Ask): RepositoryFilter {
  const mode = queryWord(ask, 'mode', searchModes);
  const uid = queryId(ask, 'uid');
  const isExclusive = queryFlag(ask, 'exclusive') ?? false;
  const account = uid === undefined ? undefined : ask.world.state.accounts.get(uid);
  const owns = ({ownerId}: Repository): boolean => ownerId === uid;
  const joins = (repository: Repository): boolean =>
    !owns(repository) && account?.kind === 'person' && takesPart(ask, repository, account.id);
  const isTied: RepositoryFilter = repository => {
    if (uid === undefined) return true;
    if (mode === 'collaborative') return joins(repository);
    return owns(repository) || (!isExclusive && joins(repository));
  };
  return repository => isTied(repository) && isOfMode(repository, mode);
}

/** Nothing here is a mirror. */
function isOfMode({forkOfId}: Repository, mode: (typeof searchModes)[number] | undefined): boolean {
  if (mode === 'mirror') return false;
  return mode === 'source' || mode === 'fork' ? (forkOfId !== undefined) === (mode === 'fork') : true;
}

function filterOfTeam(ask: Ask): RepositoryFilter {
  const id = queryId(ask, 'team_id');
  const team = id === undefined ? undefined : ask.world.state.teams.get(id);
  if (id === undefined) return () => true;
  return ({id: repositoryId, ownerId}) =>
    team?.organizationId === ownerId && reachesRepository(team, {id: repositoryId});
}

const keys = {
  alpha: ({name}: Repository) => name.toLowerCase(),
  created: ({createdAt}: Repository) => createdAt,
  updated: ({updatedAt}: Repository) => updatedAt,
  id: ({id}: Repository) => id,
};

/** Reads `sort` and `order`. */
function orderOfQuery(ask: Ask): (left: Repository, right: Repository) => number {
  const sort = queryWord(ask, 'sort', ['alpha', 'created', 'updated', 'id']);
  const key = keys[sort ?? 'alpha'];
  const order = queryWord(ask, 'order', ['asc', 'desc']);
  // Usual: a direction alone is no order.
  const direction = sort !== undefined && order === 'desc' ? -1 : 1;
  return (left, right) => {
    const [a, b] = [key(left), key(right)];
    return direction * (a < b ? -1 : a > b ? 1 : left.id - right.id);
  };
}

function repositoryById(ask: Ask): Reply {
  const id = numberParam(ask, 'id');
  const repository = id === undefined ? undefined : ask.world.state.repositories.get(id);
  if (repository === undefined || !may(ask, repository, 'read')) throw notFound();
  return ok(showRepository(ask, repository));
}

async function editRepository(ask: Ask): Promise<Reply> {
  const {state, git, clock} = ask.world;
  const named = repositoryOfPath(ask, 'admin');
  const fields = ask.fields();
  const name = fields.text('name') ?? named.name;
  checkRepositoryName(name);
  const other = findRepository(state, named.ownerId, name);
  if (other !== undefined && other.id !== named.id)
    throw new Refusal(422, `There is already a repository ${fullName(ask, other)}.`);
  const defaultBranch = fields.text('default_branch') ?? named.defaultBranch;
  if (defaultBranch !== named.defaultBranch) checkDefaultBranch(defaultBranch);
  const isKnownBranch = named.isEmpty || (await branchHead(git.open(named.id), defaultBranch)) !== undefined;
  if (!isKnownBranch) throw new Refusal(422, `There is no branch ${defaultBranch} that could be the default branch.`);
  const repository = repositoryOfPath(ask, 'admin');
  const changed: Repository = {
    ...repository,
    name,
    defaultBranch,
    description: fields.text('description', longest.repositoryDescription) ?? repository.description,
    website: fields.text('website') ?? repository.website,
    isTemplate: fields.flag('template') ?? repository.isTemplate,
    ...archiving(repository, fields.flag('archived') ?? repository.isArchived, clock.now()),
    hasIssues: fields.flag('has_issues') ?? repository.hasIssues,
    hasPullRequests: fields.flag('has_pull_requests') ?? repository.hasPullRequests,
    hasWiki: fields.flag('has_wiki') ?? repository.hasWiki,
    hasProjects: fields.flag('has_projects') ?? repository.hasProjects,
    switches: readSwitches(fields, repository.switches),
    allowsMaintainerEdit: ask.rules.maintainerEditAfter(
      repository.allowsMaintainerEdit,
      fields.flag('default_allow_maintainer_edit'),
    ),
    merging: readMerging(fields, repository.merging),
  };
  // Usual: the time of the last change is that of the last push, whatever else is edited.
  repositoryMoved(state, repository, changed);
  return ok(showRepository(ask, putWithPrivacy(state, changed, fields.flag('private'))));
}

function archiving(
  before: Repository,
  isArchived: boolean,
  now: number,
): Pick<Repository, 'isArchived' | 'archivedAt'> {
  const archivedAt = before.isArchived ? before.archivedAt : now;
  return {isArchived, archivedAt: isArchived ? archivedAt : 0};
}

function readMerging(fields: Fields, before: Merging): Merging {
  return {
    allowsMerge: fields.flag('allow_merge_commits') ?? before.allowsMerge,
    allowsRebase: fields.flag('allow_rebase') ?? before.allowsRebase,
    allowsRebaseMerge: fields.flag('allow_rebase_explicit') ?? before.allowsRebaseMerge,
    allowsSquash: fields.flag('allow_squash_merge') ?? before.allowsSquash,
    allowsFastForward: fields.flag('allow_fast_forward_only_merge') ?? before.allowsFastForward,
    removesBranch: fields.flag('default_delete_branch_after_merge') ?? before.removesBranch,
    defaultStyle: fields.text('default_merge_style') ?? before.defaultStyle,
  };
}

/** Usual: a pull request of a repository that is gone is closed. */
function closePullsFrom(ask: Ask, {id}: Repository): void {
  const {state, clock} = ask.world;
  for (const {issueId, headRepositoryId} of state.pulls.all()) {
    const issue = state.issues.get(issueId);
    if (headRepositoryId !== id || issue === undefined || issue.isClosed || issue.repositoryId === id) continue;
    state.issues.put({...issue, isClosed: true, closedAt: clock.now(), updatedAt: clock.now()});
  }
}

function deleteRepository(ask: Ask): Reply {
  const {state, git} = ask.world;
  const owner = findAccount(state, ask.param('owner'));
  const repository = repositoryOfPath(ask, 'admin');
  const isOwner = may(ask, repository, 'owner');
  if (owner === undefined || !maySeeAccount(ask, owner) || !isOwner)
    throw new Refusal(403, 'Must be the owner of the repository.');
  announceRepository(ask, repository, 'deleted');
  closePullsFrom(ask, repository);
  removeRepository(state, repository.id);
  git.remove(repository.id);
  return noContent();
}
