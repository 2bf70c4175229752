/** What the record states about contents, tags, notes and empty repositories. */
import {instantText} from './instant.ts';

/** When a commit was written and when it was taken in, in milliseconds. */
export interface CommitDates {
  readonly author: number;
  readonly committer: number;
}

export const gitDataRules = {
  // "Contents responses include dates."
  contentsDates(dates: CommitDates): Record<string, string> {
    return {last_committer_date: instantText(dates.committer), last_author_date: instantText(dates.author)};
  },

  // Usual: dates that a request gives are the dates of its commit; one that is missing is now, not the other one.
  datesOfNewCommit(asked: Partial<CommitDates>, nowMs: number): CommitDates {
    return {author: asked.author ?? nowMs, committer: asked.committer ?? nowMs};
  },

  // "Tag list is paginated."
  isTagListPaged: true,

  // "git-related endpoints also work on empty repositories": 409 for the list of commits is usual.
  emptyRepositoryCommitsStatus: 409,

  // "Returns a git note; `{sha}` may be a commit id or a ref."
  findsNotesByRef: true,
};
