// The port through which the harness speaks HTTP, and everything an exchange can turn out to be.
import type {ErrorCause} from './verdict.ts';

/** One request as it is sent. Header names keep their case; `path` begins with `/`, is already encoded, and is relative to the base URL. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
}

/** A whole reply. */
export interface HttpReply {
  readonly kind: 'reply';
  readonly status: number;
  /** As received, in order, names in their own case, values decoded as latin1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body after content decoding. */
  readonly body: Uint8Array;
  /** Bytes on the wire before decoding. */
  readonly wireBytes: number;
  /** The body ended with the connection, so a cut cannot be told from the end. */
  readonly isCloseDelimited: boolean;
  /** Milliseconds by a monotonic clock. */
  readonly elapsedMs: number;
  /** Things worth a note that change no verdict, e.g. "body on a 204 dropped". Bytes that come after the reply and that no request asked for add one later. */
  readonly notes: readonly string[];
}

/** No whole reply, and why. */
export interface HttpNoReply {
  readonly kind: 'no-reply';
  readonly cause: ErrorCause;
  /** One sentence for a stranger, e.g. `the connection was reset after 12 bytes of the body`. */
  readonly detail: string;
  /** Whether the target may have acted on the request. */
  readonly mayHaveBeenApplied: boolean;
  /** Bytes of the reply that did arrive, at most 2,048. */
  readonly firstBytes: Uint8Array;
  readonly status?: number;
  readonly elapsedMs: number;
  /** It went out on a connection that had carried replies before and ended without a byte: the target may have ended it before it read the request. */
  readonly isOnEndedConnection?: true;
}

export type HttpObservation = HttpReply | HttpNoReply;

/** How one request is sent. */
export interface ExchangeOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Requests of different conversations never share a connection, so a reply that comes late cannot answer another conversation; one of none shares with nobody. */
  readonly conversation?: string;
  /** Is called when bytes come after the reply that no request asked for, with a sentence about them; possibly long after the reply. */
  readonly onUnasked?: (what: string) => void;
}

/** Where requests go. One port per base URL. */
export interface HttpPort {
  /** Sends one request and always settles within the bounds; never throws for what the target does. */
  exchange(request: HttpRequest, options?: ExchangeOptions): Promise<HttpObservation>;
  /** The host of the proxy that forwards these requests, and that may answer them itself; a tunnel's proxy does not. */
  readonly forwardProxy?: string;
  close(): Promise<void>;
}
