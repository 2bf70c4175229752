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
    name: 'page-two-skips-one',
    requirement: 'PAGE-LIMIT',
    basis: 'stated',
    says: 'From the second page on, each page begins one item too late.',
    patch: before => ({
      pageWindow(asked) {
        const window = before.pageWindow.call(this, asked);
        return window.page > 1 ? {...window, from: window.from + 1} : window;
      },
    }),
  },
  {
    name: 'page-size-fixed',
    requirement: 'PAGE-DEFAULT',
    basis: 'stated',
    says: 'Without a page size, ten items are given instead of the configured number.',
    patch: before => ({
      pageSize(asked) {
        return before.pageSize.call(this, asked.limit === undefined ? {...asked, limit: 10} : asked);
      },
    }),
  },
  {
    name: 'page-headers-missing',
    requirement: 'PAGE-HEADERS',
    basis: 'stated',
    says: 'Paged lists come without paging headers.',
    patch: () => ({totalHeader: () => ({}), linkHeader: () => ({})}),
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
    name: 'page-limit-ignored',
    requirement: 'PAGE-LIMIT',
    basis: 'stated',
    says: 'Every page has the configured size, whatever the request asks for.',
    patch: before => ({
      pageSize(asked) {
        return before.pageSize.call(this, {...asked, limit: undefined});
      },
    }),
  },
  {
    name: 'page-one-item-more',
    requirement: 'PAGE-DEFAULT',
    basis: 'stated',
    says: 'Without a page size, one item more than configured is given.',
    patch: before => ({
      pageSize(asked) {
        return before.pageSize.call(this, asked) + (asked.limit === undefined ? 1 : 0);
      },
    }),
  },
  {
    name: 'page-past-end-repeats-last',
    requirement: 'PAGE-LIMIT',
    basis: 'stated',
    says: 'A page past the end of a list gives the last page again.',
    patch: () => ({
      itemsOfPage: (items, {from, size}) => {
        const last = Math.max(0, Math.ceil(items.length / size) - 1) * size;
        return items.slice(Math.min(from, last), Math.min(from, last) + size);
      },
    }),
  },
  {
    name: 'page-order-changes',
    requirement: 'PAGE-LIMIT',
    basis: 'stated',
    says: 'The order of a list has no tie-break, so every second page is cut from another order.',
    patch: () => ({
      itemsOfPage: (items, {page, from, size}) =>
        (page % 2 === 0 ? items.toReversed() : items).slice(from, from + size),
    }),
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
    name: 'page-header-counts-one-more',
    requirement: 'PAGE-HEADERS',
    basis: 'stated',
    says: 'The paging header counts one item more than there are.',
    patch: () => ({totalHeader: total => ({'X-Total-Count': String(total + 1)})}),
  },
];
