/** What surrounds one request: whose repository it is about, who sends it, and what is beside. The record makes no difference by it; faults do. */

export interface Circumstances {
  /** The repository that the path names. */
  readonly repository: RepositoryCircumstances | undefined;
  /** What gives the sender a right in that repository. */
  readonly caller: 'owner' | 'collaborator' | 'team-member' | 'site-administrator' | 'somebody';
  /** Whether the path names a pull request by the number that issues share. */
  readonly isOnPullRequest: boolean;
  /** Whether another repository has an issue with the title of the one that the path names. */
  readonly hasIssueTwin: boolean;
  readonly largestPageSize: number;
  /** -1 means any number. */
  readonly repositoriesMax: number;
}

export interface RepositoryCircumstances {
  readonly isOfOrganization: boolean;
  readonly ownerVisibility: 'public' | 'limited' | 'private';
  readonly isPrivate: boolean;
  readonly wasEdited: boolean;
  /** Whether its owner had another repository of this name, which was removed. */
  readonly wasRemovedBefore: boolean;
  readonly labels: number;
  readonly milestones: number;
}
