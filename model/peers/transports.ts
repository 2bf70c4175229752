// The one table of the ways to reach a decoder or a live peer: help, errors, docs, schemas and the readers of addresses go by it.

/** Who is at the other end: a decoder under test, or a live peer that speaks bare messages. */
export type PeerKind = 'decoder' | 'livePeer';

/** One way to reach a peer. */
export interface Transport {
  /** What it is, as docs/options.md says it. */
  readonly about: string;
  /** How its address is written for a decoder; absent when a decoder cannot be reached so. */
  readonly decoder?: string;
  /** The same for a live peer. */
  readonly livePeer?: string;
  readonly example: string;
  /** What is missing when nothing follows the scheme, e.g. `file`. */
  readonly names: string;
  /** False where messages are handed over whole, so that there is no form to choose. */
  readonly hasLineForm: boolean;
  /** It names a program or module file of this machine. */
  readonly isFile?: true;
  /** A program of this machine is started, in a group of its own where the system has groups. */
  readonly isProgram?: true;
  /** One datagram is one message, and whether anybody listens shows only when something is sent. */
  readonly isDatagram?: true;
  /** Messages travel in encrypted tunnels, so that a certificate is needed. */
  readonly isSealed?: true;
  /** Neither side has a port. */
  readonly hasNoPorts?: true;
  /** Why it cannot be used on Windows, and what to do. */
  readonly missingOnWindows?: string;
}

/** Scheme of an address → what it is; help lists them in this order. */
export const transports = {
  exec: {
    about:
      'a program that is started and speaks over its stdin and stdout; split like the words of a shell, without one',
    decoder: 'exec:COMMAND',
    example: 'exec:./decoder',
    names: 'command',
    hasLineForm: true,
    isFile: true,
    isProgram: true,
  },
  module: {
    about: 'a JavaScript module that is loaded in a process of its own',
    decoder: 'module:FILE',
    example: 'module:./decoder.mjs',
    names: 'file',
    hasLineForm: false,
    isFile: true,
  },
  udp: {
    about: 'a socket for datagrams, one bare message in each',
    livePeer: 'udp://HOST:PORT',
    example: 'udp://[::1]:4242',
    names: 'host and port',
    hasLineForm: false,
    isDatagram: true,
  },
  nebula: {
    about:
      'a node of the Nebula family, whose messages are sealed in datagrams; ?ca=FILE&key=FILE name a CA that the run may sign with, ?certificate=FILE&key=FILE the certificate of one host, cipher=aes or chachapoly the cipher, role=lighthouse or host what it has to be',
    livePeer: 'nebula://HOST:PORT?ca=FILE&key=FILE',
    example: 'nebula://127.0.0.1:4242?ca=ca.crt&key=ca.key',
    names: 'host and port',
    hasLineForm: false,
    isSealed: true,
  },
  tcp: {
    about:
      'a program that listens already; a live peer’s messages have their length before them (frame: u32be, u32le or varint)',
    decoder: 'tcp://HOST:PORT',
    livePeer: 'tcp://HOST:PORT?frame=u32be',
    example: 'tcp://[::1]:4242',
    names: 'host and port',
    hasLineForm: true,
  },
  unix: {
    about: 'the same over a Unix socket; not on Windows',
    decoder: 'unix:PATH',
    livePeer: 'unix:PATH',
    example: 'unix:/run/overlay.sock',
    names: 'socket',
    hasLineForm: true,
    hasNoPorts: true,
    missingOnWindows: 'unix sockets are not offered on Windows: let it listen on tcp://127.0.0.1:PORT',
  },
} as const satisfies {readonly [scheme: string]: Transport};

/** The schemes by which one kind of peer can be reached. */
export type TransportOf<Kind extends PeerKind> = {
  [Scheme in keyof typeof transports]: (typeof transports)[Scheme] extends {readonly [key in Kind]: string}
    ? Scheme
    : never;
}[keyof typeof transports];

/** An address in its parts; `scheme` is undefined when it is none of the table. */
export interface AddressParts {
  /** `line:` was before it. */
  readonly isLine: boolean;
  readonly scheme: keyof typeof transports | undefined;
  /** What follows the scheme and its colon. */
  readonly rest: string;
}

/** Takes an address apart at its scheme. */
export function addressParts(text: string): AddressParts {
  const isLine = text.startsWith(lineMark);
  const address = isLine ? text.slice(lineMark.length) : text;
  const end = address.indexOf(':');
  const scheme = address.slice(0, Math.max(0, end));
  return isScheme(scheme) ? {isLine, scheme, rest: address.slice(end + 1)} : {isLine, scheme: undefined, rest: address};
}

/** What an address that asks for the line form has before it. */
const lineMark = 'line:';

function isScheme(text: string): text is keyof typeof transports {
  return Object.hasOwn(transports, text);
}

/** Gives the row of an address, if its scheme can reach such a peer. */
export function transportFor(kind: PeerKind, address: string): Transport | undefined {
  const {scheme, isLine} = addressParts(address);
  const transport: Transport | undefined = scheme === undefined ? undefined : transports[scheme];
  return transport?.[kind] === undefined || (isLine && kind === 'livePeer') ? undefined : transport;
}

/** Lists how addresses are written, e.g. `tcp://HOST:PORT or unix:PATH`; those of a decoder with what may be before them. */
export function addressForms(kind: PeerKind): string {
  const rows: readonly Transport[] = Object.values(transports);
  const forms = rows.map(row => row[kind]).filter(form => form !== undefined);
  const all = `${forms.slice(0, -1).join(', ')} or ${forms.at(-1) ?? ''}`;
  return kind === 'decoder' ? `${all}, with ${lineMark} before it where the decoder speaks the line form` : all;
}
