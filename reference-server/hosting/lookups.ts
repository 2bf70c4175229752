/** Finds what a path names, as far as the sender may see it; refuses with 404 what is not there or hidden. */
import type {Access} from '../rules/access.ts';
import type {Comment, Issue} from '../state/issues.ts';
import type {Account, Organization, Person} from '../state/people.ts';
import type {Repository} from '../state/repositories.ts';
import {findAccount, findIssue, findFormerRepository, findRepository} from '../state/state.ts';
import {maySeeAccount, may, ownsOrganization, seesAnyUnit, seesKind, switchedOff} from './access.ts';
import type {Ask} from './ask.ts';
import {doer, numberParam} from './ask.ts';
import {notFound, Refusal} from './refusal.ts';

/** Finds the account of a name; a name that an account had before is answered with a redirect to the new one. */
export function accountNamed(ask: Ask, name: string): Account {
  const account = findAccount(ask.world.state, name);
  if (account !== undefined && maySeeAccount(ask, account)) return account;
  const follows = account === undefined && ask.rules.redirectsFormerName;
  const movedId = follows ? ask.world.state.formerNames.get(name.toLowerCase()) : undefined;
  const moved = movedId === undefined ? undefined : ask.world.state.accounts.get(movedId);
  if (moved !== undefined && maySeeAccount(ask, moved)) throw movedTo(ask, name, moved.name);
  throw account === undefined ? notFound() : hidden(ask);
}

/** Says nothing that would tell a hidden account from one that is not there. */
function hidden({rules}: Ask): Refusal {
  return rules.hiddenAccountStatus === 404 ? notFound() : new Refusal(rules.hiddenAccountStatus, 'Not for you.');
}

/** Sends the client to the same path under the new name, with the query as it was. */
function movedTo(ask: Ask, before: string, now: string): Refusal {
  const parts = ask.path.split('/');
  const at = parts.findIndex(part => decodeURIComponent(part).toLowerCase() === before.toLowerCase());
  const Location = addressOf(ask, parts.with(at, encodeURIComponent(now)));
  return new Refusal(307, `${before} is now called ${now}.`, {headers: {Location}});
}

/** The same of a repository, in whose path its name stands behind that of its owner; git writes `.git` after it. */
function repositoryMovedTo(ask: Ask, before: RepositoryPath, {ownerId, name}: Repository): Refusal {
  const parts = ask.path.split('/');
  const said = parts.map(part => decodeURIComponent(part));
  const at = said.findIndex(
    (part, index) => part === before.owner && [before.name, `${before.name}.git`].includes(said[index + 1] ?? ''),
  );
  const suffix = said[at + 1] === before.name ? '' : '.git';
  const owner = ask.world.state.accounts.get(ownerId)?.name ?? '';
  const now = parts.with(at, encodeURIComponent(owner)).with(at + 1, `${encodeURIComponent(name)}${suffix}`);
  return new Refusal(301, `The repository is now called ${owner}/${name}.`, {headers: {Location: addressOf(ask, now)}});
}

interface RepositoryPath {
  readonly owner: string;
  readonly name: string;
}

function addressOf(ask: Ask, parts: readonly string[]): string {
  return `${ask.origin}${parts.join('/')}${ask.query.size === 0 ? '' : `?${ask.query.toString()}`}`;
}

export function personNamed(ask: Ask, name: string): Person {
  const account = accountNamed(ask, name);
  if (account.kind !== 'person') throw notFound();
  return account;
}

export function organizationNamed(ask: Ask, name: string): Organization {
  const account = accountNamed(ask, name);
  if (account.kind !== 'organization') throw notFound();
  return account;
}

/** Finds the organization of the path and makes sure that the sender owns it. */
export function ownedOrganization(ask: Ask): Organization {
  const organization = organizationNamed(ask, ask.param('org'));
  if (!ownsOrganization(ask, organization)) throw new Refusal(403, 'Must be an organization owner.');
  return organization;
}

/** Finds the repository of the path and makes sure that the sender has the right that the operation needs. */
export function repositoryOfPath(ask: Ask, wanted: Access = 'read'): Repository {
  const name = ask.param('repo') || ask.param('template_repo');
  const ownerName = ask.param('owner') || ask.param('template_owner');
  const owner = ownerOfPath(ask, ownerName, name);
  const repository = findRepository(ask.world.state, owner.id, name);
  if (repository === undefined) {
    const moved = findFormerRepository(ask.world.state, owner.id, name);
    if (moved !== undefined && seesAnyUnit(ask, moved)) throw repositoryMovedTo(ask, {owner: ownerName, name}, moved);
    throw notFound();
  }
  if (!seesAnyUnit(ask, repository)) throw notFound();
  refusePublicOnly(ask, repository);
  refuseSwitchedOff(ask, repository);
  // Usual: who may not see pull requests finds none.
  if (ask.route.path.startsWith('/repos/{owner}/{repo}/pulls') && !may(ask, repository, 'read')) throw notFound();
  if (!may(ask, repository, wanted))
    throw new Refusal(403, `This needs ${wanted} permission on ${owner.name}/${repository.name}.`);
  // Its settings can still be changed, and it can be removed.
  if (wanted === 'write' && repository.isArchived) {
    throw new Refusal(423, `The repository ${owner.name}/${repository.name} is archived.`);
  }
  return repository;
}

/** Usual: of what is switched off, issues and pull requests are gone, but for their labels, and the rest is for administrators of the repository. */
function refuseSwitchedOff(ask: Ask, repository: Repository): void {
  const [unit, ...others] = switchedOff(ask, repository);
  if (unit === undefined) return;
  if (unit === 'repo.issues') {
    if (ask.route.path.startsWith('/repos/{owner}/{repo}/labels')) return;
    throw notFound();
  }
  if (unit === 'repo.pulls' && others.length === 0 && !repository.hasPullRequests) throw notFound();
  if (!may(ask, repository, 'admin')) throw new Refusal(403, 'This part of the repository is switched off.');
}

/** Whoever was given a right in a repository finds it, though its owner may be hidden from them: a collaborator is no member. */
function ownerOfPath(ask: Ask, name: string, repositoryName: string): Account {
  const {state} = ask.world;
  const account = findAccount(state, name);
  const repository = account === undefined ? undefined : findRepository(state, account.id, repositoryName);
  const isLetIn = repository !== undefined && seesAnyUnit(ask, repository);
  return account !== undefined && isLetIn ? account : accountNamed(ask, name);
}

/** Tells whether a repository appears in a list for the sender, whose token may be for public things only. */
export function isListed(ask: Ask, repository: Repository): boolean {
  return may(ask, repository, 'read') && !(repository.isPrivate && isPublicOnly(ask));
}

/** Tells whether the token of the sender is for public things only. */
export function isPublicOnly({sender, rules}: Ask): boolean {
  return sender.kind === 'person' && rules.isForPublicThings(sender.scope);
}

function refusePublicOnly(ask: Ask, repository: Repository): void {
  if (isPublicOnly(ask) && repository.isPrivate)
    throw new Refusal(403, 'token scope is limited to public repositories');
}

/** Finds the issue of the path, in a repository that the sender may read. */
export function issueOfPath(ask: Ask, repository: Repository): Issue {
  const issue = issueOfAnyKind(ask, repository);
  if (!isOn(ask, repository, issue)) throw notFound();
  return issue;
}

/** Finds the issue of the path, also where issues are switched off. */
export function issueOfAnyKind(ask: Ask, repository: Repository): Issue {
  const index = numberParam(ask, 'index');
  const issue = index === undefined ? undefined : findIssue(ask.world.state, repository.id, index);
  if (issue === undefined) throw notFound();
  return issue;
}

/** Usual: what is of a kind that is switched off, or that the sender does not see, is not there. */
export function isOn(ask: Ask, repository: Repository, issue: Pick<Issue, 'isPull'>): boolean {
  const {hasIssues, hasPullRequests} = repository;
  return (issue.isPull ? hasPullRequests : hasIssues) && seesKind(ask, repository, issue);
}

/** Finds the comment of the path: "Repository is checked." */
export function commentOfPath(ask: Ask, repository: Repository): Comment {
  const id = numberParam(ask, 'id');
  const comment = id === undefined ? undefined : ask.world.state.comments.get(id);
  if (comment === undefined || !ask.rules.isCommentOf(comment, repository, ask.route.operation)) throw notFound();
  if (!isOn(ask, repository, issueOfComment(ask, comment))) throw notFound();
  return comment;
}

/** Gives the issue that carries a comment. */
export function issueOfComment(ask: Ask, comment: Comment): Issue {
  const issue = ask.world.state.issues.get(comment.issueId);
  if (issue === undefined) throw notFound();
  return issue;
}

/** Refuses a sender who is neither the poster of something nor has a right on its repository. */
export function needPosterOr(
  ask: Ask,
  wanted: Access,
  {repository, posterId}: {repository: Repository; posterId: number | undefined},
): void {
  if (doer(ask).id === posterId || may(ask, repository, wanted)) return;
  throw new Refusal(403, `Only the poster, or somebody with ${wanted} permission, may do this.`);
}
