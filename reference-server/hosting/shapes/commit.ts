/** Shows commits as JSON. */
import type {CommitObject} from 'isomorphic-git';
import {instantText, zonedText} from '../../rules/instant.ts';
import {filesOfCommit, linesOfCommit} from '../../git/differences.ts';
import type {GitPlace} from '../../git/git-store.ts';
import type {Repository} from '../../state/repositories.ts';
import {personWithEmail} from '../../state/state.ts';
import {asNobody, type Ask} from '../ask.ts';
import {showPerson} from './person.ts';
import {repositoryApiUrl, repositoryWebUrl} from './repository.ts';

interface KnownCommit {
  readonly sha: string;
  readonly commit: CommitObject;
}

/** Which parts of a commit are shown. */
export interface CommitParts {
  readonly stats: boolean;
  readonly verification: boolean;
  readonly files: boolean;
}

/** Shows a commit with the files that it changes against its first parent. */
export async function showCommit(
  ask: Ask,
  repository: Repository,
  {sha, commit}: KnownCommit,
  parts: CommitParts = {stats: true, verification: true, files: true},
): Promise<Record<string, unknown>> {
  const place = ask.world.git.open(repository.id);
  const files = parts.files ? await filesOfCommit(place, sha) : [];
  return {
    url: commitUrl(ask, repository, sha),
    sha,
    created: dateOf(commit.committer),
    html_url: `${repositoryWebUrl(ask, repository)}/commit/${sha}`,
    commit: {
      url: commitUrl(ask, repository, sha),
      author: {...showSignature(commit.author), date: dateOf(commit.author)},
      committer: {...showSignature(commit.committer), date: dateOf(commit.committer)},
      message: commit.message,
      tree: treeMeta(ask, repository, commit),
      ...(parts.verification ? {verification: unverified(commit.gpgsig)} : {}),
    },
    author: personOf(ask, commit.author.email),
    committer: personOf(ask, commit.committer.email),
    parents: commit.parent.map(parent => commitMeta(ask, repository, parent)),
    ...(parts.files ? {files: files.map(({path, status}) => ({filename: path, status: fileStatuses[status]}))} : {}),
    ...(parts.stats ? {stats: await showStats(place, sha)} : {}),
  };
}

async function showStats(place: GitPlace, sha: string): Promise<Record<string, number>> {
  const {additions, deletions} = await linesOfCommit(place, sha);
  return {total: additions + deletions, additions, deletions};
}

/** Shows that a signature, or a missing one, was not verified: this server knows no keys. */
export function unverified(signature: string | undefined): Record<string, unknown> {
  const reason = signature === undefined ? 'gpg.error.not_signed_commit' : 'gpg.error.no_gpg_keys_found';
  return {verified: false, reason, signature: signature ?? '', payload: '', signer: null};
}

/** What commits call what happened to a file; the files of a pull request have words of their own. */
const fileStatuses = {added: 'added', changed: 'modified', deleted: 'removed'} as const;

/** Shows a commit in the answer to a change of a file. */
export function showFileCommit(ask: Ask, repository: Repository, {sha, commit}: KnownCommit): Record<string, unknown> {
  return {
    url: commitUrl(ask, repository, sha),
    sha,
    created: instantText(0),
    html_url: `${repositoryWebUrl(ask, repository)}/commit/${sha}`,
    author: showSignature(commit.author),
    committer: showSignature(commit.committer),
    parents: commit.parent.map(parent => commitMeta(ask, repository, parent)),
    message: commit.message,
    tree: {...treeMeta(ask, repository, commit), created: instantText(0)},
  };
}

function showSignature({name, email, timestamp}: CommitObject['author']): Record<string, string> {
  return {name, email, date: instantText(timestamp * 1000)};
}

/** Shows when a commit was written or taken in, with the offset of that clock, which known servers show too. */
export function dateOf({timestamp, timezoneOffset}: CommitObject['author']): string {
  return zonedText(timestamp * 1000, timezoneOffset);
}

export function commitUrl(ask: Ask, repository: Repository, sha: string): string {
  return `${repositoryApiUrl(ask, repository)}/git/commits/${sha}`;
}

function commitMeta(ask: Ask, repository: Repository, sha: string): Record<string, unknown> {
  return {url: commitUrl(ask, repository, sha), sha, created: instantText(0)};
}

function treeMeta(ask: Ask, repository: Repository, commit: CommitObject): Record<string, unknown> {
  const created = dateOf(commit.committer);
  return {url: `${repositoryApiUrl(ask, repository)}/git/trees/${commit.tree}`, sha: commit.tree, created};
}

function personOf(ask: Ask, email: string): Record<string, unknown> | null {
  const person = personWithEmail(ask.world.state, email);
  return person === undefined ? null : showPerson(asNobody(ask), person);
}
