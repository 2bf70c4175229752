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
    patch: () => ({findsNotesBy: name => name === 'commit'}),
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
  {
    name: 'contents-date-of-the-head',
    requirement: 'CONTENTS-DATES',
    basis: 'usual',
    says: 'The dates beside a file are those of the newest commit, whether or not it touched the file.',
    patch: () => ({commitOfContents: (_last, head) => head}),
  },
  {
    name: 'tags-second-page-repeats-the-first',
    requirement: 'TAG-LIST',
    basis: 'stated',
    says: 'Every page of the list of tags is the first one.',
    patch: () => ({tagsOfPage: (tags, {size}) => tags.slice(0, size)}),
  },
  {
    name: 'notes-by-branch-not-by-tag',
    requirement: 'GIT-NOTES',
    basis: 'stated',
    says: 'A git note is found by a commit id or a branch, not by a tag.',
    patch: () => ({findsNotesBy: name => name !== 'tag'}),
  },
  {
    name: 'folder-dates-of-the-head',
    requirement: 'CONTENTS-DATES',
    basis: 'usual',
    says: 'In the list of a folder, each file has the dates of the newest commit.',
    patch: () => ({commitOfContents: (last, head, occasion) => (occasion === 'listed' ? head : last)}),
  },
  {
    name: 'notes-of-slash-refs-missing',
    requirement: 'GIT-NOTES',
    basis: 'stated',
    says: 'The note of a ref is not found where the name of the ref has a slash.',
    patch: () => ({isRefOfNote: name => !name.includes('/')}),
  },
];
