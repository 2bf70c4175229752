/** What the record states about contents, tags, notes and empty repositories. */
import type {Access} from './access.ts';
import type {PageWindow} from './paging.ts';
import type {Rules} from './rules.ts';

/** When a commit was written and when it was taken in, in milliseconds. */
export interface CommitDates {
  readonly author: number;
  readonly committer: number;
}

export const gitDataRules = {
  // "Contents responses include dates."
  contentsDates(dates: Readonly<Record<'author' | 'committer', string>>): Record<string, string> {
    return {last_committer_date: dates.committer, last_author_date: dates.author};
  },

  // Usual: dates that a request gives are the dates of its commit; one that is missing is now, not the other one.
  datesOfNewCommit(asked: Partial<CommitDates>, nowMs: number): CommitDates {
    return {author: asked.author ?? nowMs, committer: asked.committer ?? nowMs};
  },

  // "Tag list is paginated."
  isTagListPaged: true,

  tagsOfPage<T>(this: Rules, tags: readonly T[], window: PageWindow): readonly T[] {
    return this.itemsOfPage(tags, window);
  },

  // "git-related endpoints also work on empty repositories": 409 for the list of commits is usual.
  emptyRepositoryCommitsStatus: 409,

  // "Returns a git note; `{sha}` may be a commit id or a ref."
  findsNotesBy(_name: 'commit' | 'branch' | 'tag'): boolean {
    return true;
  },

  // "`{sha}` may be a commit id or a ref.": whatever the ref is called.
  isRefOfNote(_name: string): boolean {
    return true;
  },

  // Usual: git is shown every ref, with the heads of the pull requests.
  isShownToGit(_ref: string): boolean {
    return true;
  },

  // Usual: a history that is cut by time has the commits that are no older.
  isSince(time: number, since: number): boolean {
    return time >= since;
  },

  // Usual: a history is given as deep as it is asked for.
  depthGiven(depth: number): number {
    return depth;
  },

  // Usual: a pack comes in frames as long as git takes them.
  frameBytes(allowed: number): number {
    return allowed;
  },

  // Usual: git needs the right that the same deed needs through the API.
  accessForGit(wanted: Access): Access {
    return wanted;
  },

  // Usual: git is about the code alone, whatever else a team lets its members do.
  unitsForGit(): readonly string[] {
    return ['repo.code'];
  },

  // Usual: a protection holds for what git pushes as for what the API writes.
  isGuardedFromGit(_change: 'moves' | 'removes'): boolean {
    return true;
  },

  // Usual: all refs of a push that asks for it change, or none.
  keepsPushWhole(isAsked: boolean): boolean {
    return isAsked;
  },

  // Usual: what a push removes stands in the way of nothing that comes after it in the same push.
  freesNamesInPush(_removed: string): boolean {
    return true;
  },

  // Usual: of pushes that begin at the same commit one wins, because each says where its ref is.
  isWhereSent(now: string, sent: string): boolean {
    return now === sent;
  },

  // Usual: of a push every ref is changed that is reported so.
  changedByPush<T>(updates: readonly T[]): readonly T[] {
    return updates;
  },

  // Usual: what git pushes is heard of as what the API writes: by pull requests, hooks and issues.
  heardOfPush<T>(moves: readonly T[]): readonly T[] {
    return moves;
  },

  // Usual: an archive holds every file of its commit.
  isInArchive(_path: string): boolean {
    return true;
  },

  // Usual: the dates beside a file are those of the commit that changed it last.
  commitOfContents<T>(lastChange: T, _head: T, _occasion: 'read' | 'listed'): T {
    return lastChange;
  },
};
