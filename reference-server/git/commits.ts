/** Writes and reads commits. */
import type {CommitObject, ReadCommitResult, TreeEntry} from 'isomorphic-git';
import type {GitPlace} from './git-store.ts';
import {treeOf, writeObject} from './objects.ts';
import {git} from './libraries.ts';

/** Who did something and when, as git keeps it: seconds since 1970 and minutes west of UTC. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly atMs: number;
  /** How far the clock of this person is from UTC, such as `+0200`; without it, it is UTC. */
  readonly zone?: string;
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
  const {tree, parents, author, committer} = commit;
  // As the git library does: no carriage returns, no empty lines before, one line break after.
  const message = commit.message.replaceAll('\r', '').replace(/^\n+/, '').replace(/\n+$/, '');
  const lines = [
    `tree ${tree}`,
    ...parents.map(parent => `parent ${parent}`),
    `author ${signatureLine(author)}`,
    `committer ${signatureLine(committer)}`,
  ];
  const content = Buffer.from(`${lines.join('\n')}\n\n${message}\n`);
  return Promise.resolve(writeObject(place, {type: 'commit', content}));
}

export async function readCommit(place: GitPlace, sha: string): Promise<CommitObject> {
  return (await commitBehind(place, sha)).commit;
}

/** Reads a commit, or the one that an annotated tag names. What a store has is named by its content, so that it is read once. */
export async function commitBehind(place: GitPlace, oid: string): Promise<ReadCommitResult> {
  return remembered(readingsOf(place).commits, oid, async () => git.readCommit({...place, oid}));
}

/** What was read out of one store. */
interface Readings {
  readonly commits: Map<string, ReadCommitResult>;
  readonly trees: Map<string, readonly TreeEntry[]>;
}

const readings = new WeakMap<GitPlace['fs'], Readings>();

function readingsOf({fs}: GitPlace): Readings {
  const known = readings.get(fs) ?? {commits: new Map(), trees: new Map()};
  readings.set(fs, known);
  return known;
}

async function remembered<T>(known: Map<string, T>, oid: string, read: () => Promise<T>): Promise<T> {
  const before = known.get(oid);
  if (before !== undefined) return before;
  const value = await read();
  known.set(oid, value);
  return value;
}

function writeBlob(place: GitPlace, content: Uint8Array): string {
  return writeObject(place, {type: 'blob', content: Buffer.from(content)});
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
    else {
      // A program stays one when its text changes.
      const mode = entries.get(name)?.mode === '100755' ? '100755' : '100644';
      entries.set(name, {mode, path: name, oid: writeBlob(place, change.content), type: 'blob'});
    }
  }
  for (const [name, inside] of below) {
    const folder = entries.get(name);
    const oid = await writeChangedTree(place, folder?.type === 'tree' ? folder.oid : undefined, inside);
    if ((await readTree(place, oid)).length === 0) entries.delete(name);
    else entries.set(name, {mode: '040000', path: name, oid, type: 'tree'});
  }
  return writeObject(place, {type: 'tree', content: treeOf([...entries.values()])});
}

export async function readTree(place: GitPlace, sha: string): Promise<readonly TreeEntry[]> {
  return remembered(readingsOf(place).trees, sha, async () => (await git.readTree({...place, oid: sha})).tree);
}

function signatureLine({name, email, atMs, zone = '+0000'}: Signature): string {
  return `${name} <${email}> ${String(Math.floor(atMs / 1000))} ${zone}`;
}

/** Writes an offset as git does; isomorphic-git counts what is to be added for UTC, -120 at +0200. */
export function zoneText(timezoneOffset: number): string {
  const minutes = Math.abs(timezoneOffset);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${timezoneOffset > 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}
