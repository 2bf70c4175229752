/** Shows files and folders of a repository as JSON. */
import {readCommit} from '../../git/commits.ts';
import {entryAt, listFolder, readFile} from '../../git/files.ts';
import type {PathEntry} from '../../git/files.ts';
import {lastChangeOf} from '../../git/history.ts';
import type {Repository} from '../../state/repositories.ts';
import type {Ask} from '../ask.ts';
import {submoduleUrl} from '../../git/submodules.ts';
import {dateOf} from './commit.ts';
import {refTarget} from '../../git/refs.ts';
import type {GitPlace} from '../../git/git-store.ts';
import {repositoryApiUrl, repositoryWebUrl} from './repository.ts';

/** A commit, and by which name the request asked for it. */
export interface Revision {
  readonly sha: string;
  readonly ref: string;
}

/** Shows what stands at a path: a file with its content, a folder as the list of what is in it; undefined when there is nothing. */
export async function showContents(
  ask: Ask,
  repository: Repository,
  {path, revision}: {path: string; revision: Revision},
) {
  const place = ask.world.git.open(repository.id);
  const entry = await entryAt(place, revision.sha, path);
  if (entry === undefined) return undefined;
  if (entry.type !== 'tree') return showFile(ask, repository, {entry, revision, withContent: true});
  const entries = await listFolder(place, entry);
  return Promise.all(
    entries.map(async inside => showFile(ask, repository, {entry: inside, revision, withContent: false})),
  );
}

interface Showing {
  readonly entry: PathEntry;
  readonly revision: Revision;
  readonly withContent: boolean;
}

async function showFile(
  ask: Ask,
  repository: Repository,
  {entry, revision, withContent}: Showing,
): Promise<Record<string, unknown>> {
  const place = ask.world.git.open(repository.id);
  const isFile = entry.type === 'blob';
  const isLink = entry.mode === '120000';
  const isSubmodule = entry.type === 'commit';
  const bytes = isFile ? await readFile(place, entry.oid) : new Uint8Array();
  const last = await lastChangeOf(place, revision.sha, entry.path);
  const head = {sha: revision.sha, commit: await readCommit(place, revision.sha)};
  const {author, committer} = ask.rules.commitOfContents(last, head, withContent ? 'read' : 'listed').commit;
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const url = `${repositoryApiUrl(ask, repository)}/contents/${path}?ref=${encodeURIComponent(revision.ref)}`;
  const gitUrl = `${repositoryApiUrl(ask, repository)}/git/${isFile ? 'blobs' : 'trees'}/${entry.oid}`;
  const named = `${await kindOf(place, revision)}/${revision.ref.split('/').map(encodeURIComponent).join('/')}`;
  const webUrl = `${repositoryWebUrl(ask, repository)}/src/${named}/${path}`;
  // What a submodule points to is in another repository.
  const here = isSubmodule ? {git: null, html: null} : {git: gitUrl, html: webUrl};
  return {
    name: entry.path.split('/').at(-1),
    path: entry.path,
    sha: entry.oid,
    last_commit_sha: last.sha,
    ...ask.rules.contentsDates({author: dateOf(author), committer: dateOf(committer)}),
    type: isLink ? 'symlink' : isSubmodule ? 'submodule' : isFile ? 'file' : 'dir',
    size: bytes.byteLength,
    encoding: isFile && !isLink && withContent ? 'base64' : null,
    content: isFile && !isLink && withContent ? Buffer.from(bytes).toString('base64') : null,
    target: isLink ? Buffer.from(bytes).toString('utf8') : null,
    url,
    html_url: here.html,
    git_url: here.git,
    download_url: isFile ? `${repositoryWebUrl(ask, repository)}/raw/${named}/${path}` : null,
    submodule_git_url: isSubmodule ? ((await submoduleUrl(place, revision.sha, entry.path)) ?? null) : null,
    _links: {self: url, ...here},
  };
}

/** Says under which word the addresses of files name a revision. */
async function kindOf(place: GitPlace, {ref}: Revision): Promise<'branch' | 'tag' | 'commit'> {
  if ((await refTarget(place, `refs/heads/${ref}`)) !== undefined) return 'branch';
  return (await refTarget(place, `refs/tags/${ref}`)) === undefined ? 'commit' : 'tag';
}
