// One conversation with a live peer over UDP, from a port of its own.
import {createSocket, type Socket} from 'node:dgram';
import type {LiveConversation} from '../../../model/peer.ts';
import type {LiveAddress} from './peer-address.ts';
import {liveArrivals, refusingConversation} from './arrivals.ts';

/** Opens the conversation; nothing is sent. */
export async function openDatagrams(
  peer: Extract<LiveAddress, {kind: 'udp'}>,
  frameBytesMax: number,
): Promise<LiveConversation> {
  const arrivals = liveArrivals();
  let dropped = 0;
  const drop = (): void => {
    dropped += 1;
  };
  const place = placeOf(peer.address, peer.port);
  const pair = await openPair(peer).catch((error: unknown) => error as Error);
  if (pair instanceof Error) return refusingConversation(refusalOf(pair, place));
  const {socket, bystander} = pair;
  let strays = 0;
  let strayFrom = '';
  const dropStray = (_: Uint8Array, from: {readonly address: string; readonly port: number}): void => {
    drop();
    strays += 1;
    strayFrom = placeOf(from.address, from.port);
  };
  bystander.on('message', dropStray);
  const remote = socket.remoteAddress();
  socket.on('message', (bytes, from) => {
    // Until the socket was tied to the peer, a stranger may have written to it.
    if (from.address !== remote.address || from.port !== remote.port) return dropStray(bytes, from);
    if (bytes.length > frameBytesMax) {
      const detail = `the peer sent a datagram of ${bytes.length} bytes; messages above ${frameBytesMax} bytes are refused`;
      return arrivals.interrupt({kind: 'frame-too-large', detail});
    }
    if (!arrivals.add(Uint8Array.from(bytes))) drop();
  });
  socket.on('error', error => arrivals.interrupt({kind: 'refused', detail: refusalOf(error, place)}));
  let isOpen = true;
  const {address, port} = socket.address();
  return {
    local: {address, port},
    send: bytes =>
      new Promise(resolve => {
        if (!isOpen) return resolve({kind: 'refused', detail: 'the conversation is closed'});
        return socket.send(bytes, error => {
          resolve(error === null ? {kind: 'sent'} : {kind: 'refused', detail: refusalOf(error, place)});
        });
      }),
    receive: async withinMs => {
      const arrival = await arrivals.next(withinMs);
      if (arrival.kind !== 'silence' || strays === 0) return arrival;
      const came = strays === 1 ? '1 message came' : `${String(strays)} messages came, the last one`;
      return {...arrival, strays: `${came} from ${strayFrom}, which is not the peer`};
    },
    dropped: () => dropped,
    forget: () => arrivals.clear(),
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      arrivals.end({kind: 'closed', detail: 'the conversation is closed'});
      await Promise.all([closed(socket), closed(bystander)]);
    },
  };
}

function placeOf(address: string, port: number): string {
  return `udp://${address.includes(':') ? `[${address}]` : address}:${String(port)}`;
}

/** Finds a free port of the loopback for datagrams; one for connections may be taken for them. */
export async function freeDatagramPort(): Promise<number> {
  const socket = createSocket('udp4');
  await bound(socket, 0, '127.0.0.1');
  const {port} = socket.address();
  await closed(socket);
  return port;
}

function refusalOf(error: Error, place: string): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED') return `nothing listens at ${place} (ICMP port unreachable)`;
  if (code === 'EMSGSIZE') return 'the message does not fit into a datagram';
  return error.message;
}

// The system tells a refusal only to a socket that is tied to its peer, and such a socket never hears strangers. A second socket
// at the same port hears them, so that an answer from a wrong address is counted. To share a port both must be opened as reusable;
// that it belongs to nobody else is found out before, with a socket that shares with nobody.
async function openPair({
  address,
  family,
  port,
}: Extract<LiveAddress, {kind: 'udp'}>): Promise<{readonly socket: Socket; readonly bystander: Socket}> {
  const type = family === 6 ? 'udp6' : 'udp4';
  const finder = createSocket(type);
  await bound(finder, 0);
  const ownPort = finder.address().port;
  await closed(finder);
  const bystander = createSocket({type, reuseAddr: true});
  const socket = createSocket({type, reuseAddr: true});
  try {
    await bound(bystander, ownPort);
    await bound(socket, ownPort);
    await connected(socket, port, address);
  } catch (error) {
    await Promise.all([closed(socket), closed(bystander)]);
    throw error;
  }
  bystander.on('error', () => undefined);
  return {socket, bystander};
}

function connected(socket: Socket, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A failure to connect is given to the callback, which the types do not say.
    const done = (error?: Error | null): void => (error ? reject(error) : resolve());
    socket.connect(port, address, done);
  });
}

function bound(socket: Socket, port: number, address?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, address, () => {
      socket.off('error', reject);
      resolve();
    });
  });
}

function closed(socket: Socket): Promise<void> {
  return new Promise(resolve => socket.close(() => resolve()));
}
