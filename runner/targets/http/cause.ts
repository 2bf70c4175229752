// Turns the errors of sockets, TLS and the HTTP parser into causes and sentences that a stranger understands.
import type {Redaction} from '../../../model/redacted.ts';
import type {ErrorCause} from '../../../model/verdict.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** Why there is no whole reply. */
export interface Loss {
  readonly cause: ErrorCause;
  readonly detail: string;
}

/** A connection that could not be opened, already explained. */
export class ConnectFailure extends Error {
  readonly kind: ErrorCause;

  constructor(kind: ErrorCause, detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** What was known of an exchange when it broke. */
export interface BreakPoint {
  readonly error: Error;
  /** The error of the socket itself, when there was one. */
  readonly socketError: Error | undefined;
  /** The head of the final reply was read. */
  readonly hasHead: boolean;
  readonly isWritten: boolean;
  readonly bodyBytes: number;
  readonly bytesRead: number;
  readonly firstBytes: () => Uint8Array;
  readonly headerBytesMax: number;
  readonly redaction: Redaction;
}

/** Explains why an exchange broke. */
export function explainLoss(at: BreakPoint): Loss {
  const {error} = at;
  if (error instanceof ConnectFailure) return {cause: error.kind, detail: error.message};
  const code = errorCode(error);
  const socketCode = at.socketError === undefined ? '' : errorCode(at.socketError);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return {cause: 'headers-too-large', detail: `the head of the reply is larger than ${at.headerBytesMax} bytes`};
  }
  if (isUnsendable(code)) return {cause: 'no-evidence', detail: `the request cannot be sent: ${error.message}`};
  if (isTls(socketCode) || isTls(code)) return {cause: 'tls', detail: `TLS broke: ${tlsReason(at)}`};
  if (isReset(socketCode) || isReset(code)) return {cause: 'reset', detail: `the connection was reset ${place(at)}`};
  if (code === 'UND_ERR_SOCKET' && /^(other side )?closed$/.test(error.message)) return explainClose(at);
  if (error.name === 'HTTPParserError' && error.message.includes('Invalid EOF state')) return explainClose(at);
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && at.hasHead) return explainClose(at);
  return explainProtocol(at, code);
}

/** The `code` of a Node.js or undici error, or empty text. */
export function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Explains why no connection could be opened. */
export function explainConnectError(error: Error | undefined, host: string): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  const code = error === undefined ? '' : errorCode(error);
  if (code === 'ECONNREFUSED') return new ConnectFailure('connect-refused', `nothing listens on ${host} (${code})`);
  if (code === 'ENOTFOUND') return new ConnectFailure('dns', `the name of ${host} is not known (${code})`);
  if (code.startsWith('EAI_')) return new ConnectFailure('dns', `the name of ${host} could not be looked up (${code})`);
  if (code === 'ETIMEDOUT')
    return new ConnectFailure('connect-timeout', `${host} did not answer the connection (${code})`);
  if (code === 'ECONNRESET')
    return new ConnectFailure('reset', `${host} reset the connection while it was being opened (${code})`);
  const reason = code || (error?.message ?? 'unknown reason');
  return new ConnectFailure('connect-refused', `no connection to ${host} could be opened (${reason})`);
}

function isUnsendable(code: string): boolean {
  return ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'].includes(code);
}

function isTls(code: string): boolean {
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO';
}

function isReset(code: string): boolean {
  return [
    'ECONNRESET',
    'EPIPE',
    'ECONNABORTED',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENETDOWN',
    'ENOTCONN',
  ].includes(code);
}

function tlsReason({error, socketError}: BreakPoint): string {
  const shown = socketError ?? error;
  if (errorCode(shown) === 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED') {
    return 'the target wants a client certificate; give one with --client-cert and --client-key';
  }
  return `${errorCode(shown)} ${shown.message.split('\n', 1)[0] ?? ''}`.trim();
}

function explainClose(at: BreakPoint): Loss {
  return {cause: at.hasHead ? 'short-body' : 'reset', detail: `the connection was closed ${place(at)}`};
}

/** Says where in the reply something happened. */
export function place(at: Pick<BreakPoint, 'hasHead' | 'isWritten' | 'bodyBytes' | 'bytesRead'>): string {
  if (at.hasHead) return `after ${bytes(at.bodyBytes)} of the body, before its end`;
  if (at.bytesRead > 0) return `after ${bytes(at.bytesRead)} of the reply's head`;
  return at.isWritten
    ? 'before any byte of the reply; the request may have been applied'
    : 'before the request was sent';
}

/** Writes a number of bytes with the right ending. */
export function bytes(count: number): string {
  return count === 1 ? '1 byte' : `${count.toLocaleString('en-US')} bytes`;
}

function explainProtocol(at: BreakPoint, code: string): Loss {
  const first = Buffer.from(at.firstBytes());
  if (!at.hasHead && first.length > 0 && !isHttpStart(first)) {
    return {
      cause: 'not-http',
      detail: `the target does not speak HTTP; ${guess(first)}it sent ${headOf(first, at.redaction)}`,
    };
  }
  return {cause: 'protocol', detail: `the reply breaks HTTP/1.1: ${protocolReason(at, code)}`};
}

function isHttpStart(first: Buffer): boolean {
  const text = first.toString('latin1').replace(/^[\r\n]+/, '');
  return 'HTTP/'.startsWith(text.slice(0, 5)) || text.startsWith('HTTP/');
}

function guess(first: Buffer): string {
  if (first[0] === 0x15 && first[1] === 0x03) return 'this looks like a TLS port (use https://): ';
  if (first.subarray(0, 4).toString('latin1') === 'SSH-') return 'this looks like an SSH port: ';
  if (first.subarray(3, 9).equals(Buffer.from([4, 0, 0, 0, 0, 0]))) return 'this looks like an HTTP/2 port: ';
  return '';
}

const shownCharactersMax = 60;

/** Shows how it begins on one line, without secrets; nothing in it can reach a terminal as a control character. */
function headOf(first: Buffer, redaction: Redaction): string {
  return quoted(Buffer.from(redaction.bytes(first)).toString('latin1').slice(0, shownCharactersMax));
}

function protocolReason({error, hasHead}: BreakPoint, code: string): string {
  const where = hasHead ? 'body' : 'head';
  if (code === 'UND_ERR_SOCKET') {
    if (error.message === 'bad upgrade') return 'it switches to another protocol without being asked (101)';
    return 'it comes before it was asked for, or is a 100 in pieces';
  }
  // undici puts the parser's own reason into parentheses.
  const reason = (/\((.*)\)$/.exec(error.message)?.[1] ?? error.message).split('\n', 1)[0] ?? '';
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || /content-length|transfer-encoding/i.test(reason)) {
    return 'it announces its length twice, beside Transfer-Encoding, or as something that is not a length';
  }
  return `${reason === '' ? 'it cannot be parsed' : reason}, in its ${where}`;
}
