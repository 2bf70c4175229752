// How a message travels to a node that seals its datagrams: what a case may change in a packet, and what it sees of one that came.

/** Names of packet types, by their number. */
export const packetTypes = [
  'handshake',
  'message',
  'recvError',
  'lightHouse',
  'test',
  'closeTunnel',
  'control',
] as const;

/** What a case may wait for: packets of these types, hole-punch packets, updates and lookups that our lighthouse hears, or anything at all. */
export const sealedKinds = [...packetTypes, 'punch', 'update', 'lookup', 'any'] as const;

export type SealedKind = (typeof sealedKinds)[number];

/** How a sealed packet is spoiled after everything else is right. */
export const damages = ['tag', 'text', 'header', 'cut', 'unsealed', 'key', 'direction'] as const;

/** How a datagram differs from the everyday one: the next lighthouse packet of the client's tunnel, sealed with its keys. */
export interface PacketChanges {
  /** A name or the number of a type. */
  readonly type?: string | number;
  readonly subtype?: number;
  readonly version?: number;
  readonly reserved?: number;
  /** Index of the tunnel at the node. */
  readonly index?: number;
  /** A text where it is above 2^53. */
  readonly counter?: number | string;
  /** How many counters are left out before this one. */
  readonly ahead?: number;
  /** Seals it in the tunnel before the latest one. */
  readonly older?: boolean;
  readonly damage?: (typeof damages)[number];
  /** Sends a datagram again, byte for byte: 1 is the last one, 2 the one before it. Nothing else is looked at. */
  readonly again?: number;
  /** Hex that is added to the message: fields of a later release. */
  readonly extra?: string;
  /** Sends the payload alone, without a header: what a stranger may send. */
  readonly bare?: boolean;
  /** Sends from another port of ours. */
  readonly elsewhere?: boolean;
  /** Sends the datagram through a relay to the node, which is set up first: in the clear, and authenticated. */
  readonly relayed?: boolean;
  /** Of a datagram through a relay: so many bytes of its header are those of its tag. */
  readonly overlap?: number;
}

/** Certificates that a client may show; all but the welcome ones are to be refused. */
export const certificateKinds = [
  'good',
  'expired',
  'just-expired',
  'expired-a-moment-ago',
  'not-yet-valid',
  'valid-in-a-moment',
  'older-than-its-authority',
  'outlives-its-authority',
  'other-authority',
  'unknown-issuer',
  'nearly-its-issuer',
  'forged-signature',
  'without-signature',
  'longer-signature',
  'changed-name',
  'changed-address',
  'changed-mask',
  'changed-begin',
  'changed-end',
  'self-signed',
  'an-authority',
  'foreign-key',
  'foreign-key-inside',
  'address-of-the-node',
  'without-address',
  'none',
  'garbage',
  'cut',
  'renewed',
  'reordered',
  'unpacked',
  'repeated',
  'as-old-as-its-authority',
  'right-signature-first',
  'added-subnet',
  'added-group',
] as const;

export type CertificateKind = (typeof certificateKinds)[number];

/** Those that are right: `renewed` is of the same host and another key; two are written in another way that proto3 allows. */
export const welcomeKinds: readonly CertificateKind[] = [
  'good',
  'renewed',
  'reordered',
  'unpacked',
  'repeated',
  'as-old-as-its-authority',
];

/** Keys in whose place zeroes can be sent. */
export const zeroKeys = ['ephemeral', 'static'] as const;

/** What a certificate states, where that is not the everyday thing; networks are pairs of address and mask, times Unix seconds. */
export interface ChangedDetails {
  readonly name?: string;
  readonly ips?: readonly number[];
  readonly subnets?: readonly number[];
  readonly groups?: readonly string[];
  readonly notBefore?: number;
  readonly notAfter?: number;
  readonly isCa?: boolean;
  readonly curve?: number;
}

/** Who may sign a certificate in the place of the everyday CA. */
export const signingAuthorities = ['restricted', 'crossed'] as const;

/** How the first packet of a handshake differs from the everyday one. */
export interface HandshakeChanges {
  /** Answers the last first packet that the node sent to this client, in the place of a first packet of ours. */
  readonly answers?: boolean;
  readonly certificate?: CertificateKind;
  /** Details that the CA signs in the place of the everyday ones. */
  readonly details?: ChangedDetails;
  /** restricted: the CA of the run that restricts groups, addresses and subnets; crossed: its key, under the name of the other CA. */
  readonly authority?: (typeof signingAuthorities)[number];
  /** older: one second before the last handshake of this client; barely-older: one nanosecond; same: its Time; barely-newer: one nanosecond after it; text: the number as it is. */
  readonly time?: 'older' | 'barely-older' | 'same' | 'barely-newer' | (string & {});
  /** Takes the ephemeral key of the last handshake of this client again. */
  readonly sameKey?: boolean;
  /** The initiator's index. */
  readonly index?: number;
  /** Hex of another payload. */
  readonly payload?: string;
  /** Hex that is added to the payload: fields of a later release. */
  readonly extra?: string;
  /** Zeroes in the place of a key. */
  readonly zeroKey?: (typeof zeroKeys)[number];
  /** How many bytes after the header are sent. */
  readonly cut?: number;
}

/** Both, for one datagram. */
export interface SealedSending {
  readonly packet?: PacketChanges;
  readonly handshake?: HandshakeChanges;
}

/** A datagram of a search: how it travels, and who sends it. */
export interface SearchSending extends SealedSending {
  /** Sent by the lighthouse that a plain host reports to; by a host of the mesh where it is left out. */
  readonly client?: 'lighthouse';
}

/** What a packet that came shows besides its payload. */
export interface SealedHeader {
  readonly version: number;
  readonly type: number;
  readonly subtype: number;
  readonly reserved: number;
  readonly index: number;
  readonly counter: number;
  /** Our port at which it came. */
  readonly port: number;
  /** How many bytes the datagram has. */
  readonly bytes: number;
  /** The whole datagram as hex. */
  readonly datagram: string;
  /** Whether its tag fits; packets that are not sealed have none to fit. */
  readonly isAuthentic: boolean;
  /** Of a handshake that could be read: its ephemeral key as hex. */
  readonly ephemeral?: string;
  /** Of a handshake that could be read: `good`, or what is wrong with the certificate that came. */
  readonly certificate?: string;
}

/** What a packet that came breaks, whatever the case is about. */
export interface PacketBreach {
  readonly statement: string;
  readonly basis: 'stated' | 'usual';
  readonly message: string;
}
