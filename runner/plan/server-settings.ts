// The settings of known servers that keep cases from being judged.

/** Settings by what shows that they stand in the way. Servers that share an origin share these names. */
export const serverSettings = {
  webhooks:
    'Gitea and Forgejo: [webhook] ALLOWED_HOST_LIST must name the receiver (loopback or private; the default is external), and [security] DISABLE_WEBHOOKS must not be true; docs/webhooks.md',
  'webhooks-off': 'Gitea and Forgejo: [security] DISABLE_WEBHOOKS must not be true',
  'anonymous-reading': 'Gitea and Forgejo: [service] REQUIRE_SIGNIN_VIEW = false lets anybody read what is public',
  'basic-authentication':
    'Gitea and Forgejo: [service] ENABLE_BASIC_AUTHENTICATION = true lets user name and password sign API calls',
  oauth2: 'Gitea and Forgejo: [oauth2] ENABLED = true (ENABLE before 1.22)',
  packages: 'Gitea and Forgejo: [packages] ENABLED = true switches the registry on',
  'push-mirrors': 'Gitea and Forgejo: [mirror] ENABLED = true and DISABLE_NEW_PUSH = false',
  'tracked-times': 'Gitea and Forgejo: [service] ENABLE_TIMETRACKING = true',
  releases: 'Gitea and Forgejo: [repository] DISABLED_REPO_UNITS must not name repo.releases',
  'pull-requests': 'Gitea and Forgejo: [repository] DISABLED_REPO_UNITS must not name repo.pulls',
  milestones: 'Gitea and Forgejo: [repository] DISABLED_REPO_UNITS must not name repo.issues',
  issues: 'Gitea and Forgejo: [repository] DISABLED_REPO_UNITS must not name repo.issues',
  attachments: 'Gitea and Forgejo: [attachment] ENABLED = true',
  organizations: 'Gitea and Forgejo: [service] DEFAULT_ALLOW_CREATE_ORGANIZATION = true lets users make organizations',
  'usual-pages': 'Gitea and Forgejo: [api] MAX_RESPONSE_ITEMS = 50 and DEFAULT_PAGING_NUM = 30 are the defaults',
} as const;

/** Gives the setting that switches a capability on, where it is known. */
export function settingBehind(capability: string): string | undefined {
  const known: {readonly [name: string]: string} = serverSettings;
  const name = [`${capability}-off`, capability].find(one => Object.hasOwn(known, one));
  return name === undefined ? undefined : known[name];
}
