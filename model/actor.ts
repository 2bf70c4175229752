// Who acts against the target, and with what.

/** The credentials of one actor; values are secrets and never leave the runner but in requests. */
export interface Actor {
  /** The role: `alice`, `bob`, `admin`, `anonymous`. */
  readonly role: string;
  /** The account's login name; empty for anonymous. */
  readonly login: string;
  readonly id: number;
  readonly token?: string;
  readonly password?: string;
  /** A Cookie header of somebody who has signed in at the pages of the target already. */
  readonly cookie?: string;
}

/** The roles that every target can have; others are accounts that a case made, by their login names. */
export const actorRoles: readonly string[] = ['alice', 'bob', 'admin', 'anonymous'];

export const anonymous: Actor = {role: 'anonymous', login: '', id: 0};
