// What doctor asks a hosting server, and the settings of real servers that keep cases from being judged.

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
];

/** Settings by what shows that they stand in the way. Servers that share an origin share these names. */
export const serverSettings = {
  webhooks:
    'Gitea and Forgejo: [webhook] ALLOWED_HOST_LIST must name the receiver (loopback or private; the default is external), and [security] DISABLE_WEBHOOKS must not be true; docs/webhooks.md',
  'anonymous-reading': 'Gitea and Forgejo: [service] REQUIRE_SIGNIN_VIEW = false lets anybody read what is public',
  'basic-authentication':
    'Gitea and Forgejo: [service] ENABLE_BASIC_AUTHENTICATION = true lets user name and password sign API calls',
  oauth2: 'Gitea and Forgejo: [oauth2] ENABLED = true (ENABLE before 1.22)',
  pages: 'Gitea and Forgejo: [api] MAX_RESPONSE_ITEMS = 50 and DEFAULT_PAGING_NUM = 30 are the defaults',
} as const;
