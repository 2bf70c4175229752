/** Walks the history of a branch. */
import * as git from 'isomorphic-git';
import type {CommitObject} from 'isomorphic-git';
import {readCommit} from './commits.ts';
import {entryAt} from './files.ts';
import type {GitPlace} from './git-store.ts';

export interface HistoryEntry {
  readonly sha: string;
  readonly commit: CommitObject;
}

/** Lists the commits that a commit has behind it, itself first, newest first. */
export async function history(place: GitPlace, sha: string): Promise<readonly HistoryEntry[]> {
  const entries = await git.log({...place, ref: sha});
  return entries.map(({oid, commit}) => ({sha: oid, commit}));
}

/** Lists those commits only that changed what stands at a path. */
export async function historyOfPath(place: GitPlace, sha: string, path: string): Promise<readonly HistoryEntry[]> {
  const entries = await history(place, sha);
  const changes = await Promise.all(entries.map(async entry => isChangedIn(place, entry, path)));
  return entries.filter((_entry, at) => changes[at]);
}

async function isChangedIn(place: GitPlace, {sha, commit}: HistoryEntry, path: string): Promise<boolean> {
  const now = (await entryAt(place, sha, path))?.oid;
  const before = await Promise.all(commit.parent.map(async parent => (await entryAt(place, parent, path))?.oid));
  return before.length === 0 ? now !== undefined : before.every(oid => oid !== now);
}

/** Finds the last commit that changed what stands at a path; the given commit when none did. */
export async function lastChangeOf(place: GitPlace, sha: string, path: string): Promise<HistoryEntry> {
  const [latest] = await historyOfPath(place, sha, path);
  return latest ?? {sha, commit: await readCommit(place, sha)};
}
