/** Wrong readings of pull requests and reviews. */
import type {Fault} from './fault.ts';

export const pullFaults: readonly Fault[] = [
  {
    name: 'merge-refuses-force',
    requirement: 'MERGE-FORCE',
    basis: 'stated',
    says: 'A merge request that carries force_merge is refused.',
    patch: () => ({acceptsForceMerge: () => false}),
  },
  {
    name: 'merge-admin-blocked',
    requirement: 'MERGE-ADMIN',
    basis: 'stated',
    says: 'Owners and administrators cannot merge while reviews are missing.',
    patch: () => ({mayMergePull: facts => facts.areDemandsMet}),
  },
  {
    name: 'merge-any-writer',
    requirement: 'MERGE-ADMIN',
    basis: 'usual',
    says: 'Every writer may merge regardless of review status.',
    patch: () => ({mayMergePull: () => true}),
  },
  {
    name: 'stale-approval-counts',
    requirement: 'BRANCH-FIELDS',
    basis: 'usual',
    says: 'An approval still counts after a push although stale approvals are to be dismissed.',
    patch: () => ({isStaleReview: () => false}),
  },
  {
    name: 'pull-files-need-paging',
    requirement: 'PULL-FILES',
    basis: 'stated',
    says: 'Listing the files of a pull request demands limit and page.',
    patch: () => ({pullFilesNeedPaging: true}),
  },
  {
    name: 'pull-files-skip-ignored',
    requirement: 'PULL-FILES',
    basis: 'stated',
    says: 'Listing the files of a pull request ignores skip-to.',
    patch: () => ({filesAfterSkip: files => files}),
  },
  {
    name: 'pending-comment-opens-second-review',
    requirement: 'REVIEW-PENDING',
    basis: 'stated',
    says: 'A second pending comment opens a second pending review.',
    patch: () => ({pendingReviewToExtend: () => undefined}),
  },
  {
    name: 'pending-review-public',
    requirement: 'REVIEW-PENDING',
    basis: 'stated',
    says: 'A pending review is shown to everybody at once.',
    patch: () => ({maySeeReview: () => true}),
  },
  {
    name: 'single-comment-stays-pending',
    requirement: 'REVIEW-PENDING',
    basis: 'stated',
    says: 'A comment that is not pending becomes a pending review as well.',
    patch: () => ({stateOfNewReview: asked => (asked === 'COMMENT' ? 'PENDING' : asked)}),
  },
  {
    name: 'merge-force-true-refused',
    requirement: 'MERGE-FORCE-OP',
    basis: 'stated',
    says: 'A merge request whose force_merge is true is refused.',
    patch: before => ({
      mayMergePull(facts) {
        return !facts.forceMerge && before.mayMergePull.call(this, facts);
      },
    }),
  },
  {
    name: 'merge-force-needs-reviews',
    requirement: 'MERGE-ADMIN',
    basis: 'stated',
    says: 'A merge request with force_merge is refused to owners while reviews are missing.',
    patch: before => ({
      mayMergePull(facts) {
        return (!facts.forceMerge || facts.areDemandsMet) && before.mayMergePull.call(this, facts);
      },
    }),
  },
  {
    name: 'merge-force-with-nothing-to-force-refused',
    requirement: 'MERGE-FORCE-OP',
    basis: 'stated',
    says: 'A merge request with force_merge is refused where no review is missing.',
    patch: before => ({
      mayMergePull(facts) {
        return !(facts.forceMerge && facts.areDemandsMet) && before.mayMergePull.call(this, facts);
      },
    }),
  },
  {
    name: 'merge-force-false-refused',
    requirement: 'MERGE-FORCE',
    basis: 'stated',
    says: 'A merge request whose force_merge is false is refused.',
    patch: () => ({acceptsForceMerge: force => force}),
  },
  {
    name: 'merge-removes-the-default-branch',
    requirement: 'BRANCH-CRUD',
    basis: 'usual',
    says: 'A merge that is to remove its head removes it also where it is the default branch.',
    patch: before => ({staysAfterMerge: head => before.staysAfterMerge({...head, isDefault: false})}),
  },
  {
    name: 'merge-removes-a-protected-branch',
    requirement: 'BRANCH-CRUD',
    basis: 'usual',
    says: 'A merge that is to remove its head removes it also where a rule protects it.',
    patch: before => ({staysAfterMerge: head => before.staysAfterMerge({...head, isProtected: false})}),
  },
  {
    name: 'merge-removes-the-head-of-another',
    requirement: 'BRANCH-CRUD',
    basis: 'usual',
    says: 'A merge that is to remove its head removes it also where another pull request still comes from it.',
    patch: before => ({staysAfterMerge: head => before.staysAfterMerge({...head, isHeadOfAnother: false})}),
  },
];
