/** The rows about notifications: one thread per person and issue. */

export type NotificationStatus = 'unread' | 'read' | 'pinned';

export interface Notification {
  readonly id: number;
  readonly personId: number;
  readonly repositoryId: number;
  readonly issueId: number;
  readonly commentId: number | undefined;
  readonly status: NotificationStatus;
  readonly updatedAt: number;
}
