/** Wrong readings of commit statuses, releases, tracked times, forks and transfers. */
import type {Fault} from './fault.ts';

export const workFaults: readonly Fault[] = [
  {
    name: 'status-short-sha-stored',
    requirement: 'STATUS-FULL-SHA',
    basis: 'stated',
    says: 'A commit status is stored under the shortened id that the request gave.',
    patch: () => ({shaOfStatus: asked => asked}),
  },
  {
    name: 'status-found-by-prefix',
    requirement: 'STATUS-FULL-SHA',
    basis: 'stated',
    says: 'The statuses of a commit hold those of every commit that begins with the same digit.',
    patch: () => ({isStatusOf: (statusSha, wantedSha) => statusSha[0] === wantedSha[0]}),
  },
  {
    name: 'latest-release-prerelease',
    requirement: 'RELEASE-LATEST',
    basis: 'stated',
    says: 'The latest release may be a prerelease.',
    patch: () => ({isStable: release => !release.isDraft}),
  },
  {
    name: 'latest-release-draft',
    requirement: 'RELEASE-LATEST',
    basis: 'stated',
    says: 'The latest release may be a draft.',
    patch: () => ({isStable: release => !release.isPrerelease}),
  },
  {
    name: 'latest-release-oldest',
    requirement: 'RELEASE-LATEST',
    basis: 'stated',
    says: 'The latest release is the oldest stable one.',
    patch: () => ({
      latestRelease(releases) {
        return releases.find(release => this.isStable(release));
      },
    }),
  },
  {
    name: 'latest-release-by-name',
    requirement: 'RELEASE-LATEST',
    basis: 'stated',
    says: 'The latest release is the stable one whose tag has the greatest name.',
    patch: () => ({
      latestRelease(releases) {
        return releases
          .filter(release => this.isStable(release))
          .toSorted((left, right) => (left.tagName < right.tagName ? 1 : -1))[0];
      },
    }),
  },
  {
    name: 'times-after-acts-as-before',
    requirement: 'TIME-FILTER',
    basis: 'stated',
    says: 'The filter for times tracked after an instant gives those tracked before it.',
    patch: () => ({
      isTrackedWithin(createdMs, {since, before}) {
        return this.isWithin(createdMs, {since: undefined, before: since ?? before});
      },
    }),
  },
  {
    name: 'time-removed-through-another-issue',
    requirement: 'TIME-FILTER',
    basis: 'usual',
    says: 'A time is removed through any issue of its repository.',
    patch: () => ({isTrackedOn: () => true}),
  },
  {
    name: 'times-unfiltered',
    requirement: 'TIME-FILTER',
    basis: 'stated',
    says: 'Lists of tracked times ignore both filters.',
    patch: () => ({isTrackedWithin: () => true}),
  },
  {
    name: 'fork-ignores-limit',
    requirement: 'LIMIT-FORK',
    basis: 'stated',
    says: 'Forking goes on beyond the limit although the option forbids it.',
    patch: () => ({mayFork: () => true}),
  },
  {
    name: 'fork-limit-by-default',
    requirement: 'LIMIT-FORK-OPEN',
    basis: 'stated',
    says: 'The option that forbids forking beyond the limit is on by default.',
    patch: () => ({mayForkBeyondLimit: configured => configured ?? false}),
  },
  {
    name: 'transfer-takes-team-access-first',
    requirement: 'TRANSFER-ATOMIC',
    basis: 'stated',
    says: 'A transfer takes the teams of the old owner away before it finds out that it is not allowed.',
    patch: () => ({
      transferSteps: [
        'take-team-access',
        'check-recipient',
        'check-teams',
        'check-name',
        'check-pending',
        'move',
        'give-team-access',
      ],
    }),
  },
  {
    name: 'transfer-moves-before-team-check',
    requirement: 'TRANSFER-ATOMIC',
    basis: 'stated',
    says: 'A transfer moves the repository before it finds out that the named teams are not allowed.',
    patch: () => ({
      transferSteps: [
        'check-recipient',
        'check-name',
        'check-pending',
        'take-team-access',
        'move',
        'check-teams',
        'give-team-access',
      ],
    }),
  },
  {
    name: 'transfer-refused',
    requirement: 'TRANSFER',
    basis: 'stated',
    says: 'Nobody may transfer a repository, not even its owner.',
    patch: () => ({mayTransfer: () => false}),
  },
  {
    name: 'transfer-open-to-all',
    requirement: 'TRANSFER-ATOMIC',
    basis: 'stated',
    says: 'Everybody who sees a repository may transfer it.',
    patch: () => ({mayTransfer: () => true}),
  },
  {
    name: 'fork-option-ignored',
    requirement: 'LIMIT-FORK-OPEN',
    basis: 'stated',
    says: 'Forking stops at the limit, whatever the option says.',
    patch: () => ({
      mayFork({owned, limit}) {
        return !this.isLimitReached(owned, limit);
      },
    }),
  },
  {
    name: 'fork-one-too-many',
    requirement: 'LIMIT-BOTH',
    basis: 'stated',
    says: 'Where forking stops at the limit, one fork more is let through.',
    patch: before => ({
      mayFork(facts) {
        return before.mayFork.call(this, {...facts, owned: facts.owned - 1});
      },
    }),
  },
  {
    name: 'transfer-answered-only',
    requirement: 'TRANSFER',
    basis: 'stated',
    says: 'A transfer is answered, and the repository stays where it was.',
    patch: () => ({transferSteps: ['check-recipient', 'check-teams', 'check-name', 'check-pending']}),
  },
  {
    name: 'status-of-capital-sha-lost',
    requirement: 'STATUS-FULL-SHA',
    basis: 'usual',
    says: 'A complete commit id is stored as it was written, also in capitals.',
    patch: () => ({shaOfStatus: (asked, complete) => (asked.length === complete.length ? asked : complete)}),
  },
];
