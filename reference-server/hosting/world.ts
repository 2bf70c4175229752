/** What one running server consists of; every request sees the same one. */
import type {GitStore} from '../git/git-store.ts';
import type {Courier} from '../outbound/courier.ts';
import type {Outbound} from '../outbound/outbound.ts';
import type {Queues} from '../outbound/queues.ts';
import type {Settings} from '../settings/settings.ts';
import type {State} from '../state/state.ts';
import type {Passwords} from './passwords.ts';

/** The time as the server sees it. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface World {
  readonly state: State;
  readonly git: GitStore;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly passwords: Passwords;
  /** Brings events to hooks. */
  readonly courier: Courier;
  /** Reaches other servers; used off the request, in a line of `queues`. */
  readonly outbound: Outbound;
  readonly queues: Queues;
}
