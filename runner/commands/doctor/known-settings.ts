// What doctor asks a hosting server.

/** Operations that only read, one for each part of an API; a token without the right scope is refused with 403. */
export const readProbes: readonly {readonly scope: string; readonly operation: string; readonly isAdmins?: true}[] = [
  {scope: 'user', operation: 'userGetCurrent'},
  {scope: 'repository', operation: 'userCurrentListRepos'},
  {scope: 'organization', operation: 'orgListCurrentUserOrgs'},
  {scope: 'issue', operation: 'issueSearchIssues'},
  {scope: 'notification', operation: 'notifyGetList'},
  {scope: 'admin', operation: 'adminSearchUsers', isAdmins: true},
];

/**
 * Changes of things that do not exist, so that nothing changes: 403 to all of one scope shows that the scope for writing is
 * missing. One alone may be refused because a part of the server, such as its webhooks, is switched off.
 */
export const writeProbes: readonly {
  readonly scope: string;
  readonly operation: string;
  readonly params: 'repository' | 'number';
  readonly isAdmins?: true;
}[] = [
  {scope: 'user', operation: 'userDeleteHook', params: 'number'},
  {scope: 'user', operation: 'userDeleteOAuth2Application', params: 'number'},
  {scope: 'repository', operation: 'repoDelete', params: 'repository'},
  {scope: 'admin', operation: 'adminDeleteHook', params: 'number', isAdmins: true},
];

/** Operations that show a capability: 404, 405 and 501 mean that the target lacks it. */
export const capabilityProbes: readonly {readonly capability: string; readonly operation: string}[] = [
  {capability: 'users', operation: 'userSearch'},
  {capability: 'organizations', operation: 'orgListCurrentUserOrgs'},
  {capability: 'repositories', operation: 'userCurrentListRepos'},
  {capability: 'issues', operation: 'issueSearchIssues'},
  {capability: 'oauth2', operation: 'userGetOauth2Application'},
  {capability: 'webhooks', operation: 'userListHooks'},
  {capability: 'notifications', operation: 'notifyGetList'},
  {capability: 'tracked-times', operation: 'userCurrentTrackedTimes'},
];

/** The same for what belongs to a repository; asked about one that was made for it, and about an issue that was. */
export const repositoryProbes: readonly {
  readonly capability: string;
  readonly operation: string;
  readonly ofIssue?: true;
  /** It is off unless somebody switches it on, as the record says, so that its absence is nothing to fix. */
  readonly isUsuallyOff?: true;
}[] = [
  {capability: 'branches', operation: 'repoListBranches'},
  {capability: 'labels', operation: 'issueListLabels'},
  {capability: 'milestones', operation: 'issueGetMilestonesList'},
  {capability: 'pull-requests', operation: 'repoListPullRequests'},
  {capability: 'releases', operation: 'repoListReleases'},
  {capability: 'push-mirrors', operation: 'repoListPushMirrors'},
  {capability: 'automation', operation: 'getRepoVariablesList', isUsuallyOff: true},
  {capability: 'commit-statuses', operation: 'repoListStatusesByRef'},
  // Only some families can make one through the API; reading one that is not there says nothing.
  {capability: 'notes', operation: 'repoSetNote'},
  {capability: 'reactions', operation: 'issueGetIssueReactions', ofIssue: true},
  {capability: 'attachments', operation: 'issueListIssueAttachments', ofIssue: true},
];

/** What shows itself only when something is made: the arrangement that needs the capability. */
export const arrangementProbes: readonly {readonly capability: string; readonly arrange: string}[] = [
  {capability: 'packages', arrange: 'package'},
];
