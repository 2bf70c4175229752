// What a run can be given beside its target: a disguise, an identity provider, a way for webhooks.
import type {Json} from '../../../model/json.ts';
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

/** What is known of a name of the dialect; `instead` is another name that the target has for the same. */
export type NameKnowledge =
  | {readonly kind: 'accepted' | 'untried'}
  | {readonly kind: 'refused'; readonly status: number; readonly instead?: Json; readonly isReserved: boolean};

/** What the API document of a server says of its own names. */
export interface OwnWords {
  /** The family, in small letters: `forge` of "Forge API". */
  readonly family?: string;
  readonly hookTypes: readonly string[];
}
