/** Wrong readings of contents, tags, notes, milestones and empty repositories. */
import type {Fault} from './fault.ts';

export const gitDataFaults: readonly Fault[] = [
  {
    name: 'contents-without-dates',
    requirement: 'CONTENTS-DATES',
    basis: 'usual',
    says: 'Reading contents gives no dates.',
    patch: () => ({contentsDates: () => ({})}),
  },
  {
    name: 'contents-dates-ignored',
    requirement: 'CONTENTS-DATES',
    basis: 'usual',
    says: 'The dates that a request gives for its commit are ignored.',
    patch: () => ({datesOfNewCommit: (_asked, now) => ({author: now, committer: now})}),
  },
  {
    name: 'contents-dates-copied',
    requirement: 'CONTENTS-DATES',
    basis: 'usual',
    says: 'When a request gives one of the two dates of its commit, it is taken for both.',
    patch: () => ({
      datesOfNewCommit: (asked, now) => ({
        author: asked.author ?? asked.committer ?? now,
        committer: asked.committer ?? asked.author ?? now,
      }),
    }),
  },
  {
    name: 'tags-not-paged',
    requirement: 'TAG-LIST',
    basis: 'stated',
    says: 'The list of tags gives all tags, whatever page and limit say.',
    patch: () => ({isTagListPaged: false}),
  },
  {
    name: 'empty-commits-500',
    requirement: 'EMPTY-GIT',
    basis: 'stated',
    says: 'Listing the commits of an empty repository answers 500.',
    patch: () => ({emptyRepositoryCommitsStatus: 500}),
  },
  {
    name: 'notes-by-commit-only',
    requirement: 'GIT-NOTES',
    basis: 'stated',
    says: 'A git note is found by a commit id only, not by a branch or tag.',
    patch: () => ({findsNotesByRef: false}),
  },
  {
    name: 'milestone-state-ignored',
    requirement: 'MILESTONE-STATE',
    basis: 'stated',
    says: 'The list of milestones ignores the state parameter.',
    patch: () => ({isListedMilestone: () => true}),
  },
  {
    name: 'milestone-all-is-open',
    requirement: 'MILESTONE-STATE',
    basis: 'stated',
    says: 'The list of milestones in all states gives the open ones only.',
    patch: () => ({isListedMilestone: (isClosed, state) => isClosed === (state === 'closed')}),
  },
];
