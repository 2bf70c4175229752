/** Reads files and folders out of commits. */
import {readCommit, readTree} from './commits.ts';
import type {GitPlace} from './git-store.ts';
import {git} from './libraries.ts';

/** What stands at a path: a file with the id of its content, a folder, or a submodule with the id of a commit of another repository. */
export interface PathEntry {
  readonly path: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly oid: string;
  /** As git writes it, e.g. 100755 for a program, 120000 for a link and 160000 for a submodule. */
  readonly mode: string;
}

const folderMode = '040000';

/** The whole tree of a commit. */
export function rootFolder(tree: string): PathEntry {
  return {path: '', type: 'tree', oid: tree, mode: folderMode};
}

/** Finds what stands at a path in a commit; the empty path is the whole tree. */
export async function entryAt(place: GitPlace, commitSha: string, path: string): Promise<PathEntry | undefined> {
  const {tree} = await readCommit(place, commitSha);
  let entry = rootFolder(tree);
  for (const name of path.split('/').filter(part => part !== '')) {
    if (entry.type !== 'tree') return undefined;
    const found = (await listFolder(place, entry)).find(other => other.path.split('/').at(-1) === name);
    if (found === undefined) return undefined;
    entry = found;
  }
  return entry;
}

export async function listFolder(place: GitPlace, folder: PathEntry): Promise<readonly PathEntry[]> {
  const prefix = folder.path === '' ? '' : `${folder.path}/`;
  const entries = await readTree(place, folder.oid);
  return entries.map(({path, type, oid, mode}) => ({
    path: prefix + path,
    type,
    oid,
    mode: type === 'tree' ? folderMode : mode,
  }));
}

export async function readFile(place: GitPlace, oid: string): Promise<Uint8Array> {
  return (await git.readBlob({...place, oid})).blob;
}

/** Lists all files of a commit: content ids by path. What points to another repository is left out. */
export async function listFiles(place: GitPlace, commitSha: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const visit = async (folder: PathEntry): Promise<void> => {
    for (const entry of await listFolder(place, folder)) {
      if (entry.type === 'tree') await visit(entry);
      else if (entry.type === 'blob') files.set(entry.path, entry.oid);
    }
  };
  await visit(rootFolder((await readCommit(place, commitSha)).tree));
  return files;
}
