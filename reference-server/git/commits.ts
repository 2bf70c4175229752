/** Writes and reads commits. */
import * as git from 'isomorphic-git';
import type {CommitObject, TreeEntry} from 'isomorphic-git';
import type {GitPlace} from './git-store.ts';

/** Who did something and when, as git keeps it: seconds since 1970 and minutes west of UTC. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly atMs: number;
}

/** Takes out of a name or an address what ends it in a commit, and every line break there is: neither git nor its library could read it back. */
export function signatureText(text: string): string {
  return text.replaceAll(/[<>\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').trim();
}

/** One file to write (`content`) or to take away (`content` undefined). */
export interface FileChange {
  readonly path: string;
  readonly content: Uint8Array | undefined;
}

export interface NewCommit {
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
  readonly parents: readonly string[];
  readonly changes: readonly FileChange[];
}

/** Writes a commit with its changes laid over the tree of its first parent; gives its SHA. No branch is moved. */
export async function writeCommit(place: GitPlace, commit: NewCommit): Promise<string> {
  const [parent] = commit.parents;
  const before = parent === undefined ? undefined : (await readCommit(place, parent)).tree;
  const tree = await writeChangedTree(place, before, commit.changes);
  return writeCommitOfTree(place, {...commit, tree});
}

/** Writes a commit that has exactly this tree. */
export async function writeCommitOfTree(
  place: GitPlace,
  commit: Omit<NewCommit, 'changes'> & {tree: string},
): Promise<string> {
  const message = commit.message.endsWith('\n') ? commit.message : `${commit.message}\n`;
  return git.writeCommit({
    ...place,
    commit: {
      message,
      tree: commit.tree,
      parent: [...commit.parents],
      author: signatureLine(commit.author),
      committer: signatureLine(commit.committer),
    },
  });
}

export async function readCommit(place: GitPlace, sha: string): Promise<CommitObject> {
  return (await git.readCommit({...place, oid: sha})).commit;
}

async function writeChangedTree(
  place: GitPlace,
  before: string | undefined,
  changes: readonly FileChange[],
): Promise<string> {
  const entries = new Map<string, TreeEntry>();
  if (before !== undefined) for (const entry of await readTree(place, before)) entries.set(entry.path, entry);
  const below = new Map<string, FileChange[]>();
  for (const change of changes) {
    const [name = '', ...rest] = change.path.split('/');
    if (rest.length > 0) below.set(name, [...(below.get(name) ?? []), {...change, path: rest.join('/')}]);
    else if (change.content === undefined) entries.delete(name);
    else entries.set(name, {mode: '100644', path: name, oid: await writeBlob(place, change.content), type: 'blob'});
  }
  for (const [name, inside] of below) {
    const folder = entries.get(name);
    const oid = await writeChangedTree(place, folder?.type === 'tree' ? folder.oid : undefined, inside);
    if ((await readTree(place, oid)).length === 0) entries.delete(name);
    else entries.set(name, {mode: '040000', path: name, oid, type: 'tree'});
  }
  return git.writeTree({...place, tree: [...entries.values()]});
}

export async function readTree(place: GitPlace, sha: string): Promise<readonly TreeEntry[]> {
  return (await git.readTree({...place, oid: sha})).tree;
}

async function writeBlob(place: GitPlace, content: Uint8Array): Promise<string> {
  return git.writeBlob({...place, blob: content});
}

function signatureLine({name, email, atMs}: Signature): CommitObject['author'] {
  return {name, email, timestamp: Math.floor(atMs / 1000), timezoneOffset: 0};
}
