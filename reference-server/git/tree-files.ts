/** Lists the files of a commit with their modes, for archives and patches. */
import {readCommit, readTree} from './commits.ts';
import {readFile} from './files.ts';
import type {GitPlace} from './git-store.ts';
import {submoduleMode} from './objects.ts';

/** One file or submodule of a commit; `mode` is written as in a tree, such as `100755`. */
export interface TreeFile {
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

/** Lists all files and submodules of a commit in the order of their paths. */
export async function treeFiles(place: GitPlace, commitSha: string): Promise<readonly TreeFile[]> {
  const visit = async (oid: string, prefix: string): Promise<readonly TreeFile[]> => {
    const entries = await readTree(place, oid);
    const nested = entries.map(async entry => {
      const path = prefix + entry.path;
      if (entry.type === 'tree') return visit(entry.oid, `${path}/`);
      return [{path, mode: entry.mode, oid: entry.oid}];
    });
    return (await Promise.all(nested)).flat();
  };
  const files = await visit((await readCommit(place, commitSha)).tree, '');
  return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Tells whether this is a commit of another repository, which this one need not have. */
export function isSubmodule({mode}: TreeFile): boolean {
  return mode === submoduleMode;
}

/** Reads the bytes of a file; of a submodule, the line that git shows for it. */
export async function bytesOf(place: GitPlace, file: TreeFile): Promise<Uint8Array> {
  return isSubmodule(file) ? Buffer.from(submoduleLine(file.oid)) : readFile(place, file.oid);
}

/** What git compares where a submodule changes. */
export function submoduleLine(oid: string): string {
  return `Subproject commit ${oid}\n`;
}
