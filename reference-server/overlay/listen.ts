// Opens the doors of the overlay peer: framed testee over TCP or a Unix socket, bare messages over UDP, TCP or a Unix socket.
import {createSocket} from 'node:dgram';
import {createServer, type Server, type Socket} from 'node:net';
import type {DoorUrl, NetDoor} from './door-url.ts';
import {frameReader, type Framing, writeFrame} from './frames.ts';
import {livePeer, type LivePeer} from './live.ts';
import type {Address} from './rules/answer.ts';
import type {OverlayRules} from './rules/overlay-rules.ts';
import {drained, serveFramed} from './serve-framed.ts';

/** An open door: the URL with the port that was given, and the function that closes it. */
export interface OpenDoor {
  readonly url: string;
  close(): Promise<void>;
}

/** Tells the operator one sentence; never the conversation partner. */
export type Log = (sentence: string) => void;

/** Opens a door for touchstone's questions; each connection is a conversation of its own. */
export function listenForTestee({rules, door, log}: {rules: OverlayRules; door: DoorUrl; log: Log}): Promise<OpenDoor> {
  return openServer(door, log, socket => serveFramed(rules, socket, socket));
}

/** Opens a door for bare overlay messages; what is learnt on one connection is known on all. */
export function listenLive({rules, door, log}: {rules: OverlayRules; door: DoorUrl; log: Log}): Promise<OpenDoor> {
  const peer = livePeer({rules, as: door.as});
  if (door.kind === 'udp') return openUdp(door, peer, log);
  return openServer(door, log, socket => serveStream(peer, socket, door.frame));
}

async function serveStream(peer: LivePeer, socket: Socket, framing: Framing): Promise<void> {
  const readFrames = frameReader(framing);
  const sender = {ip: ipNumber(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0};
  for await (const chunk of socket) {
    // A stream has no other way out than back: what a datagram peer would send elsewhere goes to the sender, too.
    const answers = readFrames(chunk as Buffer).flatMap(frame => peer(frame, sender));
    const bytes = Buffer.concat(answers.map(answer => writeFrame(answer.bytes, framing)));
    if (bytes.length > 0 && !socket.write(bytes)) await drained(socket);
  }
}

function openUdp(door: NetDoor, peer: LivePeer, log: Log): Promise<OpenDoor> {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    // Port 0 can only be forged, and nothing can be sent to it.
    if (from.port === 0) return;
    for (const {to, bytes: answer} of peer(bytes, {ip: ipNumber(from.address), port: from.port})) {
      const target = to === 'sender' ? {port: from.port, host: from.address} : {port: to.port, host: ipText(to)};
      socket.send(
        answer,
        target.port,
        target.host,
        error => error && log(`A datagram was not sent: ${error.message}.`),
      );
    }
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(door.port, door.host, () => {
      socket.off('error', reject).on('error', error => log(`The UDP socket reports: ${error.message}.`));
      const {port} = socket.address();
      const close = (): Promise<void> => new Promise(done => socket.close(() => done()));
      resolve({url: `udp://${door.host}:${port}${door.query}`, close});
    });
  });
}

function openServer(door: DoorUrl, log: Log, serve: (socket: Socket) => Promise<void>): Promise<OpenDoor> {
  const sockets = new Set<Socket>();
  const server = createServer({allowHalfOpen: true, noDelay: true}, socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
    serve(socket)
      .catch((thrown: unknown) => log(thrown instanceof Error ? thrown.message : String(thrown)))
      .finally(() => socket.destroySoon());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const opened = (): void => {
      server.off('error', reject).on('error', error => log(`The listening socket reports: ${error.message}.`));
      resolve({url: urlOf(door, server), close: () => closeServer(server, sockets)});
    };
    if (door.kind === 'unix') server.listen(door.path, opened);
    else server.listen(door.port, door.host, opened);
  });
}

function urlOf(door: DoorUrl, server: Server): string {
  if (door.kind === 'unix') return `unix:${door.path}${door.query}`;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : door.port;
  return `${door.kind}://${door.host.includes(':') ? `[${door.host}]` : door.host}:${port}${door.query}`;
}

function closeServer(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise(done => server.close(() => done()));
}

function ipNumber(text: string): number {
  const parts = text
    .replace(/^::ffff:/, '')
    .split('.')
    .map(Number);
  return parts.length === 4 ? parts.reduce((sum, part) => sum * 256 + part, 0) : 0;
}

function ipText({ip}: Address): string {
  return [24, 16, 8, 0].map(shift => (ip >>> shift) & 255).join('.');
}
