/** What the record states about notifications. */

/** A notification as far as these rules look at it. */
export interface NotificationTraits {
  readonly personId: number;
  readonly repositoryId: number;
  readonly status: 'unread' | 'read' | 'pinned';
}

/** Why notifications are looked for. */
export type NotificationPurpose = 'list' | 'update' | 'count';

/** Everybody who may want to know about something that happened to an issue. */
export interface Audience {
  readonly doerId: number;
  readonly watcherIds: readonly number[];
  readonly participantIds: readonly number[];
}

export const notificationRules = {
  // Usual: watchers and participants are told, the one who did it is not.
  notifiedPeople({doerId, watcherIds, participantIds}: Audience): readonly number[] {
    return [...new Set([...watcherIds, ...participantIds])].filter(id => id !== doerId);
  },

  // "Lists the caller's notifications.", "Updates notifications of the caller."
  isNotificationOf(notification: NotificationTraits, personId: number, _purpose: NotificationPurpose): boolean {
    return notification.personId === personId;
  },

  // "Lists notifications of one repository.", "Updates notifications of one repository."
  isNotificationIn(notification: NotificationTraits, repositoryId: number, _purpose: NotificationPurpose): boolean {
    return notification.repositoryId === repositoryId;
  },

  // "Reports whether unread notifications exist; when they do, returns their number with status 200."
  isNew(notification: NotificationTraits): boolean {
    return notification.status === 'unread';
  },

  // "| Unread notifications exist on the check endpoint | 200 with a count |"; 200 with 0 when there are none is usual.
  newNotificationsStatus(_count: number): number {
    return 200;
  },

  // "notifications are read or unread"
  statusAfterUpdate(
    _before: 'unread' | 'read' | 'pinned',
    asked: 'unread' | 'read' | 'pinned',
    _extent: 'thread' | 'list',
  ): 'unread' | 'read' | 'pinned' {
    return asked;
  },

  // "Updates one notification thread.", "Returns one notification thread.": the one that the id names, out of all of its holder.
  threadOf<T extends NotificationTraits>(named: T, _ofHolder: readonly T[], _purpose: NotificationPurpose): T {
    return named;
  },

  // "Updates notifications of the caller.": all that the request names.
  notificationsToUpdate<T extends NotificationTraits>(named: readonly T[]): readonly T[] {
    return named;
  },

  // "Lists the caller's notifications. Paginated."
  isNotificationListPaged: true,

  // "each has … a comment …": the one that told of the issue last.
  commentOfThread(_before: number | undefined, newest: number | undefined): number | undefined {
    return newest;
  },

  // "each has a repository, an issue, a comment and a user loaded as attributes"
  loadsNotificationAttribute(_name: 'repository' | 'comment'): boolean {
    return true;
  },
};
