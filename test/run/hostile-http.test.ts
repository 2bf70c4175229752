// Shows that no HTTP target, however broken, makes the adapter hang, crash, lie or send twice. Rows are numbered as in the project's list.
import {ownWords} from '../../model/redacted.ts';
import {deflateRawSync, deflateSync, brotliCompressSync, gzipSync} from 'node:zlib';
import type {Socket} from 'node:net';
import type {TLSSocket} from 'node:tls';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {defaultBounds, type Bounds} from '../../model/bounds.ts';
import type {HttpNoReply, HttpObservation, HttpPort, HttpReply, HttpRequest} from '../../model/http.ts';
import {httpTarget, type HttpTargetOptions} from '../../runner/targets/http/target.ts';
import {startReference} from '../../runner/targets/reference/start-reference.ts';
import {makeCertificate} from '../support/make-certificate.ts';
import {
  drip,
  endlessChunks,
  firstTimes,
  gzipBomb,
  halfBody,
  hang,
  informational,
  passThrough,
  pump,
  rawServer,
  redirect,
  reply,
  reset,
  send,
  sendAndEnd,
  sendAndReset,
  type RawServer,
  type RawServerOptions,
  type Script,
} from '../support/raw-server.ts';

/** For rows whose subject is not time: a busy machine never comes near these. */
const bounds: Bounds = {
  ...defaultBounds,
  connectTimeoutMs: 20_000,
  replyTimeoutMs: 20_000,
  replyBytesMax: 64 * 1024,
  jobs: 2,
};
/** For rows whose subject is a time bound. */
const short: Bounds = {...bounds, connectTimeoutMs: 600, replyTimeoutMs: 600};
/** Over this beyond its bound, a row counts as hung. */
const watchdogMs = 2_000;

const opened: {close(): Promise<void>}[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

const ok = reply(200, {body: '{"ok":true}'});

async function serve(options: RawServerOptions): Promise<RawServer> {
  const server = await rawServer(options);
  opened.push(server);
  return server;
}

function target(baseUrl: string, changes: Partial<HttpTargetOptions> = {}): HttpPort {
  const port = httpTarget({baseUrl, bounds, tls: {insecure: false}, headers: [], redaction: ownWords, ...changes});
  opened.push(port);
  return port;
}

/** All of one case, so that they share connections. */
const ofOne = {conversation: 'one'};

async function ask(
  port: HttpPort,
  changes: Partial<HttpRequest> = {},
  {replyTimeoutMs}: Bounds = bounds,
): Promise<HttpObservation> {
  const started = performance.now();
  const observation = await port.exchange({method: 'GET', path: '/x', headers: [], ...changes}, ofOne);
  expect(performance.now() - started).toBeLessThan(replyTimeoutMs + watchdogMs);
  return observation;
}

/** Asks a server that does this on /x, and then shows that /good still answers rightly over the same door. */
async function askScript(
  script: Script,
  changes: Partial<HttpRequest> = {},
  within: Bounds = bounds,
): Promise<HttpObservation> {
  const server = await serve({routes: {'* /x': script, '/good': ok}});
  const port = target(server.url, {bounds: {...within, jobs: 1}});
  const observation = await ask(port, changes, within);
  const after = await port.exchange(
    {method: 'GET', path: '/good', headers: []},
    {...ofOne, timeoutMs: bounds.replyTimeoutMs},
  );
  expect(after).toMatchObject({kind: 'reply', status: 200, body: utf8('{"ok":true}')});
  return observation;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function lost(observation: HttpObservation): HttpNoReply {
  if (observation.kind !== 'no-reply') throw new Error(`expected no reply, got a ${observation.status}`);
  return observation;
}

function replied(observation: HttpObservation): HttpReply {
  if (observation.kind !== 'reply')
    throw new Error(`expected a reply, got ${observation.cause}: ${observation.detail}`);
  return observation;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

describe('time', () => {
  test('HT-01 a target that never answers is timeout-headers at the bound', async () => {
    const observation = lost(await askScript(hang(), {}, short));
    expect(observation).toMatchObject({
      cause: 'timeout-headers',
      detail: 'no reply came within 600 ms',
      mayHaveBeenApplied: true,
    });
    expect(observation.elapsedMs).toBeGreaterThanOrEqual(590);
  });

  test('HT-02 a head that drips in is timeout-headers at the total bound', async () => {
    const observation = lost(await askScript(drip(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(500)}`, 30), {}, short));
    expect(observation.cause).toBe('timeout-headers');
    expect(observation.detail).toMatch(/^only \d+ bytes of the reply's head came within 600 ms$/);
    expect(latin1(observation.firstBytes)).toMatch(/^HTTP\/1\.1/);
  });

  test('HT-03 a body that drips for ever is timeout-total, though it never pauses', async () => {
    const observation = lost(await askScript(endlessChunks(30), {}, short));
    expect(observation).toMatchObject({cause: 'timeout-total', status: 200});
    expect(observation.detail).toMatch(/^the body was not whole within 600 ms; \d+ bytes of it came$/);
  });

  test('a bound given with the exchange wins over the default', async () => {
    const server = await serve({fallback: hang()});
    const observation = lost(
      await target(server.url).exchange({method: 'GET', path: '/', headers: []}, {timeoutMs: 50}),
    );
    expect(observation.detail).toBe('no reply came within 50 ms');
  });

  test('an exchange that is called off ends at once', async () => {
    const server = await serve({fallback: hang()});
    const stop = new AbortController();
    const pending = target(server.url).exchange({method: 'GET', path: '/', headers: []}, {signal: stop.signal});
    stop.abort();
    expect(lost(await pending).cause).toBe('interrupted');
  });

  test('exchanges past the number of jobs wait for a connection and then run; one called off while waiting is never sent', async () => {
    const server = await serve({
      routes: {'/slow': drip('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 3)},
      fallback: ok,
    });
    const port = target(server.url, {bounds: {...bounds, jobs: 1}});
    const stop = new AbortController();
    const slow = port.exchange({method: 'GET', path: '/slow', headers: []}, ofOne);
    const dropped = port.exchange({method: 'GET', path: '/dropped', headers: []}, {signal: stop.signal});
    const later = port.exchange({method: 'GET', path: '/later', headers: []}, ofOne);
    stop.abort();
    expect(lost(await dropped)).toMatchObject({cause: 'interrupted', mayHaveBeenApplied: false});
    expect([replied(await slow).status, replied(await later).status]).toEqual([200, 200]);
    expect(server.requests.map(request => request.path)).toEqual(['/slow', '/later']);
    expect(server.connections()).toBe(1);
  });

  test('closing the door ends what is under way, and later exchanges are refused', async () => {
    const server = await serve({fallback: hang()});
    const port = httpTarget({baseUrl: server.url, bounds, tls: {insecure: false}, headers: [], redaction: ownWords});
    const pending = port.exchange({method: 'POST', path: '/', headers: []});
    await port.close();
    expect(lost(await pending).cause).toBe('interrupted');
    expect(lost(await port.exchange({method: 'GET', path: '/', headers: []})).mayHaveBeenApplied).toBe(false);
  });
});

describe('size', () => {
  test('HT-04 a body that announces too much is not read', async () => {
    const observation = lost(await askScript(pump({totalBytes: 2 ** 30, isAnnounced: true})));
    expect(observation).toMatchObject({cause: 'body-too-large', status: 200});
    expect(observation.detail).toBe(
      'the body is larger than 65,536 bytes as it announces (1,073,741,824 bytes); the rest was not read',
    );
  });

  test('HT-04 a body that announces nothing is read up to the bound', async () => {
    const observation = lost(await askScript(pump({totalBytes: 2 ** 30, isAnnounced: false})));
    expect(observation.detail).toBe('the body is larger than 65,536 bytes on the wire; the rest was not read');
    expect(observation.firstBytes.length).toBe(2_048);
  });

  test('HT-05 a gzip bomb stops at the bound of decoded bytes', async () => {
    const observation = lost(await askScript(gzipBomb(20)));
    expect(observation.cause).toBe('body-too-large');
    expect(observation.detail).toMatch(
      /^the body is larger than 65,536 bytes after decompression \([\d,]+ bytes on the wire\)$/,
    );
  });

  test.each([
    ['one header of 100 KiB', `X-Big: ${'a'.repeat(100 * 1024)}`],
    ['10,000 small headers', Array.from({length: 10_000}, (_, index) => `X-${index}: 1`).join('\r\n')],
    ['201 headers', Array.from({length: 201}, (_, index) => `X-${index}: 1`).join('\r\n')],
  ])('HT-13 %s are headers-too-large', async (_, lines) => {
    const observation = lost(await askScript(send(`HTTP/1.1 200 OK\r\n${lines}\r\nContent-Length: 0\r\n\r\n`)));
    expect(observation.cause).toBe('headers-too-large');
    expect(observation.detail).toMatch(
      /^the head of the reply is larger than 65536 bytes$|^the reply has more than 200 headers$/,
    );
  });

  test('a single header of 20 KB is within the bound', async () => {
    const value = 'a'.repeat(20_000);
    expect(replied(await askScript(reply(200, {headers: [`X-Big: ${value}`]}))).headers).toContainEqual([
      'X-Big',
      value,
    ]);
  });

  test.each([200_000, Number.POSITIVE_INFINITY])('HT-14 %d informational replies are an error', async count => {
    const observation = lost(await askScript(informational({count})));
    expect(observation).toMatchObject({
      cause: 'protocol',
      detail: 'more than 20 informational (1xx) replies came, and no final one',
    });
  });

  test('HT-14 a few informational replies are fine', async () => {
    expect(replied(await askScript(informational({count: 20}))).status).toBe(200);
  });
});

describe('content encoding', () => {
  const text = '{"name":"encoded"}';
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('a %s body is decoded', async (encoding, body) => {
    const observation = replied(await askScript(reply(200, {headers: [`Content-Encoding: ${encoding}`], body})));
    expect(observation).toMatchObject({body: utf8(text), wireBytes: body.length, notes: []});
  });

  test('a raw deflate body is decoded with a note', async () => {
    const observation = replied(
      await askScript(reply(200, {headers: ['Content-Encoding: deflate'], body: deflateRawSync(text)})),
    );
    expect(observation).toMatchObject({
      body: utf8(text),
      notes: ['the deflate body lacks its zlib wrapper (RFC 9110 8.4.1.2)'],
    });
  });

  test.each([
    [
      'HT-06 100 encodings',
      Array.from({length: 100}, () => 'gzip').join(', '),
      gzipSync(text),
      'the body has 100 content encodings; at most one is accepted',
    ],
    [
      'HT-07 cut gzip',
      'gzip',
      gzipSync(text).subarray(0, -9),
      'the gzip data cannot be decoded: unexpected end of file',
    ],
    [
      'HT-07 garbage after gzip',
      'gzip',
      Buffer.concat([gzipSync(text), Buffer.from('garbage')]),
      'the gzip data cannot be decoded: incorrect header check',
    ],
    [
      'HT-07 zeros after gzip',
      'gzip',
      Buffer.concat([gzipSync(text), Buffer.alloc(7)]),
      '7 bytes follow the end of the gzip data',
    ],
    [
      'HT-07 garbage after deflate',
      'deflate',
      Buffer.concat([deflateSync(text), Buffer.from('garbage')]),
      '7 bytes follow the end of the deflate data',
    ],
    ['HT-07 no gzip at all', 'gzip', Buffer.from(text), 'the gzip data cannot be decoded: incorrect header check'],
    [
      'HT-07 cut brotli',
      'br',
      brotliCompressSync(text).subarray(0, -4),
      'the br data cannot be decoded: unexpected end of file',
    ],
    ['HT-07 unknown encoding', 'shrink', Buffer.from(text), 'the content encoding "shrink" is not known'],
    ['HT-07 prototype name', 'constructor', Buffer.from(text), 'the content encoding "constructor" is not known'],
  ])('%s is bad-encoding, and the raw bytes are kept', async (_, encoding, body, detail) => {
    const observation = lost(await askScript(reply(200, {headers: [`Content-Encoding: ${encoding}`], body})));
    expect(observation).toMatchObject({cause: 'bad-encoding', detail, status: 200});
    expect(latin1(observation.firstBytes)).toContain(body.toString('latin1'));
  });

  test('HT-06 two Content-Encoding lines count as two encodings', async () => {
    const script = reply(200, {
      headers: ['Content-Encoding: gzip', 'Content-Encoding: gzip'],
      body: gzipSync(gzipSync(text)),
    });
    expect(lost(await askScript(script)).detail).toBe('the body has 2 content encodings; at most one is accepted');
  });
});

describe('broken connections', () => {
  test('HT-08 a reset in mid body is reset, with the number of bytes', async () => {
    const observation = lost(await askScript(reset(12)));
    expect(observation).toMatchObject({
      cause: 'reset',
      detail: 'the connection was reset after 12 bytes of the body, before its end',
      status: 200,
    });
    expect(latin1(observation.firstBytes)).toMatch(/\r\n\r\nx{12}$/);
  });

  test('HT-08 a reset of a body that ends with the connection is no whole body', async () => {
    const observation = lost(await askScript(sendAndReset('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[1,2')));
    expect(observation).toMatchObject({
      cause: 'reset',
      detail: 'the connection was reset after 4 bytes of the body, before its end',
    });
  });

  test('HT-08 a reset of a body with a length and Connection: close is reset, not short-body', async () => {
    const observation = lost(
      await askScript(sendAndReset('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\n[1,2')),
    );
    expect(observation.cause).toBe('reset');
  });

  test.each([
    ['half of the announced body', halfBody(12), 12],
    [
      'the same with Connection: close',
      sendAndEnd('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\n{"a":'),
      5,
    ],
    [
      'chunks without the last one',
      sendAndEnd('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'),
      5,
    ],
    [
      'the same with Connection: close',
      sendAndEnd('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'),
      5,
    ],
  ])('HT-09 %s is short-body', async (_, script, count) => {
    const detail = `the connection was closed after ${count} bytes of the body, before its end`;
    expect(lost(await askScript(script))).toMatchObject({cause: 'short-body', detail, mayHaveBeenApplied: true});
  });

  test('HT-09 a connection that ends in the head is reset', async () => {
    const observation = lost(await askScript(sendAndEnd('HTTP/1.1 200 OK\r\nX-A: b')));
    expect(observation).toMatchObject({
      cause: 'reset',
      detail: "the connection was closed after 23 bytes of the reply's head",
    });
  });

  test('HT-10 a body that ends with the connection is marked', async () => {
    const cut = replied(await askScript(sendAndEnd('HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{"a":')));
    expect(cut).toMatchObject({isCloseDelimited: true, body: utf8('{"a":')});
    expect(replied(await askScript(ok)).isCloseDelimited).toBe(false);
  });

  test('HT-18 a lost connection after a POST was sent says that it may have been applied, and nothing is sent again', async () => {
    const server = await serve({routes: {'/good': ok}, fallback: sendAndReset()});
    const port = target(server.url, {bounds: {...bounds, jobs: 1}});
    replied(await ask(port, {path: '/good'}));
    const observation = lost(await ask(port, {method: 'POST', body: utf8('{}')}));
    expect(observation).toMatchObject({cause: 'reset', mayHaveBeenApplied: true, firstBytes: new Uint8Array()});
    expect(observation.detail).toBe(
      'the connection was reset before any byte of the reply; the request may have been applied',
    );
    expect(server.requests.map(request => request.method)).toEqual(['GET', 'POST']);
  });

  test('HT-18 a connection that the target closed while it was idle is opened anew', async () => {
    const server = await serve({
      fallback: ok,
      routes: {'/last': (socket, request) => void Promise.resolve(ok(socket, request)).then(() => socket.end())},
    });
    const port = target(server.url, {bounds: {...bounds, jobs: 1}});
    replied(await ask(port, {path: '/last'}));
    await new Promise(resolve => setImmediate(resolve));
    replied(await ask(port, {method: 'POST', body: utf8('{}')}));
    expect(server.requests.length).toBe(2);
  });
});

describe('HTTP that is none', () => {
  test.each([
    ['Content-Length twice', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['Content-Length with Transfer-Encoding', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['Transfer-Encoding with Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n'],
    ['a Content-Length past 2^64', 'Content-Length: 99999999999999999999999\r\n\r\n{}'],
    ['a negative Content-Length', 'Content-Length: -1\r\n\r\n{}'],
  ])('HT-11 %s is protocol', async (_, rest) => {
    const observation = lost(await askScript(send(`HTTP/1.1 200 OK\r\n${rest}`)));
    expect(observation.cause).toBe('protocol');
    expect(observation.detail).toBe(
      'the reply breaks HTTP/1.1: it announces its length twice, beside Transfer-Encoding, or as something that is not a length',
    );
  });

  test.each([
    ['a bare LF', 'X-A: b\nX-C: d\r\n'],
    ['a NUL', 'X-A: b\0c\r\n'],
    ['a folded line', 'X-A: b\r\n  c\r\n'],
    ['a space before the colon', 'X-A : b\r\n'],
  ])('HT-12 %s in a header is protocol', async (_, line) => {
    const observation = lost(await askScript(send(`HTTP/1.1 200 OK\r\n${line}Content-Length: 2\r\n\r\n{}`)));
    expect(observation.cause).toBe('protocol');
    expect(observation.detail).toMatch(/^the reply breaks HTTP\/1\.1: [A-Z].*, in its head$/);
  });

  test('HT-12 a chunk size that is none is protocol', async () => {
    const observation = lost(
      await askScript(send('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n')),
    );
    expect(observation.detail).toBe('the reply breaks HTTP/1.1: Invalid character in chunk size, in its body');
  });

  test.each([600, 999])('HT-15 status %d is shown as it is', async status => {
    expect(replied(await askScript(reply(status, {body: '{}'}))).status).toBe(status);
  });

  test.each(['000', '099'])('HT-15 status %s is protocol', async status => {
    const observation = lost(await askScript(send(`HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\n\r\n{}`)));
    expect(observation).toMatchObject({
      cause: 'protocol',
      detail: `the reply breaks HTTP/1.1: ${status} is not a status`,
    });
  });

  test.each([
    ['GET', 204, 'a body on the 204 was dropped (RFC 9110 6.4.1)'],
    ['HEAD', 200, 'a body on the reply to HEAD was dropped (RFC 9110 6.4.1)'],
  ])('HT-16 a body on %s %d is dropped with a note', async (method, status, note) => {
    expect(replied(await askScript(reply(status, {body: '{"a":1}'}), {method}))).toMatchObject({
      status,
      body: new Uint8Array(),
      notes: [note],
    });
  });

  test('HT-16 a 304 that tells the length of what it stands for is in order', async () => {
    const script = send('HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n');
    expect(replied(await askScript(script))).toMatchObject({status: 304, body: new Uint8Array(), notes: []});
  });

  test('HT-16 a 204 without a body has no note, also after an informational reply', async () => {
    const script = send('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n');
    expect(replied(await askScript(script))).toMatchObject({status: 204, notes: []});
  });

  test.each([
    ['Transfer-Encoding: gone, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n', 'the Transfer-Encoding "gone" was not asked for'],
    [
      'Content-Type: application/json\r\nContent-Length: 5\r\n\r\n\xef\xbb\xbf{}',
      'the body begins with a byte order mark',
    ],
    [
      'Content-Type: application/json; charset=utf-16\r\nContent-Length: 2\r\n\r\n{}',
      'says charset="utf-16", and JSON is UTF-8',
    ],
    [
      'Content-Type: text/plain; charset=UTF-8\r\nContent-Length: 1\r\n\r\n\xff',
      'says charset=UTF-8, and the body is not',
    ],
  ])('HT-30 %j is read, with a note', async (head, note) => {
    const {notes} = replied(await askScript(send(Buffer.from(`HTTP/1.1 200 OK\r\n${head}`, 'latin1'))));
    expect(notes).toEqual([expect.stringContaining(note)]);
  });

  test.each(['application/json; charset=utf-8', 'application/problem+json', 'text/html; charset=iso-8859-1'])(
    'HT-30 a body of type %s has no note',
    async type => {
      const script = reply(200, {headers: [`Content-Type: ${type}`], body: '{"a":"ä"}'});
      expect(replied(await askScript(script)).notes).toEqual([]);
    },
  );

  test('HT-30 a status line of HTTP/2.0 over HTTP/1.1 does not pass unnoticed', async () => {
    const seen = await askScript(send('HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
    expect(replied(seen).notes).toEqual(['the status line says HTTP/2.0, and the connection speaks HTTP/1.1']);
  });

  test('HT-17 a second reply that nobody asked for never becomes the reply to the next request', async () => {
    const wrong = 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"ok":false}';
    const observation = replied(await askScript(send('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', wrong)));
    expect(observation.body).toEqual(utf8('{}'));
  });

  test.each([
    ['announced', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
    ['chunked', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
  ])('HT-17 bytes behind a reply whose length is %s are noted, and end its connection', async (_name, good) => {
    const wrong = 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"ok":false}';
    const server = await serve({fallback: firstTimes(1, send(good + wrong), ok)});
    const port = target(server.url, {bounds: {...bounds, jobs: 1}});
    const [first, second] = await Promise.all([ask(port), ask(port)]);
    expect(replied(first).notes).toEqual([
      '51 bytes came behind this reply that no request asked for; the connection was closed',
    ]);
    expect([replied(second).body, replied(second).notes]).toEqual([utf8('{"ok":true}'), []]);
  });

  test('HT-17 a reply that comes late answers no request of another conversation, and is noted at the one before it', async () => {
    const late = 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"ok":false}';
    const sockets: Socket[] = [];
    const server = await serve({
      fallback: (socket, request) => {
        // What is late comes with the next request of the connection, as close to its own reply as it can be.
        if (sockets.includes(socket)) socket.write(late);
        sockets.push(socket);
        return ok(socket, request);
      },
    });
    const port = target(server.url, {bounds: {...bounds, jobs: 1}});
    const request = {method: 'GET', path: '/x', headers: []} as const;
    for (const conversation of ['a', 'b', 'c'])
      expect(replied(await port.exchange(request, {conversation})).body).toEqual(utf8('{"ok":true}'));
    expect(server.connections()).toBe(3);
    const told = await new Promise<string>(resolve => {
      void port.exchange(request, {conversation: 'd', onUnasked: resolve}).then(() => sockets.at(-1)?.write(late));
    });
    expect(told).toBe('51 bytes came behind this reply that no request asked for; the connection was closed');
    const first = replied(await port.exchange(request, {conversation: 'e'}));
    const shifted = replied(await port.exchange(request, {conversation: 'e'}));
    // It is the case's own connection: what came is what it was sent, and the note says what to think of it.
    expect([first.notes, shifted.body]).toEqual([[], utf8('{"ok":false}')]);
    await vi.waitFor(() =>
      expect(shifted.notes).toEqual([
        '88 bytes came behind this reply that no request asked for; the connection was closed; its earlier replies may each belong to the request before',
      ]),
    );
  });

  test('HT-18 a connection whose last request is long ago is not used again, as the target may have ended it while we were busy', async () => {
    const server = await serve({fallback: ok});
    const port = target(server.url, {bounds: {...bounds, jobs: 1}});
    const request = {method: 'POST', path: '/x', headers: []} as const;
    replied(await port.exchange(request, ofOne));
    replied(await port.exchange(request, ofOne));
    expect(server.connections()).toBe(1);
    const later = performance.now() + 2_500;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    try {
      replied(await port.exchange(request, ofOne));
    } finally {
      vi.restoreAllMocks();
    }
    expect(server.connections()).toBe(2);
  });

  test("time in which we did something else is not the target's", async () => {
    const server = await serve({fallback: ok});
    const port = target(server.url, {bounds: short});
    await ask(port);
    const asked = ask(port, {}, short);
    setImmediate(() => {
      const until = performance.now() + 3 * short.replyTimeoutMs;
      while (performance.now() < until);
    });
    expect(replied(await asked).status).toBe(200);
  });

  test('HT-19 a reply before the whole request was read is taken, and the rest is not sent', async () => {
    const early = await serve({
      greeting: socket =>
        void socket.once('data', () => socket.pause().write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\n{}')),
    });
    const observation = await ask(target(early.url), {method: 'POST', body: new Uint8Array(32 * 1024 * 1024)});
    expect(replied(observation).status).toBe(413);
  });

  test('HT-19 a 100 that nobody asked for is passed over', async () => {
    const script = send('HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}');
    expect(replied(await askScript(script, {method: 'POST', body: utf8('{}')}))).toMatchObject({
      status: 201,
      body: utf8('{}'),
    });
  });

  test('HT-19 a switch of protocol that nobody asked for is protocol', async () => {
    const observation = lost(
      await askScript(send('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')),
    );
    expect(observation).toMatchObject({cause: 'protocol'});
    expect(observation.detail).toBe(
      'the reply breaks HTTP/1.1: it switches to another protocol without being asked (101)',
    );
  });

  test.each([
    [
      'an HTML page',
      '<html>\x1b[31mproxy</html>',
      'the target does not speak HTTP; it sent "<html>\\u001b[31mproxy</html>"',
    ],
    [
      'a TLS alert',
      '\x15\x03\x01\x00\x02\x02\x46',
      'the target does not speak HTTP; this looks like a TLS port (use https://): it sent "\\u0015\\u0003\\u0001\\u0000\\u0002\\u0002F"',
    ],
  ])('HT-20 %s is not-http with its first bytes', async (_, text, detail) => {
    expect(lost(await askScript(sendAndEnd(Buffer.from(text, 'latin1'))))).toMatchObject({cause: 'not-http', detail});
  });

  test('HT-20 an SSH banner, sent before anything was asked, is not-http', async () => {
    const server = await serve({greeting: socket => void socket.write('SSH-2.0-OpenSSH_9.6\r\n')});
    const observation = lost(await ask(target(server.url)));
    expect(observation).toMatchObject({cause: 'not-http'});
    expect(observation.detail).toBe(
      'the target does not speak HTTP; this looks like an SSH port: it sent "SSH-2.0-OpenSSH_9.6\\r\\n"',
    );
    expect(latin1(observation.firstBytes)).toBe('SSH-2.0-OpenSSH_9.6\r\n');
  });
});

describe('redirects', () => {
  test.each([
    'http://127.0.0.1:1/elsewhere',
    '/x',
    'file:///etc/passwd',
    'data:text/plain,x',
    'ftp://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
  ])('HT-21, HT-22, HT-23 a redirect to %s is an observation and is not followed', async location => {
    const server = await serve({fallback: redirect(location, 307)});
    const observation = await ask(target(server.url), {
      method: 'POST',
      headers: [['Authorization', 'token abc123']],
      body: utf8('{}'),
    });
    expect(replied(observation)).toMatchObject({status: 307});
    expect(replied(observation).headers).toContainEqual(['Location', location]);
    expect(server.requests.length).toBe(1);
  });
});

describe('no connection', () => {
  test('HT-26 a closed port is connect-refused', async () => {
    const server = await rawServer({});
    await server.close();
    const observation = lost(await ask(target(server.url), {method: 'POST'}));
    expect(observation).toMatchObject({cause: 'connect-refused', mayHaveBeenApplied: false});
    expect(observation.detail).toBe(`nothing listens on 127.0.0.1:${server.port} (ECONNREFUSED)`);
  });

  test('HT-26 a port that fetch refuses is tried like any other', async () => {
    expect(lost(await ask(target('http://127.0.0.1:1'))).cause).not.toBe('no-evidence');
  });

  test('HT-25 a name that nobody knows is dns', async () => {
    const observation = lost(await ask(target('http://nobody.invalid')));
    expect(observation).toMatchObject({cause: 'dns', mayHaveBeenApplied: false});
    expect(observation.detail).toMatch(/^the name of nobody\.invalid (is not known|could not be looked up) \(E\w+\)$/);
  });
});

describe('TLS', () => {
  const host = '127.0.0.1';
  const good = makeCertificate({host});
  const serveTls = (certificate: {certPem: string; keyPem: string}, more: object = {}): Promise<RawServer> =>
    serve({fallback: ok, tls: {cert: certificate.certPem, key: certificate.keyPem, ...more}});

  test('HT-27 a certificate that nobody trusts is tls, and says what to do', async () => {
    const server = await serveTls(good);
    const observation = lost(await ask(target(server.url), {method: 'POST'}));
    expect(observation).toMatchObject({cause: 'tls', mayHaveBeenApplied: false});
    expect(observation.detail).toBe(
      `the TLS handshake with ${host}:${server.port} failed: its certificate is self-signed; give it, or its CA, with --ca-file (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    );
    expect(server.requests.length).toBe(0);
  });

  test('HT-27 the same certificate is trusted when it is given, or when insecure is asked for', async () => {
    const server = await serveTls(good);
    expect(replied(await ask(target(server.url, {tls: {insecure: false, caPem: good.certPem}}))).status).toBe(200);
    expect(replied(await ask(target(server.url, {tls: {insecure: true}}))).status).toBe(200);
  });

  test('HT-27 a second connection resumes the session of the first', async () => {
    const resumed: boolean[] = [];
    const server = await serve({
      tls: {cert: good.certPem, key: good.keyPem},
      fallback: (socket, request) => {
        resumed.push((socket as TLSSocket).isSessionReused());
        return ok(socket, request);
      },
    });
    const port = target(server.url, {tls: {insecure: false, caPem: good.certPem}});
    for (const conversation of ['a', 'b'])
      replied(await port.exchange({method: 'GET', path: '/', headers: []}, {conversation}));
    expect(resumed).toEqual([false, true]);
  });

  test.each([
    [
      'expired',
      {notBefore: new Date('2020-01-01'), notAfter: new Date('2020-02-01')},
      'its certificate has expired (CERT_HAS_EXPIRED)',
    ],
    [
      'not valid yet',
      {notBefore: new Date('2048-01-01'), notAfter: new Date('2048-02-01')},
      'its certificate is not valid yet (CERT_NOT_YET_VALID)',
    ],
    [
      'for another host',
      {host: 'elsewhere.example'},
      'its certificate is for another host name (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
  ])('HT-27 a trusted certificate that is %s is tls', async (_, changes, reason) => {
    const certificate = makeCertificate({host, ...changes});
    const server = await serveTls(certificate);
    const observation = lost(await ask(target(server.url, {tls: {insecure: false, caPem: certificate.certPem}})));
    expect(observation).toMatchObject({
      cause: 'tls',
      detail: `the TLS handshake with ${host}:${server.port} failed: ${reason}`,
    });
  });

  test('HT-27 a target that speaks TLS 1.0 only is tls', async () => {
    const server = await serveTls(good, {minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0'});
    const observation = lost(await ask(target(server.url, {tls: {insecure: false, caPem: good.certPem}})));
    expect(observation.cause).toBe('tls');
    expect(observation.detail).toMatch(/it speaks no TLS version that is accepted here \(1\.2 and newer\)/);
  });

  test('HT-27 a handshake that stalls is tls at the connect timeout', async () => {
    const server = await serve({greeting: () => undefined});
    const observation = lost(await ask(target(server.url.replace('http:', 'https:'), {bounds: short}), {}, short));
    expect(observation).toMatchObject({
      cause: 'tls',
      detail: `the TLS handshake with ${host}:${server.port} was not done within 600 ms`,
    });
  });

  test('HT-27 a plain port behind https:// says so', async () => {
    const server = await serve({
      greeting: socket => void socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
    });
    const observation = lost(await ask(target(server.url.replace('http:', 'https:'))));
    expect(observation.cause).toBe('tls');
    expect(observation.detail).toMatch(/it does not answer in TLS; is its address http:\/\/ instead of https:\/\/\?/);
  });

  test('HT-27 a target that wants a client certificate gets it', async () => {
    const client = makeCertificate({host: 'client'});
    const server = await serveTls(good, {requestCert: true, ca: client.certPem});
    const trusting = {insecure: false, caPem: good.certPem};
    // Node.js hangs up without a TLS alert; servers that send one are tls.
    expect(lost(await ask(target(server.url, {tls: trusting}))).cause).toBe('reset');
    expect(
      replied(await ask(target(server.url, {tls: {...trusting, certPem: client.certPem, keyPem: client.keyPem}})))
        .status,
    ).toBe(200);
  });

  test('HT-27 a CA file that is none is tls, with the reason', async () => {
    const observation = lost(
      await ask(target('https://127.0.0.1:1', {tls: {insecure: false, certPem: 'nonsense', keyPem: 'nonsense'}})),
    );
    expect(observation.cause).toBe('tls');
    expect(observation.detail).toMatch(/^the CA file, client certificate or client key cannot be used: /);
  });
});

describe('proxy', () => {
  test('HT-28 proxy variables of the environment are ignored', async () => {
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'] as const;
    const before = names.map(name => process.env[name]);
    for (const name of names) process.env[name] = 'http://127.0.0.1:1';
    try {
      const server = await serve({fallback: ok});
      expect(replied(await ask(target(server.url))).status).toBe(200);
    } finally {
      for (const [index, name] of names.entries()) {
        if (before[index] === undefined) delete process.env[name];
        else process.env[name] = before[index];
      }
    }
  });

  test('a proxy gets plain requests in absolute form, with its own credentials, and every repeated header', async () => {
    const proxy = await serve({fallback: ok});
    const url = proxy.url.replace('://', '://user:pa%20ss@');
    const port = target('http://target.invalid:3000/base', {proxy: {url, noProxy: []}});
    replied(
      await ask(port, {
        path: '/x?a=1',
        headers: [
          ['X-A', '1'],
          ['X-A', '2'],
        ],
      }),
    );
    expect(proxy.requests[0]?.path).toBe('http://target.invalid:3000/base/x?a=1');
    expect(proxy.requests[0]?.head).toMatch(/^host: target\.invalid:3000\r$/im);
    expect(proxy.requests[0]?.head).toMatch(/^Proxy-Authorization: Basic dXNlcjpwYSBzcw==\r$/m);
    expect(proxy.requests[0]?.head.match(/^X-A: [12]\r$/gm)).toEqual(['X-A: 1\r', 'X-A: 2\r']);
  });

  test('a proxy that wants a password is not mistaken for the target', async () => {
    const proxy = await serve({fallback: reply(407)});
    const observation = lost(await ask(target('http://target.invalid', {proxy: {url: proxy.url, noProxy: []}})));
    expect(observation).toMatchObject({cause: 'connect-refused', status: 407});
    expect(observation.detail).toBe(
      `the proxy 127.0.0.1:${proxy.port} wants a user and a password (407); put them in its URL`,
    );
  });

  test('a proxy that is not there is named', async () => {
    const gone = await rawServer({});
    await gone.close();
    const options = {proxy: {url: gone.url, noProxy: []}};
    const plain = lost(await ask(target('http://target.invalid', options)));
    expect(plain.detail).toBe(`nothing listens on the proxy 127.0.0.1:${gone.port} (ECONNREFUSED)`);
    const tunnel = lost(await ask(target('https://target.invalid', options)));
    expect(tunnel.detail).toMatch(
      new RegExp(`^the proxy 127\\.0\\.0\\.1:${gone.port} cannot be reached: .*ECONNREFUSED`),
    );
  });

  test('TLS goes through a tunnel, and is checked against the target', async () => {
    const certificate = makeCertificate({host: '127.0.0.1'});
    const server = await serve({fallback: ok, tls: {cert: certificate.certPem, key: certificate.keyPem}});
    const proxy = await serve({routes: {'CONNECT *': tunnelTo(server.port)}});
    const options = {proxy: {url: proxy.url, noProxy: []}};
    expect(lost(await ask(target(server.url, options))).cause).toBe('tls');
    const trusting = {...options, tls: {insecure: false, caPem: certificate.certPem}};
    expect(replied(await ask(target(server.url, trusting))).status).toBe(200);
    expect(proxy.requests[0]?.path).toBe(`127.0.0.1:${server.port}`);
  });

  test('a proxy that refuses the tunnel, or never answers, is named', async () => {
    const refusing = await serve({fallback: reply(403)});
    const observation = lost(await ask(target('https://target.invalid', {proxy: {url: refusing.url, noProxy: []}})));
    expect(observation.detail).toBe(
      `the proxy 127.0.0.1:${refusing.port} refused the tunnel to target.invalid:443: 403 Scripted`,
    );
    const silent = await serve({fallback: hang()});
    const timedOut = lost(
      await ask(target('https://target.invalid', {proxy: {url: silent.url, noProxy: []}, bounds: short}), {}, short),
    );
    expect(timedOut).toMatchObject({cause: 'connect-timeout'});
    expect(timedOut.detail).toBe(
      `no connection to target.invalid through the proxy 127.0.0.1:${silent.port} within 600 ms`,
    );
  });

  test.each(['127.0.0.1', '*', ' 127.0.0.1 ', '.0.0.1'])('a host on the list %j is reached directly', async pattern => {
    const server = await serve({fallback: ok});
    expect(
      replied(await ask(target(server.url, {proxy: {url: 'http://127.0.0.1:1', noProxy: [pattern]}}))).status,
    ).toBe(200);
  });
});

describe('the raw server', () => {
  test('hands everything on to a real server but the one path that misbehaves', async () => {
    const started = await startReference({role: 'hosting', faults: [], settings: [], isTracingRules: false});
    if (started.kind !== 'started') throw new Error(started.detail);
    opened.push({close: () => started.stop()});
    const server = await serve({
      routes: {'POST /api/v1/user/repos': reset(5), '/api/v1/version': firstTimes(1, hang(), passThrough(started.url))},
      fallback: passThrough(started.url),
    });
    const port = target(server.url, {bounds: {...bounds, replyTimeoutMs: 2_000}});
    const pair = Buffer.from(`${started.admin.user}:${started.admin.password}`).toString('base64');
    const headers = [
      ['Authorization', `Basic ${pair}`],
      ['Content-Type', 'application/json'],
    ] as const;
    const create = {method: 'POST', headers, body: utf8('{"name":"a-repository"}')};
    expect(lost(await ask(port, {...create, path: '/api/v1/user/repos'})).cause).toBe('reset');
    const user = replied(await ask(port, {headers, path: '/api/v1/user'}));
    expect([user.status, latin1(user.body).includes(started.admin.user)]).toEqual([200, true]);
    expect(lost(await ask(port, {headers, path: '/api/v1/version'})).cause).toBe('timeout-headers');
    expect(replied(await ask(port, {headers, path: '/api/v1/version'})).status).toBeLessThan(500);
  });
});

describe('what is sent and received', () => {
  test('headers keep their case, order and repetition both ways; nothing is added but host, connection and length', async () => {
    const server = await serve({fallback: reply(200, {headers: ['X-B: 1', 'x-a: 2', 'X-B: \xe9']})});
    const port = target(`${server.url}/pre/fix`, {
      headers: [
        ['X-Every', 'one'],
        ['x-mine', 'default'],
      ],
    });
    const observation = replied(
      await ask(port, {method: 'POST', path: '/x?q=%20', headers: [['X-Mine', 'own']], body: utf8('{}')}),
    );
    expect(server.requests[0]?.head.split('\r\n')).toEqual([
      'POST /pre/fix/x?q=%20 HTTP/1.1',
      `host: 127.0.0.1:${server.port}`,
      'connection: keep-alive',
      'X-Every: one',
      'X-Mine: own',
      'content-length: 2',
      '',
      '',
    ]);
    expect(observation.headers.slice(1, 4)).toEqual([
      ['X-B', '1'],
      ['x-a', '2'],
      ['X-B', 'é'],
    ]);
  });

  test('Set-Cookie is reported and never sent back', async () => {
    const server = await serve({fallback: reply(200, {headers: ['Set-Cookie: a=b']})});
    const port = target(server.url, {bounds: {...bounds, jobs: 1}});
    expect(replied(await ask(port)).headers).toContainEqual(['Set-Cookie', 'a=b']);
    await ask(port);
    expect(server.requests[1]?.head).not.toMatch(/cookie/i);
  });

  test.each([
    [{path: 'x'}, 'the request cannot be sent: its path "x" does not begin with "/"'],
    [{path: '/a\r\nb'}, 'the request cannot be sent: its path "/a\\r\\nb" has characters that must be encoded'],
    [{path: '/é'}, 'the request cannot be sent: its path "/é" has characters that must be encoded'],
    [{method: 'GE T'}, 'the request cannot be sent: "GE T" is not an HTTP method'],
    [{headers: [['X:', '']] as const}, 'the request cannot be sent: "X:" is not a header name'],
    [
      {headers: [['X-A', 'a\r\nX-B: c']] as const},
      'the request cannot be sent: the value of its header X-A has characters that no header may have',
    ],
    [{headers: [['Expect', '100-continue']] as const}, 'the request cannot be sent: expect header not supported'],
    [
      {headers: [['Content-Length', '5']] as const, method: 'POST', body: utf8('{}')},
      'the request cannot be sent: Request body length does not match content-length header',
    ],
  ])('HT-37 %j is refused before anything is sent', async (changes, detail) => {
    const server = await serve({fallback: ok});
    const port = target(server.url, {bounds: {...bounds, jobs: 1}});
    expect(lost(await ask(port, changes))).toMatchObject({cause: 'no-evidence', detail, mayHaveBeenApplied: false});
    expect(server.requests.length).toBe(0);
    expect(replied(await ask(port)).status).toBe(200);
  });

  test('fifty exchanges on two connections get the replies that belong to them', async () => {
    const echo: Script = (socket, request) => reply(200, {body: request.path})(socket, request);
    const server = await serve({fallback: firstTimes(3, reset(5), echo)});
    const port = target(server.url);
    const paths = Array.from({length: 50}, (_, index) => `/${index}`);
    const observations = await Promise.all(paths.map(path => port.exchange({method: 'GET', path, headers: []})));
    const bodies = observations.map(one => (one.kind === 'reply' ? latin1(one.body) : one.cause));
    expect(bodies.filter(body => body === 'reset').length).toBe(3);
    expect(bodies.every((body, index) => body === 'reset' || body === paths[index])).toBe(true);
  });
});

function tunnelTo(port: number): Script {
  return async socket => {
    const {connect} = await import('node:net');
    const upstream = connect(port, '127.0.0.1');
    socket.once('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    upstream.pipe(socket);
    // The server reads this socket for requests of its own; from here on its bytes belong to the tunnel.
    await new Promise(() => socket.removeAllListeners('readable').on('data', chunk => upstream.write(chunk)));
  };
}
