// The port through which the harness receives webhooks: inboxes, each under an address that nobody can guess.

/** One request that a target sent to an inbox, as it came. */
export interface Delivery {
  readonly method: string;
  /** Path and query as they were asked for. */
  readonly path: string;
  /** In order, names in their own case, values decoded as latin1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The payload as it came; at most `payloadBytesMax` of it. */
  readonly body: Uint8Array;
  /** The payload went on past `payloadBytesMax`, or broke off. */
  readonly isCut: boolean;
  /** When its last byte came, by the monotonic clock of the run. */
  readonly arrivedMs: number;
}

/** A place for the deliveries of one hook. */
export interface WebhookInbox {
  /** The address to tell the target. */
  readonly url: string;
  /** A secret to give to the hook; the target signs with it, if it signs. */
  readonly secret: string;
  /** Everything that came, oldest first. */
  deliveries(): readonly Delivery[];
  /** Deliveries that came when there was no room left. */
  dropped(): number;
  /** Resolves at the next delivery, after `ms` milliseconds, or when the signal aborts. */
  next(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** What opening an inbox can come to. */
export type InboxOpening =
  | {readonly kind: 'open'; readonly inbox: WebhookInbox}
  /** One sentence: the address is taken, may not be bound, … */
  | {readonly kind: 'failed'; readonly why: string};

/** The receiver of one run. It binds its address when the first inbox is opened. */
export interface WebhookPort {
  open(): Promise<InboxOpening>;
  /** Binds the address now; says in one sentence why that cannot be, or nothing. */
  listen(): Promise<string | undefined>;
  /** Where it listens and what targets are told, for people. */
  describe(): string;
  /** Requests to paths that are no inbox, and connections that were one too many. */
  strays(): number;
  close(): Promise<void>;
}

/** Where a receiver listens and what targets are told; checked by `readWebhookAddress`. */
export interface WebhookSettings {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** What targets are told instead of host and port; without `/` at its end. */
  readonly publicUrl?: string;
}

/** The bounds of a receiver: a target that floods or dawdles costs us no more than this. */
export interface WebhookBounds {
  readonly payloadBytesMax: number;
  readonly deliveriesMax: number;
  /** Payload bytes that all inboxes hold together. */
  readonly heldBytesMax: number;
  readonly connectionsMax: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
}

export const defaultWebhookBounds: WebhookBounds = {
  payloadBytesMax: 1024 * 1024,
  deliveriesMax: 1_000,
  heldBytesMax: 64 * 1024 * 1024,
  connectionsMax: 128,
  requestTimeoutMs: 10_000,
};

/** What reading `--webhook-listen` and `--webhook-url` comes to. */
export type WebhookAddressReading =
  | {readonly kind: 'settings'; readonly settings: WebhookSettings}
  | {readonly kind: 'refused'; readonly problems: readonly string[]};
