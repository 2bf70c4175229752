// What opening a target gives: the open target with everything that belongs to it, or a refusal with its exit code.
import type {Bounds} from '../../../model/bounds.ts';
import type {HttpPort} from '../../../model/http.ts';
import type {JsonObject} from '../../../model/json.ts';
import type {ReferenceFault} from '../../../model/machine.ts';
import type {LivePort, NodeRole, TesteePort} from '../../../model/peer.ts';
import type {WebhookPort} from '../../../model/webhook.ts';
import type {Identity} from '../../execute/attempt/run-parts.ts';
import type {AdminCredentials} from '../../execute/enter/setup-client.ts';

/** A target whose doors are open, and the way to close them. */
export interface OpenTarget {
  readonly hosting?: {
    readonly http: HttpPort;
    readonly baseUrl: string;
    readonly admin: AdminCredentials;
    /** Accounts that are there already, by role. */
    readonly accounts: ReadonlyMap<string, AdminCredentials>;
    readonly isInsecure: boolean;
    /** The embedded reference's administrator with a token, for faults that refuse passwords. */
    readonly adminByToken?: AdminCredentials;
    /** What the embedded reference has from the start and the API cannot make. */
    readonly existing?: JsonObject;
  };
  /** Aborts when a server that was started for the run ends by itself. */
  readonly died?: AbortSignal;
  readonly peer?: {readonly testee: TesteePort; readonly address: string};
  readonly livePeer?: {readonly live: LivePort; readonly address: string};
  /** Opens a node of the embedded reference, a lighthouse or a host, once, for the first case that needs it. */
  readonly openNode?: (role: NodeRole) => Promise<LivePort>;
  /** The receiver of webhooks, with a hosting server that can be told where it is. */
  readonly webhooks?: WebhookPort;
  /** Why the hosting server cannot be told where webhooks go. */
  readonly noWebhookRoute?: string;
  /** The identity provider of the run, at a variant that people sign into through it. */
  readonly identity?: Identity;
  readonly isReference: boolean;
  /** Faults that the embedded reference was given; its variants get them too. */
  readonly faults?: readonly ReferenceFault[];
  readonly bounds: Bounds;
  /** What the fastest reading took while it was entered, where that is measured; nothing before the first whole reply. */
  requestMs?(): number | undefined;
  /** What every report must show: `--insecure`, a token on the command line, an unused HTTP_PROXY. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** What opening a target comes to: open, or what is wrong and the exit code that goes with it. */
export type Opening =
  | {readonly kind: 'open'; readonly target: OpenTarget}
  | {readonly kind: 'failed'; readonly exitCode: 2 | 5; readonly problems: readonly string[]};

/** Makes the refusal of an opening. */
export function failed(exitCode: 2 | 5, ...problems: readonly string[]): Extract<Opening, {kind: 'failed'}> {
  return {kind: 'failed', exitCode, problems};
}
