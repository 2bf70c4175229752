/** The rows about work on a repository: commit statuses, releases, tracked times and pending transfers. */

export type StatusState = 'pending' | 'success' | 'error' | 'failure' | 'warning' | 'skipped';

/** One status of one commit. */
export interface CommitStatus {
  readonly id: number;
  readonly repositoryId: number;
  readonly sha: string;
  readonly state: StatusState;
  readonly targetUrl: string;
  readonly description: string;
  readonly context: string;
  readonly creatorId: number;
  readonly createdAt: number;
}

export interface Release {
  readonly id: number;
  readonly repositoryId: number;
  readonly tagName: string;
  readonly target: string;
  readonly title: string;
  readonly body: string;
  readonly isDraft: boolean;
  readonly isPrerelease: boolean;
  readonly authorId: number;
  readonly createdAt: number;
}

export interface TrackedTime {
  readonly id: number;
  readonly issueId: number;
  readonly repositoryId: number;
  readonly personId: number;
  readonly seconds: number;
  readonly createdAt: number;
}

/** A repository that waits for its new owner to accept it. */
export interface PendingTransfer {
  readonly doerId: number;
  readonly recipientId: number;
  readonly teamIds: readonly number[];
}
