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

/** Changes of things that do not exist, so that nothing changes: 403 shows that the scope for writing is missing. */
export const writeProbes: readonly {
  readonly scope: string;
  readonly operation: string;
  readonly params: 'repository' | 'hook';
  readonly isAdmins?: true;
}[] = [
  {scope: 'user', operation: 'userDeleteHook', params: 'hook'},
  {scope: 'repository', operation: 'repoDelete', params: 'repository'},
  {scope: 'admin', operation: 'adminDeleteHook', params: 'hook', isAdmins: true},
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

/** The same for what belongs to a repository; asked about one that was made for it. */
export const repositoryProbes: readonly {readonly capability: string; readonly operation: string}[] = [
  {capability: 'branches', operation: 'repoListBranches'},
  {capability: 'labels', operation: 'issueListLabels'},
  {capability: 'milestones', operation: 'issueGetMilestonesList'},
  {capability: 'pull-requests', operation: 'repoListPullRequests'},
  {capability: 'releases', operation: 'repoListReleases'},
  {capability: 'push-mirrors', operation: 'repoListPushMirrors'},
];

/** What shows itself only when something is made: the arrangement that needs the capability. */
export const arrangementProbes: readonly {readonly capability: string; readonly arrange: string}[] = [
  {capability: 'packages', arrange: 'package'},
];
