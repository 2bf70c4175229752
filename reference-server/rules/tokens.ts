/** What the record states about access tokens and their scopes. */
import {canonicalScopes, childrenOf, isCurrentScope, writeScopes} from './scope-names.ts';
import type {ScopeArea} from './scope-names.ts';
import type {Rules} from './rules.ts';

/** What an operation asks of a token, in the words of today's servers and in those of older ones. */
export interface ScopeNeed {
  readonly method: string;
  readonly areas: readonly ScopeArea[];
  /** One of the older names, or `none` when any token will do. */
  readonly formerScope: string;
  readonly isPublicRepository: boolean;
}

export const tokenRules = {
  // "The default scope is `all`."
  defaultTokenScope: 'all',

  // "The scope is stored as a normalized (no duplicates), comma-separated string."
  normalizeScopes(this: Rules, asked: readonly string[]): string {
    const held = new Set(asked.flatMap(text => text.split(',')).filter(text => text !== ''));
    const isAll = held.has('all') || writeScopes.every(name => held.has(name));
    if (isAll) return held.has('public-only') ? 'public-only,all' : 'all';
    const covered = new Set([...held].flatMap(name => this.scopesBelow(name)));
    return canonicalScopes.filter(name => held.has(name) && !covered.has(name)).join(',');
  },

  // "Scopes are returned by the API …"
  presentScopes(stored: string): readonly string[] {
    return stored.split(',');
  },

  scopesBelow(this: Rules, name: string): readonly string[] {
    return childrenOf(name).flatMap(child => [child, ...this.scopesBelow(child)]);
  },

  holdsScope(this: Rules, stored: string, wanted: string): boolean {
    const held = stored.split(',');
    return held.includes('all') || held.some(name => name === wanted || this.scopesBelow(name).includes(wanted));
  },

  // Usual: whatever other scopes it has, such a token is for nothing that is private.
  isForPublicThings(stored: string): boolean {
    return stored.split(',').includes('public-only');
  },

  // "Access is checked per endpoint against the token's scope."
  isScopeChecked(_method: string): boolean {
    return true;
  },

  scopeAllows(this: Rules, stored: string, need: ScopeNeed): boolean {
    if (!this.isScopeChecked(need.method)) return true;
    const level = ['GET', 'HEAD', 'OPTIONS'].includes(need.method) ? 'read' : 'write';
    if (need.areas.every(area => this.holdsScope(stored, `${level}:${area}`))) return true;
    return this.formerScopeAllows(stored, need);
  },

  formerScopeAllows(this: Rules, stored: string, need: ScopeNeed): boolean {
    const isOldToken = stored.split(',').some(name => name !== '' && !isCurrentScope(name));
    if (!isOldToken) return false;
    if (need.formerScope === 'none' || this.holdsScope(stored, need.formerScope)) return true;
    return need.formerScope === 'repo' && need.isPublicRepository && this.holdsScope(stored, 'public_repo');
  },

  // "API calls accept access tokens": what was deleted is none any more.
  endsDeletedTokens: true,

  // "Tokens that existed before scopes were introduced have access to all."
  scopeOfOldToken: 'all',
};
