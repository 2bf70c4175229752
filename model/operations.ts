// Made from proto/hosting.openapi.yaml by `npm run generate`: what each operation takes and answers. Do not edit.

/** Operation id → parameters by their contract names, request body and success reply; `undefined` where there is none. */
export interface Operations {
  /** Tells the version of the server. */
  readonly getVersion: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: ServerVersion;
  };
  /** Tells the paging settings of the server. */
  readonly getGeneralAPISettings: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: GeneralAPISettings;
  };
  /** Lists the OAuth2 applications of the caller. */
  readonly userGetOauth2Application: {
    readonly params: {readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly OAuth2Application[] | null;
  };
  /** Makes an OAuth2 application. */
  readonly userCreateOAuth2Application: {
    readonly params: {};
    readonly body: CreateOAuth2ApplicationOptions;
    readonly reply: OAuth2Application;
  };
  /** Gives one OAuth2 application of the caller. */
  readonly userGetOAuth2Application: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: OAuth2Application;
  };
  /** Changes an OAuth2 application and gives it a new secret. */
  readonly userUpdateOAuth2Application: {
    readonly params: {readonly id: number};
    readonly body: CreateOAuth2ApplicationOptions;
    readonly reply: OAuth2Application;
  };
  /** Removes an OAuth2 application by its id. */
  readonly userDeleteOAuth2Application: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the access tokens of a user. */
  readonly userGetTokens: {
    readonly params: {readonly username: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly AccessToken[] | null;
  };
  /** Makes an access token, which is shown only here. */
  readonly userCreateToken: {
    readonly params: {readonly username: string};
    readonly body: CreateAccessTokenOption;
    readonly reply: AccessToken;
  };
  /** Removes an access token. */
  readonly userDeleteAccessToken: {
    readonly params: {readonly username: string; readonly token: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Gives the caller. */
  readonly userGetCurrent: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: User;
  };
  /** Searches for users. */
  readonly userSearch: {
    readonly params: {readonly q?: string; readonly uid?: number; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: UserSearchResult;
  };
  /** Gives one user. */
  readonly userGet: {
    readonly params: {readonly username: string};
    readonly body: undefined;
    readonly reply: User;
  };
  /** Lists the repositories that a user owns. */
  readonly userListRepos: {
    readonly params: {readonly username: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Repository[] | null;
  };
  /** Lists all users. */
  readonly adminSearchUsers: {
    readonly params: {
      readonly page?: number;
      readonly limit?: number;
      readonly source_id?: number;
      readonly login_name?: string;
    };
    readonly body: undefined;
    readonly reply: readonly User[] | null;
  };
  /** Makes a user. */
  readonly adminCreateUser: {
    readonly params: {};
    readonly body: CreateUserOption;
    readonly reply: User;
  };
  /** Changes a user. */
  readonly adminEditUser: {
    readonly params: {readonly username: string};
    readonly body: EditUserOption;
    readonly reply: User;
  };
  /** Deletes a user. */
  readonly adminDeleteUser: {
    readonly params: {readonly username: string; readonly purge?: boolean};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Renames a user. */
  readonly adminRenameUser: {
    readonly params: {readonly username: string};
    readonly body: RenameUserOption;
    readonly reply: undefined;
  };
  /** Makes an organization for a user. */
  readonly adminCreateOrg: {
    readonly params: {readonly username: string};
    readonly body: CreateOrgOption;
    readonly reply: Organization;
  };
  /** Makes a repository for a user. */
  readonly adminCreateRepo: {
    readonly params: {readonly username: string};
    readonly body: CreateRepoOption;
    readonly reply: Repository;
  };
  /** Lists every address of every user. */
  readonly adminGetAllEmails: {
    readonly params: {readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Email[] | null;
  };
  /** Searches the addresses of all users. */
  readonly adminSearchEmails: {
    readonly params: {readonly q?: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Email[] | null;
  };
  /** Lists the addresses of the caller. */
  readonly userListEmails: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: readonly Email[] | null;
  };
  /** Adds addresses to the caller. */
  readonly userAddEmail: {
    readonly params: {};
    readonly body: CreateEmailOption;
    readonly reply: readonly Email[] | null;
  };
  /** Removes addresses of the caller. */
  readonly userDeleteEmail: {
    readonly params: {};
    readonly body: DeleteEmailOption;
    readonly reply: undefined;
  };
  /** Lists organizations. */
  readonly orgGetAll: {
    readonly params: {readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Organization[] | null;
  };
  /** Makes an organization. */
  readonly orgCreate: {
    readonly params: {};
    readonly body: CreateOrgOption;
    readonly reply: Organization;
  };
  /** Gives one organization. */
  readonly orgGet: {
    readonly params: {readonly org: string};
    readonly body: undefined;
    readonly reply: Organization;
  };
  /** Changes an organization. */
  readonly orgEdit: {
    readonly params: {readonly org: string};
    readonly body: EditOrgOption;
    readonly reply: Organization;
  };
  /** Deletes an organization. */
  readonly orgDelete: {
    readonly params: {readonly org: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the repositories of an organization. */
  readonly orgListRepos: {
    readonly params: {readonly org: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Repository[] | null;
  };
  /** Creates a repository in an organization. */
  readonly createOrgRepo: {
    readonly params: {readonly org: string};
    readonly body: CreateRepoOption;
    readonly reply: Repository;
  };
  /** Creates a repository in an organization, by the older path. */
  readonly createOrgRepoDeprecated: {
    readonly params: {readonly org: string};
    readonly body: CreateRepoOption;
    readonly reply: Repository;
  };
  /** Lists the teams of an organization. */
  readonly orgListTeams: {
    readonly params: {readonly org: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Team[] | null;
  };
  /** Makes a team. */
  readonly orgCreateTeam: {
    readonly params: {readonly org: string};
    readonly body: CreateTeamOption;
    readonly reply: Team;
  };
  /** Searches the teams of an organization. */
  readonly teamSearch: {
    readonly params: {
      readonly org: string;
      readonly q?: string;
      readonly include_desc?: boolean;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: TeamSearchResult;
  };
  /** Gives one team. */
  readonly orgGetTeam: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: Team;
  };
  /** Changes a team. */
  readonly orgEditTeam: {
    readonly params: {readonly id: number};
    readonly body: EditTeamOption;
    readonly reply: Team;
  };
  /** Deletes a team. */
  readonly orgDeleteTeam: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the members of a team. */
  readonly orgListTeamMembers: {
    readonly params: {readonly id: number; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly User[] | null;
  };
  /** Gives one member of a team. */
  readonly orgListTeamMember: {
    readonly params: {readonly id: number; readonly username: string};
    readonly body: undefined;
    readonly reply: User;
  };
  /** Adds a member to a team. */
  readonly orgAddTeamMember: {
    readonly params: {readonly id: number; readonly username: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Removes a member from a team. */
  readonly orgRemoveTeamMember: {
    readonly params: {readonly id: number; readonly username: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the repositories of a team. */
  readonly orgListTeamRepos: {
    readonly params: {readonly id: number; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Repository[] | null;
  };
  /** Gives a team access to a repository. */
  readonly orgAddTeamRepository: {
    readonly params: {readonly id: number; readonly org: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Takes a repository from a team. */
  readonly orgRemoveTeamRepository: {
    readonly params: {readonly id: number; readonly org: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the members of an organization. */
  readonly orgListMembers: {
    readonly params: {readonly org: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly User[] | null;
  };
  /** Tells whether a user belongs to an organization. */
  readonly orgIsMember: {
    readonly params: {readonly org: string; readonly username: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Removes a user from an organization. */
  readonly orgDeleteMember: {
    readonly params: {readonly org: string; readonly username: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the members of an organization that everybody may know. */
  readonly orgListPublicMembers: {
    readonly params: {readonly org: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly User[] | null;
  };
  /** Tells whether everybody may know that a user belongs to an organization. */
  readonly orgIsPublicMember: {
    readonly params: {readonly org: string; readonly username: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lets everybody know that the caller belongs to an organization. */
  readonly orgPublicizeMember: {
    readonly params: {readonly org: string; readonly username: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Keeps back that the caller belongs to an organization. */
  readonly orgConcealMember: {
    readonly params: {readonly org: string; readonly username: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the organizations of the caller. */
  readonly orgListCurrentUserOrgs: {
    readonly params: {readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Organization[] | null;
  };
  /** Lists the organizations of a user. */
  readonly orgListUserOrgs: {
    readonly params: {readonly username: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Organization[] | null;
  };
  /** Lists the repositories that the caller owns. */
  readonly userCurrentListRepos: {
    readonly params: {readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Repository[] | null;
  };
  /** Creates a repository for the caller. */
  readonly createCurrentUserRepo: {
    readonly params: {};
    readonly body: CreateRepoOption;
    readonly reply: Repository;
  };
  /** Searches for repositories. */
  readonly repoSearch: {
    readonly params: {
      readonly q?: string;
      readonly uid?: number;
      readonly private?: boolean;
      readonly is_private?: boolean;
      readonly topic?: boolean;
      readonly includeDesc?: boolean;
      readonly template?: boolean;
      readonly archived?: boolean;
      readonly mode?: 'source' | 'fork' | 'mirror' | 'collaborative';
      readonly exclusive?: boolean;
      readonly team_id?: number;
      readonly sort?: string;
      readonly order?: 'asc' | 'desc';
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: RepositorySearchResult;
  };
  /** Gives one repository. */
  readonly repoGet: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: Repository;
  };
  /** Changes a repository. */
  readonly repoEdit: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: EditRepoOption;
    readonly reply: Repository;
  };
  /** Deletes a repository. */
  readonly repoDelete: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Gives one repository by its id. */
  readonly repoGetByID: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: Repository;
  };
  /** Tells how much a user may do with a repository. */
  readonly repoGetRepoPermissions: {
    readonly params: {readonly owner: string; readonly repo: string; readonly collaborator: string};
    readonly body: undefined;
    readonly reply: RepoCollaboratorPermission;
  };
  /** Lists the collaborators of a repository. */
  readonly repoListCollaborators: {
    readonly params: {readonly owner: string; readonly repo: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly User[] | null;
  };
  /** Tells whether a user is a collaborator. */
  readonly repoCheckCollaborator: {
    readonly params: {readonly owner: string; readonly repo: string; readonly collaborator: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Adds a collaborator. */
  readonly repoAddCollaborator: {
    readonly params: {readonly owner: string; readonly repo: string; readonly collaborator: string};
    readonly body: AddCollaboratorOption | undefined;
    readonly reply: undefined;
  };
  /** Removes a collaborator. */
  readonly repoDeleteCollaborator: {
    readonly params: {readonly owner: string; readonly repo: string; readonly collaborator: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the files in the root of a repository. */
  readonly repoGetContentsList: {
    readonly params: {readonly owner: string; readonly repo: string; readonly ref?: string};
    readonly body: undefined;
    readonly reply: readonly ContentsResponse[] | null;
  };
  /** Gives one file with its content, or what is in a folder. */
  readonly repoGetContents: {
    readonly params: {readonly owner: string; readonly repo: string; readonly filepath: string; readonly ref?: string};
    readonly body: undefined;
    readonly reply: ContentsResponse | readonly ContentsResponse[];
  };
  /** Creates a file in a commit of its own. */
  readonly repoCreateFile: {
    readonly params: {readonly owner: string; readonly repo: string; readonly filepath: string};
    readonly body: CreateFileOptions;
    readonly reply: FileResponse;
  };
  /** Changes a file in a commit of its own. */
  readonly repoUpdateFile: {
    readonly params: {readonly owner: string; readonly repo: string; readonly filepath: string};
    readonly body: UpdateFileOptions;
    readonly reply: FileResponse;
  };
  /** Deletes a file in a commit of its own. */
  readonly repoDeleteFile: {
    readonly params: {readonly owner: string; readonly repo: string; readonly filepath: string};
    readonly body: DeleteFileOptions;
    readonly reply: FileResponse;
  };
  /** Makes a repository from a template. */
  readonly generateRepo: {
    readonly params: {readonly template_owner: string; readonly template_repo: string};
    readonly body: GenerateRepoOption;
    readonly reply: Repository;
  };
  /** Lists the forks of a repository. */
  readonly listForks: {
    readonly params: {readonly owner: string; readonly repo: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Repository[] | null;
  };
  /** Forks a repository. */
  readonly createFork: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreateForkOption;
    readonly reply: Repository;
  };
  /** Transfers a repository to another owner. */
  readonly repoTransfer: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: TransferRepoOption;
    readonly reply: Repository;
  };
  /** Accepts a transfer. */
  readonly acceptRepoTransfer: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: Repository;
  };
  /** Rejects a transfer. */
  readonly rejectRepoTransfer: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: Repository;
  };
  /** Lists the teams with access to a repository. */
  readonly repoListTeams: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: readonly Team[] | null;
  };
  /** Tells whether a team has access to a repository. */
  readonly repoCheckTeam: {
    readonly params: {readonly owner: string; readonly repo: string; readonly team: string};
    readonly body: undefined;
    readonly reply: Team;
  };
  /** Gives a team access to a repository. */
  readonly repoAddTeam: {
    readonly params: {readonly owner: string; readonly repo: string; readonly team: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Takes a team's access to a repository. */
  readonly repoDeleteTeam: {
    readonly params: {readonly owner: string; readonly repo: string; readonly team: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the branches of a repository. */
  readonly repoListBranches: {
    readonly params: {readonly owner: string; readonly repo: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Branch[] | null;
  };
  /** Makes a branch. */
  readonly repoCreateBranch: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreateBranchRepoOption;
    readonly reply: Branch;
  };
  /** Gives one branch and the protection in force for it. */
  readonly repoGetBranch: {
    readonly params: {readonly owner: string; readonly repo: string; readonly branch: string};
    readonly body: undefined;
    readonly reply: Branch;
  };
  /** Deletes a branch. */
  readonly repoDeleteBranch: {
    readonly params: {readonly owner: string; readonly repo: string; readonly branch: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the branch protections of a repository. */
  readonly repoListBranchProtection: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: readonly BranchProtection[] | null;
  };
  /** Makes a branch protection. */
  readonly repoCreateBranchProtection: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreateBranchProtectionOption;
    readonly reply: BranchProtection;
  };
  /** Gives one branch protection. */
  readonly repoGetBranchProtection: {
    readonly params: {readonly owner: string; readonly repo: string; readonly name: string};
    readonly body: undefined;
    readonly reply: BranchProtection;
  };
  /** Changes a branch protection. */
  readonly repoEditBranchProtection: {
    readonly params: {readonly owner: string; readonly repo: string; readonly name: string};
    readonly body: EditBranchProtectionOption;
    readonly reply: BranchProtection;
  };
  /** Removes a branch protection. */
  readonly repoDeleteBranchProtection: {
    readonly params: {readonly owner: string; readonly repo: string; readonly name: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the issues of a repository. */
  readonly issueListIssues: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly state?: string;
      readonly labels?: string;
      readonly q?: string;
      readonly type?: string;
      readonly milestones?: string;
      readonly since?: string;
      readonly before?: string;
      readonly created_by?: string;
      readonly assigned_by?: string;
      readonly mentioned_by?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly Issue[] | null;
  };
  /** Opens an issue. */
  readonly issueCreateIssue: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreateIssueOption;
    readonly reply: Issue;
  };
  /** Searches for issues across repositories. */
  readonly issueSearchIssues: {
    readonly params: {
      readonly state?: string;
      readonly labels?: string;
      readonly milestones?: string;
      readonly q?: string;
      readonly type?: string;
      readonly since?: string;
      readonly before?: string;
      readonly assigned?: boolean;
      readonly created?: boolean;
      readonly created_by?: string;
      readonly mentioned?: boolean;
      readonly owner?: string;
      readonly team?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly Issue[] | null;
  };
  /** Gives one issue. */
  readonly issueGetIssue: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: undefined;
    readonly reply: Issue;
  };
  /** Changes some columns of an issue. */
  readonly issueEditIssue: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: EditIssueOption;
    readonly reply: Issue;
  };
  /** Deletes an issue. */
  readonly issueDelete: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the comments of a repository. */
  readonly issueGetRepoComments: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly since?: string;
      readonly before?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly Comment[] | null;
  };
  /** Lists the comments of an issue. */
  readonly issueGetComments: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly since?: string;
      readonly before?: string;
    };
    readonly body: undefined;
    readonly reply: readonly Comment[] | null;
  };
  /** Comments on an issue. */
  readonly issueCreateComment: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: CreateIssueCommentOption;
    readonly reply: Comment;
  };
  /** Gives one comment. */
  readonly issueGetComment: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: Comment | undefined;
  };
  /** Changes a comment. */
  readonly issueEditComment: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: EditIssueCommentOption;
    readonly reply: Comment | undefined;
  };
  /** Deletes a comment. */
  readonly issueDeleteComment: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the labels of a repository. */
  readonly issueListLabels: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly sort?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly Label[] | null;
  };
  /** Makes a label in a repository. */
  readonly issueCreateLabel: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreateLabelOption;
    readonly reply: Label;
  };
  /** Gives one label of a repository. */
  readonly issueGetLabel: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: Label;
  };
  /** Changes a label of a repository. */
  readonly issueEditLabel: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: EditLabelOption;
    readonly reply: Label;
  };
  /** Deletes a label of a repository. */
  readonly issueDeleteLabel: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the labels of an issue. */
  readonly issueGetLabels: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: undefined;
    readonly reply: readonly Label[] | null;
  };
  /** Sets further labels on an issue. */
  readonly issueAddLabel: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: IssueLabelsOption;
    readonly reply: readonly Label[] | null;
  };
  /** Replaces the labels of an issue. */
  readonly issueReplaceLabels: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: IssueLabelsOption;
    readonly reply: readonly Label[] | null;
  };
  /** Takes all labels from an issue. */
  readonly issueClearLabels: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Takes one label from an issue. */
  readonly issueRemoveLabel: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the labels of an organization. */
  readonly orgListLabels: {
    readonly params: {readonly org: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Label[] | null;
  };
  /** Makes a label in an organization. */
  readonly orgCreateLabel: {
    readonly params: {readonly org: string};
    readonly body: CreateLabelOption;
    readonly reply: Label;
  };
  /** Gives one label of an organization. */
  readonly orgGetLabel: {
    readonly params: {readonly org: string; readonly id: number};
    readonly body: undefined;
    readonly reply: Label;
  };
  /** Changes a label of an organization. */
  readonly orgEditLabel: {
    readonly params: {readonly org: string; readonly id: number};
    readonly body: EditLabelOption;
    readonly reply: Label;
  };
  /** Deletes a label of an organization. */
  readonly orgDeleteLabel: {
    readonly params: {readonly org: string; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the reactions to an issue. */
  readonly issueGetIssueReactions: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly Reaction[] | null;
  };
  /** Reacts to an issue. */
  readonly issuePostIssueReaction: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: EditReactionOption;
    readonly reply: Reaction;
  };
  /** Takes back a reaction to an issue. */
  readonly issueDeleteIssueReaction: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: EditReactionOption;
    readonly reply: undefined;
  };
  /** Lists the reactions to a comment. */
  readonly issueGetCommentReactions: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: readonly Reaction[] | null;
  };
  /** Reacts to a comment. */
  readonly issuePostCommentReaction: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: EditReactionOption;
    readonly reply: Reaction;
  };
  /** Takes back a reaction to a comment. */
  readonly issueDeleteCommentReaction: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: EditReactionOption;
    readonly reply: undefined;
  };
  /** Lists the milestones of a repository. */
  readonly issueGetMilestonesList: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly state?: string;
      readonly name?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly Milestone[] | null;
  };
  /** Makes a milestone. */
  readonly issueCreateMilestone: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreateMilestoneOption;
    readonly reply: Milestone;
  };
  /** Gives one milestone. */
  readonly issueGetMilestone: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: Milestone;
  };
  /** Changes a milestone. */
  readonly issueEditMilestone: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: EditMilestoneOption;
    readonly reply: Milestone;
  };
  /** Deletes a milestone. */
  readonly issueDeleteMilestone: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the tracked times of an issue. */
  readonly issueTrackedTimes: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly user?: string;
      readonly since?: string;
      readonly before?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly TrackedTime[] | null;
  };
  /** Adds a tracked time to an issue. */
  readonly issueAddTime: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: AddTimeOption;
    readonly reply: TrackedTime;
  };
  /** Removes the caller's tracked times from an issue. */
  readonly issueResetTime: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Removes one tracked time. */
  readonly issueDeleteTime: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the tracked times of a repository. */
  readonly repoTrackedTimes: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly user?: string;
      readonly since?: string;
      readonly before?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly TrackedTime[] | null;
  };
  /** Lists the tracked times of a user in a repository. */
  readonly userTrackedTimes: {
    readonly params: {readonly owner: string; readonly repo: string; readonly user: string};
    readonly body: undefined;
    readonly reply: readonly TrackedTime[] | null;
  };
  /** Lists the tracked times of the caller. */
  readonly userCurrentTrackedTimes: {
    readonly params: {
      readonly since?: string;
      readonly before?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly TrackedTime[] | null;
  };
  /** Lists the attachments of an issue or pull request. */
  readonly issueListIssueAttachments: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: undefined;
    readonly reply: readonly Attachment[] | null;
  };
  /** Attaches a file to an issue or pull request. */
  readonly issueCreateIssueAttachment: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number; readonly name?: string};
    readonly body: Upload;
    readonly reply: Attachment;
  };
  /** Gives one attachment of an issue or pull request. */
  readonly issueGetIssueAttachment: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly attachment_id: number;
    };
    readonly body: undefined;
    readonly reply: Attachment;
  };
  /** Renames an attachment of an issue or pull request. */
  readonly issueEditIssueAttachment: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly attachment_id: number;
    };
    readonly body: EditAttachmentOptions;
    readonly reply: Attachment;
  };
  /** Removes an attachment of an issue or pull request. */
  readonly issueDeleteIssueAttachment: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly attachment_id: number;
    };
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the attachments of a comment. */
  readonly issueListIssueCommentAttachments: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: readonly Attachment[] | null;
  };
  /** Attaches a file to a comment. */
  readonly issueCreateIssueCommentAttachment: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number; readonly name?: string};
    readonly body: Upload;
    readonly reply: Attachment;
  };
  /** Gives one attachment of a comment. */
  readonly issueGetIssueCommentAttachment: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly id: number;
      readonly attachment_id: number;
    };
    readonly body: undefined;
    readonly reply: Attachment;
  };
  /** Renames an attachment of a comment. */
  readonly issueEditIssueCommentAttachment: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly id: number;
      readonly attachment_id: number;
    };
    readonly body: EditAttachmentOptions;
    readonly reply: Attachment;
  };
  /** Removes an attachment of a comment. */
  readonly issueDeleteIssueCommentAttachment: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly id: number;
      readonly attachment_id: number;
    };
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the commits of a branch. */
  readonly repoGetAllCommits: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly sha?: string;
      readonly path?: string;
      readonly not?: string;
      readonly stat?: boolean;
      readonly verification?: boolean;
      readonly files?: boolean;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly Commit[] | null;
  };
  /** Gives one commit. */
  readonly repoGetSingleCommit: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly sha: string;
      readonly stat?: boolean;
      readonly verification?: boolean;
      readonly files?: boolean;
    };
    readonly body: undefined;
    readonly reply: Commit;
  };
  /** Lists all refs. */
  readonly repoListAllGitRefs: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: readonly Reference[] | null;
  };
  /** Lists the refs that begin so. */
  readonly repoListGitRefs: {
    readonly params: {readonly owner: string; readonly repo: string; readonly ref: string};
    readonly body: undefined;
    readonly reply: readonly Reference[] | null;
  };
  /** Gives the bytes of one file. */
  readonly repoGetRawFile: {
    readonly params: {readonly owner: string; readonly repo: string; readonly filepath: string; readonly ref?: string};
    readonly body: undefined;
    readonly reply: Uint8Array;
  };
  /** Gives the bytes of one file, also of one in large file storage. */
  readonly repoGetRawFileOrLFS: {
    readonly params: {readonly owner: string; readonly repo: string; readonly filepath: string; readonly ref?: string};
    readonly body: undefined;
    readonly reply: Uint8Array;
  };
  /** Gives the files of one branch, tag or commit as an archive. */
  readonly repoGetArchive: {
    readonly params: {readonly owner: string; readonly repo: string; readonly archive: string};
    readonly body: undefined;
    readonly reply: Uint8Array;
  };
  /** Gives what one commit changes as text. */
  readonly repoDownloadCommitDiffOrPatch: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly sha: string;
      readonly diffType: 'diff' | 'patch';
    };
    readonly body: undefined;
    readonly reply: unknown;
  };
  /** Gives one file by the id of its content. */
  readonly GetBlob: {
    readonly params: {readonly owner: string; readonly repo: string; readonly sha: string};
    readonly body: undefined;
    readonly reply: GitBlobResponse;
  };
  /** Gives one annotated tag by its id. */
  readonly GetAnnotatedTag: {
    readonly params: {readonly owner: string; readonly repo: string; readonly sha: string};
    readonly body: undefined;
    readonly reply: AnnotatedTag;
  };
  /** Gives what one pull request changes as text. */
  readonly repoDownloadPullDiffOrPatch: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly diffType: 'diff' | 'patch';
    };
    readonly body: undefined;
    readonly reply: unknown;
  };
  /** Gives the files of one tree. */
  readonly GetTree: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly sha: string;
      readonly recursive?: boolean;
      readonly page?: number;
      readonly per_page?: number;
    };
    readonly body: undefined;
    readonly reply: GitTreeResponse;
  };
  /** Gives the note of a commit. */
  readonly repoGetNote: {
    readonly params: {readonly owner: string; readonly repo: string; readonly sha: string};
    readonly body: undefined;
    readonly reply: Note;
  };
  /** Sets the note of a commit. */
  readonly repoSetNote: {
    readonly params: {readonly owner: string; readonly repo: string; readonly sha: string};
    readonly body: NoteOptions;
    readonly reply: Note;
  };
  /** Removes the note of a commit. */
  readonly repoRemoveNote: {
    readonly params: {readonly owner: string; readonly repo: string; readonly sha: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Takes what git pushes over HTTP. */
  readonly gitReceivePack: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: Uint8Array;
    readonly reply: Uint8Array;
  };
  /** Lists the tags of a repository. */
  readonly repoListTags: {
    readonly params: {readonly owner: string; readonly repo: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Tag[] | null;
  };
  /** Makes a tag. */
  readonly repoCreateTag: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreateTagOption;
    readonly reply: Tag;
  };
  /** Gives one tag. */
  readonly repoGetTag: {
    readonly params: {readonly owner: string; readonly repo: string; readonly tag: string};
    readonly body: undefined;
    readonly reply: Tag;
  };
  /** Deletes a tag. */
  readonly repoDeleteTag: {
    readonly params: {readonly owner: string; readonly repo: string; readonly tag: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the statuses of a commit. */
  readonly repoListStatuses: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly sha: string;
      readonly sort?: string;
      readonly state?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly CommitStatus[] | null;
  };
  /** Gives a commit a status. */
  readonly repoCreateStatus: {
    readonly params: {readonly owner: string; readonly repo: string; readonly sha: string};
    readonly body: CreateStatusOption;
    readonly reply: CommitStatus;
  };
  /** Lists the statuses of a ref. */
  readonly repoListStatusesByRef: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly ref: string;
      readonly sort?: string;
      readonly state?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly CommitStatus[] | null;
  };
  /** Gives the combined status of a ref. */
  readonly repoGetCombinedStatusByRef: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly ref: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: CombinedStatus;
  };
  /** Lists the releases of a repository. */
  readonly repoListReleases: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly draft?: boolean;
      readonly 'pre-release'?: boolean;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly Release[] | null;
  };
  /** Makes a release. */
  readonly repoCreateRelease: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreateReleaseOption;
    readonly reply: Release;
  };
  /** Gives the latest stable release. */
  readonly repoGetLatestRelease: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: Release;
  };
  /** Gives one release. */
  readonly repoGetRelease: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: Release;
  };
  /** Changes a release. */
  readonly repoEditRelease: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: EditReleaseOption;
    readonly reply: Release;
  };
  /** Deletes a release. */
  readonly repoDeleteRelease: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Gives the release of a tag. */
  readonly repoGetReleaseByTag: {
    readonly params: {readonly owner: string; readonly repo: string; readonly tag: string};
    readonly body: undefined;
    readonly reply: Release;
  };
  /** Deletes the release of a tag. */
  readonly repoDeleteReleaseByTag: {
    readonly params: {readonly owner: string; readonly repo: string; readonly tag: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the pull requests of a repository. */
  readonly repoListPullRequests: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly state?: string;
      readonly sort?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly PullRequest[] | null;
  };
  /** Opens a pull request. */
  readonly repoCreatePullRequest: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreatePullRequestOption;
    readonly reply: PullRequest;
  };
  /** Gives one pull request. */
  readonly repoGetPullRequest: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: undefined;
    readonly reply: PullRequest;
  };
  /** Changes a pull request. */
  readonly repoEditPullRequest: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: EditPullRequestOption;
    readonly reply: PullRequest;
  };
  /** Lists the commits of a pull request. */
  readonly repoGetPullRequestCommits: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly Commit[] | null;
  };
  /** Lists the files of a pull request. */
  readonly repoGetPullRequestFiles: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly 'skip-to'?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly ChangedFile[] | null;
  };
  /** Tells whether a pull request is merged. */
  readonly repoPullRequestIsMerged: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Merges a pull request. */
  readonly repoMergePullRequest: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: MergePullRequestOption;
    readonly reply: undefined;
  };
  /** Requests reviews of a pull request. */
  readonly repoCreatePullReviewRequests: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: PullReviewRequestOptions;
    readonly reply: readonly PullReview[] | null;
  };
  /** Takes back requests for reviews of a pull request. */
  readonly repoDeletePullReviewRequests: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: PullReviewRequestOptions;
    readonly reply: undefined;
  };
  /** Lists the reviews of a pull request. */
  readonly repoListPullReviews: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly PullReview[] | null;
  };
  /** Reviews a pull request. */
  readonly repoCreatePullReview: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number};
    readonly body: CreatePullReviewOptions;
    readonly reply: PullReview;
  };
  /** Gives one review. */
  readonly repoGetPullReview: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number; readonly id: number};
    readonly body: undefined;
    readonly reply: PullReview;
  };
  /** Submits a pending review. */
  readonly repoSubmitPullReview: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number; readonly id: number};
    readonly body: SubmitPullReviewOptions;
    readonly reply: PullReview;
  };
  /** Deletes a review. */
  readonly repoDeletePullReview: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Dismisses a review. */
  readonly repoDismissPullReview: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number; readonly id: number};
    readonly body: DismissPullReviewOptions;
    readonly reply: PullReview;
  };
  /** Takes back that a review was dismissed. */
  readonly repoUnDismissPullReview: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number; readonly id: number};
    readonly body: undefined;
    readonly reply: PullReview;
  };
  /** Lists the comments of a review. */
  readonly repoGetPullReviewComments: {
    readonly params: {readonly owner: string; readonly repo: string; readonly index: number; readonly id: number};
    readonly body: undefined;
    readonly reply: readonly PullReviewComment[] | null;
  };
  /** Lists the notifications of the caller. */
  readonly notifyGetList: {
    readonly params: {
      readonly all?: boolean;
      readonly 'status-types'?: readonly string[];
      readonly 'subject-type'?: readonly string[];
      readonly since?: string;
      readonly before?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly NotificationThread[] | null;
  };
  /** Updates the notifications of the caller. */
  readonly notifyReadList: {
    readonly params: {
      readonly last_read_at?: string;
      readonly all?: boolean;
      readonly 'status-types'?: readonly string[];
      readonly 'to-status'?: string;
    };
    readonly body: undefined;
    readonly reply: readonly NotificationThread[] | null;
  };
  /** Tells how many notifications are unread. */
  readonly notifyNewAvailable: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: NotificationCount;
  };
  /** Gives one notification thread. */
  readonly notifyGetThread: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: NotificationThread;
  };
  /** Updates one notification thread. */
  readonly notifyReadThread: {
    readonly params: {readonly id: number; readonly 'to-status'?: string};
    readonly body: undefined;
    readonly reply: NotificationThread;
  };
  /** Lists the notifications of the caller in one repository. */
  readonly notifyGetRepoList: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly all?: boolean;
      readonly 'status-types'?: readonly string[];
      readonly 'subject-type'?: readonly string[];
      readonly since?: string;
      readonly before?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly reply: readonly NotificationThread[] | null;
  };
  /** Updates the notifications of the caller in one repository. */
  readonly notifyReadRepoList: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly last_read_at?: string;
      readonly all?: boolean;
      readonly 'status-types'?: readonly string[];
      readonly 'to-status'?: string;
    };
    readonly body: undefined;
    readonly reply: readonly NotificationThread[] | null;
  };
  /** Tells whether the caller watches a repository. */
  readonly userCurrentCheckSubscription: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: WatchInfo;
  };
  /** Watches a repository. */
  readonly userCurrentPutSubscription: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: WatchInfo;
  };
  /** Stops watching a repository. */
  readonly userCurrentDeleteSubscription: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the webhooks of a repository. */
  readonly repoListHooks: {
    readonly params: {readonly owner: string; readonly repo: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Hook[] | null;
  };
  /** Makes a webhook in a repository. */
  readonly repoCreateHook: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreateHookOption;
    readonly reply: Hook;
  };
  /** Gives one webhook of a repository. */
  readonly repoGetHook: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: Hook;
  };
  /** Changes a webhook of a repository. */
  readonly repoEditHook: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: EditHookOption;
    readonly reply: Hook;
  };
  /** Removes a webhook of a repository. */
  readonly repoDeleteHook: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Sends a test delivery. */
  readonly repoTestHook: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number; readonly ref?: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the webhooks of an organization. */
  readonly orgListHooks: {
    readonly params: {readonly org: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Hook[] | null;
  };
  /** Makes a webhook of an organization. */
  readonly orgCreateHook: {
    readonly params: {readonly org: string};
    readonly body: CreateHookOption;
    readonly reply: Hook;
  };
  /** Gives one webhook of an organization. */
  readonly orgGetHook: {
    readonly params: {readonly org: string; readonly id: number};
    readonly body: undefined;
    readonly reply: Hook;
  };
  /** Changes a webhook of an organization. */
  readonly orgEditHook: {
    readonly params: {readonly org: string; readonly id: number};
    readonly body: EditHookOption;
    readonly reply: Hook;
  };
  /** Removes a webhook of an organization. */
  readonly orgDeleteHook: {
    readonly params: {readonly org: string; readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the webhooks of the caller. */
  readonly userListHooks: {
    readonly params: {readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Hook[] | null;
  };
  /** Makes a webhook of the caller. */
  readonly userCreateHook: {
    readonly params: {};
    readonly body: CreateHookOption;
    readonly reply: Hook;
  };
  /** Gives one webhook of the caller. */
  readonly userGetHook: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: Hook;
  };
  /** Changes a webhook of the caller. */
  readonly userEditHook: {
    readonly params: {readonly id: number};
    readonly body: EditHookOption;
    readonly reply: Hook;
  };
  /** Removes a webhook of the caller. */
  readonly userDeleteHook: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the system webhooks. */
  readonly adminListHooks: {
    readonly params: {readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Hook[] | null;
  };
  /** Makes a system webhook. */
  readonly adminCreateHook: {
    readonly params: {};
    readonly body: CreateHookOption;
    readonly reply: Hook;
  };
  /** Gives one system webhook. */
  readonly adminGetHook: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: Hook;
  };
  /** Changes a system webhook. */
  readonly adminEditHook: {
    readonly params: {readonly id: number};
    readonly body: EditHookOption;
    readonly reply: Hook;
  };
  /** Removes a system webhook. */
  readonly adminDeleteHook: {
    readonly params: {readonly id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the push mirrors of a repository. */
  readonly repoListPushMirrors: {
    readonly params: {readonly owner: string; readonly repo: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly PushMirror[] | null;
  };
  /** Adds a push mirror. */
  readonly repoAddPushMirror: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: CreatePushMirrorOption;
    readonly reply: PushMirror;
  };
  /** Gives one push mirror. */
  readonly repoGetPushMirrorByRemoteName: {
    readonly params: {readonly owner: string; readonly repo: string; readonly mirror: string};
    readonly body: undefined;
    readonly reply: PushMirror;
  };
  /** Removes a push mirror. */
  readonly repoDeletePushMirror: {
    readonly params: {readonly owner: string; readonly repo: string; readonly mirror: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the packages of an owner. */
  readonly listPackages: {
    readonly params: {
      readonly owner: string;
      readonly page?: number;
      readonly limit?: number;
      readonly type?: string;
      readonly q?: string;
    };
    readonly body: undefined;
    readonly reply: readonly Package[] | null;
  };
  /** Gives one package. */
  readonly getPackage: {
    readonly params: {
      readonly owner: string;
      readonly type: string;
      readonly package: string;
      readonly version: string;
    };
    readonly body: undefined;
    readonly reply: Package;
  };
  /** Deletes a package. */
  readonly deletePackage: {
    readonly params: {
      readonly owner: string;
      readonly type: string;
      readonly package: string;
      readonly version: string;
    };
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the files of a package. */
  readonly listPackageFiles: {
    readonly params: {
      readonly owner: string;
      readonly type: string;
      readonly package: string;
      readonly version: string;
    };
    readonly body: undefined;
    readonly reply: readonly PackageFile[] | null;
  };
  /** Gives the bytes of a file of a generic package. */
  readonly downloadGenericPackage: {
    readonly params: {
      readonly owner: string;
      readonly package: string;
      readonly version: string;
      readonly filename: string;
    };
    readonly body: undefined;
    readonly reply: Uint8Array;
  };
  /** Uploads a file of a generic package. */
  readonly uploadGenericPackage: {
    readonly params: {
      readonly owner: string;
      readonly package: string;
      readonly version: string;
      readonly filename: string;
    };
    readonly body: Uint8Array;
    readonly reply: undefined;
  };
  /** Removes a file of a generic package. */
  readonly deleteGenericPackageFile: {
    readonly params: {
      readonly owner: string;
      readonly package: string;
      readonly version: string;
      readonly filename: string;
    };
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the names of the automation secrets of a repository. */
  readonly repoListActionsSecrets: {
    readonly params: {readonly owner: string; readonly repo: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Secret[] | null;
  };
  /** Makes or changes an automation secret of a repository. */
  readonly updateRepoSecret: {
    readonly params: {readonly owner: string; readonly repo: string; readonly secretname: string};
    readonly body: CreateOrUpdateSecretOption;
    readonly reply: undefined;
  };
  /** Removes an automation secret of a repository. */
  readonly deleteRepoSecret: {
    readonly params: {readonly owner: string; readonly repo: string; readonly secretname: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the automation variables of a repository. */
  readonly getRepoVariablesList: {
    readonly params: {readonly owner: string; readonly repo: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly ActionVariable[] | null;
  };
  /** Gives an automation variable of a repository. */
  readonly getRepoVariable: {
    readonly params: {readonly owner: string; readonly repo: string; readonly variablename: string};
    readonly body: undefined;
    readonly reply: ActionVariable;
  };
  /** Makes an automation variable of a repository. */
  readonly createRepoVariable: {
    readonly params: {readonly owner: string; readonly repo: string; readonly variablename: string};
    readonly body: CreateVariableOption;
    readonly reply: undefined;
  };
  /** Changes an automation variable of a repository. */
  readonly updateRepoVariable: {
    readonly params: {readonly owner: string; readonly repo: string; readonly variablename: string};
    readonly body: UpdateVariableOption;
    readonly reply: undefined;
  };
  /** Removes an automation variable of a repository. */
  readonly deleteRepoVariable: {
    readonly params: {readonly owner: string; readonly repo: string; readonly variablename: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the runners of a repository. */
  readonly getRepoRunners: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: ActionRunnersResponse;
  };
  /** Gives the token with which runners of a repository register. */
  readonly repoCreateRunnerRegistrationToken: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: RegistrationToken;
  };
  /** Gives a runner of a repository. */
  readonly getRepoRunner: {
    readonly params: {readonly owner: string; readonly repo: string; readonly runner_id: number};
    readonly body: undefined;
    readonly reply: ActionRunner;
  };
  /** Removes a runner of a repository. */
  readonly deleteRepoRunner: {
    readonly params: {readonly owner: string; readonly repo: string; readonly runner_id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the runs of a repository. */
  readonly getWorkflowRuns: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: ActionWorkflowRunsResponse;
  };
  /** Lists the jobs of a repository. */
  readonly listWorkflowJobs: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: ActionWorkflowJobsResponse;
  };
  /** Lists the names of the automation secrets of an organization. */
  readonly orgListActionsSecrets: {
    readonly params: {readonly org: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly Secret[] | null;
  };
  /** Makes or changes an automation secret of an organization. */
  readonly updateOrgSecret: {
    readonly params: {readonly org: string; readonly secretname: string};
    readonly body: CreateOrUpdateSecretOption;
    readonly reply: undefined;
  };
  /** Removes an automation secret of an organization. */
  readonly deleteOrgSecret: {
    readonly params: {readonly org: string; readonly secretname: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the automation variables of an organization. */
  readonly getOrgVariablesList: {
    readonly params: {readonly org: string; readonly page?: number; readonly limit?: number};
    readonly body: undefined;
    readonly reply: readonly ActionVariable[] | null;
  };
  /** Gives an automation variable of an organization. */
  readonly getOrgVariable: {
    readonly params: {readonly org: string; readonly variablename: string};
    readonly body: undefined;
    readonly reply: ActionVariable;
  };
  /** Makes an automation variable of an organization. */
  readonly createOrgVariable: {
    readonly params: {readonly org: string; readonly variablename: string};
    readonly body: CreateVariableOption;
    readonly reply: undefined;
  };
  /** Changes an automation variable of an organization. */
  readonly updateOrgVariable: {
    readonly params: {readonly org: string; readonly variablename: string};
    readonly body: UpdateVariableOption;
    readonly reply: undefined;
  };
  /** Removes an automation variable of an organization. */
  readonly deleteOrgVariable: {
    readonly params: {readonly org: string; readonly variablename: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the runners of an organization. */
  readonly getOrgRunners: {
    readonly params: {readonly org: string};
    readonly body: undefined;
    readonly reply: ActionRunnersResponse;
  };
  /** Gives the token with which runners of an organization register. */
  readonly orgCreateRunnerRegistrationToken: {
    readonly params: {readonly org: string};
    readonly body: undefined;
    readonly reply: RegistrationToken;
  };
  /** Gives a runner of an organization. */
  readonly getOrgRunner: {
    readonly params: {readonly org: string; readonly runner_id: number};
    readonly body: undefined;
    readonly reply: ActionRunner;
  };
  /** Removes a runner of an organization. */
  readonly deleteOrgRunner: {
    readonly params: {readonly org: string; readonly runner_id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the runs of an organization. */
  readonly getOrgWorkflowRuns: {
    readonly params: {readonly org: string};
    readonly body: undefined;
    readonly reply: ActionWorkflowRunsResponse;
  };
  /** Lists the jobs of an organization. */
  readonly getOrgWorkflowJobs: {
    readonly params: {readonly org: string};
    readonly body: undefined;
    readonly reply: ActionWorkflowJobsResponse;
  };
  /** Lists the runners of the whole server. */
  readonly getAdminRunners: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: ActionRunnersResponse;
  };
  /** Gives the token with which runners of the whole server register. */
  readonly adminCreateRunnerRegistrationToken: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: RegistrationToken;
  };
  /** Gives a runner of the whole server. */
  readonly getAdminRunner: {
    readonly params: {readonly runner_id: number};
    readonly body: undefined;
    readonly reply: ActionRunner;
  };
  /** Removes a runner of the whole server. */
  readonly deleteAdminRunner: {
    readonly params: {readonly runner_id: number};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists the runs of the whole server. */
  readonly listAdminWorkflowRuns: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: ActionWorkflowRunsResponse;
  };
  /** Lists the jobs of the whole server. */
  readonly listAdminWorkflowJobs: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: ActionWorkflowJobsResponse;
  };
  /** Pushes to all mirrors now. */
  readonly repoPushMirrorSync: {
    readonly params: {readonly owner: string; readonly repo: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Lists what happened to an issue or pull request. */
  readonly issueGetCommentsAndTimeline: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly index: number;
      readonly page?: number;
      readonly limit?: number;
      readonly since?: string;
      readonly before?: string;
    };
    readonly body: undefined;
    readonly reply: readonly TimelineComment[] | null;
  };
  /** Lists the files of a release. */
  readonly repoListReleaseAttachments: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number};
    readonly body: undefined;
    readonly reply: readonly Attachment[] | null;
  };
  /** Attaches a file to a release. */
  readonly repoCreateReleaseAttachment: {
    readonly params: {readonly owner: string; readonly repo: string; readonly id: number; readonly name?: string};
    readonly body: Upload;
    readonly reply: Attachment;
  };
  /** Gives one file of a release. */
  readonly repoGetReleaseAttachment: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly id: number;
      readonly attachment_id: number;
    };
    readonly body: undefined;
    readonly reply: Attachment;
  };
  /** Renames a file of a release. */
  readonly repoEditReleaseAttachment: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly id: number;
      readonly attachment_id: number;
    };
    readonly body: EditAttachmentOptions;
    readonly reply: Attachment;
  };
  /** Removes a file of a release. */
  readonly repoDeleteReleaseAttachment: {
    readonly params: {
      readonly owner: string;
      readonly repo: string;
      readonly id: number;
      readonly attachment_id: number;
    };
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Makes the key pair whose private half signs requests of the caller. */
  readonly regenerateChefKeyPair: {
    readonly params: {};
    readonly body: undefined;
    readonly reply: unknown;
  };
  /** Lists all cookbooks of an owner with their dependencies. */
  readonly listChefUniverse: {
    readonly params: {readonly owner: string};
    readonly body: undefined;
    readonly reply: ChefObject;
  };
  /** Uploads a cookbook by a signed request. */
  readonly uploadChefCookbook: {
    readonly params: {readonly owner: string};
    readonly body: CookbookUpload;
    readonly reply: ChefObject;
  };
  /** Gives a cookbook and its versions. */
  readonly getChefCookbook: {
    readonly params: {readonly owner: string; readonly package: string};
    readonly body: undefined;
    readonly reply: ChefObject;
  };
  /** Removes all versions of a cookbook by a signed request. */
  readonly deleteChefCookbook: {
    readonly params: {readonly owner: string; readonly package: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Gives one version of a cookbook. */
  readonly getChefCookbookVersion: {
    readonly params: {readonly owner: string; readonly package: string; readonly version: string};
    readonly body: undefined;
    readonly reply: ChefObject;
  };
  /** Removes one version of a cookbook by a signed request. */
  readonly deleteChefCookbookVersion: {
    readonly params: {readonly owner: string; readonly package: string; readonly version: string};
    readonly body: undefined;
    readonly reply: undefined;
  };
  /** Gives the bytes of one version of a cookbook. */
  readonly downloadChefCookbook: {
    readonly params: {readonly owner: string; readonly package: string; readonly version: string};
    readonly body: undefined;
    readonly reply: Uint8Array;
  };
}

/** The id of one operation of the hosting contract. */
export type OperationId = keyof Operations;

/** Why a request was refused. */
export interface Error {
  readonly message?: string;
  readonly url?: string;
  readonly errors?: readonly string[] | null;
}

/** The version of the server. */
export interface ServerVersion {
  readonly version: string;
}

/** The paging settings of the server. */
export interface GeneralAPISettings {
  readonly max_response_items?: number;
  readonly default_paging_num?: number;
  readonly default_git_trees_per_page?: number;
  readonly default_max_blob_size?: number;
  readonly default_max_response_size?: number;
}

/** An OAuth2 application. */
export interface OAuth2Application {
  readonly id: number;
  readonly name?: string;
  readonly client_id?: string;
  readonly client_secret?: string | null;
  readonly confidential_client?: boolean;
  readonly skip_secondary_authorization?: boolean;
  readonly redirect_uris?: readonly string[] | null;
  readonly created?: string;
}

/** What an OAuth2 application is made from. */
export interface CreateOAuth2ApplicationOptions {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly confidential_client?: boolean;
  readonly skip_secondary_authorization?: boolean;
}

/** An access token. */
export interface AccessToken {
  readonly id: number;
  readonly name?: string;
  readonly sha1?: string;
  readonly token_last_eight?: string;
  readonly scopes?: readonly string[] | null;
  readonly created_at?: string;
  readonly last_used_at?: string | null;
}

/** What an access token is made from. */
export interface CreateAccessTokenOption {
  readonly name: string;
  readonly scopes?: readonly string[];
}

/** A user. */
export interface User {
  readonly id: number;
  readonly login: string;
  readonly login_name?: string;
  readonly full_name?: string;
  readonly email?: string;
  readonly avatar_url?: string;
  readonly html_url?: string;
  readonly language?: string;
  readonly is_admin?: boolean;
  readonly last_login?: string | null;
  readonly created?: string;
  readonly restricted?: boolean;
  readonly active?: boolean;
  readonly prohibit_login?: boolean;
  readonly location?: string;
  readonly website?: string;
  readonly description?: string;
  readonly visibility?: string;
  readonly followers_count?: number;
  readonly following_count?: number;
  readonly starred_repos_count?: number;
  readonly source_id?: number;
}

/** What a search for users found. */
export interface UserSearchResult {
  readonly ok?: boolean;
  readonly data?: readonly User[] | null;
}

/** What a user is made from. */
export interface CreateUserOption {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly full_name?: string;
  readonly login_name?: string;
  readonly source_id?: number;
  readonly must_change_password?: boolean;
  readonly send_notify?: boolean;
  readonly restricted?: boolean;
  readonly visibility?: string;
  readonly created_at?: string;
}

/** What of a user changes. */
export interface EditUserOption {
  readonly login_name?: string;
  readonly source_id?: number;
  readonly email?: string;
  readonly full_name?: string;
  readonly password?: string;
  readonly must_change_password?: boolean;
  readonly active?: boolean;
  readonly admin?: boolean;
  readonly allow_create_organization?: boolean;
  readonly max_repo_creation?: number;
  readonly prohibit_login?: boolean;
  readonly restricted?: boolean;
  readonly visibility?: string;
  readonly website?: string;
  readonly location?: string;
  readonly description?: string;
}

/** The new name of a user. */
export interface RenameUserOption {
  readonly new_username: string;
}

/** An address of a user. */
export interface Email {
  readonly email?: string;
  readonly verified?: boolean;
  readonly primary?: boolean;
  readonly user_id?: number;
  readonly username?: string;
}

/** Addresses to add. */
export interface CreateEmailOption {
  readonly emails: readonly string[];
}

/** Addresses to remove. */
export interface DeleteEmailOption {
  readonly emails: readonly string[];
}

/** An organization. */
export interface Organization {
  readonly id: number;
  readonly name?: string;
  readonly username?: string;
  readonly full_name?: string;
  readonly email?: string;
  readonly avatar_url?: string;
  readonly description?: string;
  readonly website?: string;
  readonly location?: string;
  readonly visibility?: string;
  readonly repo_admin_change_team_access?: boolean;
}

/** What an organization is made from. */
export interface CreateOrgOption {
  readonly username: string;
  readonly full_name?: string;
  readonly email?: string;
  readonly description?: string;
  readonly website?: string;
  readonly location?: string;
  readonly visibility?: 'public' | 'limited' | 'private';
  readonly repo_admin_change_team_access?: boolean;
}

/** What of an organization changes. */
export interface EditOrgOption {
  readonly full_name?: string;
  readonly email?: string;
  readonly description?: string;
  readonly website?: string;
  readonly location?: string;
  readonly visibility?: 'public' | 'limited' | 'private';
  readonly repo_admin_change_team_access?: boolean;
}

/** A team of an organization. */
export interface Team {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
  readonly organization?: Organization | null;
  readonly permission?: string;
  readonly can_create_org_repo?: boolean;
  readonly includes_all_repositories?: boolean;
  readonly units?: readonly string[] | null;
  readonly units_map?: Readonly<Record<string, string>> | null;
}

/** The teams that a search finds. */
export interface TeamSearchResult {
  readonly ok?: boolean;
  readonly data?: readonly Team[] | null;
}

/** What a team is made from. */
export interface CreateTeamOption {
  readonly name: string;
  readonly description?: string;
  readonly permission?: 'read' | 'write' | 'admin';
  readonly can_create_org_repo?: boolean;
  readonly includes_all_repositories?: boolean;
  readonly units?: readonly string[];
  readonly units_map?: Readonly<Record<string, unknown>>;
}

/** What of a team changes. */
export interface EditTeamOption {
  readonly name: string;
  readonly description?: string;
  readonly permission?: 'read' | 'write' | 'admin';
  readonly can_create_org_repo?: boolean;
  readonly includes_all_repositories?: boolean;
  readonly units?: readonly string[];
  readonly units_map?: Readonly<Record<string, unknown>>;
}

/** What the caller may do with a repository. */
export interface Permission {
  readonly admin?: boolean;
  readonly push?: boolean;
  readonly pull?: boolean;
}

/** A repository. */
export interface Repository {
  readonly id: number;
  readonly name: string;
  readonly full_name?: string;
  readonly owner?: User;
  readonly description?: string;
  readonly private?: boolean;
  readonly empty?: boolean;
  readonly fork?: boolean;
  readonly template?: boolean;
  readonly archived?: boolean;
  readonly mirror?: boolean;
  readonly parent?: Repository | null;
  readonly size?: number;
  readonly html_url?: string;
  readonly url?: string;
  readonly ssh_url?: string;
  readonly clone_url?: string;
  readonly website?: string;
  readonly default_branch?: string;
  readonly default_allow_maintainer_edit?: boolean;
  readonly open_issues_count?: number;
  readonly open_pr_counter?: number;
  readonly stars_count?: number;
  readonly forks_count?: number;
  readonly watchers_count?: number;
  readonly release_counter?: number;
  readonly permissions?: Permission | null;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly has_issues?: boolean;
  readonly has_pull_requests?: boolean;
  readonly has_wiki?: boolean;
  readonly has_projects?: boolean;
  readonly has_code?: boolean;
  readonly has_releases?: boolean;
  readonly has_packages?: boolean;
  readonly has_actions?: boolean;
}

/** How much a user may do with a repository. */
export interface RepoCollaboratorPermission {
  readonly permission?: string;
  readonly role_name?: string;
  readonly user?: User | null;
}

/** What a search for repositories found. */
export interface RepositorySearchResult {
  readonly ok?: boolean;
  readonly data?: readonly Repository[] | null;
}

/** What a repository is made from. */
export interface CreateRepoOption {
  readonly name: string;
  readonly description?: string;
  readonly private?: boolean;
  readonly auto_init?: boolean;
  readonly readme?: string;
  readonly default_branch?: string;
  readonly template?: boolean;
}

/** What issues on the server itself can do. */
export interface InternalTracker {
  readonly enable_time_tracker?: boolean;
  readonly allow_only_contributors_to_track_time?: boolean;
  readonly enable_issue_dependencies?: boolean;
}

/** An issue tracker on another server. */
export interface ExternalTracker {
  readonly external_tracker_url?: string;
  readonly external_tracker_format?: string;
  readonly external_tracker_style?: string;
  readonly external_tracker_regexp_pattern?: string;
}

/** A wiki on another server. */
export interface ExternalWiki {
  readonly external_wiki_url?: string;
}

/** What of a repository changes. */
export interface EditRepoOption {
  readonly name?: string;
  readonly description?: string;
  readonly website?: string;
  readonly private?: boolean;
  readonly archived?: boolean;
  readonly template?: boolean;
  readonly default_branch?: string;
  readonly default_allow_maintainer_edit?: boolean;
  readonly has_issues?: boolean;
  readonly has_pull_requests?: boolean;
  readonly has_wiki?: boolean;
  readonly has_projects?: boolean;
  readonly has_code?: boolean;
  readonly has_releases?: boolean;
  readonly has_packages?: boolean;
  readonly has_actions?: boolean;
  readonly ignore_whitespace_conflicts?: boolean;
  readonly internal_tracker?: InternalTracker;
  readonly external_tracker?: ExternalTracker;
  readonly external_wiki?: ExternalWiki;
  readonly allow_merge_commits?: boolean;
  readonly allow_rebase?: boolean;
  readonly allow_rebase_explicit?: boolean;
  readonly allow_squash_merge?: boolean;
  readonly allow_fast_forward_only_merge?: boolean;
  readonly default_delete_branch_after_merge?: boolean;
}

/** How much a collaborator may do. */
export interface AddCollaboratorOption {
  readonly permission?: 'read' | 'write' | 'admin';
}

/** A name and an address. */
export interface Identity {
  readonly name?: string;
  readonly email?: string;
}

/** The times that a commit shall carry. */
export interface CommitDateOptions {
  readonly author?: string;
  readonly committer?: string;
}

/** What a file is made from. */
export interface CreateFileOptions {
  readonly content: string;
  readonly message?: string;
  readonly branch?: string;
  readonly new_branch?: string;
  readonly author?: Identity;
  readonly committer?: Identity;
  readonly dates?: CommitDateOptions;
}

/** What of a file changes. */
export interface UpdateFileOptions {
  readonly content: string;
  readonly sha: string;
  readonly from_path?: string;
  readonly message?: string;
  readonly branch?: string;
  readonly new_branch?: string;
  readonly author?: Identity;
  readonly committer?: Identity;
  readonly dates?: CommitDateOptions;
}

/** Which version of a file is deleted. */
export interface DeleteFileOptions {
  readonly sha: string;
  readonly message?: string;
  readonly branch?: string;
  readonly new_branch?: string;
  readonly author?: Identity;
  readonly committer?: Identity;
  readonly dates?: CommitDateOptions;
}

/** A file or folder of a repository. */
export interface ContentsResponse {
  readonly name?: string;
  readonly path?: string;
  readonly sha?: string;
  readonly last_commit_sha?: string;
  readonly type?: string;
  readonly size?: number;
  readonly encoding?: string | null;
  readonly content?: string | null;
  readonly target?: string | null;
  readonly url?: string | null;
  readonly html_url?: string | null;
  readonly git_url?: string | null;
  readonly download_url?: string | null;
  readonly last_committer_date?: string | null;
  readonly last_author_date?: string | null;
}

/** Who made a commit, and when. */
export interface CommitUser {
  readonly name?: string;
  readonly email?: string;
  readonly date?: string;
}

/** A pointer to a commit. */
export interface CommitMeta {
  readonly sha?: string;
  readonly url?: string;
  readonly created?: string;
}

/** The commit that a change of a file made. */
export interface FileCommitResponse {
  readonly sha?: string;
  readonly url?: string;
  readonly html_url?: string;
  readonly author?: CommitUser;
  readonly committer?: CommitUser;
  readonly message?: string;
  readonly parents?: readonly CommitMeta[] | null;
  readonly tree?: CommitMeta;
  readonly created?: string;
}

/** What a change of a file came to. */
export interface FileResponse {
  readonly content?: ContentsResponse | null;
  readonly commit?: FileCommitResponse;
}

/** Somebody in a commit. */
export interface PayloadUser {
  readonly name?: string;
  readonly email?: string;
  readonly username?: string;
}

/** A commit as a branch shows it. */
export interface PayloadCommit {
  readonly id?: string;
  readonly message?: string;
  readonly url?: string;
  readonly author?: PayloadUser | null;
  readonly committer?: PayloadUser | null;
  readonly timestamp?: string;
  readonly added?: readonly string[] | null;
  readonly removed?: readonly string[] | null;
  readonly modified?: readonly string[] | null;
}

/** A branch and the protection in force for it. */
export interface Branch {
  readonly name: string;
  readonly commit?: PayloadCommit | null;
  readonly protected?: boolean;
  readonly effective_branch_protection_name?: string;
  readonly required_approvals?: number;
  readonly enable_status_check?: boolean;
  readonly status_check_contexts?: readonly string[] | null;
  readonly user_can_push?: boolean;
  readonly user_can_merge?: boolean;
}

/** What a branch is made from. */
export interface CreateBranchRepoOption {
  readonly new_branch_name: string;
  readonly old_branch_name?: string;
  readonly old_ref_name?: string;
}

/** A branch protection. */
export interface BranchProtection {
  readonly branch_name?: string;
  readonly rule_name?: string;
  readonly priority?: number;
  readonly enable_push?: boolean;
  readonly enable_push_whitelist?: boolean;
  readonly push_whitelist_usernames?: readonly string[] | null;
  readonly push_whitelist_teams?: readonly string[] | null;
  readonly push_whitelist_deploy_keys?: boolean;
  readonly enable_force_push?: boolean;
  readonly enable_force_push_allowlist?: boolean;
  readonly force_push_allowlist_usernames?: readonly string[] | null;
  readonly force_push_allowlist_teams?: readonly string[] | null;
  readonly force_push_allowlist_deploy_keys?: boolean;
  readonly enable_merge_whitelist?: boolean;
  readonly merge_whitelist_usernames?: readonly string[] | null;
  readonly merge_whitelist_teams?: readonly string[] | null;
  readonly enable_status_check?: boolean;
  readonly status_check_contexts?: readonly string[] | null;
  readonly required_approvals?: number;
  readonly enable_approvals_whitelist?: boolean;
  readonly approvals_whitelist_username?: readonly string[] | null;
  readonly approvals_whitelist_teams?: readonly string[] | null;
  readonly block_on_rejected_reviews?: boolean;
  readonly block_on_official_review_requests?: boolean;
  readonly block_on_outdated_branch?: boolean;
  readonly dismiss_stale_approvals?: boolean;
  readonly ignore_stale_approvals?: boolean;
  readonly require_signed_commits?: boolean;
  readonly protected_file_patterns?: string;
  readonly unprotected_file_patterns?: string;
  readonly block_admin_merge_override?: boolean;
  readonly created_at?: string;
  readonly updated_at?: string;
}

/** What a branch protection is made from. */
export interface CreateBranchProtectionOption {
  readonly branch_name?: string;
  readonly rule_name?: string;
  readonly enable_push?: boolean;
  readonly enable_push_whitelist?: boolean;
  readonly push_whitelist_usernames?: readonly string[];
  readonly push_whitelist_teams?: readonly string[];
  readonly push_whitelist_deploy_keys?: boolean;
  readonly enable_merge_whitelist?: boolean;
  readonly merge_whitelist_usernames?: readonly string[];
  readonly merge_whitelist_teams?: readonly string[];
  readonly enable_status_check?: boolean;
  readonly status_check_contexts?: readonly string[];
  readonly required_approvals?: number;
  readonly enable_approvals_whitelist?: boolean;
  readonly approvals_whitelist_username?: readonly string[];
  readonly approvals_whitelist_teams?: readonly string[];
  readonly block_on_rejected_reviews?: boolean;
  readonly block_on_official_review_requests?: boolean;
  readonly block_on_outdated_branch?: boolean;
  readonly dismiss_stale_approvals?: boolean;
  readonly require_signed_commits?: boolean;
  readonly protected_file_patterns?: string;
  readonly unprotected_file_patterns?: string;
}

/** What of a branch protection changes. */
export interface EditBranchProtectionOption {
  readonly enable_push?: boolean;
  readonly enable_push_whitelist?: boolean;
  readonly push_whitelist_usernames?: readonly string[];
  readonly push_whitelist_teams?: readonly string[];
  readonly push_whitelist_deploy_keys?: boolean;
  readonly enable_merge_whitelist?: boolean;
  readonly merge_whitelist_usernames?: readonly string[];
  readonly merge_whitelist_teams?: readonly string[];
  readonly enable_status_check?: boolean;
  readonly status_check_contexts?: readonly string[];
  readonly required_approvals?: number;
  readonly enable_approvals_whitelist?: boolean;
  readonly approvals_whitelist_username?: readonly string[];
  readonly approvals_whitelist_teams?: readonly string[];
  readonly block_on_rejected_reviews?: boolean;
  readonly block_on_official_review_requests?: boolean;
  readonly block_on_outdated_branch?: boolean;
  readonly dismiss_stale_approvals?: boolean;
  readonly require_signed_commits?: boolean;
  readonly protected_file_patterns?: string;
  readonly unprotected_file_patterns?: string;
}

/** The repository of an issue. */
export interface RepositoryMeta {
  readonly id?: number;
  readonly name?: string;
  readonly owner?: string;
  readonly full_name?: string;
}

/** What an issue knows about being a pull request. */
export interface PullRequestMeta {
  readonly merged?: boolean;
  readonly merged_at?: string | null;
  readonly draft?: boolean;
  readonly html_url?: string;
}

/** A milestone. */
export interface Milestone {
  readonly id: number;
  readonly title?: string;
  readonly description?: string;
  readonly state?: string;
  readonly open_issues?: number;
  readonly closed_issues?: number;
  readonly created_at?: string;
  readonly updated_at?: string | null;
  readonly closed_at?: string | null;
  readonly due_on?: string | null;
}

/** An attached file. */
export interface Attachment {
  readonly id: number;
  readonly name?: string;
  readonly size?: number;
  readonly download_count?: number;
  readonly created_at?: string;
  readonly uuid?: string;
  readonly browser_download_url?: string;
}

/** An issue or pull request. */
export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly url?: string;
  readonly html_url?: string;
  readonly user?: User;
  readonly original_author?: string;
  readonly original_author_id?: number;
  readonly title?: string;
  readonly body?: string;
  readonly content_version?: number;
  readonly ref?: string;
  readonly assets?: readonly Attachment[] | null;
  readonly labels?: readonly Label[] | null;
  readonly milestone?: Milestone | null;
  readonly assignee?: User | null;
  readonly assignees?: readonly User[] | null;
  readonly state?: string;
  readonly is_locked?: boolean;
  readonly comments?: number;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly closed_at?: string | null;
  readonly due_date?: string | null;
  readonly pull_request?: PullRequestMeta | null;
  readonly repository?: RepositoryMeta;
  readonly pin_order?: number;
}

/** What an issue is made from. */
export interface CreateIssueOption {
  readonly title: string;
  readonly body?: string;
  readonly ref?: string;
  readonly assignee?: string;
  readonly assignees?: readonly string[];
  readonly due_date?: string | null;
  readonly milestone?: number;
  readonly labels?: readonly number[];
  readonly closed?: boolean;
}

/** What of an issue changes. */
export interface EditIssueOption {
  readonly title?: string;
  readonly body?: string;
  readonly content_version?: number;
  readonly ref?: string;
  readonly assignee?: string;
  readonly assignees?: readonly string[];
  readonly milestone?: number;
  readonly state?: 'open' | 'closed';
  readonly due_date?: string | null;
  readonly unset_due_date?: boolean;
}

/** A comment on an issue or pull request. */
export interface Comment {
  readonly id: number;
  readonly html_url?: string;
  readonly pull_request_url?: string;
  readonly issue_url?: string;
  readonly user?: User;
  readonly original_author?: string;
  readonly original_author_id?: number;
  readonly body?: string;
  readonly assets?: readonly Attachment[] | null;
  readonly created_at?: string;
  readonly updated_at?: string;
}

/** What a comment is made from. */
export interface CreateIssueCommentOption {
  readonly body: string;
}

/** What of a comment changes. */
export interface EditIssueCommentOption {
  readonly body: string;
}

/** A label. */
export interface Label {
  readonly id: number;
  readonly name: string;
  readonly exclusive?: boolean;
  readonly is_archived?: boolean;
  readonly color?: string;
  readonly description?: string;
  readonly url?: string;
}

/** What a label is made from. */
export interface CreateLabelOption {
  readonly name: string;
  readonly color: string;
  readonly exclusive?: boolean;
  readonly description?: string;
  readonly is_archived?: boolean;
}

/** What of a label changes. */
export interface EditLabelOption {
  readonly name?: string;
  readonly color?: string;
  readonly exclusive?: boolean;
  readonly description?: string;
  readonly is_archived?: boolean;
}

/** Labels by id. */
export interface IssueLabelsOption {
  readonly labels: readonly number[];
}

/** A reaction to an issue or comment. */
export interface Reaction {
  readonly user?: User | null;
  readonly content: string;
  readonly created_at?: string;
}

/** Which reaction. */
export interface EditReactionOption {
  readonly content: string;
}

/** What of a template is taken over. */
export interface GenerateRepoOption {
  readonly owner: string;
  readonly name: string;
  readonly description?: string;
  readonly default_branch?: string;
  readonly private?: boolean;
  readonly git_content?: boolean;
  readonly topics?: boolean;
  readonly webhooks?: boolean;
  readonly labels?: boolean;
  readonly protected_branch?: boolean;
}

/** Where a fork goes. */
export interface CreateForkOption {
  readonly organization?: string;
  readonly name?: string;
}

/** Who gets a repository. */
export interface TransferRepoOption {
  readonly new_owner: string;
  readonly team_ids?: readonly number[];
}

/** What a milestone is made from. */
export interface CreateMilestoneOption {
  readonly title: string;
  readonly description?: string;
  readonly due_on?: string;
  readonly state?: 'open' | 'closed';
}

/** What of a milestone changes. */
export interface EditMilestoneOption {
  readonly title?: string;
  readonly description?: string;
  readonly due_on?: string | null;
  readonly state?: string;
}

/** A tracked time. */
export interface TrackedTime {
  readonly id: number;
  readonly created?: string;
  readonly time?: number;
  readonly user_id?: number;
  readonly user_name?: string;
  readonly issue_id?: number;
  readonly issue?: Issue | null;
}

/** What a tracked time is made from. */
export interface AddTimeOption {
  readonly time: number;
  readonly created?: string;
  readonly user_name?: string;
}

/** A file to attach. */
export interface Upload {
  readonly attachment: string;
}

/** The new name of an attachment. */
export interface EditAttachmentOptions {
  readonly name: string;
}

/** A commit. */
export interface Commit {
  readonly sha: string;
  readonly url?: string;
  readonly html_url?: string;
  readonly created?: string;
  readonly commit?: RepoCommit | null;
  readonly author?: User | null;
  readonly committer?: User | null;
  readonly parents?: readonly CommitMeta[] | null;
  readonly files?: readonly CommitAffectedFile[] | null;
}

/** What a commit itself says. */
export interface RepoCommit {
  readonly url?: string;
  readonly author?: CommitUser;
  readonly committer?: CommitUser;
  readonly message?: string;
  readonly tree?: CommitMeta;
}

/** A file that a commit touches. */
export interface CommitAffectedFile {
  readonly filename?: string;
  readonly status?: string;
}

/** A ref. */
export interface Reference {
  readonly ref: string;
  readonly url?: string;
  readonly object?: GitObject;
}

/** What a ref points to. */
export interface GitObject {
  readonly type?: string;
  readonly sha?: string;
  readonly url?: string;
}

/** The files of a tree. */
export interface GitTreeResponse {
  readonly sha?: string;
  readonly url?: string;
  readonly tree?: readonly GitEntry[] | null;
  readonly truncated?: boolean;
  readonly page?: number;
  readonly total_count?: number;
}

/** One entry of a tree. */
export interface GitEntry {
  readonly path?: string;
  readonly mode?: string;
  readonly type?: string;
  readonly size?: number;
  readonly sha?: string;
  readonly url?: string;
}

/** A git note. */
export interface Note {
  readonly message?: string;
  readonly commit?: Commit | null;
}

/** The text of a git note. */
export interface NoteOptions {
  readonly message: string;
}

/** A tag. */
export interface Tag {
  readonly name: string;
  readonly message?: string;
  readonly id?: string;
  readonly commit?: CommitMeta;
  readonly zipball_url?: string;
  readonly tarball_url?: string;
}

/** An annotated tag. */
export interface AnnotatedTag {
  readonly tag: string;
  readonly sha: string;
  readonly url?: string;
  readonly message?: string;
}

/** The content of a file. */
export interface GitBlobResponse {
  readonly sha: string;
  readonly url?: string;
  readonly size?: number;
  readonly encoding?: string | null;
  readonly content?: string | null;
}

/** What a tag is made from. */
export interface CreateTagOption {
  readonly tag_name: string;
  readonly message?: string;
  readonly target?: string;
}

/** A status of a commit. */
export interface CommitStatus {
  readonly id: number;
  readonly status?: string;
  readonly target_url?: string;
  readonly description?: string;
  readonly url?: string;
  readonly context?: string;
  readonly creator?: User | null;
  readonly created_at?: string;
  readonly updated_at?: string;
}

/** What a status is made from. */
export interface CreateStatusOption {
  readonly state: 'pending' | 'success' | 'error' | 'failure' | 'warning' | 'skipped';
  readonly target_url?: string;
  readonly description?: string;
  readonly context?: string;
}

/** All statuses of a commit together. */
export interface CombinedStatus {
  readonly state?: string;
  readonly sha?: string;
  readonly total_count?: number;
  readonly statuses?: readonly CommitStatus[] | null;
  readonly repository?: Repository | null;
  readonly commit_url?: string;
  readonly url?: string;
}

/** A release. */
export interface Release {
  readonly id: number;
  readonly tag_name?: string;
  readonly target_commitish?: string;
  readonly name?: string;
  readonly body?: string;
  readonly url?: string;
  readonly html_url?: string;
  readonly upload_url?: string;
  readonly tarball_url?: string;
  readonly zipball_url?: string;
  readonly draft?: boolean;
  readonly prerelease?: boolean;
  readonly created_at?: string;
  readonly published_at?: string;
  readonly author?: User | null;
  readonly assets?: readonly Attachment[] | null;
}

/** What a release is made from. */
export interface CreateReleaseOption {
  readonly tag_name: string;
  readonly target_commitish?: string;
  readonly name?: string;
  readonly body?: string;
  readonly tag_message?: string;
  readonly draft?: boolean;
  readonly prerelease?: boolean;
}

/** What of a release changes. */
export interface EditReleaseOption {
  readonly tag_name?: string;
  readonly target_commitish?: string;
  readonly name?: string;
  readonly body?: string;
  readonly draft?: boolean;
  readonly prerelease?: boolean;
}

/** One side of a pull request. */
export interface PRBranchInfo {
  readonly label?: string;
  readonly ref?: string;
  readonly sha?: string;
  readonly repo_id?: number;
  readonly repo?: Repository | null;
}

/** A pull request. */
export interface PullRequest {
  readonly id: number;
  readonly number: number;
  readonly url?: string;
  readonly html_url?: string;
  readonly diff_url?: string;
  readonly patch_url?: string;
  readonly user?: User;
  readonly title?: string;
  readonly body?: string;
  readonly content_version?: number;
  readonly labels?: readonly Label[] | null;
  readonly milestone?: Milestone | null;
  readonly assignee?: User | null;
  readonly assignees?: readonly User[] | null;
  readonly requested_reviewers?: readonly User[] | null;
  readonly state?: string;
  readonly draft?: boolean;
  readonly is_locked?: boolean;
  readonly comments?: number;
  readonly mergeable?: boolean;
  readonly merged?: boolean;
  readonly merged_at?: string | null;
  readonly merged_by?: User | null;
  readonly merge_commit_sha?: string | null;
  readonly merge_base?: string;
  readonly allow_maintainer_edit?: boolean;
  readonly base?: PRBranchInfo;
  readonly head?: PRBranchInfo;
  readonly due_date?: string | null;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly closed_at?: string | null;
  readonly additions?: number;
  readonly deletions?: number;
  readonly changed_files?: number;
}

/** What a pull request is made from. */
export interface CreatePullRequestOption {
  readonly title?: string;
  readonly base: string;
  readonly head: string;
  readonly body?: string;
  readonly assignee?: string;
  readonly assignees?: readonly string[];
  readonly reviewers?: readonly string[];
  readonly team_reviewers?: readonly string[];
  readonly milestone?: number;
  readonly labels?: readonly number[];
  readonly due_date?: string;
}

/** What of a pull request changes. */
export interface EditPullRequestOption {
  readonly title?: string;
  readonly body?: string;
  readonly content_version?: number;
  readonly base?: string;
  readonly assignee?: string;
  readonly assignees?: readonly string[];
  readonly milestone?: number;
  readonly labels?: readonly number[];
  readonly state?: 'open' | 'closed';
  readonly due_date?: string;
  readonly unset_due_date?: boolean;
  readonly allow_maintainer_edit?: boolean;
}

/** A file that a pull request changes. */
export interface ChangedFile {
  readonly filename: string;
  readonly previous_filename?: string;
  readonly status?: string;
  readonly additions?: number;
  readonly deletions?: number;
  readonly changes?: number;
  readonly html_url?: string;
  readonly contents_url?: string;
  readonly raw_url?: string;
}

/** How a pull request is merged. */
export interface MergePullRequestOption {
  readonly Do: 'merge' | 'rebase' | 'rebase-merge' | 'squash' | 'fast-forward-only';
  readonly MergeTitleField?: string;
  readonly MergeMessageField?: string;
  readonly head_commit_id?: string;
  readonly force_merge?: boolean;
  readonly delete_branch_after_merge?: boolean;
}

/** A review of a pull request. */
export interface PullReview {
  readonly id: number;
  readonly user?: User | null;
  readonly team?: Team | null;
  readonly state?: string;
  readonly body?: string;
  readonly commit_id?: string;
  readonly stale?: boolean;
  readonly official?: boolean;
  readonly dismissed?: boolean;
  readonly comments_count?: number;
  readonly submitted_at?: string | null;
  readonly updated_at?: string;
  readonly html_url?: string;
  readonly pull_request_url?: string;
}

/** What a review is made from. */
export interface CreatePullReviewOptions {
  readonly event?: string;
  readonly body?: string;
  readonly commit_id?: string;
  readonly comments?: readonly CreatePullReviewComment[];
  readonly pending_review?: boolean;
}

/** What a comment of a review is made from. */
export interface CreatePullReviewComment {
  readonly path?: string;
  readonly body?: string;
  readonly new_position?: number;
  readonly old_position?: number;
}

/** Who is requested to review. */
export interface PullReviewRequestOptions {
  readonly reviewers?: readonly string[];
  readonly team_reviewers?: readonly string[];
}

/** How a pending review is submitted. */
export interface SubmitPullReviewOptions {
  readonly event?: string;
  readonly body?: string;
}

/** Why a review is dismissed. */
export interface DismissPullReviewOptions {
  readonly message?: string;
  readonly priors?: boolean;
}

/** A comment of a review. */
export interface PullReviewComment {
  readonly id: number;
  readonly body?: string;
  readonly path?: string;
  readonly user?: User | null;
  readonly resolver?: User | null;
  readonly pull_request_review_id?: number;
  readonly position?: number;
  readonly original_position?: number;
  readonly commit_id?: string;
  readonly original_commit_id?: string;
  readonly diff_hunk?: string;
  readonly html_url?: string;
  readonly pull_request_url?: string;
  readonly created_at?: string;
  readonly updated_at?: string;
}

/** What a notification is about. */
export interface NotificationSubject {
  readonly title?: string;
  readonly url?: string | null;
  readonly latest_comment_url?: string | null;
  readonly html_url?: string | null;
  readonly latest_comment_html_url?: string | null;
  readonly type?: string;
  readonly state?: string | null;
}

/** A notification thread. */
export interface NotificationThread {
  readonly id: number;
  readonly repository?: Repository | null;
  readonly subject?: NotificationSubject | null;
  readonly unread?: boolean;
  readonly pinned?: boolean;
  readonly updated_at?: string;
  readonly url?: string;
}

/** How many notifications are unread. */
export interface NotificationCount {
  readonly new?: number;
}

/** Whether a repository is watched. */
export interface WatchInfo {
  readonly subscribed?: boolean;
  readonly ignored?: boolean;
  readonly reason?: unknown;
  readonly created_at?: string;
  readonly url?: string;
  readonly repository_url?: string;
}

/** A webhook. */
export interface Hook {
  readonly id: number;
  readonly type?: string;
  readonly name?: string;
  readonly config?: Readonly<Record<string, string>> | null;
  readonly events?: readonly string[] | null;
  readonly branch_filter?: string;
  readonly authorization_header?: string;
  readonly active?: boolean;
  readonly created_at?: string;
  readonly updated_at?: string;
}

/** Where a webhook delivers, and how. */
export interface HookConfig {
  readonly url: string;
  readonly content_type: 'json' | 'form';
  readonly secret?: string;
}

/** What a webhook is made from. */
export interface CreateHookOption {
  readonly type: 'gitea' | 'forgejo' | 'gogs';
  readonly name?: string;
  readonly config: HookConfig;
  readonly events?: readonly string[];
  readonly branch_filter?: string;
  readonly authorization_header?: string;
  readonly active?: boolean;
}

/** What of a webhook changes. */
export interface EditHookOption {
  readonly name?: string;
  readonly config?: Readonly<Record<string, string>>;
  readonly events?: readonly string[];
  readonly branch_filter?: string;
  readonly authorization_header?: string;
  readonly active?: boolean;
}

/** A push mirror. */
export interface PushMirror {
  readonly repo_name?: string;
  readonly remote_name?: string;
  readonly remote_address?: string;
  readonly created?: string;
  readonly last_update?: string | null;
  readonly last_error?: string;
  readonly interval?: string;
  readonly sync_on_commit?: boolean;
}

/** What a push mirror is made from. */
export interface CreatePushMirrorOption {
  readonly remote_address: string;
  readonly remote_username?: string;
  readonly remote_password?: string;
  readonly interval?: string;
  readonly sync_on_commit?: boolean;
}

/** A package. */
export interface Package {
  readonly id: number;
  readonly owner?: User | null;
  readonly repository?: Repository | null;
  readonly creator?: User | null;
  readonly type?: string;
  readonly name?: string;
  readonly version?: string;
  readonly html_url?: string;
  readonly created_at?: string;
}

/** A file of a package. */
export interface PackageFile {
  readonly id: number;
  readonly size?: number;
  readonly name?: string;
  readonly md5?: string;
  readonly sha1?: string;
  readonly sha256?: string;
  readonly sha512?: string;
}

/** A secret of the automation feature, without its value. */
export interface Secret {
  readonly name: string;
  readonly description?: string;
  readonly created_at?: string;
}

/** The value of a secret. */
export interface CreateOrUpdateSecretOption {
  readonly data: string;
  readonly description?: string;
}

/** A variable of the automation feature. */
export interface ActionVariable {
  readonly owner_id?: number;
  readonly repo_id?: number;
  readonly name: string;
  readonly data: string;
  readonly description?: string;
}

/** The value of a new variable. */
export interface CreateVariableOption {
  readonly value: string;
  readonly description?: string;
}

/** What is changed of a variable. */
export interface UpdateVariableOption {
  readonly name?: string;
  readonly value: string;
  readonly description?: string;
}

/** The token with which a runner registers. */
export interface RegistrationToken {
  readonly token: string;
}

/** A program that runs the jobs of the automation feature. */
export interface ActionRunner {
  readonly id: number;
  readonly name: string;
  readonly status?: string;
  readonly busy?: boolean;
  readonly ephemeral?: boolean;
  readonly labels?: readonly ActionRunnerLabel[] | null;
}

/** What a runner says it can run. */
export interface ActionRunnerLabel {
  readonly id?: number;
  readonly name?: string;
  readonly type?: string;
}

/** Runners and how many there are. */
export interface ActionRunnersResponse {
  readonly runners: readonly ActionRunner[] | null;
  readonly total_count: number;
}

/** Runs and how many there are. */
export interface ActionWorkflowRunsResponse {
  readonly workflow_runs: readonly ActionWorkflowRun[] | null;
  readonly total_count: number;
}

/** One run of a workflow. */
export interface ActionWorkflowRun {
  readonly id?: number;
  readonly display_title?: string;
  readonly status?: string;
}

/** Jobs and how many there are. */
export interface ActionWorkflowJobsResponse {
  readonly jobs: readonly ActionWorkflowJob[] | null;
  readonly total_count: number;
}

/** One job of a run. */
export interface ActionWorkflowJob {
  readonly id?: number;
  readonly run_id?: number;
  readonly name?: string;
  readonly status?: string;
}

/** One thing that happened to an issue. */
export interface TimelineComment {
  readonly id: number;
  readonly type: string;
  readonly html_url?: string;
  readonly pull_request_url?: string;
  readonly issue_url?: string;
  readonly user?: User | null;
  readonly body?: string;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly label?: Label | null;
  readonly milestone?: Milestone | null;
  readonly old_milestone?: Milestone | null;
  readonly assignee?: User | null;
  readonly removed_assignee?: boolean;
  readonly old_title?: string;
  readonly new_title?: string;
  readonly old_ref?: string;
  readonly new_ref?: string;
  readonly ref_action?: string;
  readonly ref_commit_sha?: string;
  readonly ref_issue?: Issue | null;
  readonly ref_comment?: Comment | null;
  readonly review_id?: number;
}

/** An object in the words of Chef; which properties it has depends on the operation. */
export interface ChefObject {
  readonly name?: string;
  readonly version?: string;
  readonly latest_version?: string;
  readonly versions?: readonly string[];
}

/** A cookbook to upload. */
export interface CookbookUpload {
  readonly tarball: string;
}
