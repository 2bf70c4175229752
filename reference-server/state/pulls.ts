/** The rows about pull requests: what an issue lacks to be one, and its reviews. */
import type {ReviewTraits} from '../rules/pulls.ts';

/** The part of a pull request that an issue does not have. */
export interface Pull {
  readonly id: number;
  readonly issueId: number;
  readonly headRepositoryId: number;
  readonly headBranch: string;
  readonly baseBranch: string;
  /** The head as it was when it was merged or last seen. */
  readonly lastHeadSha: string;
  readonly mergeBaseSha: string;
  readonly allowsMaintainerEdit: boolean;
  readonly merged: {readonly sha: string; readonly personId: number; readonly atMs: number} | undefined;
}

export interface ReviewComment {
  readonly id: number;
  readonly path: string;
  readonly body: string;
  readonly position: number;
}

export interface Review extends ReviewTraits {
  readonly id: number;
  readonly issueId: number;
  readonly body: string;
  readonly comments: readonly ReviewComment[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether it counts: who reviewed could write when they did, which stays so after they are gone. */
  readonly isOfficial: boolean;
  /** The team that is requested to review; undefined when it is a person. */
  readonly teamId?: number;
}
