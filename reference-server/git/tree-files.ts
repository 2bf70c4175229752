/** Lists the files of a commit with their modes, for archives and patches. */
import {readCommit, readTree} from './commits.ts';
import {readFile} from './files.ts';
import type {GitPlace} from './git-store.ts';

/** One file of a commit; `mode` is written as in a tree, such as `100755`. */
export interface TreeFile {
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

/** Lists all files of a commit in the order of their paths; what points to another repository is left out. */
export async function treeFiles(place: GitPlace, commitSha: string): Promise<readonly TreeFile[]> {
  const visit = async (oid: string, prefix: string): Promise<readonly TreeFile[]> => {
    const entries = await readTree(place, oid);
    const nested = entries.map(async entry => {
      const path = prefix + entry.path;
      if (entry.type === 'tree') return visit(entry.oid, `${path}/`);
      return entry.type === 'blob' ? [{path, mode: entry.mode, oid: entry.oid}] : [];
    });
    return (await Promise.all(nested)).flat();
  };
  const files = await visit((await readCommit(place, commitSha)).tree, '');
  return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Reads the bytes of a file. */
export async function bytesOf(place: GitPlace, file: TreeFile): Promise<Uint8Array> {
  return readFile(place, file.oid);
}
