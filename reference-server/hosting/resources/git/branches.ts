/** Branches: list, read, create, remove. */
import {
  branchHead,
  clashesWith,
  isRefName,
  listBranches,
  moveRef,
  refTarget,
  removeRef,
  resolveCommit,
} from '../../../git/refs.ts';
import type {BranchHead} from '../../../git/refs.ts';
import {readCommit} from '../../../git/commits.ts';
import type {GitPlace} from '../../../git/git-store.ts';
import type {Repository} from '../../../state/repositories.ts';
import type {Ask} from '../../ask.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {pageReply} from '../../query.ts';
import {refPointed} from '../../push-events.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import {branchRemoved} from '../../consequences/retargeting.ts';
import type {Route} from '../../route.ts';
import {showBranch} from '../../shapes/branch.ts';

const all = '/repos/{owner}/{repo}/branches';
const one = `${all}/{branch*}`;
const areas = ['repository'] as const;

export const branchRoutes: readonly Route[] = [
  {operation: 'repoListBranches', method: 'GET', path: all, caller: 'anyone', areas, answer: list},
  {operation: 'repoCreateBranch', method: 'POST', path: all, caller: 'signed-in', areas, answer: create},
  {operation: 'repoGetBranch', method: 'GET', path: one, caller: 'anyone', areas, answer: get},
  {operation: 'repoDeleteBranch', method: 'DELETE', path: one, caller: 'signed-in', areas, answer: remove},
];

/** "Listing branches of an empty repository does not fail" */
async function list(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const place = ask.world.git.open(repository.id);
  const heads = await newestFirst(place, await listBranches(place));
  const status = heads.length === 0 ? ask.rules.emptyRepositoryListStatus : 200;
  if (status >= 400) throw new Refusal(status, 'Git Repository is empty.');
  return pageReply(ask, heads, async head => showBranch(ask, repository, head), {links: true});
}

/** Usual: the branch with the newest commit comes first; branches of the same time keep the order of their names. */
async function newestFirst(place: GitPlace, heads: readonly BranchHead[]): Promise<readonly BranchHead[]> {
  const dated = heads.map(async head => ({head, at: (await readCommit(place, head.sha)).committer.timestamp}));
  return (await Promise.all(dated)).toSorted((left, right) => right.at - left.at).map(({head}) => head);
}

async function headOfPath(ask: Ask, repository: Repository): Promise<BranchHead> {
  const name = ask.param('branch');
  const sha = await branchHead(ask.world.git.open(repository.id), name);
  if (sha === undefined) throw notFound();
  return {name, sha};
}

async function get(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  return ok(await showBranch(ask, repository, await headOfPath(ask, repository)));
}

async function create(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  const fields = ask.fields();
  const name = fields.requiredText('new_branch_name');
  const from = fields.text('old_ref_name') ?? fields.text('old_branch_name') ?? '';
  if (repository.isEmpty) throw new Refusal(404, 'Git Repository is empty.');
  if (!isRefName(name)) throw new Refusal(422, `[new_branch_name]: ${JSON.stringify(name)} is not a name for a branch`);
  const sha = await ask.world.git.alone(repository.id, async place => {
    const start = await resolveCommit(place, from === '' ? repository.defaultBranch : from);
    if (start === undefined) throw new Refusal(404, 'The old branch does not exist.');
    const existing = (await listBranches(place)).map(head => head.name);
    if (existing.includes(name)) throw new Refusal(409, 'The branch already exists.');
    // Usual: neither may a tag have its name.
    if ((await refTarget(place, `refs/tags/${name}`)) !== undefined)
      throw new Refusal(409, 'There is a tag of that name.');
    if (clashesWith(name, existing))
      throw new Refusal(409, `The branch ${name} conflicts with a branch that shares its path.`);
    await moveRef(place, `refs/heads/${name}`, start);
    return start;
  });
  await refPointed(ask, repository, {kind: 'branch', name, sha});
  return created(await showBranch(ask, repository, {name, sha}));
}

async function remove(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  const {name} = await headOfPath(ask, repository);
  if (name === repository.defaultBranch) throw new Refusal(403, `${name} is the default branch and cannot be deleted.`);
  const protection = ask.rules.pickProtection(ask.world.state.protections.of(repository.id), name);
  if (protection !== undefined)
    throw new Refusal(403, `The branch ${name} is protected by the rule ${protection.ruleName}.`);
  await ask.world.git.alone(repository.id, async place => removeRef(place, `refs/heads/${name}`));
  await branchRemoved(ask, repository, name);
  return noContent();
}
