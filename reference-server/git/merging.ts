/** Merges one commit into another. */
import {readCommit, writeCommitOfTree, zoneText} from './commits.ts';
import type {Signature} from './commits.ts';
import {copyObjects} from './git-store.ts';
import type {GitPlace, GitStore} from './git-store.ts';
import {history} from './history.ts';
import type {HistoryEntry} from './history.ts';
import {git} from './libraries.ts';

export type MergeStyle = 'merge' | 'rebase' | 'rebase-merge' | 'squash';

export interface MergeWish {
  readonly style: MergeStyle;
  readonly baseSha: string;
  readonly headSha: string;
  readonly message: string;
  readonly signature: Signature;
  /** Who wrote what is squashed. */
  readonly squashed?: Signature;
}

/** Writes the commits of a merge and gives the last one; undefined when the two changed the same lines. */
export async function mergeCommits(place: GitPlace, wish: MergeWish): Promise<string | undefined> {
  if (wish.style === 'rebase') return replay(place, wish);
  const headSha = wish.style === 'rebase-merge' ? await replay(place, wish) : wish.headSha;
  if (headSha === undefined) return undefined;
  const tree = await mergedTree(place, {...wish, headSha});
  if (tree === undefined) return undefined;
  const {style, signature, squashed, baseSha, message} = wish;
  const parents = style === 'squash' ? [baseSha] : [baseSha, headSha];
  const author = style === 'squash' ? (squashed ?? signature) : signature;
  return writeCommitOfTree(place, {message, author, committer: signature, parents, tree});
}

/** Puts the commits of the head one by one on top of the base. */
async function replay(place: GitPlace, {baseSha, headSha, signature}: MergeWish): Promise<string | undefined> {
  let top = baseSha;
  for (const {sha, commit} of (await commitsBetween(place, baseSha, headSha)).toReversed()) {
    if (commit.parent[0] === top) {
      top = sha;
      continue;
    }
    const tree = await mergedTree(place, {baseSha: top, headSha: sha, signature});
    if (tree === undefined) return undefined;
    const {name, email, timestamp, timezoneOffset} = commit.author;
    const author = {name, email, atMs: timestamp * 1000, zone: zoneText(timezoneOffset)};
    top = await writeCommitOfTree(place, {message: commit.message, author, committer: signature, parents: [top], tree});
  }
  return top;
}

/** Gives the tree that joins both commits; undefined when they conflict. */
export async function mergedTree(
  place: GitPlace,
  {baseSha, headSha, signature}: Pick<MergeWish, 'baseSha' | 'headSha' | 'signature'>,
): Promise<string | undefined> {
  const who = {
    name: signature.name,
    email: signature.email,
    timestamp: Math.floor(signature.atMs / 1000),
    timezoneOffset: 0,
  };
  try {
    const sides = {ours: baseSha, theirs: headSha, fastForward: false, noUpdateBranch: true};
    const result = await git.merge({...place, ...sides, author: who, committer: who});
    return result.tree ?? (await readCommit(place, baseSha)).tree;
  } catch (problem) {
    // The second is thrown where one side has a file and the other a folder, and where the two have no history in common.
    const {MergeConflictError, MergeNotSupportedError} = git.Errors;
    if (problem instanceof MergeConflictError || problem instanceof MergeNotSupportedError) return undefined;
    throw problem;
  }
}

/** Gives the last commit that both have behind them. */
export async function mergeBase(place: GitPlace, left: string, right: string): Promise<string | undefined> {
  const found: unknown = await git.findMergeBase({...place, oids: [left, right]});
  return Array.isArray(found) && typeof found[0] === 'string' ? found[0] : undefined;
}

/** Lists the commits that the head has and the base has not, newest first. */
export async function commitsBetween(
  place: GitPlace,
  baseSha: string,
  headSha: string,
): Promise<readonly HistoryEntry[]> {
  const known = new Set((await history(place, baseSha)).map(({sha}) => sha));
  return (await history(place, headSha)).filter(({sha}) => !known.has(sha));
}

/** Copies the objects of one repository into another one, so that commits of a fork can be read and merged there. */
export function borrowObjects(store: GitStore, fromId: number, toId: number): void {
  if (fromId === toId) return;
  copyObjects(store.open(fromId), store.open(toId));
}
