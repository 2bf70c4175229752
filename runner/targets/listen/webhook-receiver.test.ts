import {once} from 'node:events';
import {request} from 'node:http';
import {connect} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {defaultWebhookBounds, type WebhookBounds, type WebhookInbox, type WebhookPort} from '../../../model/webhook.ts';
import {machineClock} from '../host/clock.ts';
import {machineRandom} from '../host/os-random.ts';
import {webhookReceiver} from './webhook-receiver.ts';

const never = new AbortController().signal;

function aReceiver(bounds: Partial<WebhookBounds> = {}, settings = {host: '127.0.0.1', port: 0}): WebhookPort {
  const port = webhookReceiver(settings, {
    clock: machineClock(),
    random: machineRandom(),
    bounds: {...defaultWebhookBounds, ...bounds},
  });
  onTestFinished(() => port.close());
  return port;
}

async function anInbox(port: WebhookPort): Promise<WebhookInbox> {
  const opening = await port.open();
  if (opening.kind === 'failed') throw new Error(opening.why);
  return opening.inbox;
}

function post(url: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {method: 'POST', body: body as BodyInit, headers});
}

test('a delivery is kept as it came: bytes, headers in their own case, path and time', async () => {
  const inbox = await anInbox(aReceiver());
  const arrived = inbox.next(10_000, never);
  const sent = request(`${inbox.url}?a=1`, {method: 'POST', headers: {'X-Odd-Case': 'ä'}});
  sent.end(Buffer.from([0, 255, 10]));
  const [reply] = (await once(sent, 'response')) as [{statusCode: number; resume(): void}];
  reply.resume();
  await arrived;
  const [delivery] = inbox.deliveries();
  expect(reply.statusCode).toBe(200);
  expect(delivery).toMatchObject({method: 'POST', isCut: false, body: Buffer.from([0, 255, 10])});
  expect(delivery?.path).toBe(`${new URL(inbox.url).pathname}?a=1`);
  expect(delivery?.headers).toContainEqual(['X-Odd-Case', 'ä']);
  expect(delivery?.arrivedMs).toBeGreaterThan(0);
});

test('inboxes have paths of their own that nobody guesses, and secrets of their own', async () => {
  const port = aReceiver();
  const [one, other] = [await anInbox(port), await anInbox(port)];
  expect(new URL(one.url).pathname).toMatch(/^\/[a-z0-9]{32}$/);
  expect(new Set([one.url, other.url, one.secret, other.secret]).size).toBe(4);
  await post(one.url, '{}');
  expect([one.deliveries().length, other.deliveries().length]).toEqual([1, 0]);
});

test('a path that is no inbox is answered with 404 and counted; a closed inbox is late, not lost', async () => {
  const port = aReceiver();
  const inbox = await anInbox(port);
  const elsewhere = await post(new URL('/nobody', inbox.url).href, '{}');
  expect([elsewhere.status, port.strays()]).toEqual([404, 1]);
  inbox.close();
  expect([(await post(inbox.url, '{}')).status, port.strays()]).toEqual([404, 1]);
});

test('what is no POST is refused and counted', async () => {
  const port = aReceiver();
  const inbox = await anInbox(port);
  expect([(await fetch(inbox.url)).status, port.strays(), inbox.deliveries().length]).toEqual([405, 1, 0]);
});

test('a proxy in front may add a prefix to the path', async () => {
  const port = aReceiver({}, {host: '127.0.0.1', port: 0});
  const inbox = await anInbox(port);
  const url = new URL(inbox.url);
  await post(`${url.origin}/hooks/below${url.pathname}`, '{}');
  expect(inbox.deliveries()).toHaveLength(1);
});

test('of a payload past the bound only the bound is kept, and the sender is told', async () => {
  const inbox = await anInbox(aReceiver({payloadBytesMax: 1_000}));
  const sent = request(inbox.url, {method: 'POST'});
  // The answer comes while the sender still sends: that its connection then ends is what is meant to happen.
  sent.on('error', () => undefined);
  const answered = once(sent, 'response') as Promise<[{statusCode: number; resume(): void}]>;
  sent.write(Buffer.alloc(100_000));
  const [reply] = await answered;
  reply.resume();
  sent.destroy();
  expect(reply.statusCode).toBe(413);
  expect(inbox.deliveries().map(({body, isCut}) => [body.length, isCut])).toEqual([[1_000, true]]);
});

test('HT-42 a flood fills an inbox up to its bound; the rest is dropped and counted', async () => {
  const inbox = await anInbox(aReceiver({deliveriesMax: 20}));
  const statuses = await Promise.all(Array.from({length: 50}, async () => (await post(inbox.url, '{}')).status));
  expect(statuses.filter(status => status === 200)).toHaveLength(20);
  expect([inbox.deliveries().length, inbox.dropped()]).toEqual([20, 30]);
});

test('all inboxes together hold a bounded number of bytes, and closing one makes room', async () => {
  const port = aReceiver({heldBytesMax: 1_500});
  const [one, other] = [await anInbox(port), await anInbox(port)];
  await post(one.url, Buffer.alloc(1_000));
  await post(other.url, Buffer.alloc(1_000));
  expect([one.dropped(), other.dropped()]).toEqual([0, 1]);
  one.close();
  await post(other.url, Buffer.alloc(1_000));
  expect(other.deliveries()).toHaveLength(1);
});

test('a sender that dawdles is cut off, and others are served meanwhile', async () => {
  const inbox = await anInbox(aReceiver({requestTimeoutMs: 200}));
  const {host, pathname, port, hostname} = new URL(inbox.url);
  const slow = connect(Number(port), hostname);
  await once(slow, 'connect');
  slow.on('error', () => undefined);
  slow.write(`POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\n{`);
  expect((await post(inbox.url, '{}')).status).toBe(200);
  slow.resume();
  await once(slow, 'close');
  expect(inbox.deliveries().filter(({isCut}) => !isCut)).toHaveLength(1);
});

test('what is no HTTP ends its own connection and nothing else', async () => {
  const inbox = await anInbox(aReceiver());
  const {port, hostname} = new URL(inbox.url);
  const odd = connect(Number(port), hostname);
  odd.on('error', () => undefined);
  odd.write('\u0000\u0001garbage\r\n\r\n');
  odd.resume();
  await once(odd, 'close');
  expect((await post(inbox.url, '{}')).status).toBe(200);
});

test('waiting ends with a delivery, and with an abort', async () => {
  const inbox = await anInbox(aReceiver());
  const waiting = inbox.next(60_000, never);
  await post(inbox.url, '{}');
  await waiting;
  const stop = new AbortController();
  const aborted = inbox.next(60_000, stop.signal);
  stop.abort();
  await aborted;
  expect(inbox.deliveries()).toHaveLength(1);
});

test('an address that another program has is told in one sentence', async () => {
  const first = await anInbox(aReceiver());
  const {port} = new URL(first.url);
  const second = aReceiver({}, {host: '127.0.0.1', port: Number(port)});
  const why = `the webhook receiver cannot listen on 127.0.0.1:${port}: another program listens there; choose another port, or 0 for any free one`;
  expect(await second.listen()).toBe(why);
  expect(await second.open()).toEqual({kind: 'failed', why});
});

test('after close nothing listens any more', async () => {
  const port = aReceiver();
  const inbox = await anInbox(port);
  await post(inbox.url, '{}');
  await port.close();
  await expect(post(inbox.url, '{}')).rejects.toThrow('fetch failed');
});

test('strangers who connect and send nothing shut no delivery out', async () => {
  const inbox = await anInbox(aReceiver({connectionsMax: 8}));
  const {hostname, port} = new URL(inbox.url);
  const slow = await Promise.all(
    Array.from({length: 40}, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      socket.write('POST / HTTP/1.1\r\nX-Slow: ');
      return socket;
    }),
  );
  expect((await post(inbox.url, '{}')).status).toBe(200);
  expect([inbox.deliveries().length, inbox.dropped()]).toEqual([1, 0]);
  expect(slow.length).toBe(40);
});

test('a connection that had to be refused leaves the inboxes without evidence', async () => {
  const inbox = await anInbox(aReceiver({connectionsMax: 1}));
  const {hostname, port, pathname} = new URL(inbox.url);
  const busy = connect(Number(port), hostname);
  onTestFinished(() => void busy.destroy());
  await once(busy, 'connect');
  busy.write(`POST ${pathname} HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n`);
  // The 100 says that the head was read, so that this connection is in use.
  await once(busy, 'data');
  const second = connect(Number(port), hostname);
  second.on('error', () => undefined);
  await once(second, 'close');
  expect(inbox.dropped()).toBe(1);
});
