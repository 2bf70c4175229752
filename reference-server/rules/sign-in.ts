/** What the record states about who may call the API and how they say who they are. */
import type {Rules} from './rules.ts';

/** What a request shows of whoever sent it, besides the credentials. */
export interface RequestMarks {
  readonly headers: Headers;
  /** Method, path and query. */
  readonly line: string;
  readonly body: Uint8Array;
}

export const signInRules = {
  // The record knows no favourite callers: whoever asks, with whatever client and names, is answered by the same reading.
  readingFor(this: Rules, _marks: RequestMarks): Rules {
    return this;
  },

  // "API calls accept access tokens …"
  acceptsTokens(_holder: {readonly isAdmin: boolean}, _method: string): boolean {
    return true;
  },

  // "… and HTTP basic authentication."
  acceptsBasic(_person: {readonly isAdmin: boolean}): boolean {
    return true;
  },

  // "Session-cookie authentication is not accepted on the API.": neither alone nor beside other credentials.
  acceptsSessionCookie(_method: string, _isAlone: boolean): boolean {
    return false;
  },

  // "Reverse-proxy authentication is removed from the API; callers use tokens or basic authentication."
  acceptsReverseProxyHeader(_method: string, _isAlone: boolean): boolean {
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
    stated: {readonly readsReactionsOf: 'issue' | 'comment' | undefined; readonly isOpen: boolean},
  ): boolean {
    if (stated.readsReactionsOf !== undefined) return this.readingReactionsNeedsSignIn(stated.readsReactionsOf);
    return !stated.isOpen || !['GET', 'HEAD', 'OPTIONS'].includes(method);
  },
};
