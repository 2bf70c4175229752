/** Wrong readings of tokens, scopes and signing in. */
import type {Fault} from './fault.ts';

export const tokenFaults: readonly Fault[] = [
  {
    name: 'basic-refused',
    requirement: 'AUTH-BASIC',
    basis: 'stated',
    says: 'HTTP basic authentication with a password is refused.',
    patch: () => ({acceptsBasic: () => false}),
  },
  {
    name: 'token-refused',
    requirement: 'AUTH-TOKEN',
    basis: 'stated',
    says: 'Access tokens are refused.',
    patch: () => ({acceptsTokens: () => false}),
  },
  {
    name: 'scope-duplicates-stored',
    requirement: 'TOKEN-NORMAL',
    basis: 'stated',
    says: 'A scope that is asked for twice is stored twice.',
    patch: () => ({normalizeScopes: asked => asked.join(',')}),
  },
  {
    name: 'scope-adjacent-duplicates',
    requirement: 'TOKEN-NORMAL',
    basis: 'stated',
    says: 'Duplicates of a scope are removed only where they stand side by side.',
    patch: () => ({normalizeScopes: asked => asked.filter((name, at) => name !== asked[at + 1]).join(',')}),
  },
  {
    name: 'scopes-of-one-text-as-sent',
    requirement: 'TOKEN-NORMAL',
    basis: 'usual',
    says: 'Several scopes that are sent in one text are stored as they came.',
    patch: plain => ({
      normalizeScopes(asked) {
        return asked.some(text => text.includes(',')) ? asked.join(',') : plain.normalizeScopes.call(this, asked);
      },
    }),
  },
  {
    name: 'scope-default-empty',
    requirement: 'TOKEN-DEFAULT',
    basis: 'stated',
    says: 'A token that is created without scopes may do nothing.',
    patch: () => ({defaultTokenScope: ''}),
  },
  {
    name: 'scope-not-returned',
    requirement: 'TOKEN-RETURNED',
    basis: 'stated',
    says: 'Scopes are not returned.',
    patch: () => ({presentScopes: () => []}),
  },
  {
    name: 'scope-unchecked-on-delete',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'stated',
    says: 'The scope of a token is not checked when something is deleted.',
    patch: () => ({isScopeChecked: method => method !== 'DELETE'}),
  },
  {
    name: 'scope-keeps-last',
    requirement: 'TOKEN-SCOPES',
    basis: 'stated',
    says: 'Of several scopes only the last one counts.',
    patch: () => ({normalizeScopes: asked => asked.at(-1) ?? ''}),
  },
  {
    name: 'basic-without-scope',
    requirement: 'AUTH-BASIC-ALL',
    basis: 'stated',
    says: 'A caller who signs in with a password has no scope.',
    patch: () => ({scopeOfPassword: ''}),
  },
  {
    name: 'site-admin-only-reads',
    requirement: 'AUTH-ADMIN-WRITE',
    basis: 'stated',
    says: 'An administrator of the site may read every repository but write to none.',
    patch: () => ({accessOfSiteAdmin: 'read' as const}),
  },
  {
    name: 'scope-unchecked-on-add',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'stated',
    says: 'The scope of a token is not checked when something is added.',
    patch: () => ({isScopeChecked: method => method !== 'POST'}),
  },
  {
    name: 'scope-unchecked-on-change',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'stated',
    says: 'The scope of a token is not checked when something is changed.',
    patch: () => ({isScopeChecked: method => method !== 'PATCH'}),
  },
  {
    name: 'writes-open-to-all',
    requirement: 'AUTH-WRITE',
    basis: 'stated',
    says: 'A write without credentials is done in the name of the first account.',
    patch: () => ({personWithoutCredentials: method => (method === 'GET' ? undefined : 1)}),
  },
  {
    name: 'scope-default-read-only',
    requirement: 'TOKEN-DEFAULT',
    basis: 'stated',
    says: 'A token that is created without scopes may only read.',
    patch: () => ({defaultTokenScope: 'read:issue,read:repository,read:user'}),
  },
  {
    name: 'scope-first-returned',
    requirement: 'TOKEN-RETURNED',
    basis: 'stated',
    says: 'Only the first scope of a token is returned.',
    patch: () => ({presentScopes: stored => stored.split(',').slice(0, 1)}),
  },
  {
    name: 'scope-asked-ignored',
    requirement: 'TOKEN-SCOPES',
    basis: 'stated',
    says: 'Every token gets all scopes, whatever the request asks for.',
    patch: () => ({normalizeScopes: () => 'all'}),
  },
  {
    name: 'site-admin-is-a-stranger',
    requirement: 'AUTH-ADMIN-WRITE',
    basis: 'stated',
    says: 'An administrator of the site has no right on repositories of others.',
    patch: () => ({accessOfSiteAdmin: 'none' as const}),
  },
  {
    name: 'token-refused-to-plain-users',
    requirement: 'AUTH-TOKEN',
    basis: 'stated',
    says: 'Access tokens are accepted of administrators alone.',
    patch: () => ({acceptsTokens: holder => holder.isAdmin}),
  },
  {
    name: 'basic-refused-to-plain-users',
    requirement: 'AUTH-BASIC',
    basis: 'stated',
    says: 'HTTP basic authentication is accepted of administrators alone.',
    patch: () => ({acceptsBasic: person => person.isAdmin}),
  },
  {
    name: 'basic-only-reads',
    requirement: 'AUTH-BASIC-ALL',
    basis: 'stated',
    says: 'A caller who signs in with a password may only read.',
    patch: () => ({
      scopeOfPassword:
        'read:issue,read:misc,read:notification,read:organization,read:package,read:repository,read:user',
    }),
  },
  {
    name: 'writes-open-but-deleting',
    requirement: 'AUTH-WRITE',
    basis: 'stated',
    says: 'Only deleting asks for credentials; other writes without any are done in the name of the first account.',
    patch: () => ({personWithoutCredentials: method => (method === 'GET' || method === 'DELETE' ? undefined : 1)}),
  },
  {
    name: 'scope-separator-with-a-blank',
    requirement: 'TOKEN-RETURNED',
    basis: 'stated',
    says: 'Scopes are stored with a comma and a blank between them and split at the comma, so that they come back with a blank.',
    patch: before => ({
      presentScopes(stored) {
        return before.presentScopes.call(this, stored).map((name, at) => (at === 0 ? name : ` ${name}`));
      },
    }),
  },
  {
    name: 'token-works-after-its-deletion',
    requirement: 'AUTH-TOKEN',
    basis: 'usual',
    says: 'Deleting a token is answered, and the token opens everything as before.',
    patch: () => ({endsDeletedTokens: false}),
  },
  {
    name: 'scope-unchecked-in-organizations',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'stated',
    says: 'The scope of a token is not checked by the operations on organizations and teams.',
    patch: before => ({
      scopeAllows(stored, need) {
        return need.areas.includes('organization') || before.scopeAllows.call(this, stored, need);
      },
    }),
  },
  {
    name: 'scope-of-reading-writes-packages',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'stated',
    says: 'A token that may only read packages may write them too.',
    patch: before => ({
      scopeAllows(stored, need) {
        const method = need.areas.includes('package') ? 'GET' : need.method;
        return before.scopeAllows.call(this, stored, {...need, method});
      },
    }),
  },
  {
    name: 'scope-of-administration-is-that-of-users',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'stated',
    says: 'The operations of administrators take the scope of users.',
    patch: before => ({
      scopeAllows(stored, need) {
        const areas = need.areas.map(area => (area === 'admin' ? 'user' : area));
        return before.scopeAllows.call(this, stored, {...need, areas});
      },
    }),
  },
  {
    name: 'scope-of-writing-does-not-read',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'stated',
    says: 'A token that may write something may not read it.',
    patch: () => ({
      holdsScope: (stored, wanted) => stored.split(',').some(name => name === 'all' || name === wanted),
    }),
  },
  {
    name: 'one-scope-of-several-is-enough',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'stated',
    says: 'Where an operation needs two scopes, one of them is enough.',
    patch: before => ({
      scopeAllows(stored, need) {
        const areas = need.areas.length === 0 ? [[]] : need.areas.map(area => [area]);
        return areas.some(alone => before.scopeAllows.call(this, stored, {...need, areas: alone}));
      },
    }),
  },
  {
    name: 'public-only-beside-others-ignored',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'usual',
    says: 'A token for public things that has other scopes too is for private things as well.',
    patch: () => ({isForPublicThings: stored => stored === 'public-only'}),
  },
  {
    name: 'public-only-before-all-ignored',
    requirement: 'AUTH-SCOPE-CHECK',
    basis: 'usual',
    says: 'A token for public things that also has the scope `all` is for private things as well.',
    patch: before => ({
      isForPublicThings: stored => !stored.split(',').includes('all') && before.isForPublicThings(stored),
    }),
  },
];
