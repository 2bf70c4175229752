/** The rows about notifications: one thread per person and issue, and one for each transfer that waits for them. */

export type NotificationStatus = 'unread' | 'read' | 'pinned';

export interface Notification {
  readonly id: number;
  readonly personId: number;
  readonly repositoryId: number;
  /** Undefined when it is about the repository itself. */
  readonly issueId: number | undefined;
  readonly commentId: number | undefined;
  readonly status: NotificationStatus;
  readonly updatedAt: number;
}
