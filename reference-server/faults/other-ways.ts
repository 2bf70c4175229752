/** Wrong readings that show only where something is done in another way than the most usual one. */
import type {Fault} from './fault.ts';

export const otherWayFaults: readonly Fault[] = [
  {
    name: 'pull-edit-keeps-exclusive-labels',
    requirement: 'LABEL-REPLACE',
    basis: 'stated',
    says: 'An edit of a pull request stores the labels that it names, also two exclusive ones of one scope.',
    patch: before => ({
      labelsAfterReplacing(present, wanted, way) {
        return way === 'edit'
          ? wanted
          : (before.labelsAfterReplacing.call(this, present, wanted, way) as typeof wanted);
      },
    }),
  },
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
    name: 'pending-review-loses-to-event',
    requirement: 'REVIEW-PENDING',
    basis: 'stated',
    says: 'A review that is to be pending is submitted at once where its event is an approval or asks for changes.',
    patch: before => ({
      stateOfNewReview: (asked, isPending) =>
        before.stateOfNewReview(asked, isPending && (asked === 'COMMENT' || asked === 'PENDING')),
    }),
  },
  {
    name: 'commit-id-of-the-newest-commit',
    requirement: 'HOOK-COMMIT-ID',
    basis: 'stated',
    says: 'The field commit_id names the newest of the commits that arrived together, whichever closed the issue.',
    patch: () => ({
      commitIdOf: ({commitSha, newestSha}) => (commitSha === undefined ? '' : (newestSha ?? commitSha)),
    }),
  },
  {
    name: 'old-labels-of-pulls-missing',
    requirement: 'EVENT-OLD-LABELS',
    basis: 'stated',
    says: 'The payload of a pull request shows nothing of what changed.',
    patch: () => ({tellsWhatChanged: isPull => !isPull}),
  },
  {
    name: 'label-replace-by-nothing-fires-nothing',
    requirement: 'EVENT-LABELS',
    basis: 'stated',
    says: 'Replacing the labels of an issue by none fires no hook.',
    patch: () => ({announcementsOfLabels: (way, left) => (way === 'replace' && left === 0 ? 0 : 1)}),
  },
  {
    name: 'organization-hook-misses-packages',
    requirement: 'HOOK-ORG',
    basis: 'stated',
    says: 'The hook of an organization hears only of what has a repository, so of no package.',
    patch: before => ({
      reachesOrganization: (hook, event) => event.repositoryId !== undefined && before.reachesOrganization(hook, event),
    }),
  },
  {
    name: 'pull-from-fork-opened-twice',
    requirement: 'EVENT-PULL-ONCE',
    basis: 'stated',
    says: 'A new pull request whose head is in a fork is announced twice.',
    patch: () => ({
      announcementsOfNewPull: isFromFork => (isFromFork ? ['pull_request', 'pull_request'] : ['pull_request']),
    }),
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
    name: 'refused-acceptance-ends-transfer',
    requirement: 'TRANSFER-ATOMIC',
    basis: 'stated',
    says: 'An acceptance takes the pending transfer away before it finds out that the name is taken.',
    patch: () => ({acceptanceSteps: ['check-decider', 'check-limit', 'end-pending', 'check-name', 'move']}),
  },
  {
    name: 'rejection-by-anybody-ends-transfer',
    requirement: 'TRANSFER-ATOMIC',
    basis: 'stated',
    says: 'A rejection takes the pending transfer away before it finds out that somebody else decides.',
    patch: () => ({rejectionSteps: ['end-pending', 'check-decider']}),
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
