// One connection to the target, with what undici does not tell about it: the first bytes of the reply, the true socket error, how far connecting came.
import type {Socket} from 'node:net';
import {ConnectFailure, explainConnectError} from './cause.ts';
import type {Opening, OpenSocket} from './connect.ts';

/** Bytes of a reply that are kept for the report. */
const firstBytesMax = 2_048;

/** How often one exchange may open a connection: a target that drops idle connections before the request goes out is not tried for ever. */
const openedMax = 3;

/** The connection of one slot; it outlives its sockets, since undici opens a new one when the old one is gone. */
export class Wire {
  socket: Socket | undefined;
  /** The error of the socket, seen before undici turns it into one of its own. */
  error: Error | undefined;
  /** Bytes of this exchange's reply, head and framing included. */
  bytesRead = 0;
  #chunks: Uint8Array[] = [];
  /** A view, which is only right while this chunk is read. */
  #lastChunk: Buffer = Buffer.alloc(0);
  #opened = 0;
  #isAtReplyStart = true;
  readonly #open: OpenSocket;
  readonly #name: string;
  #opening: Opening | undefined;
  /** Replies that came over this socket. */
  #replies = 0;
  /** Is called for bytes that come while no request is under way. */
  #onUnasked: ((count: number) => void) | undefined;

  constructor(open: OpenSocket, name: string) {
    this.#open = open;
    this.#name = name;
  }

  /** Forgets the reply before. */
  begin(): void {
    this.#chunks = [];
    this.bytesRead = 0;
    this.error = undefined;
    this.#opened = 0;
    this.#isAtReplyStart = true;
    this.#onUnasked = undefined;
  }

  /** A whole reply came; whatever comes before the next request is handed on. */
  end(onUnasked: (count: number) => void): void {
    this.#replies += 1;
    this.#onUnasked = onUnasked;
  }

  /** Whole replies that came over the connection which is open now. */
  replies(): number {
    return this.#replies;
  }

  /** Opens a socket for undici; every failure is a ConnectFailure. */
  connect(callback: (error: Error | null, socket: Socket | null) => void): void {
    this.#opened += 1;
    if (this.#opened > openedMax) {
      const detail = `${this.#name} ended ${openedMax} connections before a request could be sent`;
      callback(new ConnectFailure('reset', detail), null);
      return;
    }
    this.#opening = this.#open((error, socket) => {
      this.#opening = undefined;
      if (socket !== undefined) this.#watch(socket);
      if (error === undefined && socket !== undefined) callback(null, socket);
      else callback(explainConnectError(error, this.#name), null);
    });
  }

  /** Fails the connection that is being opened, if there is one. */
  timeOut(afterMs: number): void {
    this.#opening?.timeOut(afterMs);
  }

  /** Ends the connection, also one that is only being opened. */
  destroy(): void {
    this.#opening?.abandon();
    this.#opening = undefined;
    this.socket?.destroy();
  }

  /** The first bytes of this exchange's reply, head included. */
  firstBytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#chunks).subarray(0, firstBytesMax));
  }

  /** The first chunk of this exchange's reply, as it came. */
  head(): Uint8Array {
    return this.#chunks[0] ?? new Uint8Array();
  }

  /** Whether bytes follow the head of a reply that may have no body; looks only at what was kept. */
  hasBytesAfterHead(): boolean {
    let rest = Buffer.concat(this.#chunks);
    for (;;) {
      const isInformational = rest.subarray(0, 10).toString('latin1') === 'HTTP/1.1 1';
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return false;
      rest = rest.subarray(end + 4);
      if (!isInformational) return rest.length > 0;
    }
  }

  /** How many bytes came behind the end of a reply: nobody asked for them, and they must not answer the next request. */
  bytesBehind({contentLength}: {readonly contentLength: number | undefined}): number {
    const kept = this.#kept();
    if (contentLength === undefined) {
      const last = this.#lastChunk;
      const end = last.indexOf('0\r\n\r\nHTTP/1.');
      return end < 0 ? 0 : last.length - end - 5;
    }
    let headEnd = 0;
    for (;;) {
      const isInformational =
        kept[headEnd + 9] === 0x31 && kept.toString('latin1', headEnd, headEnd + 10) === 'HTTP/1.1 1';
      const end = kept.indexOf('\r\n\r\n', headEnd);
      // A head that is longer than what is kept tells nothing.
      if (end < 0) return 0;
      headEnd = end + 4;
      if (!isInformational) return Math.max(0, this.bytesRead - headEnd - contentLength);
    }
  }

  /** What is kept of the reply; of one chunk no copy is made. */
  #kept(): Buffer {
    const [first] = this.#chunks;
    return this.#chunks.length === 1 && first !== undefined
      ? Buffer.from(first.buffer, first.byteOffset, first.byteLength)
      : Buffer.concat(this.#chunks);
  }

  /** Whether part of the request still waits to be sent. */
  isStillSending(): boolean {
    return (this.socket?.writableLength ?? 0) > 0;
  }

  // undici reads with socket.read() and lets nobody look on: a 'data' listener would take the bytes away from it.
  #watch(socket: Socket): void {
    this.socket = socket;
    this.error = undefined;
    this.#replies = 0;
    this.#isAtReplyStart = true;
    socket.on('error', error => {
      if (this.socket === socket) this.error = error;
    });
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      const chunk: unknown = read(size);
      if (!(chunk instanceof Uint8Array)) return chunk;
      if (this.socket === socket) this.#notice(chunk);
      return this.#take(chunk);
    };
  }

  // Line breaks between replies are passed over, as HTTP parsers do (RFC 9112 2.2).
  #notice(chunk: Uint8Array): void {
    const tell = this.#onUnasked;
    if (tell === undefined || chunk.every(byte => byte === 13 || byte === 10)) return;
    this.#onUnasked = undefined;
    tell(chunk.length);
  }

  #take(chunk: Uint8Array): Uint8Array {
    if (this.bytesRead < firstBytesMax) this.#chunks.push(chunk);
    this.bytesRead += chunk.length;
    this.#lastChunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const isFirst = this.#isAtReplyStart;
    this.#isAtReplyStart = false;
    return isFirst ? this.#withoutContinue(chunk) : chunk;
  }

  // RFC 9110 15.2: "A client MUST be able to parse one or more 1xx responses received prior to a final response, even if the client does not
  // expect one." undici ends the connection on a 100 that nobody asked for (measured with 7.30), so one that comes in one piece is taken out.
  #withoutContinue(chunk: Uint8Array): Uint8Array {
    if (chunk[9] !== 0x31 || chunk[10] !== 0x30 || chunk[11] !== 0x30) return chunk;
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = text.indexOf('\r\n\r\n');
    if (end < 0 || !text.subarray(0, 12).equals(Buffer.from('HTTP/1.1 100'))) return chunk;
    this.#isAtReplyStart = true;
    return text.subarray(end + 4);
  }
}
