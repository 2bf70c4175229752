// Reads the address of a live peer, and refuses those that more than one machine would hear.
import {lookup} from 'node:dns/promises';
import {BlockList, isIP} from 'node:net';
import {networkInterfaces} from 'node:os';
import {addressForms, addressParts, transports} from '../../../model/peers/transports.ts';

/** How the length of a frame is written before it on a stream. */
export type Framing = 'u32be' | 'u32le' | 'varint';

/** Where a live peer is; a host name is looked up once and stays what it was then. */
export type LiveAddress =
  | {readonly kind: 'udp'; readonly address: string; readonly family: 4 | 6; readonly port: number}
  | {readonly kind: 'tcp'; readonly address: string; readonly port: number; readonly framing: Framing}
  | {readonly kind: 'unix'; readonly path: string; readonly framing: Framing};

export type LiveAddressReading =
  | {readonly kind: 'address'; readonly address: LiveAddress}
  /** One full sentence. A host that is not known may be known tomorrow; every other address is none. */
  | {readonly kind: 'problem' | 'unknown-host'; readonly detail: string};

/** Reads an address of transports.ts; on a stream `?frame=u32be|u32le|varint` may follow it. */
export async function readLiveAddress(text: string): Promise<LiveAddressReading> {
  const [place = '', ...queries] = text.split('?');
  const framing = readFraming(text, queries.join('?'));
  if (framing.kind === 'problem') return framing;
  const {scheme: kind, isLine, rest} = addressParts(place);
  if (kind === 'unix' && !isLine && rest !== '')
    return {kind: 'address', address: {kind, path: rest, framing: framing.framing ?? 'u32be'}};
  const [, host = '', digits = ''] = /^\/\/(\[[0-9a-zA-Z:.%]+\]|[^/:\s@]+):(\d{1,5})\/?$/.exec(rest) ?? [];
  const port = Number(digits);
  if ((kind !== 'udp' && kind !== 'tcp') || isLine || port < 1 || port > 65_535) {
    return problem(
      `"${text}" is not an address of a live peer: write ${addressForms('livePeer')}, an IPv6 address in brackets, e.g. ${transports.udp.example}.`,
    );
  }
  if (kind === 'udp' && framing.framing !== undefined) {
    return problem(`"${text}" has a frame, but a datagram is one message: leave ?frame= away.`);
  }
  const found = await findAddress(host.replace(/^\[|\]$/g, ''));
  if (found === undefined)
    return {kind: 'unknown-host', detail: `The host name "${host}" of "${text}" is not known: check its spelling.`};
  const why = heardByMany(found.address, found.family);
  if (why !== undefined) {
    return problem(`"${text}" is ${why}; touchstone sends to one peer only: write the address of the peer itself.`);
  }
  const {address, family} = found;
  if (kind === 'udp') return {kind: 'address', address: {kind, address, family, port}};
  return {kind: 'address', address: {kind, address, port, framing: framing.framing ?? 'u32be'}};
}

const framings: readonly Framing[] = ['u32be', 'u32le', 'varint'];

function readFraming(
  text: string,
  query: string,
):
  | {readonly kind: 'framing'; readonly framing: Framing | undefined}
  | {readonly kind: 'problem'; readonly detail: string} {
  const parameters = [...new URLSearchParams(query)];
  const stranger = parameters.find(([name]) => name !== 'frame');
  if (stranger !== undefined) {
    return {kind: 'problem', detail: `"${text}" has an unknown parameter "${stranger[0]}"; there is "frame" alone.`};
  }
  const asked = parameters.at(-1)?.[1];
  const framing = framings.find(known => known === asked);
  if (asked === undefined || framing !== undefined) return {kind: 'framing', framing};
  return {kind: 'problem', detail: `"${text}" asks for frame=${asked}; use ${framings.join(', ')}.`};
}

async function findAddress(host: string): Promise<{readonly address: string; readonly family: 4 | 6} | undefined> {
  const family = isIP(host);
  if (family === 4 || family === 6) return {address: host, family};
  try {
    const found = await lookup(host);
    return {address: found.address, family: found.family === 6 ? 6 : 4};
  } catch {
    return undefined;
  }
}

function heardByMany(address: string, family: 4 | 6): string | undefined {
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const plain = address.replace(/%.*$/, '');
  if (multicast.check(plain, type)) return 'a multicast address';
  if (unspecified.check(plain, type)) return 'the address that means no machine or every machine';
  if (reserved.check(plain, type) || broadcastsOfThisMachine().check(plain, type)) return 'a broadcast address';
  return undefined;
}

const multicast = new BlockList();
multicast.addSubnet('224.0.0.0', 4, 'ipv4');
multicast.addSubnet('ff00::', 8, 'ipv6');

const unspecified = new BlockList();
unspecified.addSubnet('0.0.0.0', 8, 'ipv4');
unspecified.addAddress('::', 'ipv6');

const reserved = new BlockList();
reserved.addSubnet('240.0.0.0', 4, 'ipv4');

function broadcastsOfThisMachine(): BlockList {
  const list = new BlockList();
  for (const {family, cidr} of Object.values(networkInterfaces()).flatMap(found => found ?? [])) {
    const [address = '', length = '32'] = (cidr ?? '').split('/');
    // A network of one or two addresses has no broadcast address, and the loopback hears itself alone.
    if (family !== 'IPv4' || Number(length) > 30 || address.startsWith('127.')) continue;
    const hosts = 2 ** (32 - Number(length));
    const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const last = Math.floor(number / hosts) * hosts + hosts - 1;
    list.addAddress([24, 16, 8, 0].map(shift => Math.floor(last / 2 ** shift) % 256).join('.'), 'ipv4');
  }
  return list;
}

function problem(detail: string): LiveAddressReading {
  return {kind: 'problem', detail};
}
