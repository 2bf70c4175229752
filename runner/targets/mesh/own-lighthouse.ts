// The lighthouse that a plain host reports to, played by us: it answers the host's handshakes, hears what the host says, and says what a case wants.
import {createSocket, type RemoteInfo, type Socket} from 'node:dgram';
import {defined} from '../../../base/json/defined.ts';
import type {LiveArrival, LiveConversation} from '../../../model/peer.ts';
import {packetTypes, type PacketChanges, type SealedKind, type SealedSending} from '../../../model/peers/sealed.ts';
import {readStrictly} from '../../overlay/strict-reader.ts';
import {isJsonObject} from '../../../model/json.ts';
import {writeWithoutKey} from './host-certificate.ts';
import type {HostIdentity} from './authority.ts';
import {initiatorIndexOf} from './handshake-packet.ts';
import {readFirst, type CipherName} from './noise.ts';
import {headerBytes, readHeader, typeNumber, type PacketHeader} from './packet.ts';
import {sealedHeader} from './sealed-conversation.ts';
import {secondPacket, type Asked} from './second-packet.ts';
import type {Tunnel} from './tunnel.ts';

/** A lighthouse of ours that listens. */
export interface OwnLighthouse {
  /** Its address in the mesh. */
  readonly vpnIp: number;
  readonly place: {readonly address: string; readonly port: number};
  /** Gives a conversation with the host: it hears what comes from now on, and the first packets that the host began with. */
  open(): LiveConversation;
  close(): Promise<void>;
}

interface LighthouseParts {
  readonly cipher: CipherName;
  readonly host: string;
  readonly vpnIp: number;
  readonly identity: HostIdentity;
  /** Whether an address is one of the network of its mesh. */
  readonly isOfMesh: (vpnIp: number) => boolean;
  readonly nowMs: () => number;
}

/** Listens at a free port. */
export async function ownLighthouse(parts: LighthouseParts): Promise<OwnLighthouse> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, parts.host, () => resolve());
  });
  const lighthouse = new Lighthouse(parts, socket);
  socket.on('error', () => undefined);
  socket.on('message', (bytes, from) => lighthouse.take(bytes, from));
  const {address, port} = socket.address();
  return {
    vpnIp: parts.vpnIp,
    place: {address, port},
    open: () => lighthouse.conversation(),
    close: () => {
      lighthouse.forget();
      return new Promise(resolve => socket.close(() => resolve()));
    },
  };
}

interface Heard {
  readonly kinds: readonly SealedKind[];
  readonly arrival: Extract<LiveArrival, {kind: 'frame'}>;
}

/** What one conversation has heard and not yet taken, and who is called when more comes. */
interface Ear {
  readonly heard: Heard[];
  wake: () => void;
}

/** So many first packets of the host get no answer, as where they are lost: it is to send more. */
const unansweredFirst = 3;

/** A host that sends no more of them is answered late, so that whatever else it does can be judged. */
const lateAfterMs = 2_500;

/** First packets of the host that a conversation hears although they came before it. */
const beginningsMax = 8;

/** How long a host that was just started may take to begin a tunnel with its lighthouse. */
const tunnelWithinMs = 10_000;

class Lighthouse {
  private readonly parts: LighthouseParts;
  private readonly socket: Socket;
  private readonly tunnels = new Map<number, Tunnel>();
  private readonly answers = new Map<string, Buffer>();
  private readonly ears = new Set<Ear>();
  private readonly waiting = new Set<() => void>();
  private readonly beginnings: Heard[] = [];
  private unanswered = 0;
  private late: NodeJS.Timeout | undefined;
  private latest: {readonly tunnel: Tunnel; readonly at: RemoteInfo} | undefined;

  constructor(parts: LighthouseParts, socket: Socket) {
    this.parts = parts;
    this.socket = socket;
  }

  take(datagram: Buffer, from: RemoteInfo): void {
    const header = readHeader(datagram);
    if (header === undefined) return this.hear(['punch'], {datagram, bytes: datagram});
    if (header.type === typeNumber('handshake')) return this.answer(header, datagram, from);
    const tunnel = this.tunnels.get(header.index);
    const text = tunnel?.open(header, datagram);
    if (tunnel === undefined || text === undefined) return;
    this.latest = {tunnel, at: from};
    // A host that its lighthouse does not answer takes the tunnel for a dead one.
    if (header.type === typeNumber('test') && header.subtype === 0) this.put(tunnel, text, {type: 'test', subtype: 1});
    this.hear(this.kindsOf(header, text), {header, datagram, bytes: text});
  }

  // The same first packet again gets the same answer: the host may not have seen it.
  private answer(header: PacketHeader, datagram: Buffer, from: RemoteInfo): void {
    const first = readFirst(datagram.subarray(headerBytes));
    const remote = first === undefined ? undefined : initiatorIndexOf(first.payload);
    if (first === undefined || remote === undefined) return;
    this.hear(['handshake'], {header, datagram, bytes: first.payload});
    const respond = (): void => {
      const known = first.ephemeral.toString('hex');
      const second = this.answers.get(known) ?? this.begin({first, remote}, from);
      if (second === undefined) return;
      this.answers.set(known, second);
      this.socket.send(second, from.port, from.address);
    };
    clearTimeout(this.late);
    this.unanswered += 1;
    if (this.unanswered > unansweredFirst) return respond();
    this.late = setTimeout(respond, lateAfterMs);
  }

  private begin(asked: Asked, at: RemoteInfo): Buffer | undefined {
    const {cipher, identity, nowMs} = this.parts;
    const responder = {certificate: writeWithoutKey(identity.certificate), key: identity.key, nowMs: nowMs()};
    const second = secondPacket(cipher, asked, responder);
    if (second === undefined) return undefined;
    this.tunnels.set(second.tunnel.own, second.tunnel);
    this.latest = {tunnel: second.tunnel, at};
    for (const wake of this.waiting) wake();
    return second.datagram;
  }

  private put(tunnel: Tunnel, text: Uint8Array, packet: PacketChanges): void {
    if (this.latest === undefined) return;
    this.socket.send(tunnel.write(text, packet), this.latest.at.port, this.latest.at.address);
  }

  private hear(
    kinds: readonly SealedKind[],
    {header, datagram, bytes}: {readonly header?: PacketHeader; readonly datagram: Buffer; readonly bytes: Buffer},
  ): void {
    const {port} = this.socket.address();
    const sealed = header === undefined ? undefined : sealedHeader(header, {datagram, port, isAuthentic: true});
    const arrival = {kind: 'frame', bytes: Uint8Array.from(bytes), elapsedMs: 0, ...defined({sealed})} as const;
    if (kinds.includes('handshake') && this.beginnings.length < beginningsMax) this.beginnings.push({kinds, arrival});
    for (const ear of this.ears) {
      ear.heard.push({kinds, arrival});
      ear.wake();
    }
  }

  /** What a packet may be waited for as. Lookups of hosts outside the mesh go on after the hostile message that asked for them. */
  private kindsOf({type}: PacketHeader, text: Buffer): readonly SealedKind[] {
    const kind = packetTypes[type] ?? 'any';
    if (kind !== 'lightHouse') return [kind];
    const {isOfMesh} = this.parts;
    const {type: number, about} = readMeta(text);
    if (number === 3) return [kind, 'update'];
    return number === 1 && isOfMesh(about) ? [kind, 'lookup'] : [kind];
  }

  /** Answers nothing any more. */
  forget(): void {
    clearTimeout(this.late);
  }

  conversation(): LiveConversation {
    const ear: Ear = {heard: [...this.beginnings], wake: () => undefined};
    this.ears.add(ear);
    return {
      local: {address: this.parts.host, port: this.socket.address().port},
      vpnIp: this.parts.vpnIp,
      tunnel: () => this.latest?.tunnel,
      send: (bytes, sending) => this.send(bytes, sending ?? {}),
      receive: (withinMs, kind) => this.receive(ear, withinMs, kind ?? 'lightHouse'),
      dropped: () => 0,
      close: () => {
        this.ears.delete(ear);
        return Promise.resolve();
      },
    };
  }

  private async send(bytes: Uint8Array, {packet = {}}: SealedSending): ReturnType<LiveConversation['send']> {
    const latest = this.latest ?? (await this.firstTunnel());
    if (latest === undefined) {
      const detail = `the host began no tunnel with its lighthouse within ${String(tunnelWithinMs / 1_000)} s`;
      return {kind: 'refused', detail, isSilent: true};
    }
    this.put(latest.tunnel, Buffer.concat([bytes, Buffer.from(packet.extra ?? '', 'hex')]), packet);
    return {kind: 'sent'};
  }

  private async firstTunnel(): Promise<Lighthouse['latest']> {
    await woken(this.waiting, tunnelWithinMs);
    return this.latest;
  }

  private async receive(ear: Ear, withinMs: number, kind: SealedKind): Promise<LiveArrival> {
    const startedMs = this.parts.nowMs();
    for (;;) {
      const at = ear.heard.findIndex(({kinds}) => kind === 'any' || kinds.includes(kind));
      const [found] = at < 0 ? [] : ear.heard.splice(at, 1);
      const elapsedMs = this.parts.nowMs() - startedMs;
      if (found !== undefined) return {...found.arrival, elapsedMs};
      if (elapsedMs >= withinMs) return {kind: 'silence', waitedMs: elapsedMs};
      const wakers = new Set<() => void>();
      ear.wake = () => wakers.forEach(wake => wake());
      await woken(wakers, withinMs - elapsedMs);
    }
  }
}

/** Resolves when one of these is called, or after this time. */
function woken(wakers: Set<() => void>, withinMs: number): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer);
      wakers.delete(done);
      resolve();
    };
    const timer = setTimeout(done, withinMs);
    wakers.add(done);
  });
}

/** The type of a message and the host that it is about; 0 where it has none. */
function readMeta(text: Buffer): {readonly type: number; readonly about: number} {
  const reading = readStrictly('OverlayMeta', text);
  const value = reading.kind === 'accept' ? reading.value : undefined;
  const details = isJsonObject(value) ? value['Details'] : undefined;
  const [type, about] = [value, details].map((one, index) =>
    isJsonObject(one) ? one[index === 0 ? 'Type' : 'VpnIp'] : 0,
  );
  return {type: typeof type === 'number' ? type : 0, about: typeof about === 'number' ? about : 0};
}
