// Every decision of the node in one table, so that a fault is a replacement of one or two of them.
import type {Address} from '../../overlay/rules/answer.ts';
import {fingerprint, isSignedBy, readCertificate, type Certificate} from './certificate.ts';
import {readIntroduction} from '../meta.ts';
import {firstMessage, type TunnelKeys} from './noise.ts';
import type {Header, headerBytes} from './packet.ts';
import {freshPair, sharedSecret, unsealed, type Cipher, type Pair} from './secrets.ts';

/** Makes the table that a node lives by; each patch sees the one before it. */
export function makeMeshRules(patches: readonly MeshPatch[] = []): MeshRules {
  let rules = healthyRules;
  for (const patch of patches) rules = {...rules, ...patch(rules)};
  return rules;
}

/** Replaces rules; it is called once for each node, so what it remembers is that node's. */
export type MeshPatch = (before: MeshRules) => Partial<MeshRules>;

export type MeshRules = typeof healthyRules;

/** Counters that a tunnel has taken. */
export interface Window {
  newest: bigint;
  readonly taken: Set<bigint>;
}

/** What changes in the life of a tunnel. */
export interface TunnelState {
  readonly window: Window;
  counter: bigint;
  /** Where the packets of its host come from. */
  at: Address;
}

/** A tunnel as a recvError may name it: the index that this node has for it, and that of the other side. */
interface ErrorTunnel {
  readonly host: number;
  readonly index: number;
  readonly remote: number;
  readonly at: Address;
}

/** A first packet as it is remembered: what follows its header, and its Time. */
export interface FirstSeen {
  readonly first: Buffer;
  readonly time: bigint;
}

/** What a node drops: a packet that came before, one whose tag does not fit, an authentic one that it cannot read or has no use for, and a first packet that lets nobody in or is no news. */
export type Dropped = 'stale' | 'forged' | 'unreadable' | 'useless' | 'refused' | 'repeated';

/** What can be done with a tunnel that something was dropped in. */
export interface DroppedIn {
  readonly tunnel: TunnelState | undefined;
  /** Where it came from. */
  readonly from: Address;
  readonly close: () => void;
}

/** What a node says in a tunnel: the answer to a test, a reply to a lookup, or that somebody looked the host up. */
export type Purpose = 'test' | 'reply' | 'punch';

/** What a fault is shown: a datagram, a handshake or the text that was in a packet; a second packet that it answers with; or a tunnel that was opened, with the one that its host had before. */
export type Look =
  | {
      readonly stage: 'datagram' | 'handshake' | 'text';
      readonly header: Header | undefined;
      readonly bytes: Buffer;
    }
  | {readonly stage: 'answer'; readonly host: number; readonly second: Buffer}
  | {
      readonly stage: 'tunnel';
      readonly opened: TunnelState & {readonly host: number};
      readonly before: TunnelState | undefined;
      readonly known: Map<number, Known>;
    };

/** What a lighthouse knows of a host: where its packets come from, and the addresses that it named. */
export interface Known {
  readonly seen: Address | undefined;
  readonly told: readonly Address[];
}

/** What the payload of a handshake says. */
export interface Introduction {
  readonly certificate: Buffer;
  readonly initiator: number;
  readonly responder: number;
  readonly time: bigint;
}

/** An OverlayMeta that was decoded. */
export interface Heard {
  readonly type: number;
  readonly about: number;
  readonly addresses: readonly Address[];
}

const windowSize = 1_024n;
const addressesMax = 10;

const healthyRules = {
  /** Is shown every datagram, every text that was in one, every new second packet and every tunnel that is opened; a fault may die of it, or change the tunnel. */
  look: (_what: Look): void => {},
  isKnownVersion: ({version}: Header): boolean => version === 1,

  // The handshake.
  isFirstPacket: ({subtype, index, counter}: Header): boolean => subtype === 0 && index === 0 && counter === 1n,
  firstMessage,
  readIntroduction,
  needsDetails: true,
  readsUnknownHandshakes: true,
  agree: sharedSecret,
  /** The last handshake that counts for a host. */
  lastOf: <Last>(all: ReadonlyMap<number, Last>, host: number): Last | undefined => all.get(host),
  /** Whether the Time of a host that was never seen is welcome. */
  isTimely: (_time: bigint, _now: bigint): boolean => true,
  /** Whether an initiator may have this index; others may have it as well. */
  isIndexWelcome: (_index: number, _usedByOthers: ReadonlySet<number>): boolean => true,
  /** "The newer handshake wins": times of one host. */
  isWelcome: (time: bigint, before: bigint): boolean => time > before,
  isSameFirst: ({first}: FirstSeen, before: FirstSeen): boolean => first.equals(before.first),
  /** A host whose last tunnel was closed is welcome whatever its Time is. */
  forgetsHandshakes: true,
  /** The same first packet again gets the same second packet. */
  answerAgain: (kept: Buffer, _host: number): Buffer | undefined => kept,
  answersPerFirst: 1,
  secondHeader: (header: Header): Header => header,
  /** "In a handshake the certificate travels without PublicKey." */
  shown: (own: Certificate): Certificate => ({...own, key: Buffer.alloc(0)}),
  freshEphemeral: (): Pair => freshPair('x25519'),
  introduction: (mine: Introduction, _theirs: Pick<Introduction, 'time'>): Introduction => mine,
  /** What its own first packet says. */
  opening: (mine: Introduction): Introduction => mine,
  newIndex: (draw: () => number, _host: number): number => draw(),
  nowNanoseconds: (nowMs: number): bigint => BigInt(Math.floor(nowMs)) * 1_000_000n,

  // Certificates: each of these must hold.
  readCertificate,
  presence: (certificate: Certificate | undefined): Certificate | undefined => certificate,
  isInTime: ({from, until}: Certificate, nowSeconds: number): boolean => from <= nowSeconds && nowSeconds < until,
  issuerOf: ({issuer}: Certificate, authorities: readonly Certificate[]): Certificate | undefined =>
    authorities.find(authority => fingerprint(authority).equals(issuer)),
  /** What an issuer signs is valid no longer than itself. */
  isWithin: ({from, until}: Certificate, issuer: Certificate): boolean => from >= issuer.from && until <= issuer.until,
  /** What an issuer restricts, it signs nothing beyond. */
  isGroupAllowed: (group: string, allowed: readonly string[]): boolean => allowed.includes(group),
  isNetworkAllowed: ({address, mask}: Network, allowed: readonly Network[]): boolean =>
    allowed.some(one => ((address ^ one.address) & one.mask) === 0 && (mask & one.mask) >>> 0 === one.mask),
  isAllowed,
  isSigned: (certificate: Certificate, issuer: Certificate): boolean => isSignedBy(issuer, certificate),
  /** The certificate travels without its key; the static key of the handshake is put in before the signature is checked. */
  withKey: (certificate: Certificate, fixed: Buffer): Certificate => ({...certificate, key: fixed}),
  isHost: ({isAuthority, addresses}: Certificate): boolean => !isAuthority && addresses.length >= 2,
  /** The address in the mesh of a host. */
  hostAddress: ({addresses}: Certificate): number | undefined => addresses[0],
  isOther: ({addresses}: Certificate, own: number): boolean => addresses[0] !== own,

  // Tunnels.
  /** What is dropped changes nothing. */
  onDropped: (_what: Dropped, _where: DroppedIn): void => {},
  /** The keys that a packet may be sealed with. */
  keysFor: ({receive}: TunnelKeys): readonly Buffer[] => [receive],
  packetHeader: (header: Parameters<typeof headerBytes>[0]): Parameters<typeof headerBytes>[0] => header,
  /** The next counter of a tunnel that moved. */
  counterAfterMove: (counter: bigint): bigint => counter,
  /** The tunnels of which an authentic closeTunnel ends all. */
  endedByClose: <Tunnel extends {readonly host: number}>(
    closed: Tunnel,
    _all: readonly Tunnel[],
  ): readonly Tunnel[] => [closed],
  /** Whether the lighthouse forgets where a host is when one of its tunnels ends. */
  hasLeft: (hasAnother: boolean): boolean => !hasAnother,
  /** Whether an update in this tunnel is taken. */
  learnsIn: <Tunnel>(_tunnel: Tunnel, _all: () => readonly Tunnel[]): boolean => true,
  /** The tunnel in which a host is answered; `all` gives those that it has, the oldest first. */
  speaksIn: <Tunnel>(tunnel: Tunnel, _purpose: Purpose, _all: () => readonly Tunnel[]): Tunnel => tunnel,
  /** The number in the nonce of a packet. */
  nonce: (_cipher: Cipher, counter: bigint, _way: 'send' | 'receive'): bigint => counter,
  answersPunches: false,
  answersErrors: false,
  unsealed,
  firstCounter: 3n,
  nextCounter: (before: bigint): bigint => before + 1n,
  /** "A counter is taken once, in any order inside the window." */
  isFresh: ({newest, taken}: Window, {counter}: Pick<Header, 'counter' | 'type'>): boolean =>
    counter > newest - windowSize && !taken.has(counter),
  /** What a packet whose tag does not fit does to the window. */
  markForged: (_window: Window, _counter: bigint): void => {},
  testReply: ({subtype}: Header, bytes: Buffer): readonly {readonly subtype: number; readonly bytes: Buffer}[] =>
    subtype === 0 ? [{subtype: 1, bytes}] : [],
  /** What a sealed packet for an index that this node does not have gets. */
  recvError: (header: Header, _isFromHost: boolean): readonly Buffer[] => [headerOfError(header.index)],
  /** The tunnels that a recvError ends: the index is the one that the other side did not find, which is that of a tunnel as it knows it. */
  endedByError: <Tunnel extends ErrorTunnel>(
    {index, from}: {readonly index: number; readonly from: Address},
    all: readonly Tunnel[],
  ): readonly Tunnel[] => all.filter(({remote, at}) => remote === index && isSamePlace(from, at)).slice(-1),
  endsOnForgedClose: false,
  endsOnClose: true,
  moves: (isAuthentic: boolean, _header: Header): boolean => isAuthentic,

  // The lighthouse.
  answersLookups: (isLighthouse: boolean): boolean => isLighthouse,
  hostsKnown: 20_000,
  /** Hosts besides the wanted one that hear who asked. */
  alsoTold: <Tunnel>(_others: readonly Tunnel[]): readonly Tunnel[] => [],
  readsUnknownFields: true,
  heard: (heard: Heard, _before: Heard | undefined): Heard => heard,
  tells: (type: number): boolean => type === metaTypes.update,
  /** An update whose VpnIp is not an address of the tunnel's certificate is dropped. */
  mayTell: (about: number, host: number): boolean => about === host,
  kept: (told: readonly Address[], _before: readonly Address[]): readonly Address[] => told.slice(0, addressesMax),
  /** A host is not reached at an address of the mesh. */
  isOutside: ({ip}: Address, [address = 0, mask = 0]: readonly number[]): boolean => ((ip ^ address) & mask) !== 0,
  /** What is forgotten of the hosts when one has left. */
  forgets: (known: Map<number, Known>, host: number): void => void known.delete(host),
  addressesOf: ({seen, told}: Known): readonly Address[] => (seen === undefined ? told : [seen, ...told]),
  /** Hosts outside of its network get no reply. */
  isNear: (host: number, [address = 0, mask = 0]: readonly number[]): boolean => ((host ^ address) & mask) === 0,
  /** A host that has a tunnel and told nothing is where it is seen. */
  found: (known: ReadonlyMap<number, Known>, wanted: number, isThere: boolean): Known | undefined =>
    known.get(wanted) ?? (isThere ? {seen: undefined, told: []} : undefined),
  lookupReplies: (wanted: number, addresses: readonly Address[], _asker: number): readonly Heard[] => [
    {type: metaTypes.queryReply, about: wanted, addresses},
  ],
  /** Right after the reply, the wanted host gets the addresses of the one that asked. */
  punchRequest: ({
    wanted,
    asker,
    addresses,
  }: {
    readonly wanted: number;
    readonly asker: number;
    readonly addresses: readonly Address[];
  }): {readonly to: number; readonly meta: Heard} | undefined => ({
    to: wanted,
    meta: {type: metaTypes.punch, about: asker, addresses},
  }),

  // The host.
  /** Replies and punch requests are taken from configured lighthouses alone. */
  isFromLighthouse: (host: number, lighthouse: number | undefined): boolean => host === lighthouse,
  /** Whether it sends its lighthouse another first packet after so many that got no answer. */
  knocks: (_tries: number): boolean => true,
  /** When it begins again with a host that it looked up and that does not answer. */
  meetsAgainAfterMs: [150, 450, 900, 1_500, 2_400] as readonly number[],
  /** The header of a first packet; the number is how many of them wait for an answer. */
  firstHeader: (header: Parameters<typeof headerBytes>[0], _waiting: number): Parameters<typeof headerBytes>[0] =>
    header,
  /** Whether the answer to a first packet is taken; those that wait for one are named by their indexes, the oldest first. */
  takesAnswer: (_index: number, _waiting: readonly number[]): boolean => true,
  /** The host whose certificate is in an answer, where that lets it in. */
  hostThatAnswers: (judged: () => number | undefined, _certificate: Buffer): number | undefined => judged(),
  /** Whether the host that answers is the one that the handshake was begun with. */
  isWanted: (host: number, wanted: number): boolean => host === wanted,
  /** An answer ends the wait for it, so that it counts once. */
  endsAfterAnswer: true,
  /** An answer that does not fit may come from anybody, and changes nothing. */
  onBadAnswer: (_wanted: number): void => {},
  reportsEveryMs: (intervalMs: number): number | undefined => intervalMs,
  report: (own: number, addresses: readonly Address[]): Heard => ({type: metaTypes.update, about: own, addresses}),
  /** When the same lookup is sent again while it is not answered. */
  lookupDelaysMs: [0, 200, 600, 1_400, 3_000] as readonly number[],
  punched: (addresses: readonly Address[]): readonly Address[] => addresses,
  /** A hole-punch packet. */
  punch: Buffer.of(0),
  punchAfterMs: 100,
  /** A host that was told to punch looks the other one up, and begins a tunnel with it. */
  respondsAfterMs: 200 as number | undefined,
  /** A reply counts for a host that was looked up. */
  meets: (isWanted: boolean): boolean => isWanted,
  met: (addresses: readonly Address[]): readonly Address[] => addresses,
};

/** A network of a certificate. */
interface Network {
  readonly address: number;
  readonly mask: number;
}

/** Takes pairs of address and mask apart. */
function networksOf(pairs: readonly number[]): readonly Network[] {
  return Array.from({length: Math.floor(pairs.length / 2)}, (_, at) => ({
    address: pairs[2 * at] ?? 0,
    mask: pairs[2 * at + 1] ?? 0,
  }));
}

function isAllowed(
  {
    isGroupAllowed,
    isNetworkAllowed,
  }: {
    readonly isGroupAllowed: (group: string, allowed: readonly string[]) => boolean;
    readonly isNetworkAllowed: (network: Network, allowed: readonly Network[]) => boolean;
  },
  certificate: Certificate,
  issuer: Certificate,
): boolean {
  const areNetworksAllowed = (pairs: readonly number[], allowed: readonly number[]): boolean =>
    allowed.length === 0 || networksOf(pairs).every(one => isNetworkAllowed(one, networksOf(allowed)));
  return (
    (issuer.groups.length === 0 || certificate.groups.every(group => isGroupAllowed(group, issuer.groups))) &&
    areNetworksAllowed(certificate.addresses, issuer.addresses) &&
    areNetworksAllowed(certificate.subnets, issuer.subnets)
  );
}

/** OverlayMeta.MessageType by name, as far as nodes use it. */
export const metaTypes = {query: 1, queryReply: 2, update: 3, moved: 4, punch: 5} as const;

/** Whether two packets come from one address and port. */
export function isSamePlace(one: Address, other: Address): boolean {
  return one.ip === other.ip && one.port === other.port;
}

function headerOfError(index: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes[0] = 0x12;
  bytes.writeUInt32BE(index, 4);
  return bytes;
}
