// What a target can lack, and the roles that act: names that suites, options and the gate share.

/** Names of what a target can lack; `needs:` and `--without` take these. */
export const capabilities: {readonly [name: string]: string} = {
  'basic-authentication': 'API calls may be signed with user name and password',
  'anonymous-reading': 'what is public is read without a sign-in',
  users: 'accounts can be made by an administrator',
  organizations: 'organizations and teams',
  repositories: 'repositories',
  branches: 'branches and their protection',
  'git-over-http': 'git pushes to repositories over HTTP',
  issues: 'issues, comments, reactions',
  labels: 'labels',
  tokens: 'access tokens with scopes',
  oauth2: 'OAuth2 applications',
  webhooks: 'webhooks, which report what happened',
  openid: 'people sign in through an OpenID Connect provider',
  'web-sessions': 'pages on which people sign in with name and password',
  'signed-packages': 'a package registry that takes RSA-signed requests',
  encode: 'the decoder under test also encodes',
  json: 'the decoder under test also reads proto3 JSON',
  'sender-ports': 'the live peer sees from which port it is spoken to; on unix: it cannot',
};
