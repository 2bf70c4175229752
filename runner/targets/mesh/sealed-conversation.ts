// One client of a node: a socket, a certificate and the tunnels that it begins; messages go in and come out bare.
import {counted} from '../../../base/text/counted.ts';
import type {LiveArrival, LiveConversation} from '../../../model/peer.ts';
import type {
  HandshakeChanges,
  PacketBreach,
  PacketChanges,
  SealedHeader,
  SealedKind,
  SealedSending,
} from '../../../model/peers/sealed.ts';
import {
  begunHandshake,
  certificateOf,
  initiatorIndexOf,
  responderIndexOf,
  type BegunHandshake,
} from './handshake-packet.ts';
import type {Certificate} from './host-certificate.ts';
import {defined} from '../../../base/json/defined.ts';
import {breachesOf, type CameBefore} from './packet-laws.ts';
import {certificateVerdict, type ShownByNode} from './shown-by-node.ts';
import type {HandshakeTimes} from './identity-source.ts';
import {readFirst, type CipherName, type FirstMessage} from './noise.ts';
import {headerBytes, readHeader, typeNumber, writeHeader, type PacketHeader} from './packet.ts';
import {packetTypes} from '../../../model/peers/sealed.ts';
import {relayIndexIn, relayRequest} from './relay-request.ts';
import {secondPacket, type Asked} from './second-packet.ts';
import {headerOf, newTunnel, spoiled, type Tunnel} from './tunnel.ts';
import type {Shown} from './wrong-certificates.ts';

/** What a client is made of. */
export interface ClientParts {
  readonly cipher: CipherName;
  /** Address in the mesh. */
  readonly vpnIp: number;
  /** The time of the last handshake of this host, which clients with one certificate share. */
  readonly times: HandshakeTimes;
  /** Gives what it shows in a handshake. */
  readonly shown: (
    kind: NonNullable<HandshakeChanges['certificate']>,
    details?: HandshakeChanges['details'],
    authority?: HandshakeChanges['authority'],
  ) => Shown;
  /** The CA that the node's certificate has to be signed by; undefined where only a host's certificate is known. */
  readonly authority: Certificate | undefined;
  /** The node's address in the mesh; 0 before it is known. */
  readonly nodeIp: () => number;
  /** Opens a socket to the node. */
  readonly openSocket: () => Promise<LiveConversation>;
  readonly nowMs: () => number;
}

/** How often a first packet is sent before the node counts as one that does not answer, and how long each is waited for. */
const handshakeTries = 3;
const handshakeWithinMs = 1_000;

const dayMs = 86_400_000;

/** Handshakes of one client that may still be answered. */
const begunMax = 4_096;

/** A frame that came, with its kind. */
interface Arrived {
  readonly kind: SealedKind;
  readonly arrival: Extract<LiveArrival, {kind: 'frame'}>;
}

/** Opens the client; nothing is sent before its first message. */
export async function openSealed(parts: ClientParts): Promise<LiveConversation> {
  const client = new SealedClient(parts, await parts.openSocket());
  return client.conversation();
}

class SealedClient {
  private readonly parts: ClientParts;
  private readonly sockets: LiveConversation[];
  /** By our index, the newest first: a case may choose one index twice, and the node may still speak in the older tunnel. */
  private readonly tunnels = new Map<number, readonly Tunnel[]>();
  private readonly begun: BegunHandshake[] = [];
  private readonly held: Arrived[] = [];
  private readonly sent: Buffer[] = [];
  private readonly relays = new Map<Tunnel, number>();
  private readonly came = new Map<Tunnel, CameBefore>();
  private readonly broken: PacketBreach[] = [];
  /** The last first packet that the node sent to this client. */
  private asked: Asked | undefined;
  private latest: Tunnel | undefined;
  private older: Tunnel | undefined;
  private isRefused = false;

  constructor(parts: ClientParts, socket: LiveConversation) {
    this.parts = parts;
    this.sockets = [socket];
  }

  conversation(): LiveConversation {
    const [first] = this.sockets;
    return {
      ...(first?.local === undefined ? {} : {local: first.local}),
      vpnIp: this.parts.vpnIp,
      tunnel: () => this.latest,
      send: (bytes, sending) => this.send(bytes, sending ?? {}),
      receive: (withinMs, kind) => this.receive(withinMs, kind ?? 'lightHouse'),
      breaches: () => this.broken.splice(0),
      dropped: () => this.sockets.reduce((sum, socket) => sum + socket.dropped(), 0),
      forget: () => {
        this.held.length = 0;
        this.sent.length = 0;
        for (const socket of this.sockets) socket.forget?.();
      },
      close: async () => {
        await Promise.all(this.sockets.map(socket => socket.close()));
      },
    };
  }

  private async send(bytes: Uint8Array, {packet = {}, handshake}: SealedSending): ReturnType<LiveConversation['send']> {
    if (packet.again !== undefined) return this.sendAgain(packet.again, packet);
    if (handshake?.answers === true) return this.answer(handshake, packet);
    if (handshake !== undefined) return this.put(this.firstPacket(withPayload(handshake, bytes), packet), packet);
    if (packet.bare === true) return this.put(Buffer.from(bytes), packet);
    // What is in the clear needs no tunnel.
    if (packet.damage === 'unsealed' && packet.index !== undefined) return this.put(clearPacket(bytes, packet), packet);
    const latest = this.latest ?? (await this.newTunnel());
    const tunnel = packet.older === true ? this.older : latest;
    if (tunnel === undefined && latest !== undefined) return {kind: 'refused', detail: 'there was no tunnel before it'};
    if (tunnel === undefined) {
      const detail = `the node answered no handshake (${String(handshakeTries)} tries, ${String(handshakeWithinMs / 1_000)} s each)`;
      return {kind: 'refused', detail, isSilent: !this.isRefused};
    }
    return this.put(tunnel.write(Buffer.concat([bytes, Buffer.from(packet.extra ?? '', 'hex')]), packet), packet);
  }

  private async sendAgain(again: number, packet: PacketChanges): ReturnType<LiveConversation['send']> {
    const before = this.sent.at(-again);
    return before === undefined
      ? {kind: 'refused', detail: `only ${counted(this.sent.length, 'datagram was', 'datagrams were')} sent before`}
      : this.put(before, packet);
  }

  private async put(datagram: Buffer, packet: PacketChanges): ReturnType<LiveConversation['send']> {
    if (packet.relayed !== true) return this.putDatagram(datagram, packet);
    const tunnel = this.latest ?? (await this.newTunnel());
    const relay = tunnel === undefined ? undefined : (this.relays.get(tunnel) ?? (await this.newRelay(tunnel)));
    if (tunnel === undefined || relay === undefined)
      return {kind: 'refused', detail: `the node sets up no relay to itself`, isSilent: true};
    const wrapped = tunnel.relay(relay, datagram, packet.overlap ?? 0);
    return wrapped === undefined
      ? {kind: 'refused', detail: 'no counter was found whose last byte is the first one of its tag'}
      : this.putDatagram(wrapped, packet);
  }

  // Known nodes let each host of the mesh be a relay to themselves.
  private async newRelay(tunnel: Tunnel): Promise<number | undefined> {
    const {vpnIp, nodeIp} = this.parts;
    await this.putDatagram(tunnel.write(relayRequest(tunnel.own, {from: vpnIp, to: nodeIp()}), {type: 'control'}), {});
    const arrival = await this.receive(handshakeWithinMs, 'control');
    if (arrival.kind !== 'frame' || arrival.sealed?.isAuthentic !== true) return undefined;
    const relay = relayIndexIn(Buffer.from(arrival.bytes));
    if (relay !== undefined) this.relays.set(tunnel, relay);
    return relay;
  }

  private async putDatagram(
    datagram: Buffer,
    {elsewhere = false}: PacketChanges,
  ): ReturnType<LiveConversation['send']> {
    this.sent.push(datagram);
    if (elsewhere && this.sockets.length === 1) this.sockets.push(await this.parts.openSocket());
    const socket = elsewhere ? this.sockets[1] : this.sockets[0];
    return socket === undefined ? {kind: 'refused', detail: 'the conversation is closed'} : socket.send(datagram);
  }

  private firstPacket(handshake: HandshakeChanges, packet: PacketChanges): Buffer {
    const shown = this.parts.shown(handshake.certificate ?? 'good', handshake.details, handshake.authority);
    const begun = begunHandshake(this.parts.cipher, shown, handshake, {
      lastTime: this.parts.times.last,
      nowMs: this.parts.nowMs(),
      before: this.begun.at(-1),
    });
    // A time that nobody can reach would be the last handshake of this host.
    const isOfToday = begun.time < BigInt(Math.floor(this.parts.nowMs() + dayMs)) * 1_000_000n;
    if (isOfToday && begun.time > this.parts.times.last) this.parts.times.last = begun.time;
    this.begun.push(begun);
    if (this.begun.length > begunMax) this.begun.shift();
    const counter = BigInt(packet.counter ?? 1);
    return Buffer.concat([writeHeader(headerOf({type: 'handshake', ...packet}, {index: 0, counter})), begun.message]);
  }

  private answer(handshake: HandshakeChanges, packet: PacketChanges): ReturnType<LiveConversation['send']> {
    if (this.asked === undefined)
      return Promise.resolve({kind: 'refused', detail: 'the node began no handshake with this client'});
    const shown = this.parts.shown(handshake.certificate ?? 'good', handshake.details, handshake.authority);
    const responder = {...shown, nowMs: this.parts.nowMs()};
    const second = secondPacket(this.parts.cipher, this.asked, responder);
    if (second === undefined) return Promise.resolve({kind: 'refused', detail: 'a key of the node gives no secret'});
    this.enter(second.tunnel);
    // After the header come the ephemeral key in the clear, the static key and the payload.
    return this.put(spoiled(second.datagram, packet.damage, headerBytes + 32), packet);
  }

  private enter(tunnel: Tunnel): void {
    this.tunnels.set(tunnel.own, [tunnel, ...(this.tunnels.get(tunnel.own) ?? [])]);
    this.older = this.latest;
    this.latest = tunnel;
  }

  private async newTunnel(): Promise<Tunnel | undefined> {
    for (let tries = 0; tries < handshakeTries && this.latest === undefined; tries += 1) {
      const sent = await this.put(this.firstPacket({}, {}), {});
      const arrival = sent.kind === 'sent' ? await this.receive(handshakeWithinMs, 'handshake') : sent;
      this.isRefused = arrival.kind === 'refused';
      if (this.isRefused) return undefined;
    }
    return this.latest;
  }

  private async receive(withinMs: number, kind: SealedKind): Promise<LiveArrival> {
    const startedMs = this.parts.nowMs();
    for (;;) {
      const at = this.held.findIndex(one => kind === 'any' || one.kind === kind);
      const [found] = at < 0 ? [] : this.held.splice(at, 1);
      if (found !== undefined) return {...found.arrival, elapsedMs: this.parts.nowMs() - startedMs};
      const leftMs = startedMs + withinMs - this.parts.nowMs();
      if (leftMs <= 0) return {kind: 'silence', waitedMs: this.parts.nowMs() - startedMs};
      const ending = await this.takeOne(leftMs);
      if (ending !== undefined) return ending;
    }
  }

  // Two sockets are looked at in turns; a message that waits in the other one is taken with the next look.
  private async takeOne(leftMs: number): Promise<LiveArrival | undefined> {
    const isAlone = this.sockets.length === 1;
    for (const socket of this.sockets) {
      const arrival = await socket.receive(isAlone ? leftMs : Math.min(leftMs, turnMs));
      if (arrival.kind === 'frame') this.held.push(this.arrived(arrival, socket.local?.port ?? 0));
      else if (arrival.kind !== 'silence') return arrival;
    }
    return undefined;
  }

  private arrived(arrival: Extract<LiveArrival, {kind: 'frame'}>, port: number): Arrived {
    const datagram = Buffer.from(arrival.bytes);
    const header = readHeader(datagram);
    if (header === undefined) return {kind: 'punch', arrival};
    const {payload, shown} = this.readOf(header, datagram);
    const sealed = {
      ...sealedHeader(header, {datagram, port, isAuthentic: payload !== undefined}),
      ...(shown === undefined ? {} : this.factsOf(shown)),
    };
    const bytes = payload ?? datagram.subarray(headerBytes);
    return {kind: packetTypes[header.type] ?? 'any', arrival: {...arrival, bytes: Uint8Array.from(bytes), sealed}};
  }

  private factsOf({ephemeral, ...shown}: ShownByNode): Pick<SealedHeader, 'ephemeral' | 'certificate'> {
    const {authority, nowMs} = this.parts;
    return {ephemeral: ephemeral.toString('hex'), certificate: certificateVerdict(shown, authority, nowMs() / 1_000)};
  }

  private readOf(header: PacketHeader, datagram: Buffer): Read {
    const body = datagram.subarray(headerBytes);
    if (header.type === typeNumber('handshake')) return this.answered(header, body) ?? {};
    if (header.type === typeNumber('recvError')) return {payload: body};
    const [newest, ...others] = this.tunnels.get(header.index) ?? [];
    if (newest === undefined) return {};
    const tunnel = [newest, ...others].find(one => one.open(header, datagram) !== undefined) ?? newest;
    const payload = tunnel.open(header, datagram);
    const before = this.came.get(tunnel) ?? new Map<bigint, string>();
    this.came.set(tunnel, before);
    this.broken.push(...breachesOf(header, {datagram, isAuthentic: payload !== undefined, before}));
    return defined({payload});
  }

  /** Reads the answer to a handshake of ours, or the first packet of a host that begins one with us: that is in the clear. */
  private answered(header: PacketHeader, message: Buffer): Read | undefined {
    if (header.index === 0 && header.counter === 1n) {
      const first = readFirst(message);
      const remote = first === undefined ? undefined : initiatorIndexOf(first.payload);
      if (first !== undefined && remote !== undefined) this.asked = {first, remote};
      return readOfFirst(first);
    }
    const [answer] = this.begun.flatMap(one => (one.index === header.index ? (one.initiator.read(message) ?? []) : []));
    if (answer === undefined) return undefined;
    const {payload, remoteStatic: fixed, remoteEphemeral: ephemeral} = answer;
    const read = {payload, shown: {fixed, ephemeral, certificate: certificateOf(payload)}};
    const remote = responderIndexOf(answer);
    if (remote === undefined) return read;
    const known = this.tunnels.get(header.index) ?? [];
    // The same answer again is no new tunnel: its counters go on.
    if (known.every(one => one.remote !== remote))
      this.enter(newTunnel(this.parts.cipher, {own: header.index, remote, keys: answer.keys}));
    return read;
  }
}

/** What was read of a packet: nothing where its tag does not fit. */
interface Read {
  readonly payload?: Buffer;
  readonly shown?: ShownByNode;
}

function readOfFirst(first: FirstMessage | undefined): Read | undefined {
  return first === undefined
    ? undefined
    : {payload: first.payload, shown: {...first, certificate: certificateOf(first.payload)}};
}

/** How long one of two sockets is listened to before the other one is. */
const turnMs = 20;

/** The bytes of a step are the payload of its handshake. */
function withPayload(handshake: HandshakeChanges, bytes: Uint8Array): HandshakeChanges {
  return bytes.length === 0 ? handshake : {...handshake, payload: Buffer.from(bytes).toString('hex')};
}

function clearPacket(bytes: Uint8Array, packet: PacketChanges): Buffer {
  const header = writeHeader(headerOf(packet, {index: 0, counter: BigInt(packet.counter ?? 0)}));
  return Buffer.concat([header, bytes]);
}

/** What a case sees of a packet besides its payload. */
export function sealedHeader(
  {version, type, subtype, reserved, index, counter}: PacketHeader,
  {datagram, port, isAuthentic}: {readonly datagram: Buffer; readonly port: number; readonly isAuthentic: boolean},
): SealedHeader {
  return {
    version,
    type,
    subtype,
    reserved,
    index,
    counter: Number(counter),
    port,
    bytes: datagram.length,
    datagram: datagram.toString('hex'),
    isAuthentic,
  };
}
