// Opens sockets to a target: plain or TLS, directly or through a proxy, within the connect timeout.
import {connect as connectTcp, isIP, type Socket} from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import {address} from './socket-address.ts';
import {ConnectFailure} from './cause.ts';
import {openTunnel} from './proxy.ts';

/** How TLS is spoken to the target. `insecure` accepts every certificate; the report says so. */
export interface TlsOptions {
  /** Certificates to trust besides those that Node.js trusts, in PEM. */
  readonly caPem?: string;
  readonly certPem?: string;
  readonly keyPem?: string;
  readonly insecure: boolean;
}

/** Opens one socket and calls back once. */
export type OpenSocket = (done: (error: Error | undefined, socket?: Socket) => void) => Opening;

/** A socket that is being opened. */
export interface Opening {
  /** Fails now, as if the connect timeout were this long. */
  timeOut(afterMs: number): void;
  abandon(): void;
}

/** Where sockets go. With `tunnel`, the TCP connection goes to the proxy and is led on from there. */
export interface Destination {
  readonly url: URL;
  readonly tls: TlsOptions;
  readonly tunnel?: URL;
  readonly connectTimeoutMs: number;
}

/** Makes the function that opens sockets to one destination. */
export function socketOpener(destination: Destination): OpenSocket {
  const secureContext = destination.url.protocol === 'https:' ? readSecureContext(destination.tls) : undefined;
  const sessions: Sessions = {};
  return done => {
    if (secureContext?.kind === 'refused') {
      queueMicrotask(() => done(new ConnectFailure('tls', secureContext.why)));
      return {timeOut: () => undefined, abandon: () => undefined};
    }
    return openOnce(destination, {context: secureContext?.context, sessions}, done);
  };
}

/** The last session of a destination: a new connection resumes it, which saves both sides most of the handshake. */
interface Sessions {
  last?: Buffer;
}

interface Security {
  readonly context: SecureContext | undefined;
  readonly sessions: Sessions;
}

type ReadContext =
  | {readonly kind: 'context'; readonly context: SecureContext}
  | {readonly kind: 'refused'; readonly why: string};

function readSecureContext(tls: TlsOptions): ReadContext {
  try {
    const {caPem, certPem, keyPem} = tls;
    const context = createSecureContext({
      ...(caPem !== undefined && {ca: [...rootCertificates, caPem]}),
      ...(certPem !== undefined && {cert: certPem}),
      ...(keyPem !== undefined && {key: keyPem}),
    });
    return {kind: 'context', context};
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {kind: 'refused', why: `the CA file, client certificate or client key cannot be used: ${why}`};
  }
}

function openOnce(destination: Destination, security: Security, done: Parameters<OpenSocket>[0]): Opening {
  const {context} = security;
  const {url, tls, tunnel, connectTimeoutMs} = destination;
  let socket: Socket | undefined;
  let stage: 'connecting' | 'connected' | 'settled' = 'connecting';
  const settle = (error: Error | undefined): void => {
    if (stage === 'settled') return;
    stage = 'settled';
    clearTimeout(timer);
    if (error !== undefined) abandonTunnel();
    if (error === undefined && socket !== undefined) return done(undefined, socket);
    socket?.on('error', () => undefined).destroy();
    return done(error ?? new Error('no socket'));
  };
  const connected = (): void => {
    if (stage === 'connecting') stage = 'connected';
  };
  const timeOut = (afterMs: number): void =>
    settle(timeoutFailure(destination, {hasTcp: stage === 'connected', afterMs}));
  const timer = setTimeout(timeOut, connectTimeoutMs, connectTimeoutMs);
  let abandonTunnel = (): void => undefined;
  const useSocket = (opened: Socket, readyEvent: 'connect' | 'secureConnect'): void => {
    socket = opened;
    opened.once('connect', () => connected());
    opened.once(readyEvent, () => settle(undefined));
    opened.on('error', error =>
      settle(stage === 'connected' && context !== undefined ? tlsFailure(error, destination) : error),
    );
    // Every connection is closed at some time: an error, whose stack costs, is made only while it is being opened.
    opened.once('close', () => {
      if (stage !== 'settled') settle(tlsFailure(new Error('the connection was closed'), destination));
    });
  };
  if (tunnel !== undefined) {
    abandonTunnel = openTunnel({proxy: tunnel, target: url, tls}, (error, through) => {
      if (through === undefined || stage === 'settled') {
        through?.destroy();
        return settle(error ?? new Error('no tunnel'));
      }
      connected();
      return useSocket(startTls(destination, security, through), 'secureConnect');
    });
  } else if (context === undefined) useSocket(connectTcp({...address(url), noDelay: true, keepAlive: true}), 'connect');
  else useSocket(startTls(destination, security), 'secureConnect');
  return {
    timeOut,
    abandon: () => settle(new Error('given up')),
  };
}

function startTls(destination: Destination, {context, sessions}: Security, through?: Socket): TLSSocket {
  const {host, port} = address(destination.url);
  const socket = connectTls({
    ...(through === undefined ? {host, port} : {socket: through, host}),
    ...(isIP(host) === 0 && {servername: host}),
    ...(context !== undefined && {secureContext: context}),
    ...(sessions.last !== undefined && {session: sessions.last}),
    rejectUnauthorized: !destination.tls.insecure,
    ALPNProtocols: ['http/1.1'],
  });
  socket.setNoDelay(true);
  socket.on('session', session => {
    sessions.last = session;
  });
  return socket;
}

function timeoutFailure(
  {url, tunnel}: Destination,
  at: {readonly hasTcp: boolean; readonly afterMs: number},
): ConnectFailure {
  const {hasTcp, afterMs} = at;
  if (hasTcp) return new ConnectFailure('tls', `the TLS handshake with ${url.host} was not done within ${afterMs} ms`);
  const whom = tunnel === undefined ? url.host : `${url.host} through the proxy ${tunnel.host}`;
  return new ConnectFailure('connect-timeout', `no connection to ${whom} within ${afterMs} ms`);
}

/** Errors whose code alone helps nobody, with what to do about them. */
const tlsAdvice: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed; give it, or its CA, with --ca-file',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by a CA that is not trusted here; give that CA with --ca-file',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is signed by a CA that is not trusted here; give that CA with --ca-file',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is signed by a CA that is not trusted here; give that CA with --ca-file',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not answer in TLS; is its address http:// instead of https://?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not answer in TLS; is its address http:// instead of https://?',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'it speaks no TLS version that is accepted here (1.2 and newer)',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'it speaks no TLS version that is accepted here (1.2 and newer)',
};

function tlsFailure(error: Error, {url}: Destination): ConnectFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = tlsAdvice[code] ?? firstLine(error.message);
  return new ConnectFailure(
    'tls',
    `the TLS handshake with ${url.host} failed: ${reason}${code === '' ? '' : ` (${code})`}`,
  );
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
