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
    patch: () => ({showsSubjectOfComment: false}),
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
];
