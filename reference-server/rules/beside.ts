/** What operations change besides what they are about: nothing. Each rule is asked after operations of one kind have succeeded. */

/** One operation that has succeeded. */
export interface Written {
  readonly operation: string;
  /** The repository that its path names. */
  readonly repositoryId: number | undefined;
  readonly ownerId: number | undefined;
  /** The parameter of the path that names one thing in it: a number, an id or a name. */
  readonly thing: string;
  readonly rows: Besides;
}

/** Rows that can be reached from an operation although it is not about them. */
interface Besides {
  readonly issues: Rows<IssueBeside>;
  readonly comments: Rows<{
    readonly id: number;
    readonly repositoryId: number;
    readonly issueId: number;
    readonly body: string;
  }>;
  readonly times: Rows<{readonly id: number; readonly repositoryId: number; readonly issueId: number}>;
  readonly labels: Rows<{readonly id: number; readonly home: string; readonly isExclusive: boolean}>;
  readonly notifications: Rows<{readonly id: number; readonly repositoryId: number; readonly status: string}>;
  readonly protections: Rows<{
    readonly id: number;
    readonly repositoryId: number;
    readonly ruleName: string;
    readonly requiredApprovals: number;
  }>;
  readonly milestones: Rows<{readonly id: number; readonly repositoryId: number; readonly isClosed: boolean}>;
  readonly releases: Rows<{readonly id: number; readonly repositoryId: number; readonly isDraft: boolean}>;
  readonly repositories: Rows<{
    readonly id: number;
    readonly ownerId: number;
    readonly hasWiki: boolean;
    readonly collaborators: readonly unknown[];
  }>;
  readonly variables: Rows<{readonly id: number; readonly home: string; readonly name: string; readonly data: string}>;
  readonly oauth2Applications: Rows<{readonly id: number; readonly name: string}>;
  readonly hooks: Rows<{readonly id: number; readonly name: string}>;
  readonly packages: Rows<{readonly id: number; readonly ownerId: number; readonly createdAt: number}>;
}

export interface IssueBeside {
  readonly id: number;
  readonly repositoryId: number;
  readonly index: number;
  readonly isPull: boolean;
  readonly isClosed: boolean;
  readonly labelIds: readonly number[];
  readonly milestoneId: number | undefined;
  readonly assigneeIds: readonly number[];
}

/** A table, as far as these rules use it. */
interface Rows<Row> {
  all(): readonly Row[];
  put(row: Row): unknown;
}

/** Which rule is asked after an operation. */
export const besideOperation: Readonly<Record<string, keyof typeof besideRules>> = {
  issueCreateIssue: 'besideIssues',
  issueEditIssue: 'besideIssues',
  issueAddLabel: 'besideLabels',
  issueRemoveLabel: 'besideLabels',
  issueEditLabel: 'besideLabels',
  issueCreateComment: 'besideComments',
  issueEditComment: 'besideComments',
  issueDeleteMilestone: 'besideMilestones',
  issuePostIssueReaction: 'besideReactions',
  notifyReadRepoList: 'besideNotifications',
  repoEditBranchProtection: 'besideProtections',
  repoMergePullRequest: 'besideMerges',
  repoEditPullRequest: 'besideMerges',
  repoDeleteRelease: 'besideReleases',
  repoDeleteCollaborator: 'besideCollaborators',
  repoEdit: 'besideRepositories',
  updateRepoVariable: 'besideVariables',
  userUpdateOAuth2Application: 'besideApplications',
  userDeleteOAuth2Application: 'besideApplications',
  repoDeleteHook: 'besideHooks',
  orgDeleteHook: 'besideHooks',
  userDeleteHook: 'besideHooks',
  adminDeleteHook: 'besideHooks',
  deletePackage: 'besidePackages',
};

export const besideRules = {
  besideIssues(_written: Written): void {},
  // "no other label with the same `scope/` prefix can be set on the same issue": on no other one is anything changed.
  besideLabels(_written: Written): void {},
  besideComments(_written: Written): void {},
  besideReactions(_written: Written): void {},
  // "Updates notifications of the caller."
  besideNotifications(_written: Written): void {},
  besideProtections(_written: Written): void {},
  besideMerges(_written: Written): void {},
  besideMilestones(_written: Written): void {},
  besideReleases(_written: Written): void {},
  besideCollaborators(_written: Written): void {},
  besideRepositories(_written: Written): void {},
  besideVariables(_written: Written): void {},
  besideApplications(_written: Written): void {},
  besideHooks(_written: Written): void {},
  besidePackages(_written: Written): void {},
};
