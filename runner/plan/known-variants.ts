// The variants that cases ask for: the same server with other settings, and what those are called.

/** What a variant is, and how it is had. */
export interface KnownVariant {
  /** What is different there, as `title:` of a target file has it. */
  readonly title: string;
  /** The settings of known servers that make it. */
  readonly settings: string;
  /** It may be one instance with all others that may. */
  readonly isShareable: boolean;
}

/** Variants by the name that cases and target files use. */
export const knownVariants: {readonly [name: string]: KnownVariant} = {
  'actions-enabled': {
    title: 'the automation feature is switched on',
    settings: 'Gitea and Forgejo: [actions] ENABLED = true',
    isShareable: true,
  },
  'few-repositories': {
    title: 'a user may own no more than sixty repositories',
    settings: 'Gitea and Forgejo: [repository] MAX_CREATION_LIMIT = 60',
    isShareable: false,
  },
  'no-fork-beyond-limit': {
    title: 'a user at the limit of repositories cannot fork either',
    settings: 'Gitea and Forgejo: [repository] ALLOW_FORK_WITHOUT_MAXIMUM_LIMIT = false',
    isShareable: true,
  },
  openid: {
    title: 'people sign in through the identity provider of the run, and their groups lead to teams',
    settings: 'a source named touchstone that asks the provider of the run: docs/openid.md',
    isShareable: true,
  },
  'openid-two-organizations': {
    title: 'people sign in through the identity provider of the run, and one group leads to teams of two organizations',
    settings: 'a source named touchstone that asks the provider of the run, with another map of groups: docs/openid.md',
    isShareable: false,
  },
  'reverse-proxy': {
    title: 'pages trust the header in which a reverse proxy says who sends a request',
    settings:
      'Gitea and Forgejo: [service] ENABLE_REVERSE_PROXY_AUTHENTICATION = true, and [security] REVERSE_PROXY_TRUSTED_PROXIES with the address of this machine',
    isShareable: true,
  },
  'small-pages': {
    title: 'lists have pages of three',
    settings: 'Gitea and Forgejo: [api] DEFAULT_PAGING_NUM = 3 and MAX_RESPONSE_ITEMS = 5',
    isShareable: false,
  },
};
