// The HTTP door to a target: sends requests over a bounded set of kept connections and observes what comes back.
import {setMaxListeners} from 'node:events';
import type {Client} from 'undici';
import type {Bounds} from '../../../model/bounds.ts';
import type {ExchangeOptions, HttpNoReply, HttpObservation, HttpPort, HttpRequest} from '../../../model/http.ts';
import type {Redaction} from '../../../model/redacted.ts';
import {socketOpener, type OpenSocket, type TlsOptions} from './connect.ts';
import {Exchange} from './wire-exchange.ts';
import {proxyAuthorization, proxyFor, type ProxyOptions} from './proxy.ts';
import {Wire} from './wire.ts';
import {UndiciClient} from './undici-client.ts';
import {quoted} from '../../../base/text/quoted.ts';

export interface HttpTargetOptions {
  /** As readBaseUrl gives it: http or https, no trailing slash, no /api/v1. */
  readonly baseUrl: string;
  readonly bounds: Bounds;
  readonly tls: TlsOptions;
  readonly proxy?: ProxyOptions;
  /** Sent with every request that does not bring a header of the same name. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What every message goes through before it is shortened. */
  readonly redaction: Redaction;
}

/**
 * Opens the door. At most `bounds.jobs` connections are open, one exchange on each; more exchanges wait for a free one. Redirects are not followed,
 * cookies are not kept, and variables such as HTTP_PROXY are not read. Nothing is sent twice but for a request without effects that was lost on a kept connection.
 */
export function httpTarget(options: HttpTargetOptions): HttpPort {
  const route = planRoute(options);
  const idle: Slot[] = [];
  const waiting: WaitingJob[] = [];
  const running = new Set<Exchange>();
  let slots = 0;
  // A proxy may end a connection behind any reply without a word (tinyproxy does).
  let isKept = route.forwardProxy === undefined;
  let isClosed = false;

  const takeSlot = ({conversation}: Job): Slot | undefined => {
    const own = idle.findLastIndex(slot => slot.conversation === conversation);
    const slot = own === -1 ? idle.pop() : idle.splice(own, 1)[0];
    if (slot !== undefined || slots >= Math.max(1, options.bounds.jobs)) return slot;
    slots += 1;
    return openSlot(route, options.bounds);
  };
  const start = (slot: Slot, job: Job): void => {
    // What another conversation left on the connection must not answer this one. And while we were busy the reply before may have waited to be read,
    // and the server may have ended the connection since.
    const isOthers = job.conversation === undefined || slot.conversation !== job.conversation;
    const isOld = performance.now() - slot.usedMs > idleMsMax;
    if ((isOthers || isOld || !isKept) && slot.wire.replies() > 0) slot.wire.destroy();
    slot.usedMs = performance.now();
    slot.conversation = job.conversation;
    slot.wire.begin();
    const exchange = new Exchange({
      method: job.request.method,
      bounds: options.bounds,
      timeoutMs: job.timeoutMs,
      wire: slot.wire,
      redaction: options.redaction,
      signal: job.signal,
      forwardProxy: route.forwardProxy,
      isProxySignedIn: route.isProxySignedIn,
      settle: settling(job, {
        lost: () => {
          isKept = false;
        },
        sendAgain: take,
      }),
      onUnasked: job.onUnasked,
      release: () => {
        running.delete(exchange);
        const next = waiting.shift();
        next?.signal?.removeEventListener('abort', next.leave);
        if (next === undefined) idle.push(slot);
        else start(slot, next);
      },
      discard: () => replaceConnection(slot, route, options.bounds),
    });
    running.add(exchange);
    slot.client.dispatch(dispatchOptions(route, job.request), exchange);
  };

  const take = (job: Job): void => {
    const slot = takeSlot(job);
    if (slot === undefined) queue(waiting, job);
    else start(slot, job);
  };

  return {
    ...(route.forwardProxy !== undefined && {forwardProxy: route.forwardProxy}),
    exchange: (request, {signal, timeoutMs = options.bounds.replyTimeoutMs, conversation, onUnasked} = {}) => {
      const unsent = whyNotSent(request, {signal, isClosed});
      if (unsent !== undefined) return Promise.resolve(unsent);
      // A case may send any number of requests at once, each of which listens to its signal.
      if (signal !== undefined) setMaxListeners(0, signal);
      return new Promise<HttpObservation>(settle =>
        take({request, timeoutMs, signal, conversation, onUnasked, settle}),
      );
    },
    close: async () => {
      isClosed = true;
      for (const job of waiting.splice(0)) job.settle(notSent('interrupted', closedByRun));
      for (const exchange of running) exchange.interrupt(closedByRun);
      await Promise.all(idle.map(slot => slot.client.destroy()));
    },
  };
}

/** Hands an observation on, but that of a request which was lost on a kept connection: a safe one is sent again, once. */
function settling(
  job: Job,
  {lost, sendAgain}: {readonly lost: () => void; readonly sendAgain: (job: Job) => void},
): Job['settle'] {
  return observation => {
    if (observation.kind === 'reply' || observation.isOnEndedConnection === undefined) return job.settle(observation);
    // From now on each request has a connection of its own.
    lost();
    if (job.signal?.aborted === true || !isSafe(job.request.method)) return job.settle(observation);
    return sendAgain({...job, settle: again => job.settle(withNote(again, sentAgain))});
  };
}

// RFC 9110 9.2.1: they ask for nothing to be changed.
function isSafe(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

const sentAgain =
  'the target ended the kept connection before any byte of a reply, so the request was sent again on a new one (RFC 9112 9.3.1)';

function withNote(observation: HttpObservation, note: string): HttpObservation {
  return observation.kind === 'reply' ? {...observation, notes: [...observation.notes, note]} : observation;
}

/** A connection and the client that speaks on it: one each, so that an exchange knows its connection. */
interface Slot {
  client: Client;
  wire: Wire;
  /** When it was last given a request. */
  usedMs: number;
  /** Whose requests it carried last. */
  conversation?: string | undefined;
}

interface Job {
  readonly request: HttpRequest;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly conversation: ExchangeOptions['conversation'];
  readonly onUnasked: ExchangeOptions['onUnasked'];
  readonly settle: (observation: HttpObservation) => void;
}

/** One that waits for a connection. */
interface WaitingJob extends Job {
  /** Gives up waiting; its signal calls this. */
  readonly leave: () => void;
}

/** How requests reach the target. */
interface Route {
  /** What undici takes for the origin: the target, or the proxy that forwards. */
  readonly origin: string;
  /** What stands before the path of a request: the path prefix, or the whole base URL when a proxy forwards. */
  readonly before: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly forwardProxy: string | undefined;
  /** The proxy is given a user and a password. */
  readonly isProxySignedIn: boolean;
  readonly open: OpenSocket;
  readonly name: string;
}

// A proxy forwards plain requests (RFC 9112 3.2.2, absolute form) and leads TLS through a tunnel. undici's ProxyAgent would lose repeated headers.
function planRoute({baseUrl, bounds, tls, proxy, headers}: HttpTargetOptions): Route {
  const url = new URL(baseUrl);
  const prefix = url.pathname.replace(/\/+$/, '');
  const {connectTimeoutMs} = bounds;
  const via = proxyFor(url, proxy);
  if (via === undefined || url.protocol === 'https:') {
    const tunnel = via === undefined ? {} : {tunnel: via};
    const open = socketOpener({url, tls, connectTimeoutMs, ...tunnel});
    const plain = {forwardProxy: undefined, isProxySignedIn: false};
    return {origin: url.origin, before: prefix, headers, ...plain, open, name: url.host};
  }
  const authorization = proxyAuthorization(via);
  const proxyHeaders = [
    ['Host', url.host],
    ...(authorization === undefined ? [] : [['Proxy-Authorization', authorization]]),
  ] as const;
  const open = socketOpener({url: via, tls, connectTimeoutMs});
  return {
    origin: via.origin,
    before: `${url.origin}${prefix}`,
    headers: [...proxyHeaders.map(([name = '', value = '']) => [name, value] as const), ...headers],
    forwardProxy: via.host,
    isProxySignedIn: authorization !== undefined,
    open,
    name: `the proxy ${via.host}`,
  };
}

function openSlot(route: Route, bounds: Bounds): Slot {
  const wire = new Wire(route.open, route.name);
  return {wire, client: newClient(route.origin, wire, bounds), usedMs: 0};
}

function replaceConnection(slot: Slot, route: Route, bounds: Bounds): void {
  const {client, wire} = slot;
  Object.assign(slot, openSlot(route, bounds));
  void client.destroy();
  wire.destroy();
}

/** Shorter than what servers usually keep: a request on a connection that the server is just closing is lost, and nothing is sent twice. */
const idleMsMax = 2_000;

function newClient(origin: string, wire: Wire, bounds: Bounds): Client {
  return new UndiciClient(origin, {
    pipelining: 1,
    // Our own deadline covers the whole exchange; undici's two timers only measure pauses.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: bounds.headerBytesMax,
    keepAliveTimeout: idleMsMax,
    keepAliveMaxTimeout: 30_000,
    connect: (_options, callback) => wire.connect(callback as Parameters<Wire['connect']>[0]),
  });
}

function dispatchOptions(route: Route, request: HttpRequest): Parameters<Client['dispatch']>[0] {
  const headers: string[] = [];
  for (const [name, value] of route.headers) if (!hasHeader(request, name)) headers.push(name, value);
  for (const [name, value] of request.headers) headers.push(name, value);
  return {method: request.method, path: route.before + request.path, headers, body: request.body ?? null};
}

function hasHeader(request: HttpRequest, name: string): boolean {
  const wanted = name.toLowerCase();
  return request.headers.some(([given]) => given.length === wanted.length && given.toLowerCase() === wanted);
}

// An exchange whose signal fires while it waits for a connection leaves the queue.
function queue(waiting: WaitingJob[], job: Job): void {
  const leave = (): void => {
    const index = waiting.indexOf(queued);
    if (index < 0) return;
    waiting.splice(index, 1);
    job.settle(notSent('interrupted', beforeSent));
  };
  const queued = {...job, leave};
  waiting.push(queued);
  job.signal?.addEventListener('abort', leave, {once: true});
}

const closedByRun = 'the connection to the target was closed by the run';
const beforeSent = 'the run stopped before the request was sent';

function whyNotSent(
  request: HttpRequest,
  {signal, isClosed}: {readonly signal: AbortSignal | undefined; readonly isClosed: boolean},
): HttpNoReply | undefined {
  if (isClosed) return notSent('interrupted', closedByRun);
  if (signal?.aborted === true) return notSent('interrupted', beforeSent);
  const unsendable = describeUnsendable(request);
  return unsendable === undefined ? undefined : notSent('no-evidence', unsendable);
}

// undici says "invalid request path" or "invalid header"; the author of a suite needs to know which one and why.
function describeUnsendable({method, path, headers}: HttpRequest): string | undefined {
  if (!path.startsWith('/')) return `the request cannot be sent: its path ${quoted(path)} does not begin with "/"`;
  if (/[^\u0021-\u007e]/.test(path))
    return `the request cannot be sent: its path ${quoted(path)} has characters that must be encoded`;
  if (!tokenPattern.test(method)) return `the request cannot be sent: ${quoted(method)} is not an HTTP method`;
  for (const [name, value] of headers) {
    if (!tokenPattern.test(name)) return `the request cannot be sent: ${quoted(name)} is not a header name`;
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value))
      return `the request cannot be sent: the value of its header ${name} has characters that no header may have`;
  }
  return undefined;
}

// RFC 9110 5.6.2, token.
const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function notSent(cause: HttpNoReply['cause'], detail: string): HttpNoReply {
  return {kind: 'no-reply', cause, detail, mayHaveBeenApplied: false, firstBytes: new Uint8Array(), elapsedMs: 0};
}
