/** Wrong readings of push mirrors. */
import type {Fault} from './fault.ts';

export const mirrorFaults: readonly Fault[] = [
  {
    name: 'mirror-sync-on-commit-always-true',
    requirement: 'MIRROR-SYNC',
    basis: 'stated',
    says: 'The field sync_on_commit reads as true whatever was asked.',
    patch: () => ({shownSyncOnCommit: () => true}),
  },
  {
    name: 'mirror-sync-on-commit-false-in-list',
    requirement: 'MIRROR-SYNC',
    basis: 'stated',
    says: 'The field sync_on_commit is false for every mirror of a list.',
    patch: () => ({shownSyncOnCommit: (stored, place) => place === 'one' && stored}),
  },
  {
    name: 'mirror-sync-on-commit-dropped',
    requirement: 'MIRROR-SYNC',
    basis: 'stated',
    says: 'The field sync_on_commit of a request is not kept.',
    patch: () => ({syncOnCommitOf: () => false}),
  },
  {
    name: 'mirror-not-synced-on-commit',
    requirement: 'MIRROR-SYNC',
    basis: 'usual',
    says: 'A commit is not pushed to a mirror that has sync_on_commit set.',
    patch: () => ({isSyncedOnCommit: () => false}),
  },
  {
    name: 'mirror-keeps-what-is-gone',
    requirement: 'MIRROR-SYNC',
    basis: 'usual',
    says: 'Branches and tags that are removed stay in the mirrors.',
    patch: () => ({removesFromMirrors: false}),
  },
];
