/** Shows commits as JSON. */
import type {CommitObject} from 'isomorphic-git';
import {instantText} from '../../rules/instant.ts';
import type {Repository} from '../../state/repositories.ts';
import type {Ask} from '../ask.ts';
import {showPerson} from './person.ts';
import {repositoryApiUrl, repositoryWebUrl} from './repository.ts';

interface KnownCommit {
  readonly sha: string;
  readonly commit: CommitObject;
}

export function showCommit(ask: Ask, repository: Repository, {sha, commit}: KnownCommit): Record<string, unknown> {
  return {
    url: commitUrl(ask, repository, sha),
    sha,
    created: instantText(commit.committer.timestamp * 1000),
    html_url: `${repositoryWebUrl(ask, repository)}/commit/${sha}`,
    commit: {
      url: commitUrl(ask, repository, sha),
      author: showSignature(commit.author),
      committer: showSignature(commit.committer),
      message: commit.message,
      tree: treeMeta(ask, repository, commit),
      verification: null,
    },
    author: personOf(ask, commit.author.email),
    committer: personOf(ask, commit.committer.email),
    parents: commit.parent.map(parent => commitMeta(ask, repository, parent)),
    files: [],
    stats: {total: 0, additions: 0, deletions: 0},
  };
}

/** Shows a commit in the answer to a change of a file. */
export function showFileCommit(ask: Ask, repository: Repository, {sha, commit}: KnownCommit): Record<string, unknown> {
  return {
    url: commitUrl(ask, repository, sha),
    sha,
    created: instantText(commit.committer.timestamp * 1000),
    html_url: `${repositoryWebUrl(ask, repository)}/commit/${sha}`,
    author: showSignature(commit.author),
    committer: showSignature(commit.committer),
    parents: commit.parent.map(parent => commitMeta(ask, repository, parent)),
    message: commit.message,
    tree: treeMeta(ask, repository, commit),
  };
}

function showSignature({name, email, timestamp}: CommitObject['author']): Record<string, string> {
  return {name, email, date: instantText(timestamp * 1000)};
}

export function commitUrl(ask: Ask, repository: Repository, sha: string): string {
  return `${repositoryApiUrl(ask, repository)}/git/commits/${sha}`;
}

function commitMeta(ask: Ask, repository: Repository, sha: string): Record<string, unknown> {
  return {url: commitUrl(ask, repository, sha), sha, created: instantText(0)};
}

function treeMeta(ask: Ask, repository: Repository, commit: CommitObject): Record<string, unknown> {
  const created = instantText(commit.committer.timestamp * 1000);
  return {url: `${repositoryApiUrl(ask, repository)}/git/trees/${commit.tree}`, sha: commit.tree, created};
}

function personOf(ask: Ask, email: string): Record<string, unknown> | null {
  const person = ask.world.state.accounts
    .of('person')
    .find(account => account.kind === 'person' && account.emails.some(address => address.email === email));
  return person?.kind === 'person' ? showPerson(ask, person) : null;
}
