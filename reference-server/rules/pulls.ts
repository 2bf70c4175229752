/** What the record states about merging pull requests and reviewing them. */
import type {Rules} from './rules.ts';

export type ReviewState = 'APPROVED' | 'REQUEST_CHANGES' | 'COMMENT' | 'PENDING' | 'REQUEST_REVIEW';

/** A review as far as these rules look at it. */
export interface ReviewTraits {
  readonly personId: number;
  readonly state: ReviewState;
  readonly commitSha: string;
  readonly isDismissed: boolean;
}

export interface MergeFacts {
  readonly isRepositoryAdmin: boolean;
  /** Whether reviews and other demands of the protection are met. */
  readonly areDemandsMet: boolean;
  readonly forceMerge: boolean;
}

/** The branch that a merged pull request came from. */
export interface MergedHead {
  readonly isDefault: boolean;
  readonly isProtected: boolean;
  /** Whether another pull request that is open comes from it too. */
  readonly isHeadOfAnother: boolean;
}

export const pullRules = {
  // "Pull-request merge accepts `force_merge`."
  acceptsForceMerge(_force: boolean): boolean {
    return true;
  },

  // "A repository owner or admin may merge a pull request regardless of review status."
  mayMergePull(facts: MergeFacts): boolean {
    return facts.areDemandsMet || facts.isRepositoryAdmin;
  },

  // Usual: what somebody still needs is not removed with a merge, although that was asked for.
  staysAfterMerge(head: MergedHead): boolean {
    return head.isDefault || head.isProtected || head.isHeadOfAnother;
  },

  // Usual: an approval of an older head does not count where stale approvals are dismissed.
  isStaleReview(review: ReviewTraits, headSha: string): boolean {
    return review.commitSha !== headSha;
  },

  countsForMerge(
    this: Rules,
    review: ReviewTraits,
    {headSha, dismissStale}: {readonly headSha: string; readonly dismissStale: boolean},
  ): boolean {
    // Usual: a rejection stays in force until it is dismissed; a push outdates approvals alone.
    const isOutdated = dismissStale && review.state === 'APPROVED' && this.isStaleReview(review, headSha);
    return !review.isDismissed && !isOutdated;
  },

  // Usual: where stale approvals are dismissed, a push dismisses them.
  dismissesWithPush(this: Rules, review: ReviewTraits, headSha: string): boolean {
    return review.state === 'APPROVED' && this.isStaleReview(review, headSha);
  },

  // "Does not require `limit` and `page`; accepts a skip-to style parameter for paging."
  filesAfterSkip<T extends {readonly path: string}>(files: readonly T[], skipTo: string): readonly T[] {
    const at = files.findIndex(file => file.path === skipTo);
    return at > 0 ? files.slice(at) : files;
  },

  pullFilesNeedPaging: false,

  // "When true, the comment starts or extends a pending review instead of being submitted as a single comment."
  stateOfNewReview(asked: ReviewState, isPending: boolean): ReviewState {
    return isPending ? 'PENDING' : asked;
  },

  // "When true, the comment starts or extends a pending review instead of being submitted as a single comment."
  pendingReviewToExtend<T extends ReviewTraits>(reviews: readonly T[], personId: number): T | undefined {
    return reviews.find(review => review.personId === personId && review.state === 'PENDING');
  },

  // Usual: a pending review is its author's alone until it is submitted.
  maySeeReview(review: ReviewTraits, viewerId: number | undefined): boolean {
    return review.state !== 'PENDING' || review.personId === viewerId;
  },
};
