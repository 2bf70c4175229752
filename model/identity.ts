// The OpenID provider that a run offers to a target, so that people whose groups a case chooses can sign in there.

/** Somebody who signs in, as the provider tells it. */
export interface IdentityPerson {
  /** The user name, and what the provider knows the person by. */
  readonly login: string;
  readonly email: string;
  readonly groups: readonly string[];
}

/** Where a provider listens, and what targets and browsers are told. */
export interface IdentitySettings {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** What targets are told instead of host and port; without `/` at its end. */
  readonly publicUrl?: string;
  /** What a target proves itself with; drawn for the run when nobody gives one. */
  readonly clientSecret?: string;
}

/** The provider of one run. */
export interface IdentityPort {
  /** Where it publishes its configuration, as targets are told. */
  readonly issuer: string;
  /** Where it listens, as this process reaches it. */
  readonly address: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Lets a person sign in once; gives the Cookie header that the browser has to bring. Nobody gets in without one. */
  admit(person: IdentityPerson): string;
  close(): Promise<void>;
}

/** What starting a provider comes to. */
export type IdentityStart =
  | {readonly kind: 'started'; readonly provider: IdentityPort}
  /** One sentence: the address is taken, may not be bound, … */
  | {readonly kind: 'failed'; readonly why: string};

/** What targets call the provider, and know themselves by there. */
export const identityName = 'touchstone';

/** What reading `--openid-listen` and `--openid-url` comes to. */
export type IdentityAddressReading =
  | {readonly kind: 'settings'; readonly settings: IdentitySettings}
  | {readonly kind: 'refused'; readonly problems: readonly string[]};
