/** What the record states about who may call the API and how they say who they are. */
import type {Rules} from './rules.ts';

export const signInRules = {
  // "API calls accept access tokens …"
  acceptsTokens: true,

  // "… and HTTP basic authentication."
  acceptsBasic: true,

  // "Session-cookie authentication is not accepted on the API."
  acceptsSessionCookie(_method: string): boolean {
    return false;
  },

  // "Reverse-proxy authentication is removed from the API; callers use tokens or basic authentication."
  acceptsReverseProxyHeader(_method: string): boolean {
    return false;
  },

  // "Most write endpoints require a token.": who sends no credentials is nobody, not some account that stands in.
  personWithoutCredentials(_method: string): number | undefined {
    return undefined;
  },

  // "Basic authentication and other non-OAuth2 methods have scope `all`."
  scopeOfPassword: 'all',

  // "Most write endpoints require a token."
  needsSignIn(
    this: Rules,
    method: string,
    stated: {readonly readsReactions: boolean; readonly isOpen: boolean},
  ): boolean {
    if (stated.readsReactions) return this.readingReactionsNeedsSignIn;
    return !stated.isOpen || !['GET', 'HEAD', 'OPTIONS'].includes(method);
  },
};
