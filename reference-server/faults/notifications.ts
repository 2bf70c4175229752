/** Wrong readings of notifications. */
import type {Fault} from './fault.ts';

export const notificationFaults: readonly Fault[] = [
  {
    name: 'notifications-of-everybody',
    requirement: 'NOTIFY-LIST',
    basis: 'stated',
    says: 'The list of notifications holds those of everybody, and updating them updates all.',
    patch: () => ({isNotificationOf: () => true}),
  },
  {
    name: 'notifications-of-every-repository',
    requirement: 'NOTIFY-REPO-PUT',
    basis: 'stated',
    says: 'Listing and updating the notifications of one repository takes those of all repositories.',
    patch: () => ({isNotificationIn: () => true}),
  },
  {
    name: 'notifications-new-counts-read',
    requirement: 'NOTIFY-NEW',
    basis: 'stated',
    says: 'The check for new notifications counts the read ones as well.',
    patch: () => ({isNew: () => true}),
  },
  {
    name: 'notifications-new-204',
    requirement: 'ERR-NEW-200',
    basis: 'stated',
    says: 'The check for new notifications answers 204 without a count.',
    patch: () => ({newNotificationsStatus: () => 204}),
  },
  {
    name: 'notifications-stay-unread',
    requirement: 'NOTIFY-STATES',
    basis: 'stated',
    says: 'A notification that is marked as read stays unread.',
    patch: () => ({statusAfterUpdate: before => before}),
  },
  {
    name: 'notifications-without-comment',
    requirement: 'NOTIFY-ATTRS',
    basis: 'stated',
    says: 'A notification does not name the comment that it is about.',
    patch: () => ({loadsNotificationAttribute: name => name !== 'comment'}),
  },
  {
    name: 'notifications-in-no-repository',
    requirement: 'NOTIFY-REPO-LIST',
    basis: 'stated',
    says: 'The list of notifications of one repository is empty.',
    patch: () => ({isNotificationIn: () => false}),
  },
  {
    name: 'notifications-of-nobody',
    requirement: 'NOTIFY-THREAD',
    basis: 'stated',
    says: 'A notification thread is found by nobody.',
    patch: () => ({isNotificationOf: () => false}),
  },
  {
    name: 'notifications-never-new',
    requirement: 'NOTIFY-NEW',
    basis: 'stated',
    says: 'The check for new notifications counts none.',
    patch: () => ({isNew: () => false}),
  },
  {
    name: 'notifications-new-202',
    requirement: 'ERR-NEW-200',
    basis: 'stated',
    says: 'The check for new notifications answers 202.',
    patch: () => ({newNotificationsStatus: () => 202}),
  },
  {
    name: 'notifications-not-paged',
    requirement: 'NOTIFY-LIST',
    basis: 'stated',
    says: 'The list of notifications gives all of them, whatever page and limit say.',
    patch: () => ({isNotificationListPaged: false}),
  },
  {
    name: 'notifications-updated-for-everybody',
    requirement: 'NOTIFY-PUT',
    basis: 'stated',
    says: 'Updating the notifications of the caller updates those of everybody.',
    patch: before => ({
      isNotificationOf(notification, personId, purpose) {
        return purpose === 'update' || before.isNotificationOf.call(this, notification, personId, purpose);
      },
    }),
  },
  {
    name: 'notifications-first-alone-updated',
    requirement: 'NOTIFY-PUT',
    basis: 'stated',
    says: 'Updating the notifications of the caller updates the first of them.',
    patch: () => ({notificationsToUpdate: named => named.slice(0, 1)}),
  },
  {
    name: 'notifications-of-a-repository-not-updated',
    requirement: 'NOTIFY-REPO-PUT',
    basis: 'stated',
    says: 'Updating the notifications of one repository updates none.',
    patch: before => ({
      isNotificationIn(notification, repositoryId, purpose) {
        return purpose !== 'update' && before.isNotificationIn.call(this, notification, repositoryId, purpose);
      },
    }),
  },
  {
    name: 'notifications-listed-of-every-repository',
    requirement: 'NOTIFY-REPO-LIST',
    basis: 'stated',
    says: 'The list of notifications of one repository holds those of all repositories.',
    patch: before => ({
      isNotificationIn(notification, repositoryId, purpose) {
        return purpose === 'list' || before.isNotificationIn.call(this, notification, repositoryId, purpose);
      },
    }),
  },
  {
    name: 'notifications-thread-is-the-oldest',
    requirement: 'NOTIFY-THREAD',
    basis: 'stated',
    says: 'Whichever thread is asked for, the oldest one of its holder is shown.',
    patch: () => ({threadOf: (named, ofHolder, purpose) => (purpose === 'list' ? (ofHolder[0] ?? named) : named)}),
  },
  {
    name: 'notifications-thread-updates-the-oldest',
    requirement: 'NOTIFY-PATCH',
    basis: 'stated',
    says: 'Whichever thread is updated, the oldest one of its holder changes.',
    patch: () => ({threadOf: (named, ofHolder, purpose) => (purpose === 'update' ? (ofHolder[0] ?? named) : named)}),
  },
  {
    name: 'notifications-thread-stays-unread',
    requirement: 'NOTIFY-PATCH',
    basis: 'stated',
    says: 'A single thread that is marked as read stays unread; the whole list can be marked.',
    patch: () => ({statusAfterUpdate: (before, asked, extent) => (extent === 'thread' ? before : asked)}),
  },
  {
    name: 'notifications-never-unread-again',
    requirement: 'NOTIFY-STATES',
    basis: 'stated',
    says: 'A notification that was read once cannot be marked as unread.',
    patch: () => ({statusAfterUpdate: (before, asked) => (before === 'read' ? before : asked)}),
  },
  {
    name: 'notifications-without-repository',
    requirement: 'NOTIFY-ATTRS',
    basis: 'stated',
    says: 'A notification does not name the repository that it is about.',
    patch: () => ({loadsNotificationAttribute: name => name !== 'repository'}),
  },
];
