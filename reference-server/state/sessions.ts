/** The sessions of people who signed in on a page, and the sign-ins that wait for an identity provider. */
import {createHash, randomBytes} from 'node:crypto';
import type {State} from './state.ts';

/** One signed-in browser. */
export interface Session {
  readonly personId: number;
  /** Stands in every form of the session, so that no other site can send one. */
  readonly formToken: string;
  readonly endsAt: number;
}

/** A sign-in that was sent to the identity provider. */
export interface PendingSignIn {
  readonly verifier: string;
  readonly nonce: string;
  readonly endsAt: number;
}

export const sessionCookie = 'i_like_gitea';

const sessionMs = 24 * 60 * 60 * 1000;

/** More sessions than this are never kept; the oldest ends. */
const sessionsMax = 10_000;

/** Starts a session and gives the value of its cookie, which is kept nowhere else. */
export function startSession(state: State, personId: number, nowMs: number): string {
  const secret = randomBytes(24).toString('hex');
  const formToken = randomBytes(24).toString('hex');
  state.sessions.set(digestOf(secret), {personId, formToken, endsAt: nowMs + sessionMs});
  keepNewest(state.sessions, sessionsMax);
  return secret;
}

/** Finds the session that the cookie of a request names. */
export function sessionOf(state: State, headers: Headers, nowMs: number): Session | undefined {
  const key = keyOfCookie(headers);
  const session = key === undefined ? undefined : state.sessions.get(key);
  return session !== undefined && session.endsAt > nowMs ? session : undefined;
}

export function endSession(state: State, headers: Headers): void {
  state.sessions.delete(keyOfCookie(headers) ?? '');
}

/** Forgets the oldest entries of a map until it has no more than `most`. */
export function keepNewest(entries: Map<string, unknown>, most: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(key);
  }
}

/** Reads one cookie of a request. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('Cookie') ?? '').split(';').map(pair => pair.trim());
  return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

function keyOfCookie(headers: Headers): string | undefined {
  const secret = cookieOf(headers, sessionCookie);
  return secret === undefined ? undefined : digestOf(secret);
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
