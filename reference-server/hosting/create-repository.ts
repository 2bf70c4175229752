/** Creates a repository for an account; the one way behind every call that creates one. */
import type {CreatingCall} from '../rules/repositories.ts';
import {signatureText, writeCommit} from '../git/commits.ts';
import type {FileChange, Signature} from '../git/commits.ts';
import {isRefName, moveRef} from '../git/refs.ts';
import type {Account, Person} from '../state/people.ts';
import type {Repository} from '../state/repositories.ts';
import {findRepository, placeTaken} from '../state/state.ts';
import {removeRepository} from '../state/removal.ts';
import {doer} from './ask.ts';
import type {Ask} from './ask.ts';
import {longest} from './fields.ts';
import {checkRepositoryName} from './names.ts';
import {announceRepository} from './push-events.ts';
import {Refusal} from './refusal.ts';
import {created} from './reply.ts';
import type {Reply} from './reply.ts';
import {primaryEmail} from './shapes/person.ts';
import {showRepository} from './shapes/repository.ts';
import {watchersFromTheStart} from './watching.ts';

/** What a request to create a repository asks for. */
interface Wish {
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly isTemplate: boolean;
  readonly autoInit: boolean;
  readonly readme: string;
  readonly defaultBranch: string;
}

/** Creates a repository by the steps that the rules give, and answers 201 with it. */
export async function createRepository(
  ask: Ask,
  {owner: named, call}: {owner: Account; call: CreatingCall},
): Promise<Reply> {
  const owner = ask.rules.ownerOfNewRepository<Account>(call, {named, caller: doer(ask)});
  const wish = readWish(ask);
  checkRepositoryName(wish.name);
  checkLimit(ask, {owner, call});
  if (!ask.rules.mayCreateByCall(call, doer(ask).isAdmin))
    throw new Refusal(403, 'You may not create a repository here.');
  checkName(ask, {owner, wish});
  await waitAndForget(ask, {owner, call});
  let repository: Repository | undefined;
  for (const step of ask.rules.creationSteps) {
    if (step === 'check-readme') checkReadme(ask, {wish, call});
    else repository = await storeRepository(ask, {owner, wish});
  }
  if (repository === undefined) throw new Error('the rules gave no step that stores the repository');
  announceRepository(ask, repository, 'created');
  return created(showRepository(ask, repository));
}

/** Waits as for a database where the rules say so, and does not look again whether the name is still free. */
async function waitAndForget(ask: Ask, {owner, call}: {owner: Account; call: CreatingCall}): Promise<void> {
  if (!ask.rules.forgetsNameWhileWaiting) return;
  await new Promise(resolve => setTimeout(resolve, 25));
  checkLimit(ask, {owner, call});
}

function checkName(ask: Ask, {owner, wish}: {owner: Account; wish: Wish}): void {
  if (!isNameTaken(ask, owner, wish.name)) return;
  throw new Refusal(409, 'The repository with the same name already exists.');
}

function isNameTaken({rules, world: {state}}: Ask, owner: Account, name: string): boolean {
  const isOwned = findRepository(state, owner.id, name) !== undefined;
  const isThere = (): boolean =>
    state.repositories.all().some(other => other.name.toLowerCase() === name.toLowerCase());
  return rules.isRepositoryNameTaken(isOwned, isThere);
}

function readWish(ask: Ask): Wish {
  const fields = ask.fields();
  const name = fields.requiredText('name');
  const defaultBranch = fields.text('default_branch') ?? '';
  if (defaultBranch !== '') checkDefaultBranch(defaultBranch);
  const description = fields.text('description', longest.repositoryDescription) ?? '';
  return {
    name,
    description,
    isPrivate: fields.flag('private') ?? false,
    isTemplate: fields.flag('template') ?? false,
    autoInit: fields.flag('auto_init') ?? false,
    readme: fields.text('readme') ?? '',
    defaultBranch: defaultBranch === '' ? 'main' : defaultBranch,
  };
}

/** Refuses a repository more than its owner may have; administrators of the site are not limited. */
export function checkLimit(ask: Ask, {owner, call}: {owner: Account; call: CreatingCall}): void {
  const limit = owner.repositoriesMax === -1 ? ask.world.settings.repositoriesMax : owner.repositoriesMax;
  if (doer(ask).isAdmin || !ask.rules.limitApplies(call)) return;
  if (!ask.rules.isLimitReached(countTowardsLimit(ask, owner), limit)) return;
  throw new Refusal(403, `user has reached maximum limit of repositories [limit: ${limit}]`);
}

/** Counts what an account owns, as far as it counts towards the most that it may own. */
export function countTowardsLimit({rules, world: {state}}: Ask, owner: Account): number {
  return state.repositories.of(owner.id).filter(repository => rules.countsTowardsLimit(repository)).length;
}

/** Refuses a name that no branch may have. */
export function checkDefaultBranch(name: string): void {
  if (!isRefName(name)) throw new Refusal(422, `[default_branch]: ${JSON.stringify(name)} is not a name for a branch`);
}

function checkReadme({rules}: Ask, {wish, call}: {wish: Wish; call: CreatingCall}): void {
  if (!wish.autoInit || wish.readme === '' || rules.isKnownReadme(wish.readme)) return;
  throw new Refusal(
    rules.missingReadmeStatus(call),
    `readme template does not exist, available templates: [${rules.readmeTemplates.join(' ')}]`,
  );
}

async function storeRepository(ask: Ask, {owner, wish}: {owner: Account; wish: Wish}): Promise<Repository> {
  const {state} = ask.world;
  const repository = addBlankRepository(ask, owner, wish);
  if (!ask.rules.isInitialized(wish.autoInit, wish.readme)) return repository;
  try {
    const readme = readmeText(wish.readme === '' ? 'Default' : wish.readme, repository);
    return await firstCommit(ask, repository, [{path: 'README.md', content: Buffer.from(readme)}]);
  } catch (problem) {
    removeRepository(state, repository.id);
    throw problem;
  }
}

/** Stores a repository with nothing in it. */
export function addBlankRepository(
  ask: Ask,
  owner: Account,
  wish: Pick<Wish, 'name' | 'description' | 'isPrivate' | 'isTemplate' | 'defaultBranch'>,
): Repository {
  const {state, clock, settings} = ask.world;
  const now = clock.now();
  placeTaken(state, {ownerId: owner.id, name: wish.name});
  return state.repositories.add(id => ({
    id,
    ownerId: owner.id,
    name: wish.name,
    description: wish.description,
    website: '',
    isPrivate: wish.isPrivate,
    isTemplate: wish.isTemplate,
    isArchived: false,
    archivedAt: 0,
    isEmpty: true,
    defaultBranch: wish.defaultBranch,
    hasIssues: true,
    hasPullRequests: true,
    hasWiki: true,
    hasProjects: true,
    switches: {
      hasCode: true,
      hasReleases: true,
      hasPackages: true,
      hasActions: settings.actionsEnabled === true,
      ignoresWhitespace: false,
      tracker: {hasTimeTracker: true, onlyContributorsTrack: true, hasDependencies: true},
      externalTracker: undefined,
      externalWiki: undefined,
    },
    allowsMaintainerEdit: false,
    merging: {
      allowsMerge: true,
      allowsRebase: true,
      allowsRebaseMerge: true,
      allowsSquash: true,
      allowsFastForward: true,
      removesBranch: false,
      defaultStyle: 'merge',
    },
    forkOfId: undefined,
    collaborators: [],
    topics: [],
    watcherIds: watchersFromTheStart(state, owner.id, doer(ask).id),
    createdAt: now,
    updatedAt: now,
  }));
}

function readmeText(template: string, repository: Repository): string {
  const head = `# ${repository.name}\n`;
  const about = `\n${repository.description}`;
  const more: Record<string, string> = {Library: '\n## Use\n\n## Licence\n', Service: '\n## Start\n\n## Settings\n'};
  return head + about + (more[template] ?? '');
}

/** Puts the first commit on the default branch. */
export async function firstCommit(
  ask: Ask,
  repository: Repository,
  changes: readonly FileChange[],
): Promise<Repository> {
  const {git, state, clock} = ask.world;
  const signature = signatureOf(doer(ask), clock.now());
  await git.alone(repository.id, async place => {
    const sha = await writeCommit(place, {
      message: 'Initial commit',
      author: signature,
      committer: signature,
      parents: [],
      changes,
    });
    await moveRef(place, `refs/heads/${repository.defaultBranch}`, sha);
  });
  return state.repositories.put({...(state.repositories.get(repository.id) ?? repository), isEmpty: false});
}

/** Gives what a commit says of a person: the full name without what would end it in a commit, or else the user name. */
export function signatureOf(person: Person, atMs: number): Signature {
  const fullName = signatureText(person.fullName);
  return {name: fullName === '' ? person.name : fullName, email: signatureText(primaryEmail(person)), atMs};
}
