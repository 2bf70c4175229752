/** The rows about repositories and the protection of their branches. */
import type {ProtectionFlags} from '../rules/branches.ts';

export type CollaboratorPermission = 'read' | 'write' | 'admin';

interface Collaborator {
  readonly personId: number;
  readonly permission: CollaboratorPermission;
}

/** How pull requests may be merged, and what then becomes of their branches. */
export interface Merging {
  readonly allowsMerge: boolean;
  readonly allowsRebase: boolean;
  readonly allowsRebaseMerge: boolean;
  readonly allowsSquash: boolean;
  readonly allowsFastForward: boolean;
  readonly removesBranch: boolean;
  readonly defaultStyle: string;
}

/** An issue tracker on another server. */
export interface ExternalTracker {
  readonly url: string;
  readonly format: string;
  readonly style: string;
  readonly pattern: string;
}

/** Settings of a repository that are kept and shown, and change nothing else. */
export interface Switches {
  readonly hasCode: boolean;
  readonly hasReleases: boolean;
  readonly hasPackages: boolean;
  readonly hasActions: boolean;
  readonly ignoresWhitespace: boolean;
  readonly tracker: {
    readonly hasTimeTracker: boolean;
    readonly onlyContributorsTrack: boolean;
    readonly hasDependencies: boolean;
  };
  /** Where issues are, if not here. */
  readonly externalTracker: ExternalTracker | undefined;
  readonly externalWiki: string | undefined;
}

/** One repository. What is in it lies in git, under the same id. */
export interface Repository {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly isPrivate: boolean;
  readonly isTemplate: boolean;
  readonly isArchived: boolean;
  /** When it was archived; 0 when it is not. */
  readonly archivedAt: number;
  /** Whether nothing was committed yet. */
  readonly isEmpty: boolean;
  readonly defaultBranch: string;
  readonly hasIssues: boolean;
  readonly hasPullRequests: boolean;
  readonly hasWiki: boolean;
  readonly hasProjects: boolean;
  readonly switches: Switches;
  readonly allowsMaintainerEdit: boolean;
  readonly merging: Merging;
  readonly forkOfId: number | undefined;
  readonly collaborators: readonly Collaborator[];
  readonly topics: readonly string[];
  /** People who asked to be told; owners are told without. */
  readonly watcherIds: readonly number[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One branch protection rule, for a name or for all that match a pattern. */
export interface Protection extends ProtectionFlags {
  readonly id: number;
  readonly repositoryId: number;
  readonly ruleName: string;
  /** Where it stands among the rules of its repository, from 1. */
  readonly priority: number;
  readonly branchExisted: boolean;
  readonly enablePush: boolean;
  readonly enablePushWhitelist: boolean;
  readonly pushWhitelistIds: readonly number[];
  readonly pushWhitelistTeamIds: readonly number[];
  readonly pushWhitelistDeployKeys: boolean;
  readonly enableMergeWhitelist: boolean;
  readonly mergeWhitelistIds: readonly number[];
  readonly mergeWhitelistTeamIds: readonly number[];
  readonly enableApprovalsWhitelist: boolean;
  readonly approvalsWhitelistIds: readonly number[];
  readonly approvalsWhitelistTeamIds: readonly number[];
  readonly enableStatusCheck: boolean;
  readonly statusCheckContexts: readonly string[];
  readonly requiredApprovals: number;
  readonly blockOnOfficialReviewRequests: boolean;
  readonly blockOnOutdatedBranch: boolean;
  readonly protectedFilePatterns: string;
  readonly unprotectedFilePatterns: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}
