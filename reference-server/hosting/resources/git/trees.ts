/** Trees of a repository. */
import {readCommit, readTree} from '../../../git/commits.ts';
import {listFolder, readFile, rootFolder} from '../../../git/files.ts';
import type {PathEntry} from '../../../git/files.ts';
import type {GitPlace} from '../../../git/git-store.ts';
import {resolveCommit} from '../../../git/refs.ts';
import type {Ask} from '../../ask.ts';
import {repositoryOfPath} from '../../lookups.ts';
import type {PageWindow} from '../../../rules/paging.ts';
import {queryFlag, queryNumber} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {repositoryApiUrl} from '../../shapes/repository.ts';

export const treeRoutes: readonly Route[] = [
  {
    operation: 'GetTree',
    method: 'GET',
    path: '/repos/{owner}/{repo}/git/trees/{sha}',
    caller: 'anyone',
    areas: ['repository'],
    answer: getTree,
  },
];

async function getTree(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const place = ask.world.git.open(repository.id);
  const named = await treeNamed(place, ask.param('sha'));
  if (named === undefined && repository.isEmpty) throw notFound();
  if (named === undefined) throw new Refusal(400, `sha not found [${ask.param('sha')}]`);
  const isRecursive = queryFlag(ask, 'recursive') ?? false;
  const entries = await entriesOf(ask, rootFolder(named.tree), {repositoryId: repository.id, isRecursive});
  const url = `${repositoryApiUrl(ask, repository)}/git`;
  const window = windowOfTree(ask);
  const shown = entries.slice(window.from, window.from + window.size).map(async entry => ({
    path: entry.path,
    mode: entry.mode,
    type: entry.type,
    size: entry.type === 'blob' ? (await readFile(place, entry.oid)).byteLength : 0,
    sha: entry.oid,
    url: entry.type === 'commit' ? '' : `${url}/${entry.type === 'tree' ? 'trees' : 'blobs'}/${entry.oid}`,
  }));
  const list = await Promise.all(shown);
  const body = {
    // Usual: a tree that a commit leads to goes by the id of the commit.
    sha: named.id,
    url: `${url}/trees/${named.id}`,
    tree: list,
    truncated: window.from + window.size < entries.length,
    page: window.page,
    total_count: entries.length,
  };
  const headers = {'X-Total-Count': String(entries.length), 'Access-Control-Expose-Headers': 'X-Total-Count'};
  return {...ok(body), headers};
}

/** Finds a tree by a branch, a tag, a commit, or its own complete id. */
async function treeNamed(place: GitPlace, name: string): Promise<{id: string; tree: string} | undefined> {
  const sha = await resolveCommit(place, name);
  if (sha !== undefined) return {id: sha, tree: (await readCommit(place, sha)).tree};
  if (!/^[0-9a-f]{40}$/i.test(name)) return undefined;
  const id = name.toLowerCase();
  return readTree(place, id).then(
    () => ({id, tree: id}),
    () => undefined,
  );
}

const treePageSize = 1000;

function windowOfTree(ask: Ask): PageWindow {
  const sizes = {configuredSize: treePageSize, largestSize: treePageSize};
  return ask.rules.pageWindow({page: queryNumber(ask, 'page'), limit: queryNumber(ask, 'per_page'), ...sizes});
}

async function entriesOf(
  ask: Ask,
  folder: PathEntry,
  options: {readonly repositoryId: number; readonly isRecursive: boolean},
): Promise<readonly PathEntry[]> {
  const entries = await listFolder(ask.world.git.open(options.repositoryId), folder);
  if (!options.isRecursive) return entries;
  const nested = entries.map(async entry =>
    entry.type === 'tree' ? [entry, ...(await entriesOf(ask, entry, options))] : [entry],
  );
  return (await Promise.all(nested)).flat();
}
