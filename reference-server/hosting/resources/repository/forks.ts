/** Forks, and repositories generated from a template. */
import {history} from '../../../git/history.ts';
import {listFiles, readFile} from '../../../git/files.ts';
import {branchHead} from '../../../git/refs.ts';
import type {Account} from '../../../state/people.ts';
import type {Repository} from '../../../state/repositories.ts';
import {findRepository} from '../../../state/state.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {
  addBlankRepository,
  checkDefaultBranch,
  checkLimit,
  countTowardsLimit,
  firstCommit,
} from '../../create-repository.ts';
import {announce, showForHook} from '../../events.ts';
import {longest} from '../../fields.ts';
import type {Fields} from '../../fields.ts';
import {accountNamed, isListed, repositoryOfPath} from '../../lookups.ts';
import {checkRepositoryName} from '../../names.ts';
import {pageReply} from '../../query.ts';
import {announceRepository} from '../../push-events.ts';
import {Refusal} from '../../refusal.ts';
import {created, json} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showRepository} from '../../shapes/repository.ts';
import {organizationForRepositories} from './repositories.ts';

const areas = ['repository'] as const;

export const forkRoutes: readonly Route[] = [
  {
    operation: 'listForks',
    method: 'GET',
    path: '/repos/{owner}/{repo}/forks',
    caller: 'anyone',
    areas,
    answer: listForks,
  },
  {
    operation: 'createFork',
    method: 'POST',
    path: '/repos/{owner}/{repo}/forks',
    caller: 'signed-in',
    areas,
    answer: fork,
  },
  {
    operation: 'generateRepo',
    method: 'POST',
    path: '/repos/{template_owner}/{template_repo}/generate',
    caller: 'signed-in',
    areas,
    answer: generate,
  },
];

async function listForks(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const forks = ask.world.state.repositories
    .all()
    .filter(other => other.forkOfId === repository.id && isListed(ask, other));
  return pageReply(ask, forks, other => showRepository(ask, other), {links: true});
}

function fork(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  const fields = ask.fields();
  const owner = forkOwner(ask, fields.text('organization') ?? '');
  const name = fields.text('name') ?? repository.name;
  checkRepositoryName(name);
  const ownedBefore = countTowardsLimit(ask, owner);
  let made: Repository | undefined;
  for (const step of ask.rules.forkSteps) {
    if (step === 'check-limit') checkForkLimit(ask, owner, ownedBefore);
    else made = storeFork(ask, repository, {owner, name});
  }
  if (made === undefined) throw new Error('the rules gave no step that stores the fork');
  announceFork(ask, repository, made);
  return json(202, showRepository(ask, made));
}

function storeFork(ask: Ask, repository: Repository, {owner, name}: {owner: Account; name: string}): Repository {
  const {state, git} = ask.world;
  const isForkedAlready = state.repositories.of(owner.id).some(({forkOfId}) => forkOfId === repository.id);
  if (isForkedAlready) throw new Refusal(409, `The repository is already forked by ${owner.name}.`);
  if (findRepository(state, owner.id, name) !== undefined)
    throw new Refusal(409, `There is already a repository ${owner.name}/${name}.`);
  const blank = addBlankRepository(ask, owner, {...repository, name, isTemplate: false});
  git.copy(repository.id, blank.id);
  // Usual: a fork begins with its code and pull requests alone.
  return state.repositories.put({
    ...blank,
    isEmpty: repository.isEmpty,
    forkOfId: repository.id,
    hasIssues: false,
    hasWiki: false,
    hasProjects: false,
    switches: {...blank.switches, hasReleases: false, hasPackages: false},
  });
}

/** Tells those who watch the parent of its fork, and those who watch the new owner of a new repository. */
function announceFork(ask: Ask, parent: Repository, made: Repository): void {
  announce(ask, parent, {
    name: 'fork',
    details: () => ({forkee: showForHook(ask, parent), repository: showForHook(ask, made)}),
  });
  const owner = ask.world.state.accounts.get(made.ownerId);
  if (owner?.kind === 'organization') announceRepository(ask, made, 'created');
}

function forkOwner(ask: Ask, organization: string): Account {
  if (organization === '') return doer(ask);
  const account = ask.world.state.accountNames.has(organization.toLowerCase())
    ? accountNamed(ask, organization)
    : undefined;
  if (account?.kind !== 'organization') throw new Refusal(422, `There is no organization ${organization}.`);
  return organizationForRepositories(ask, organization);
}

/** Refuses a fork that its owner may not have; administrators of the site are not limited. */
function checkForkLimit(ask: Ask, owner: Account, owned: number): void {
  const {settings} = ask.world;
  const limit = owner.repositoriesMax === -1 ? settings.repositoriesMax : owner.repositoriesMax;
  if (doer(ask).isAdmin || ask.rules.mayFork({owned, limit, configured: settings.forkBeyondMax})) return;
  throw new Refusal(409, `user has reached maximum limit of repositories [limit: ${limit}]`);
}

async function generate(ask: Ask): Promise<Reply> {
  const {state} = ask.world;
  const template = repositoryOfPath(ask);
  const fields = ask.fields();
  const name = fields.requiredText('name');
  const owner = generateOwner(ask, fields.requiredText('owner'));
  const items = ['git_content', 'topics', 'git_hooks', 'webhooks', 'avatar', 'labels', 'protected_branch'];
  if (!template.isTemplate) throw new Refusal(422, 'this is not a template repo');
  const chosen = items.filter(item => fields.flag(item) === true);
  if (chosen.length === 0) throw new Refusal(422, 'must select at least one template item');
  checkRepositoryName(name);
  checkLimit(ask, {owner, call: 'user'});
  if (findRepository(state, owner.id, name) !== undefined)
    throw new Refusal(409, `There is already a repository ${owner.name}/${name}.`);
  const blank = addBlankRepository(ask, owner, wishOf(fields, template, name));
  if (chosen.includes('labels')) copyLabels(ask, template, blank);
  if (chosen.includes('webhooks')) copyHooks(ask, template, blank);
  if (chosen.includes('protected_branch')) copyProtections(ask, template, blank);
  if (chosen.includes('topics')) state.repositories.put({...blank, topics: template.topics});
  const made =
    chosen.includes('git_content') && !template.isEmpty
      ? await copyContent(ask, template, blank)
      : (state.repositories.get(blank.id) ?? blank);
  announceRepository(ask, made, 'created');
  return created(showRepository(ask, made));
}

function generateOwner(ask: Ask, name: string): Account {
  const account = accountNamed(ask, name);
  if (account.kind === 'organization') return organizationForRepositories(ask, name);
  if (account.id === doer(ask).id || doer(ask).isAdmin) return account;
  throw new Refusal(403, 'Only administrators generate repositories for others.');
}

function wishOf(fields: Fields, template: Repository, name: string) {
  const branch = fields.text('default_branch') ?? '';
  if (branch !== '') checkDefaultBranch(branch);
  return {
    name,
    description: fields.text('description', longest.repositoryDescription) ?? '',
    isPrivate: fields.flag('private') ?? false,
    isTemplate: false,
    defaultBranch: branch === '' ? template.defaultBranch : branch,
  };
}

function copyLabels({world: {state}}: Ask, from: Repository, to: Repository): void {
  for (const label of state.labels.of(`repository:${from.id}`)) {
    state.labels.add(id => ({...label, id, home: `repository:${to.id}`}));
  }
}

function copyProtections({world: {state}}: Ask, from: Repository, to: Repository): void {
  for (const protection of state.protections.of(from.id))
    state.protections.add(id => ({...protection, id, repositoryId: to.id}));
}

function copyHooks({world: {state}}: Ask, from: Repository, to: Repository): void {
  for (const hook of state.hooks.of(`repository:${from.id}`)) state.hooks.add(id => ({...hook, id, homeId: to.id}));
}

/** Copies the files of the default branch into one first commit. */
async function copyContent(ask: Ask, from: Repository, to: Repository): Promise<Repository> {
  const place = ask.world.git.open(from.id);
  const head = await branchHead(place, from.defaultBranch);
  const [latest] = head === undefined ? [] : await history(place, head);
  if (latest === undefined) return to;
  const files = [...(await listFiles(place, latest.sha))];
  const changes = await Promise.all(files.map(async ([path, oid]) => ({path, content: await readFile(place, oid)})));
  return firstCommit(ask, to, changes);
}
