/** Wrong readings of sessions, reverse proxies, the page of tokens and sign-in through an identity provider. */
import type {Fault} from './fault.ts';

const reads = ['GET', 'HEAD', 'OPTIONS'];

export const webFaults: readonly Fault[] = [
  {
    name: 'session-cookie-on-api',
    requirement: 'AUTH-NO-COOKIE',
    basis: 'stated',
    says: 'The cookie of a session on the pages is accepted on the API.',
    patch: () => ({acceptsSessionCookie: (_method, isAlone) => isAlone}),
  },
  {
    name: 'session-cookie-on-api-reads',
    requirement: 'AUTH-NO-COOKIE',
    basis: 'stated',
    says: 'The cookie of a session on the pages is accepted on the API for reads, though not for writes.',
    patch: () => ({acceptsSessionCookie: (method, isAlone) => isAlone && reads.includes(method)}),
  },
  {
    name: 'session-cookie-on-api-writes',
    requirement: 'AUTH-NO-COOKIE',
    basis: 'stated',
    says: 'The cookie of a session on the pages is accepted on the API for writes, though not for reads.',
    patch: () => ({acceptsSessionCookie: (method, isAlone) => isAlone && !reads.includes(method)}),
  },
  {
    name: 'session-cookie-before-token',
    requirement: 'AUTH-NO-COOKIE',
    basis: 'stated',
    says: 'The cookie of a session counts more than the token that stands beside it.',
    patch: () => ({acceptsSessionCookie: (_method, isAlone) => !isAlone}),
  },
  {
    name: 'reverse-proxy-header-on-api',
    requirement: 'AUTH-NO-PROXY',
    basis: 'stated',
    says: 'The header of a trusted reverse proxy is accepted on the API.',
    patch: () => ({acceptsReverseProxyHeader: (_method, isAlone) => isAlone}),
  },
  {
    name: 'reverse-proxy-header-on-api-reads',
    requirement: 'AUTH-NO-PROXY',
    basis: 'stated',
    says: 'The header of a trusted reverse proxy is accepted on the API for reads, though not for writes.',
    patch: () => ({acceptsReverseProxyHeader: (method, isAlone) => isAlone && reads.includes(method)}),
  },
  {
    name: 'reverse-proxy-header-before-token',
    requirement: 'AUTH-NO-PROXY',
    basis: 'stated',
    says: 'The header of a trusted reverse proxy counts more than the token that stands beside it.',
    patch: () => ({acceptsReverseProxyHeader: (_method, isAlone) => !isAlone}),
  },
  {
    name: 'page-without-scopes',
    requirement: 'TOKEN-UI',
    basis: 'stated',
    says: 'The page of access tokens does not show their scopes.',
    patch: () => ({scopesOnPage: () => []}),
  },
  {
    name: 'page-shows-first-scope',
    requirement: 'TOKEN-UI',
    basis: 'stated',
    says: 'The page of access tokens shows only the first scope of each.',
    patch: before => ({
      scopesOnPage(stored) {
        return before.scopesOnPage.call(this, stored).slice(0, 1);
      },
    }),
  },
  {
    name: 'openid-groups-ignored',
    requirement: 'OIDC-TEAMS',
    basis: 'stated',
    says: 'Nobody joins a team because of the groups that the identity provider claims.',
    patch: () => ({teamsToJoin: () => []}),
  },
  {
    name: 'openid-first-group-only',
    requirement: 'OIDC-TEAMS',
    basis: 'stated',
    says: 'Of several groups that the identity provider claims only the first one leads to its teams.',
    patch: before => ({
      claimedGroups(claim) {
        return before.claimedGroups.call(this, claim).slice(0, 1);
      },
    }),
  },
  {
    name: 'openid-teams-kept',
    requirement: 'OIDC-TEAMS',
    basis: 'usual',
    says: 'Nobody leaves a mapped team when the identity provider claims its group no more.',
    patch: () => ({teamsToLeave: () => []}),
  },
  {
    name: 'openid-leaves-claimed-teams',
    requirement: 'OIDC-TEAMS',
    basis: 'stated',
    says: 'Somebody who signs in leaves every mapped team, also those that the claimed groups lead to.',
    patch: () => ({
      teamsToLeave(map) {
        return Object.keys(map).flatMap(group => this.teamsOfGroup(map, group));
      },
    }),
  },
  {
    name: 'old-tokens-without-access',
    requirement: 'AUTH-OLD-TOKENS',
    basis: 'stated',
    says: 'A token that is older than scopes may do nothing.',
    patch: () => ({scopeOfOldToken: ''}),
  },
  {
    name: 'old-tokens-only-read',
    requirement: 'AUTH-OLD-TOKENS',
    basis: 'stated',
    says: 'A token that is older than scopes may read but not write.',
    patch: () => ({scopeOfOldToken: 'read:issue,read:organization,read:repository,read:user'}),
  },
  {
    name: 'group-leads-to-first-organization',
    requirement: 'OIDC-TEAMS',
    basis: 'stated',
    says: 'Of the organizations that a group is mapped to, only the first one counts.',
    patch: before => ({
      teamsOfGroup(map, group) {
        const teams = before.teamsOfGroup.call(this, map, group);
        return teams.filter(({organization}) => organization === teams[0]?.organization);
      },
    }),
  },
];
