/** What the record states about commit statuses, releases, tracked times, forks and transfers. */
import type {Rules} from './rules.ts';

/** A release as far as these rules look at it. */
export interface ReleaseTraits {
  readonly id: number;
  readonly tagName: string;
  readonly isDraft: boolean;
  readonly isPrerelease: boolean;
  readonly createdAt: number;
}

/** What a transfer of a repository does, one step after the other. Checks refuse the transfer, changes carry it out. */
/** A step of the new owner's answer to a transfer. */
export type DecisionStep = 'check-decider' | 'check-limit' | 'check-name' | 'end-pending' | 'move';

export type TransferStep =
  | 'check-recipient'
  | 'check-teams'
  | 'check-name'
  | 'check-pending'
  | 'take-team-access'
  | 'move'
  | 'give-team-access';

export const workRules = {
  // "Commit-status create and query use the complete commit SHA."
  shaOfStatus(_asked: string, complete: string): string {
    return complete;
  },

  isStatusOf(statusSha: string, wantedSha: string): boolean {
    return statusSha === wantedSha;
  },

  // "The latest-release lookup returns the latest stable release of a repository."
  isStable(release: ReleaseTraits): boolean {
    return !release.isDraft && !release.isPrerelease;
  },

  latestRelease<T extends ReleaseTraits>(this: Rules, releases: readonly T[]): T | undefined {
    const stable = releases.filter(release => this.isStable(release));
    return stable.toSorted((left, right) => right.createdAt - left.createdAt || right.id - left.id)[0];
  },

  // Usual: a time is reached through the issue that it was tracked on, and through no other one of the repository.
  isTrackedOn(issueId: number, asked: {readonly issueId: number}): boolean {
    return issueId === asked.issueId;
  },

  // "Tracked-time lists accept created-before and created-after filters."
  isTrackedWithin(
    this: Rules,
    createdMs: number,
    window: {readonly since: number | undefined; readonly before: number | undefined},
  ): boolean {
    return this.isWithin(createdMs, window);
  },

  // "… and the fork operation both fail when the user has reached the maximum number of repositories and a … option forbids …"
  mayFork(
    this: Rules,
    {
      owned,
      limit,
      configured,
    }: {readonly owned: number; readonly limit: number; readonly configured: boolean | undefined},
  ): boolean {
    return this.mayForkBeyondLimit(configured) || !this.isLimitReached(owned, limit);
  },

  // "Repository transfer fails … when it is not allowed."; that owners alone may is usual.
  mayTransfer(isOwner: boolean): boolean {
    return isOwner;
  },

  // "Repository transfer fails before making any change when it is not allowed.": all checks stand before all changes.
  transferSteps: [
    'check-recipient',
    'check-teams',
    'check-name',
    'check-pending',
    'take-team-access',
    'move',
    'give-team-access',
  ] as readonly TransferStep[],

  // The same of its second half, where the new owner has to agree: what is refused leaves the transfer pending.
  acceptanceSteps: ['check-decider', 'check-limit', 'check-name', 'end-pending', 'move'] as readonly DecisionStep[],
  rejectionSteps: ['check-decider', 'end-pending'] as readonly DecisionStep[],
};
