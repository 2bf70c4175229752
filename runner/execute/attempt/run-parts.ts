// What a run can be given beside its target: a disguise, an identity provider, a way for webhooks.
import type {HttpPort} from '../../../model/http.ts';
import type {IdentityPort} from '../../../model/identity.ts';

type Header = readonly [name: string, value: string];

/** How a run that certifies appears. Everything is drawn for each use. */
export interface Guise {
  /** Gives the headers of one request: ours in another order, with what its kind of client adds. */
  headers(own: readonly Header[]): readonly Header[];
  /** A name for an account or a token. */
  login(): string;
  /** A password with a lower-case and a capital letter, a digit and a sign. */
  password(): string;
  /** A domain that nobody can own. */
  emailDomain(): string;
}

/** The provider of a run, and the way of a browser to it. */
export interface Identity {
  readonly provider: IdentityPort;
  readonly http: HttpPort;
}

/** What the probe showed. Untried: no hook could be made, so the cases about making hooks must speak for themselves. */
export type WebhookRoute =
  | {readonly kind: 'open'; readonly afterMs: number}
  | {readonly kind: 'closed'; readonly why: string}
  | {readonly kind: 'untried'; readonly why: string};
