// One exchange: takes what undici reads off the wire and settles, exactly once, as a reply or as the reason why there is none.
import {performance, type EventLoopUtilization} from 'node:perf_hooks';
import type {Dispatcher} from 'undici';
import type {Bounds} from '../../../model/bounds.ts';
import type {HttpObservation} from '../../../model/http.ts';
import type {Redaction} from '../../../model/redacted.ts';
import {bytes, explainLoss, place, type Loss} from './cause.ts';
import {decodeBody} from './decode.ts';
import {wrongSignIn} from './proxy.ts';
import {oddReplyNotes} from './odd-reply.ts';
import {hasNoBody, isEndedByClose, readHeaders, valuesOf, type Latin1Bytes} from './reply-headers.ts';
import type {Wire} from './wire.ts';

/** What one exchange needs to know. */
export interface ExchangeSetup {
  readonly method: string;
  readonly bounds: Bounds;
  readonly timeoutMs: number;
  readonly wire: Wire;
  readonly redaction: Redaction;
  readonly signal: AbortSignal | undefined;
  /** The request goes through a proxy that is not a tunnel, so a 407 is the proxy's. */
  readonly forwardProxy: string | undefined;
  /** The proxy was given a user and a password. */
  readonly isProxySignedIn: boolean;
  readonly settle: (observation: HttpObservation) => void;
  readonly onUnasked: ((what: string) => void) | undefined;
  /** undici has let go of the exchange; the connection may be used again. */
  readonly release: () => void;
  /** The exchange ended before its request was written; its client and its connection must be replaced. */
  readonly discard: () => void;
}

/** The dispatch handler of one exchange. It uses undici's older handler form: it is the one that gives raw headers without detours. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #setup: ExchangeSetup;
  #deadline: NodeJS.Timeout;
  #startedMs = performance.now();
  /** What the event loop had done when the request was written. */
  #loopBefore: EventLoopUtilization | undefined;
  #lentMs = 0;
  #abort: ((error?: Error) => void) | undefined;
  #isSettled = false;
  #isReleased = false;
  #status: number | undefined;
  #headers: [string, string][] = [];
  #informational = 0;
  #chunks: Buffer[] = [];
  #bodyBytes = 0;
  /** The notes of the reply: bytes that come after it add one. */
  readonly #notes: string[] = [];
  /** Replies that the connection had carried when the request went out. */
  #repliesBefore = 0;

  constructor(setup: ExchangeSetup) {
    this.#setup = setup;
    this.#deadline = setTimeout(onDeadline, setup.timeoutMs, this);
    setup.signal?.addEventListener('abort', this.#onSignal, {once: true});
  }

  readonly #onSignal = (): void => this.interrupt('the run stopped waiting for the reply');

  /** Ends the exchange from our side. */
  interrupt(detail: string): void {
    this.#lose({cause: 'interrupted', detail});
  }

  /** Called when the deadline is over. */
  expire(): void {
    const {timeoutMs} = this.#setup;
    // While we judged something else nobody read the reply: that time is not the target's.
    const busyMs = this.#loopBefore === undefined ? 0 : performance.eventLoopUtilization(this.#loopBefore).active;
    const lendMs = Math.min(busyMs, timeoutMs * lentMax) - this.#lentMs;
    if (lendMs >= lentLeastMs) {
      this.#lentMs += lendMs;
      this.#deadline = setTimeout(onDeadline, lendMs, this);
      return;
    }
    // What came while we were busy is read before it is called late: timers ring before sockets are read.
    setImmediate(giveUp, this);
  }

  /** Settles as late, if it is not settled. */
  giveUp(): void {
    if (this.#isSettled) return;
    const {timeoutMs, wire} = this.#setup;
    const within = `within ${timeoutMs} ms`;
    if (this.#abort === undefined) {
      // The connection knows how far it came, and tells us through undici.
      wire.timeOut(timeoutMs);
      return this.#lose({cause: 'connect-timeout', detail: `the target took no connection ${within}`});
    }
    if (this.#status !== undefined) {
      return this.#lose({
        cause: 'timeout-total',
        detail: `the body was not whole ${within}; ${bytes(this.#bodyBytes)} of it came`,
      });
    }
    const detail =
      wire.bytesRead === 0
        ? `no reply came ${within}`
        : `only ${bytes(wire.bytesRead)} of the reply's head came ${within}`;
    return this.#lose({cause: 'timeout-headers', detail});
  }

  /** The request is about to be written. */
  onConnect(abort: (error?: Error) => void): void {
    if (this.#isSettled) throw new Error('the exchange has ended');
    this.#abort = abort;
    this.#startedMs = performance.now();
    this.#loopBefore = performance.eventLoopUtilization();
    this.#repliesBefore = this.#setup.wire.replies();
    this.#deadline.refresh();
  }

  onHeaders(status: number, rawHeaders: Buffer[]): boolean {
    const {bounds, forwardProxy} = this.#setup;
    if (this.#isSettled) return true;
    if (status < 100)
      return this.#loseAtHead(
        'protocol',
        `the reply breaks HTTP/1.1: ${String(status).padStart(3, '0')} is not a status`,
      );
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational <= bounds.informationalMax) return true;
      return this.#loseAtHead(
        'protocol',
        `more than ${bounds.informationalMax} informational (1xx) replies came, and no final one`,
      );
    }
    if (rawHeaders.length / 2 > bounds.headersMax) {
      return this.#loseAtHead('headers-too-large', `the reply has more than ${bounds.headersMax} headers`);
    }
    this.#status = status;
    this.#headers = readHeaders(rawHeaders as unknown as readonly Latin1Bytes[]);
    if (status === 407 && forwardProxy !== undefined) {
      return this.#loseAtHead('connect-refused', wrongSignIn(forwardProxy, {isSent: this.#setup.isProxySignedIn}));
    }
    return this.#checkFraming();
  }

  onData(chunk: Buffer): boolean {
    if (this.#isSettled) return true;
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes > this.#setup.bounds.replyBytesMax) return this.#loseTooLarge('on the wire');
    // A copy: the chunk is a window into a read buffer of 64 KiB, which must not live as long as the reply.
    this.#chunks.push(Buffer.from(chunk));
    return true;
  }

  onComplete(): void {
    const {wire} = this.#setup;
    const unasked = this.#unaskedBytes();
    wire.end(this.#onUnasked);
    if (!this.#isSettled) this.#complete();
    if (unasked > 0) this.#onUnasked(unasked);
    // The reply came before the whole request was sent: what is left of it must not be in the way of the next request.
    if (wire.isStillSending()) wire.destroy();
    this.#release();
  }

  readonly #onUnasked = (count: number): void => {
    const {wire, onUnasked} = this.#setup;
    const isFirst = wire.replies() <= 1;
    const shifted = isFirst ? '' : '; its earlier replies may each belong to the request before';
    const what = `${bytes(count)} came behind this reply that no request asked for; the connection was closed${shifted}`;
    this.#notes.push(what);
    wire.destroy();
    onUnasked?.(what);
  };

  onError(error: Error): void {
    const {wire, bounds, redaction} = this.#setup;
    if (!this.#isSettled) {
      const at = {...this.#place(), error, socketError: wire.error, headerBytesMax: bounds.headerBytesMax, redaction};
      this.#settleLoss(explainLoss({...at, firstBytes: () => wire.firstBytes()}));
    }
    this.#release();
  }

  #unaskedBytes(): number {
    const {method, wire} = this.#setup;
    if (hasNoBody(method, this.#status ?? 0) || isEndedByClose(method, this.#status ?? 0, this.#headers)) return 0;
    const [length] = valuesOf(this.#headers, 'content-length');
    return wire.bytesBehind({contentLength: length === undefined ? undefined : Number(length)});
  }

  #complete(): void {
    const {wire, bounds, method, redaction} = this.#setup;
    const isCloseDelimited = isEndedByClose(method, this.#status ?? 0, this.#headers);
    if (isCloseDelimited && wire.error !== undefined) {
      return this.#settleLoss({cause: 'reset', detail: `the connection was reset ${place(this.#place())}`});
    }
    const decoded = decodeBody(joined(this.#chunks), valuesOf(this.#headers, 'content-encoding'), {
      bytesMax: bounds.replyBytesMax,
      redaction,
    });
    if (decoded.kind === 'too-large') {
      const detail = `the body is larger than ${bytes(bounds.replyBytesMax)} after decompression (${bytes(this.#bodyBytes)} on the wire)`;
      return this.#settleLoss({cause: 'body-too-large', detail});
    }
    if (decoded.kind === 'bad') return this.#settleLoss({cause: 'bad-encoding', detail: decoded.why});
    const notes = decoded.note === undefined ? [] : [decoded.note];
    if (hasNoBody(method, this.#status ?? 0) && wire.hasBytesAfterHead()) notes.push(this.#droppedBodyNote());
    if (this.#setup.forwardProxy !== undefined && gatewayStatuses.has(this.#status ?? 0))
      notes.push(`the proxy ${this.#setup.forwardProxy} may have given this reply itself`);
    notes.push(...oddReplyNotes({headers: this.#headers, body: decoded.body, firstBytes: wire.head()}, redaction));
    return this.#settleReply({body: decoded.body, isCloseDelimited, notes});
  }

  // RFC 9110 6.4.1: 204 and 304 never have a body. undici waits for the announced one; we do not.
  #checkFraming(): boolean {
    const length = Number(valuesOf(this.#headers, 'content-length')[0] ?? '0');
    const {method, bounds} = this.#setup;
    if (method === 'HEAD') return true;
    if (hasNoBody(method, this.#status ?? 0)) {
      if (length === 0 && valuesOf(this.#headers, 'transfer-encoding').length === 0) return true;
      this.#settleReply({
        body: new Uint8Array(),
        isCloseDelimited: false,
        notes: this.#status === 204 ? [this.#droppedBodyNote()] : [],
      });
      this.#endEarly();
      return true;
    }
    return length > bounds.replyBytesMax ? this.#loseTooLarge(`as it announces (${bytes(length)})`) : true;
  }

  #droppedBodyNote(): string {
    const what = this.#setup.method === 'HEAD' ? 'the reply to HEAD' : `the ${this.#status ?? 0}`;
    return `a body on ${what} was dropped (RFC 9110 6.4.1)`;
  }

  #place(): {hasHead: boolean; isWritten: boolean; bodyBytes: number; bytesRead: number} {
    const {wire} = this.#setup;
    const isWritten = this.#abort !== undefined;
    return {hasHead: this.#status !== undefined, isWritten, bodyBytes: this.#bodyBytes, bytesRead: wire.bytesRead};
  }

  #loseTooLarge(how: string): true {
    const detail = `the body is larger than ${bytes(this.#setup.bounds.replyBytesMax)} ${how}; the rest was not read`;
    return this.#loseAtHead('body-too-large', detail);
  }

  #loseAtHead(cause: Loss['cause'], detail: string): true {
    this.#lose({cause, detail});
    return true;
  }

  #lose(loss: Loss): void {
    if (this.#isSettled) return;
    this.#settleLoss(loss);
    this.#endEarly();
  }

  // undici calls onError at once when it is told to stop; an exchange that it has not taken up yet is dropped with its client.
  #endEarly(): void {
    if (this.#abort === undefined) this.#setup.discard();
    else this.#abort(new Error('the exchange has ended'));
    this.#release();
  }

  #settleReply(reply: {body: Uint8Array; isCloseDelimited: boolean; notes: readonly string[]}): void {
    const {body, isCloseDelimited, notes} = reply;
    this.#notes.push(...notes);
    this.#settle({
      kind: 'reply',
      status: this.#status ?? 0,
      headers: this.#headers,
      body,
      wireBytes: this.#bodyBytes,
      isCloseDelimited,
      elapsedMs: this.#elapsedMs(),
      notes: this.#notes,
    });
  }

  #settleLoss({cause, detail}: Loss): void {
    const {wire} = this.#setup;
    const status = this.#status === undefined ? {} : {status: this.#status};
    const mayHaveBeenApplied = this.#abort !== undefined;
    const firstBytes = wire.firstBytes();
    const isOnEnded = cause === 'reset' && mayHaveBeenApplied && this.#repliesBefore > 0 && wire.bytesRead === 0;
    this.#settle({
      kind: 'no-reply',
      cause,
      detail,
      mayHaveBeenApplied,
      firstBytes,
      ...status,
      elapsedMs: this.#elapsedMs(),
      ...(isOnEnded && {isOnEndedConnection: true}),
    });
  }

  #settle(observation: HttpObservation): void {
    this.#isSettled = true;
    clearTimeout(this.#deadline);
    this.#setup.signal?.removeEventListener('abort', this.#onSignal);
    this.#setup.settle(observation);
  }

  #elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }

  #release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#setup.release();
  }
}

/** What a proxy says of the server behind it (RFC 9110 15.6). */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** A loop that is always busy lends an exchange no more than so many times its timeout; less than so many milliseconds are no block. */
const lentMax = 3;
const lentLeastMs = 100;

function onDeadline(exchange: Exchange): void {
  exchange.expire();
}

function giveUp(exchange: Exchange): void {
  exchange.giveUp();
}

// A view, since a plain Uint8Array is promised; copying once more costs as much as all the rest of this file.
function joined(chunks: readonly Buffer[]): Uint8Array {
  const [first] = chunks;
  const whole = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
  return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength);
}
