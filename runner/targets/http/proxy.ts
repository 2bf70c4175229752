// Decides whether a request goes through the proxy, and leads TLS through it (RFC 9110 9.3.6, CONNECT).
import {request as requestPlain, type ClientRequest, type RequestOptions} from 'node:http';
import {request as requestTls} from 'node:https';
import type {Socket} from 'node:net';
import {address} from './socket-address.ts';
import {ConnectFailure, errorCode} from './cause.ts';
import type {TlsOptions} from './connect.ts';

/** A proxy that was asked for by flag or target file; environment variables are never read. */
export interface ProxyOptions {
  /** http:// or https://, with user and password when the proxy wants them. */
  readonly url: string;
  /** Hosts that are reached directly: `example.org`, `.example.org` (and everything below it), `host:port`, `*`. */
  readonly noProxy: readonly string[];
}

/** Gives the proxy for a target, or undefined when the target is reached directly. */
export function proxyFor(target: URL, proxy: ProxyOptions | undefined): URL | undefined {
  if (proxy === undefined || proxy.noProxy.some(pattern => isMatch(target, pattern.trim().toLowerCase())))
    return undefined;
  return new URL(proxy.url);
}

function isMatch(target: URL, pattern: string): boolean {
  if (pattern === '') return false;
  if (pattern === '*' || pattern === target.host || pattern === target.hostname) return true;
  if (`[${pattern}]` === target.hostname) return true;
  return pattern.startsWith('.') && (target.hostname.endsWith(pattern) || target.hostname === pattern.slice(1));
}

/** Gives the Proxy-Authorization header of a proxy URL that carries a user and a password. */
export function proxyAuthorization(proxy: URL): string | undefined {
  if (proxy.username === '' && proxy.password === '') return undefined;
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Says what is wrong when a proxy answers 407. */
export function wrongSignIn(host: string, {isSent}: {readonly isSent: boolean}): string {
  return isSent
    ? `the proxy ${host} does not accept the user and the password in its URL (407)`
    : `the proxy ${host} wants a user and a password (407); put them in its URL`;
}

/** Asks the proxy for a tunnel to the target; the function it returns gives up. */
export function openTunnel(
  {proxy, target, tls}: {readonly proxy: URL; readonly target: URL; readonly tls: TlsOptions},
  done: (error: Error | undefined, socket?: Socket) => void,
): () => void {
  const {host, port} = address(target);
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const authorization = proxyAuthorization(proxy);
  const request = startRequest(proxy, tls, {
    ...address(proxy),
    method: 'CONNECT',
    path: authority,
    headers: {host: authority, ...(authorization !== undefined && {'proxy-authorization': authorization})},
    agent: false,
  });
  request.once('connect', (reply, socket, head: Buffer) => {
    // RFC 9110 9.3.6: any 2xx opens the tunnel.
    if (String(reply.statusCode).startsWith('2')) {
      if (head.length > 0) socket.unshift(head);
      return done(undefined, socket);
    }
    socket.destroy();
    if (reply.statusCode === 407)
      return done(
        new ConnectFailure('connect-refused', wrongSignIn(proxy.host, {isSent: authorization !== undefined})),
      );
    const status = `${reply.statusCode ?? 0} ${reply.statusMessage ?? ''}`.trim();
    return done(
      new ConnectFailure('connect-refused', `the proxy ${proxy.host} refused the tunnel to ${authority}: ${status}`),
    );
  });
  request.on('error', error => {
    const detail = `the proxy ${proxy.host} cannot be reached: ${error.message || errorCode(error)}`;
    done(new ConnectFailure('connect-refused', detail));
  });
  request.end();
  return () => request.destroy();
}

function startRequest(proxy: URL, tls: TlsOptions, options: RequestOptions): ClientRequest {
  if (proxy.protocol !== 'https:') return requestPlain(options);
  return requestTls({...options, rejectUnauthorized: !tls.insecure, ...(tls.caPem !== undefined && {ca: tls.caPem})});
}
