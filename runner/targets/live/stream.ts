// One conversation with a live peer over a TCP or Unix connection of its own.
import {counted} from '../../../base/text/counted.ts';
import {connect, type Socket} from 'node:net';
import type {LiveConversation} from '../../../model/peer.ts';
import type {LiveAddress} from './peer-address.ts';
import {liveArrivals, refusingConversation, type LiveArrivals} from './arrivals.ts';
import {frameReader, writeFrame} from './frames.ts';

type StreamAddress = Extract<LiveAddress, {kind: 'tcp' | 'unix'}>;

/** Bounds of one stream. */
export interface StreamBounds {
  readonly connectTimeoutMs: number;
  readonly frameBytesMax: number;
}

/** A connection, or in part of a sentence why there is none. */
export type StreamConnection =
  | {readonly kind: 'connected'; readonly socket: Socket}
  | {readonly kind: 'refused'; readonly detail: string};

/** Opens the conversation; where the peer takes no connection, it refuses all that is sent. */
export async function openStream(peer: StreamAddress, bounds: StreamBounds): Promise<LiveConversation> {
  const connection = await connectStream(peer, bounds.connectTimeoutMs);
  if (connection.kind === 'connected') return converse(connection.socket, peer, bounds);
  return refusingConversation(connection.detail);
}

/** Connects; nothing is sent. */
export function connectStream(peer: StreamAddress, connectTimeoutMs: number): Promise<StreamConnection> {
  const socket =
    peer.kind === 'unix' ? connect({path: peer.path}) : connect({host: peer.address, port: peer.port, noDelay: true});
  return new Promise(resolve => {
    const refused = (detail: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({kind: 'refused', detail});
    };
    const timer = setTimeout(() => refused(`no connection within ${connectTimeoutMs} ms`), connectTimeoutMs);
    const onError = (error: Error): void => refused(reasonOf(error));
    socket.once('error', onError).once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve({kind: 'connected', socket});
    });
  });
}

function reasonOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  return code === 'ENOENT' ? 'there is no such socket' : error.message;
}

function converse(socket: Socket, {framing}: StreamAddress, {frameBytesMax}: StreamBounds): LiveConversation {
  const arrivals = liveArrivals();
  let why = 'the peer closed the connection';
  const over = new Promise<void>(resolve => socket.once('close', () => resolve()));
  socket.on('error', error => {
    why = `the connection broke (${error.message})`;
  });
  const setWhy = (detail: string): void => {
    why = detail;
  };
  readFrames({socket, arrivals, reader: frameReader(framing, frameBytesMax), whyOver: () => why, setWhy});
  const {localAddress: address, localPort: port} = socket;
  return {
    ...(address === undefined || port === undefined ? {} : {local: {address, port}}),
    send: bytes =>
      new Promise(resolve => {
        if (socket.destroyed || socket.writableEnded) return resolve({kind: 'refused', detail: why});
        return socket.write(writeFrame(bytes, framing), error => {
          resolve(error ? {kind: 'refused', detail: why} : {kind: 'sent'});
        });
      }),
    receive: withinMs => arrivals.next(withinMs),
    dropped: () => 0,
    close: async () => {
      why = 'the conversation is closed';
      socket.destroy();
      await over;
    },
  };
}

interface Reading {
  readonly socket: Socket;
  readonly arrivals: LiveArrivals;
  readonly reader: ReturnType<typeof frameReader>;
  readonly whyOver: () => string;
  readonly setWhy: (detail: string) => void;
}

function readFrames({socket, arrivals, reader, whyOver, setWhy}: Reading): void {
  // What does not fit into the queue stays with the peer: a stream can wait, so nothing is dropped.
  let overflow: Uint8Array[] = [];
  let isOver = false;
  const end = (): void => {
    const held = reader.held();
    const detail = held === 0 ? whyOver() : `${whyOver()}, ${counted(held, 'byte')} into a message`;
    arrivals.end({kind: 'closed', detail});
  };
  arrivals.onRoom = () => {
    const waiting = overflow;
    overflow = [];
    for (const bytes of waiting) if (!arrivals.add(bytes)) overflow.push(bytes);
    if (overflow.length > 0) return;
    if (isOver) end();
    else socket.resume();
  };
  socket.on('data', (chunk: Buffer) => {
    for (const arrival of reader.take(chunk)) {
      if (arrival.kind === 'too-large') {
        arrivals.end({kind: 'frame-too-large', detail: arrival.detail});
        setWhy(`the connection was given up: ${arrival.detail}`);
        socket.destroy();
        return;
      }
      if (!arrivals.add(arrival.bytes)) overflow.push(arrival.bytes);
    }
    if (overflow.length > 0) socket.pause();
  });
  socket.once('close', () => {
    isOver = true;
    if (overflow.length === 0) end();
  });
}
