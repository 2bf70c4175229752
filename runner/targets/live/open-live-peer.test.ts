// Live peers over real sockets: the reference peer, strangers, floods, refusals, and addresses that are never sent to.
import {createSocket, type Socket} from 'node:dgram';
import {once} from 'node:events';
import {mkdtempSync} from 'node:fs';
import {createServer, type AddressInfo, type Socket as StreamSocket} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import type {LiveConversation} from '../../../model/peer.ts';
import {openLive} from './open-live-peer.ts';
import {readReadyLine, startProcess} from '../process/child.ts';
import {newestProgram} from '../process/newest-program.ts';

const packageRoot = resolve(import.meta.dirname, '../../..');
const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function converse(url: string, bounds = defaultBounds): Promise<LiveConversation> {
  const start = await openLive(url, bounds);
  if (start.kind !== 'started') throw new Error(start.detail);
  undo.push(() => start.port.close());
  return start.port.open();
}

async function reference(url: string): Promise<string> {
  const args = [...newestProgram('reference-server/overlay/main'), '--live', url];
  const start = await startProcess({command: process.execPath, args, cwd: packageRoot});
  if (start.kind !== 'started') throw new Error(start.detail);
  undo.push(() => start.process.stop());
  const ready = await readReadyLine(start.process, 30_000);
  if (ready.kind !== 'line') throw new Error(ready.detail);
  return (JSON.parse(ready.line) as {readonly url: string}).url;
}

/** A UDP peer of our own and its URL. */
async function datagramPeer(): Promise<{readonly socket: Socket; readonly url: string}> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  undo.push(() => new Promise<void>(done => socket.close(() => done())));
  return {socket, url: `udp://127.0.0.1:${socket.address().port}`};
}

async function streamPeer(serve: (socket: StreamSocket) => void): Promise<string> {
  const server = createServer(socket => serve(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => server.close());
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

// 10 ac 02  Time = 300 of an OverlayPing whose Type is Ping; the reply has 08 01  Type = Reply.
const ping = Buffer.from('10ac02', 'hex');
const reply = Buffer.from('080110ac02', 'hex');

test.each([
  'udp://127.0.0.1:0',
  'tcp://127.0.0.1:0',
  'tcp://127.0.0.1:0?frame=varint',
  `unix:${join(mkdtempSync(join(tmpdir(), 'touchstone-')), 's')}?frame=u32le`,
])('the reference peer at %s answers a ping', async at => {
  const listening = await reference(`${at}${at.includes('?') ? '&' : '?'}as=OverlayPing`);
  const conversation = await converse(listening);
  expect(await conversation.send(ping)).toEqual({kind: 'sent'});
  expect(await conversation.receive(10_000)).toMatchObject({kind: 'frame', bytes: Uint8Array.from(reply)});
});

test('OV-06 an answer from another port is counted and never taken', async () => {
  const {socket, url} = await datagramPeer();
  const stranger = createSocket('udp4');
  undo.push(() => stranger.close());
  socket.on('message', (_, {port}) => {
    stranger.send('stranger', port, '127.0.0.1', () => socket.send('peer', port, '127.0.0.1'));
  });
  const conversation = await converse(url);
  await conversation.send(ping);
  expect(await conversation.receive(5_000)).toMatchObject({kind: 'frame', bytes: Uint8Array.from(Buffer.from('peer'))});
  await expect.poll(() => conversation.dropped()).toBe(1);
  const {address, port} = stranger.address();
  expect(await conversation.receive(20)).toMatchObject({
    kind: 'silence',
    waitedMs: expect.any(Number),
    strays: `1 message came from udp://${address === '0.0.0.0' ? '127.0.0.1' : address}:${String(port)}, which is not the peer`,
  });
});

test('two conversations never share a port', async () => {
  const {socket, url} = await datagramPeer();
  const ports: number[] = [];
  socket.on('message', (bytes, {port}) => {
    ports.push(port);
    socket.send(bytes, port, '127.0.0.1');
  });
  const [one, other] = [await converse(url), await converse(url)];
  await one.send(Buffer.from('one'));
  await other.send(Buffer.from('other'));
  expect(await one.receive(5_000)).toMatchObject({bytes: Uint8Array.from(Buffer.from('one'))});
  expect(await other.receive(5_000)).toMatchObject({bytes: Uint8Array.from(Buffer.from('other'))});
  expect(new Set(ports).size).toBe(2);
});

test('OV-05 a flood is kept to a thousand messages, and the rest is counted', async () => {
  const {socket, url} = await datagramPeer();
  const conversation = await converse(url);
  await conversation.send(ping);
  const [, from] = (await once(socket, 'message')) as [Buffer, {readonly port: number}];
  // A turn of the event loop after each, so that the conversation reads them and the socket's own buffer loses none.
  while (conversation.dropped() < 200) {
    socket.send('x', from.port, '127.0.0.1');
    await new Promise(done => setImmediate(done));
  }
  for (let count = 0; count < 1_000; count += 1) expect((await conversation.receive(20)).kind).toBe('frame');
});

test('OV-08 a port where nobody listens refuses, over UDP as well', async () => {
  const {socket, url} = await datagramPeer();
  const {port} = socket.address();
  await new Promise<void>(done => socket.close(() => done()));
  undo.length = 0;
  const conversation = await converse(url);
  await conversation.send(ping);
  const detail = `nothing listens at udp://127.0.0.1:${port} (ICMP port unreachable)`;
  expect(await conversation.receive(5_000)).toEqual({kind: 'refused', detail});
});

test('OV-04 a message that fits into no datagram is refused', async () => {
  const conversation = await converse((await datagramPeer()).url);
  const detail = 'the message does not fit into a datagram';
  expect(await conversation.send(Buffer.alloc(70_000))).toEqual({kind: 'refused', detail});
});

test('OV-01 an announced frame of 4 GiB ends the conversation', async () => {
  const conversation = await converse(await streamPeer(socket => socket.write(Buffer.from('ffffffff08', 'hex'))));
  const detail = 'the peer announced a frame of 4,294,967,295 bytes; frames above 4,194,304 bytes are refused';
  expect(await conversation.receive(5_000)).toEqual({kind: 'frame-too-large', detail});
});

test('a connection that ends inside a message says so, after the messages before it', async () => {
  const conversation = await converse(
    await streamPeer(socket => socket.end(Buffer.from('0000000108000000020a', 'hex'))),
  );
  expect(await conversation.receive(5_000)).toMatchObject({kind: 'frame', bytes: Uint8Array.of(8)});
  const closed = {kind: 'closed', detail: 'the peer closed the connection, 5 bytes into a message'};
  expect(await conversation.receive(5_000)).toEqual(closed);
  expect(await conversation.receive(5_000)).toEqual(closed);
});

test('a stream that is not read is held back, and nothing of it is lost', async () => {
  const count = 5_000;
  const conversation = await converse(
    await streamPeer(socket => socket.end(Buffer.alloc(count * 5, Buffer.from('0000000108', 'hex')))),
  );
  let frames = 0;
  for (
    let kind = (await conversation.receive(5_000)).kind;
    kind === 'frame';
    kind = (await conversation.receive(5_000)).kind
  )
    frames += 1;
  expect(frames).toBe(count);
});

const oneOnly = 'touchstone sends to one peer only: write the address of the peer itself.';

test.each([
  ['udp://255.255.255.255:9', `"udp://255.255.255.255:9" is a broadcast address; ${oneOnly}`],
  ['udp://239.1.2.3:9', `"udp://239.1.2.3:9" is a multicast address; ${oneOnly}`],
  ['udp://[ff02::1]:9', `"udp://[ff02::1]:9" is a multicast address; ${oneOnly}`],
  ['udp://[::ffff:224.0.0.1]:9', `"udp://[::ffff:224.0.0.1]:9" is a multicast address; ${oneOnly}`],
  ['udp://0.0.0.0:9', `"udp://0.0.0.0:9" is the address that means no machine or every machine; ${oneOnly}`],
  [
    'udp://127.0.0.1:9?frame=varint',
    '"udp://127.0.0.1:9?frame=varint" has a frame, but a datagram is one message: leave ?frame= away.',
  ],
  ['tcp://127.0.0.1:9?frame=u16', '"tcp://127.0.0.1:9?frame=u16" asks for frame=u16; use u32be, u32le, varint.'],
  [
    'tcp://127.0.0.1:9?fram=u32be',
    '"tcp://127.0.0.1:9?fram=u32be" has an unknown parameter "fram"; there is "frame" alone.',
  ],
  [
    'udp://127.0.0.1',
    '"udp://127.0.0.1" is not an address of a live peer: write udp://HOST:PORT, nebula://HOST:PORT?ca=FILE&key=FILE, tcp://HOST:PORT?frame=u32be or unix:PATH, an IPv6 address in brackets, e.g. udp://[::1]:4242.',
  ],
])('OV-07 %s is no address, told in one sentence', async (url, detail) => {
  expect(await openLive(url, defaultBounds)).toEqual({kind: 'cannot-start', detail, isWrongAddress: true});
});

test('a socket that is not there is another thing than a wrong address', async () => {
  const detail = 'No live peer can be reached at unix:/no/such.sock: there is no such socket.';
  expect(await openLive('unix:/no/such.sock', defaultBounds)).toEqual({
    kind: 'cannot-start',
    detail,
    isWrongAddress: false,
  });
});

test('an answer that came while we were too busy to read it is no silence', async () => {
  const {socket, url} = await datagramPeer();
  const conversation = await converse(url);
  await conversation.send(ping);
  const [, from] = (await once(socket, 'message')) as [Buffer, AddressInfo];
  const receiving = conversation.receive(50);
  // The answer is in our socket before the time is over; nobody reads it until long after.
  await new Promise<void>(sent => socket.send(reply, from.port, from.address, () => sent()));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  expect(await receiving).toMatchObject({kind: 'frame', bytes: Uint8Array.from(reply)});
});
