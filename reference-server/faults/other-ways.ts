/** Wrong readings that show only where something is done in another way than the most usual one. */
import type {Fault} from './fault.ts';

export const otherWayFaults: readonly Fault[] = [
  {
    name: 'pull-edit-keeps-assignees',
    requirement: 'ISSUE-NO-ASSIGN',
    basis: 'stated',
    says: 'An edit of a pull request takes an empty list of assignees for none sent.',
    patch: before => ({
      assigneesAfterEdit: (old, asked, operation) =>
        operation === 'repoEditPullRequest' && asked?.length === 0
          ? old
          : before.assigneesAfterEdit(old, asked, operation),
    }),
  },
  {
    name: 'mirror-follows-default-branch',
    requirement: 'MIRROR-SYNC',
    basis: 'usual',
    says: 'A commit is pushed to a mirror only when it is on the default branch.',
    patch: () => ({isSyncedOnCommit: ({syncOnCommit}, isOfDefaultBranch) => syncOnCommit && isOfDefaultBranch}),
  },
  {
    name: 'thread-keeps-its-first-comment',
    requirement: 'NOTIFY-ATTRS',
    basis: 'stated',
    says: 'A thread that exists keeps the comment that it began with, or none, when another comment arrives.',
    patch: () => ({commentOfThread: before => before}),
  },
  {
    name: 'milestone-edit-reopens',
    requirement: 'MILESTONE-STATE',
    basis: 'stated',
    says: 'An edit of a closed milestone that names no state opens it.',
    patch: () => ({isClosedAfterEdit: (_before, asked) => asked ?? false}),
  },
  {
    name: 'closed-milestone-missing',
    requirement: 'ISSUE-EDIT-MILE',
    basis: 'stated',
    says: 'An issue shows its milestone only while that is open.',
    patch: () => ({showsMilestone: (_occasion, isClosed) => !isClosed}),
  },
  {
    name: 'attachment-of-a-name-replaces',
    requirement: 'ATTACH-ISSUE',
    basis: 'stated',
    says: 'A file replaces the one of the same name on the same issue or comment.',
    patch: () => ({replacesAttachment: (present, name) => present.name === name}),
  },
  {
    name: 'pull-takes-setting-of-the-fork',
    requirement: 'REPO-MAINTAINER',
    basis: 'stated',
    says: 'Whether maintainers may edit a new pull request follows the repository that its head is in.',
    patch: () => ({maintainerEditOfNewPull: (_base, head) => head}),
  },
];
