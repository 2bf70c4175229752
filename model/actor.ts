// Who acts against the target, and with what.

/** The credentials of one actor; values are secrets and never leave the runner but in requests. */
export interface Actor {
  /** The account: `alice`, `bob`, `admin`, `anonymous`. */
  readonly role: string;
  /** The account's login name; empty for anonymous. */
  readonly login: string;
  readonly id: number;
  readonly token?: string;
  readonly password?: string;
  /** A Cookie header of somebody who has signed in at the pages of the target already. */
  readonly cookie?: string;
  /** How its requests are signed at an API that has sign-in methods of its own (`auth:` of a target file). */
  readonly signing?: Signing;
}

/** One way to sign a request, its values known. */
export type Signing =
  | {readonly kind: 'bearer'; readonly token: string}
  | {readonly kind: 'basic'; readonly user: string; readonly password: string}
  | {readonly kind: 'header'; readonly name: string; readonly value: string}
  | {readonly kind: 'query'; readonly name: string; readonly value: string}
  | {readonly kind: 'cookie'; readonly cookie: string};

/** The accounts that every target can have; others are accounts that a case made, by their login names. */
export const actorRoles: readonly string[] = ['alice', 'bob', 'admin', 'anonymous'];

/** The roles of cases, and who plays them in the plain context. Arrangements are made by `alice` in every context. */
export const plainCast: ReadonlyMap<string, string> = new Map([
  ['owner', 'alice'],
  ['other', 'bob'],
]);

export const anonymous: Actor = {role: 'anonymous', login: '', id: 0};
