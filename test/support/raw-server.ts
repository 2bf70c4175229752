// A TCP server that misbehaves on purpose: scripted bytes and delays per request, because a correct HTTP library cannot misbehave enough.
import {existsSync, readFileSync} from 'node:fs';
import {createServer, connect, type Server, type Socket} from 'node:net';
import {createServer as createTlsServer, type TlsOptions} from 'node:tls';
import {setTimeout as sleep} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';

/** A request as it came in. */
export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The head as text, its empty line included. */
  readonly head: string;
  readonly body: Buffer;
}

/** What a script does with one request; the next request of the connection is read when it is done. */
export type Script = (socket: Socket, request: RawRequest) => void | Promise<void>;

export interface RawServerOptions {
  /** `'/path'`, `'POST /path'`; a `*` stands for any characters. The first that matches wins. */
  readonly routes?: Readonly<Record<string, Script>>;
  /** What every other request gets; a 404 when absent. */
  readonly fallback?: Script;
  /** Runs on a new connection, before any request was read; the connection is not read when it is given. */
  readonly greeting?: (socket: Socket) => void | Promise<void>;
  readonly tls?: TlsOptions;
  /** The address to listen on; 127.0.0.1 when absent. */
  readonly host?: string;
}

export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** Every request so far, in order. */
  readonly requests: readonly RawRequest[];
  /** Connections accepted so far. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts a server on a free port of the loopback. */
export async function rawServer({
  routes = {},
  fallback,
  greeting,
  tls,
  host = '127.0.0.1',
}: RawServerOptions): Promise<RawServer> {
  const table = Object.entries(routes).map(([key, script]) => ({pattern: toPattern(key), script}));
  const open = new Set<Socket>();
  const requests: RawRequest[] = [];
  let connections = 0;
  const accept = (socket: Socket): void => {
    connections += 1;
    socket.on('error', () => undefined);
    if (greeting !== undefined) return void greeting(socket);
    return void serve(socket, async request => {
      requests.push(request);
      const found = table.find(({pattern}) => pattern.test(`${request.method} ${request.path}`));
      await (found?.script ?? fallback ?? reply(404, {body: '{"message":"not found"}'}))(socket, request);
    });
  };
  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  server.on('tlsClientError', () => undefined);
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const port = await listen(server, host);
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    connections: () => connections,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

function toPattern(key: string): RegExp {
  const whole = key.startsWith('/') ? `* ${key}` : key;
  return new RegExp(`^${whole.split('*').map(escapeRegExp).join('.*')}$`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

function listen(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : 0);
    });
  });
}

async function serve(socket: Socket, answer: (request: RawRequest) => Promise<void>): Promise<void> {
  let pending: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of socket) {
      pending = Buffer.concat([pending, chunk as Buffer]);
      for (;;) {
        const taken = takeRequest(pending);
        if (taken === undefined) break;
        pending = taken.rest;
        await answer(taken.request);
      }
    }
  } catch {
    // The client went away; nothing to serve any more.
  }
}

function takeRequest(bytes: Buffer): {readonly request: RawRequest; readonly rest: Buffer} | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end + 4).toString('latin1');
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? '0');
  if (bytes.length < end + 4 + length) return undefined;
  const [method = '', path = ''] = head.split(' ', 2);
  const body = Buffer.from(bytes.subarray(end + 4, end + 4 + length));
  return {request: {method, path, head, body}, rest: bytes.subarray(end + 4 + length)};
}

/** Never answers. */
export function hang(): Script {
  return socket => closed(socket);
}

/** Sends these bytes and keeps the connection. */
export function send(...parts: readonly (string | Uint8Array)[]): Script {
  return socket => {
    for (const part of parts) socket.write(part);
  };
}

/** Sends these bytes and closes the connection. */
export function sendAndEnd(...parts: readonly (string | Uint8Array)[]): Script {
  return socket => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
}

/** Sends these bytes and, when they are on their way, resets the connection. */
export function sendAndReset(...parts: readonly (string | Uint8Array)[]): Script {
  return async socket => {
    await written(socket, Buffer.concat(parts.map(part => Buffer.from(part))));
    await readByClient(socket);
    socket.resetAndDestroy();
  };
}

/**
 * Waits until the client, on this machine, has read what was sent: bytes and reset that it meets together it takes for an end.
 * Only Linux tells; elsewhere a client gets 50 ms.
 */
async function readByClient(socket: Socket): Promise<void> {
  if (process.platform !== 'linux') return sleep(50);
  const port = `:${(socket.remotePort ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  while (!socket.destroyed) {
    // Each line: number, local address, remote address, state, bytes to send:bytes to read, …
    const lines = ['tcp', 'tcp6'].flatMap(table => tableOf(`/proc/net/${table}`));
    const client = lines.find(([, local, , state]) => local?.endsWith(port) === true && state === '01');
    if (client === undefined || client[4]?.endsWith(':00000000') === true) return;
    await sleep(1);
  }
}

function tableOf(path: string): string[][] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/));
}

/** Sends a whole, correct reply. */
export function reply(
  status: number,
  {headers = [], body = ''}: {headers?: readonly string[]; body?: string | Uint8Array} = {},
): Script {
  const content = Buffer.from(body);
  const type = headers.some(line => /^content-type:/i.test(line)) ? [] : ['Content-Type: application/json'];
  const head = [`HTTP/1.1 ${status} Scripted`, ...type, ...headers, `Content-Length: ${content.length}`, '', ''].join(
    '\r\n',
  );
  return send(Buffer.concat([Buffer.from(head, 'latin1'), content]));
}

/** Sends `text` one byte at a time and keeps the connection. */
export function drip(text: string, everyMs: number): Script {
  return async socket => {
    for (const byte of Buffer.from(text, 'latin1')) {
      if (socket.destroyed) return;
      socket.write(Buffer.from([byte]));
      await sleep(everyMs);
    }
  };
}

/** Sends a good head and then a chunk of one byte every `everyMs`, for ever. */
export function endlessChunks(everyMs: number): Script {
  return async socket => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    while (!socket.destroyed) {
      socket.write('1\r\n \r\n');
      await sleep(everyMs);
    }
  };
}

/** Announces 1,000 bytes, sends `bytes` of them and closes. */
export function halfBody(bytes = 12): Script {
  return sendAndEnd(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
    'x'.repeat(bytes),
  );
}

/** Announces 1,000 bytes, sends `bytes` of them and resets the connection. */
export function reset(bytes = 12): Script {
  return sendAndReset(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
    'x'.repeat(bytes),
  );
}

/** Sends a body that grows to `megabytes` when it is decompressed. */
export function gzipBomb(megabytes: number): Script {
  let bomb: Buffer | undefined;
  return (socket, request) => {
    bomb ??= gzipSync(Buffer.alloc(megabytes * 1024 * 1024));
    return reply(200, {headers: ['Content-Encoding: gzip'], body: bomb})(socket, request);
  };
}

/** Sends a body of this many bytes as fast as the client takes it, with or without announcing its length. */
export function pump({totalBytes, isAnnounced}: {readonly totalBytes: number; readonly isAnnounced: boolean}): Script {
  return async socket => {
    const framing = isAnnounced ? `Content-Length: ${totalBytes}` : 'Connection: close';
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`);
    const block = Buffer.alloc(64 * 1024, 0x20);
    for (let sent = 0; sent < totalBytes && !socket.destroyed; sent += block.length) await written(socket, block);
    socket.end();
  };
}

/** Sends informational replies, `count` or for ever, and then a good reply. */
export function informational({count}: {readonly count: number}): Script {
  return async (socket, request) => {
    const block = Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n');
    for (let sent = 0; sent < count && !socket.destroyed; sent += 1) {
      if (sent % 100 === 99) await written(socket, block);
      else socket.write(block);
    }
    if (!socket.destroyed) await reply(200, {body: '{}'})(socket, request);
  };
}

/** Sends the reader elsewhere. */
export function redirect(location: string, status = 302): Script {
  return reply(status, {headers: [`Location: ${location}`]});
}

/** Does `first` for the first `times` requests, and `then` afterwards. */
export function firstTimes(times: number, first: Script, then: Script): Script {
  let seen = 0;
  return (socket, request) => {
    seen += 1;
    return (seen <= times ? first : then)(socket, request);
  };
}

/** Hands the request to a real server and gives its reply back, so that only chosen paths misbehave; `onReply` sees the reply's bytes. */
export function passThrough(url: string, onReply?: (request: RawRequest, bytes: Buffer) => void): Script {
  const {hostname, port} = new URL(url);
  return (socket, request) =>
    new Promise(resolve => {
      const upstream = connect(Number(port || '80'), hostname.replace(/^\[|\]$/g, ''));
      const head = request.head.replace(/^connection:.*\r\n/gim, '').replace('\r\n', '\r\nConnection: close\r\n');
      upstream.on('error', () => socket.destroy());
      upstream.once('close', resolve);
      socket.once('close', () => upstream.destroy());
      upstream.write(head, 'latin1');
      upstream.write(request.body);
      upstream.pipe(socket);
      if (onReply === undefined) return;
      const parts: Buffer[] = [];
      upstream.on('data', (part: Buffer) => parts.push(part));
      // Whoever has its reply may close before the server does, and then nothing ends.
      upstream.once('close', () => onReply(request, Buffer.concat(parts)));
    });
}

/** Hands the request to a real server and gives its status and headers back, but never its body. */
export function withoutBody(url: string): Script {
  const {hostname, port} = new URL(url);
  return (socket, request) =>
    new Promise(resolve => {
      const upstream = connect(Number(port || '80'), hostname.replace(/^\[|\]$/g, ''));
      const parts: Buffer[] = [];
      upstream.on('error', () => socket.destroy());
      upstream.on('data', (part: Buffer) => parts.push(part));
      upstream.once('close', () => {
        const bytes = Buffer.concat(parts);
        const head = bytes.subarray(0, Math.max(0, bytes.indexOf('\r\n\r\n'))).toString('latin1');
        const lines = head.split('\r\n').filter(line => !/^(content-length|transfer-encoding|connection):/i.test(line));
        socket.write(Buffer.from([...lines, 'Content-Length: 0', '', ''].join('\r\n'), 'latin1'));
        resolve();
      });
      upstream.write(
        request.head.replace(/^connection:.*\r\n/gim, '').replace('\r\n', '\r\nConnection: close\r\n'),
        'latin1',
      );
      upstream.write(request.body);
    });
}

/** Takes a prefix off the path before another script sees the request; what is not below it gets a 404. */
export function below(prefix: string, script: Script): Script {
  return (socket, request) => {
    const {path} = request;
    if (!path.startsWith(`${prefix}/`)) return reply(404, {body: 'not below the prefix'})(socket, request);
    const rest = path.slice(prefix.length);
    return script(socket, {...request, path: rest, head: request.head.replace(` ${path} `, ` ${rest} `)});
  };
}

function written(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise(resolve => {
    if (socket.destroyed) return resolve();
    socket.once('close', resolve);
    return void socket.write(bytes, () => {
      socket.off('close', resolve);
      resolve();
    });
  });
}

function closed(socket: Socket): Promise<void> {
  return new Promise(resolve => {
    if (socket.destroyed) return resolve();
    return void socket.once('close', () => resolve());
  });
}
