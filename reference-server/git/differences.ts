/** Finds the files that differ between two commits, with their numbers of lines. */
import type {TreeEntry} from 'isomorphic-git';
import type {ChangeObject} from 'diff';
import {readCommit, readTree} from './commits.ts';
import {readFile} from './files.ts';
import type {GitPlace} from './git-store.ts';
import {withMoves, type MovedPair, type Pair} from './renames.ts';
import {submoduleLine} from './tree-files.ts';
import {diffLines} from './libraries.ts';

/** One file that differs between two commits. */
export interface FileDifference extends FileChangeKind {
  /** Its path before, of a file that moved. */
  readonly movedFrom: string | undefined;
  readonly additions: number;
  readonly deletions: number;
}

/** A file that differs, without a look into it. */
export interface FileChangeKind {
  readonly path: string;
  readonly status: 'added' | 'changed' | 'deleted';
}

/** Lists the files that differ between two commits, in the order of their paths. */
export async function differences(
  place: GitPlace,
  fromSha: string | undefined,
  toSha: string,
): Promise<readonly FileDifference[]> {
  const files = await seenAsMoved(place, await changedFiles(place, fromSha, toSha));
  return Promise.all(
    files.map(async file => ({...kindOf(file), movedFrom: file.moved?.from, ...(await lineCounts(place, file))})),
  );
}

/** Counts the lines that a commit adds and removes; a file that only moved has none, as git sees it. */
export async function linesOfCommit(
  place: GitPlace,
  sha: string,
): Promise<{readonly additions: number; readonly deletions: number}> {
  const pairs = await changedFiles(place, (await readCommit(place, sha)).parent[0], sha);
  const counts = await Promise.all((await seenAsMoved(place, pairs)).map(async pair => lineCounts(place, pair)));
  return {
    additions: counts.reduce((sum, one) => sum + one.additions, 0),
    deletions: counts.reduce((sum, one) => sum + one.deletions, 0),
  };
}

/** Puts together what moved, as git does. */
async function seenAsMoved(place: GitPlace, pairs: readonly FilePair[]): Promise<readonly MovedPair<TreeEntry>[]> {
  return withMoves(pairs, async entry => Buffer.from(await contentOf(place, entry)));
}

/** Lists the files that a commit changes against its first parent; a commit without parents adds all its files. */
export async function filesOfCommit(place: GitPlace, sha: string): Promise<readonly FileChangeKind[]> {
  const {parent} = await readCommit(place, sha);
  return (await changedFiles(place, parent[0], sha)).map(kindOf);
}

type FilePair = Pair<TreeEntry>;

function kindOf({path, before, after}: FilePair): FileChangeKind {
  return {path, status: before === undefined ? 'added' : after === undefined ? 'deleted' : 'changed'};
}

async function changedFiles(place: GitPlace, fromSha: string | undefined, toSha: string): Promise<readonly FilePair[]> {
  const before = fromSha === undefined ? undefined : (await readCommit(place, fromSha)).tree;
  const after = (await readCommit(place, toSha)).tree;
  const pairs = await changedBelow(place, {folder: '', before, after});
  return pairs.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Compares two folders; equal ones are not entered. */
async function changedBelow(
  place: GitPlace,
  {folder, before, after}: {folder: string; before: string | undefined; after: string | undefined},
): Promise<readonly FilePair[]> {
  if (before === after) return [];
  const [old, now] = await Promise.all([entriesOf(place, before), entriesOf(place, after)]);
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const pairs = await Promise.all(
    names.map(async name => changedEntry(place, {path: folder + name, before: old.get(name), after: now.get(name)})),
  );
  return pairs.flat();
}

async function entriesOf(place: GitPlace, tree: string | undefined): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = tree === undefined ? [] : await readTree(place, tree);
  return new Map(entries.map(entry => [entry.path, entry]));
}

async function changedEntry(place: GitPlace, {path, before, after}: FilePair): Promise<readonly FilePair[]> {
  if (before?.oid === after?.oid && before?.mode === after?.mode) return [];
  const tree = (entry: TreeEntry | undefined): string | undefined => (entry?.type === 'tree' ? entry.oid : undefined);
  const file = (entry: TreeEntry | undefined): TreeEntry | undefined => (entry?.type === 'tree' ? undefined : entry);
  const below = await changedBelow(place, {folder: `${path}/`, before: tree(before), after: tree(after)});
  const pair = {path, before: file(before), after: file(after)};
  return pair.before === undefined && pair.after === undefined ? below : [pair, ...below];
}

/** How many lines may differ before a comparison takes too long; past that, all lines of both sides count as different. */
const lineEditsMax = 2000;

async function lineCounts(
  place: GitPlace,
  {before, after}: FilePair,
): Promise<{readonly additions: number; readonly deletions: number}> {
  const [old, now] = await Promise.all([textOf(place, before), textOf(place, after)]);
  // As git counts: a file with a NUL has no lines.
  if (before?.oid === after?.oid || old.includes('\0') || now.includes('\0')) return {additions: 0, deletions: 0};
  const changes = diffLines(old, now, {maxEditLength: lineEditsMax});
  if (changes === undefined) return {additions: linesIn(now), deletions: linesIn(old)};
  const count = (isCounted: (change: ChangeObject<string>) => boolean): number =>
    changes.filter(isCounted).reduce((sum, change) => sum + change.count, 0);
  return {additions: count(change => change.added), deletions: count(change => change.removed)};
}

async function textOf(place: GitPlace, entry: TreeEntry | undefined): Promise<string> {
  return Buffer.from(await contentOf(place, entry)).toString('utf8');
}

async function contentOf(place: GitPlace, entry: TreeEntry | undefined): Promise<Uint8Array | string> {
  if (entry?.type === 'commit') return submoduleLine(entry.oid);
  return entry?.type === 'blob' ? readFile(place, entry.oid) : '';
}

function linesIn(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
}
