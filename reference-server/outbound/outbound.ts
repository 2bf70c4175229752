/** Sends HTTP requests to addresses that users of the server named, to allowed hosts alone and never without a limit. */
import {lookup as systemLookup} from 'node:dns';
import {request as requestHttp} from 'node:http';
import type {IncomingMessage} from 'node:http';
import {request as requestHttps} from 'node:https';
import {isIP} from 'node:net';
import type {LookupFunction} from 'node:net';
import {isAllowedHost} from './allowed-hosts.ts';
import type {HostEntry} from './allowed-hosts.ts';

export interface OutboundRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** How long the whole exchange may take, in milliseconds. */
  readonly timeoutMs: number;
}

interface OutboundReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Outbound {
  /** Sends one request and gives the whole reply; rejects with a sentence that says why there is none. Redirects are not followed. */
  readonly send: (request: OutboundRequest) => Promise<OutboundReply>;
  /** Cuts everything that is under way; later requests are rejected. */
  readonly close: () => void;
}

/** The largest reply that is read, in bytes. Receivers of hooks answer with a few words, git endpoints with a list of refs. */
const replyBytesMax = 8 * 1024 * 1024;

export function makeOutbound(allowed: readonly HostEntry[]): Outbound {
  const closing = new AbortController();
  return {
    send: async request => {
      refuseAddress(allowed, request.url);
      const limit = AbortSignal.timeout(request.timeoutMs);
      const signal = AbortSignal.any([limit, closing.signal]);
      try {
        return await exchange(allowed, request, signal);
      } catch (problem) {
        if (closing.signal.aborted) throw new Error('the server is ending', {cause: problem});
        if (limit.aborted) throw new Error(`no whole reply within ${request.timeoutMs} ms`, {cause: problem});
        throw problem;
      }
    },
    close: () => closing.abort(),
  };
}

function refuseAddress(allowed: readonly HostEntry[], url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`${url.protocol}// is neither http nor https`);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) !== 0) refuseHost(allowed, host, host);
}

function refuseHost(allowed: readonly HostEntry[], host: string, address: string): void {
  if (isAllowedHost(allowed, {host, address})) return;
  throw new Error(`${host} (${address}) is not an allowed host; webhook.ALLOWED_HOST_LIST says which are`);
}

/** Looks a name up and refuses an address that is not allowed, so that no name leads to it either. */
function guardedLookup(allowed: readonly HostEntry[]): LookupFunction {
  return (host, options, done) => {
    systemLookup(host, {...options, all: true}, (problem, addresses) => {
      if (problem !== null) return done(problem, '');
      try {
        for (const {address} of addresses) refuseHost(allowed, host, address);
      } catch (refusal) {
        return done(refusal as Error, '');
      }
      const [first] = addresses;
      if (options.all === true) done(null, addresses);
      else done(null, first?.address ?? '', first?.family ?? 4);
    });
  };
}

async function exchange(
  allowed: readonly HostEntry[],
  {method, url, headers, body}: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundReply> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = {method, headers, signal, agent: false, lookup: guardedLookup(allowed)} as const;
    send(url, options, resolve).on('error', reject).end(body);
  });
  return {status: reply.statusCode ?? 0, headers: headersOf(reply), body: await readReply(reply)};
}

function headersOf(reply: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]));
}

async function readReply(reply: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > replyBytesMax) throw new Error(`the reply is larger than ${replyBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
