/** Keeps an access token, of which only the digest stays. */
import type {AccessToken} from '../state/people.ts';
import {digestOfToken} from './authenticate.ts';
import type {World} from './world.ts';

export interface NewToken {
  readonly personId: number;
  readonly name: string;
  readonly secret: string;
  /** As it is stored: names with commas between them; undefined when the token is older than scopes. */
  readonly scope: string | undefined;
}

export function storeToken({state, clock}: World, {personId, name, secret, scope}: NewToken): AccessToken {
  const digest = digestOfToken(secret);
  const now = clock.now();
  const lastEight = secret.slice(-8);
  const token = state.tokens.add(id => ({
    id,
    personId,
    name,
    digest,
    lastEight,
    scope,
    createdAt: now,
    lastUsedAt: now,
  }));
  state.tokenDigests.set(digest, token.id);
  return token;
}
