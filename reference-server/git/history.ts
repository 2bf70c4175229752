/** Walks the history of a branch. */
import type {CommitObject} from 'isomorphic-git';
import {commitBehind, readCommit} from './commits.ts';
import {entryAt} from './files.ts';
import type {GitPlace} from './git-store.ts';

export interface HistoryEntry {
  readonly sha: string;
  readonly commit: CommitObject;
}

/** Lists the commits that a commit has behind it, itself first, newest first. */
export async function history(place: GitPlace, sha: string): Promise<readonly HistoryEntry[]> {
  const first = await commitBehind(place, sha);
  const found = new Set([first.oid]);
  const entries: HistoryEntry[] = [];
  const next: HistoryEntry[] = [{sha: first.oid, commit: first.commit}];
  for (let entry = next.pop(); entry !== undefined; entry = next.pop()) {
    entries.push(entry);
    for (const parent of entry.commit.parent) {
      if (found.has(parent)) continue;
      found.add(parent);
      next.push({sha: parent, commit: await readCommit(place, parent)});
    }
    next.sort((a, b) => a.commit.committer.timestamp - b.commit.committer.timestamp);
  }
  return entries;
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
  for (const entry of await history(place, sha)) if (await isChangedIn(place, entry, path)) return entry;
  return {sha, commit: await readCommit(place, sha)};
}

/** Tells whether a commit is another one or stands behind it. */
export async function isAncestor(place: GitPlace, ancestor: string, descendant: string): Promise<boolean> {
  return ancestor === descendant || (await history(place, descendant)).some(({sha}) => sha === ancestor);
}
