/** Decides which addresses the server may call: hooks and mirrors name addresses, and a test server must not reach everything. */
import {BlockList, isIP} from 'node:net';

/** What one entry of the list allows. */
export type HostEntry =
  | {readonly kind: 'all'}
  | {readonly kind: 'network'; readonly name: 'loopback' | 'private' | 'external'}
  | {readonly kind: 'range'; readonly address: string; readonly bits: number}
  | {readonly kind: 'name'; readonly pattern: RegExp};

export interface AskedHost {
  readonly host: string;
  /** The address that the name stands for now. */
  readonly address: string;
}

/** Tells whether an address may be called. */
export function isAllowedHost(allowed: readonly HostEntry[], asked: AskedHost): boolean {
  return allowed.some(entry => allows(entry, asked));
}

function allows(entry: HostEntry, {host, address}: AskedHost): boolean {
  switch (entry.kind) {
    case 'all':
      return true;
    case 'name':
      return entry.pattern.test(host);
    case 'range':
      return contains([[entry.address, entry.bits]], address);
    case 'network':
      return networkOf(address) === entry.name;
  }
}

type Range = readonly [address: string, bits: number];

const loopback: readonly Range[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];
const notExternal: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
  ['::', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
];

function networkOf(address: string): 'loopback' | 'private' | 'external' {
  if (contains(loopback, address)) return 'loopback';
  return contains(notExternal, address) ? 'private' : 'external';
}

function contains(ranges: readonly Range[], address: string): boolean {
  const list = new BlockList();
  for (const [start, bits] of ranges) list.addSubnet(start, bits, isIP(start) === 6 ? 'ipv6' : 'ipv4');
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Reads a comma-separated list; undefined when an entry is none of the forms. */
export function readAllowedHosts(text: string): readonly HostEntry[] | undefined {
  const entries = text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(readEntry);
  return entries.includes(undefined) ? undefined : entries.flatMap(entry => entry ?? []);
}

function readEntry(text: string): HostEntry | undefined {
  if (text === '*') return {kind: 'all'};
  if (text === 'loopback' || text === 'private' || text === 'external') return {kind: 'network', name: text};
  const [address = '', bits = '', ...others] = text.split('/');
  const family = isIP(address);
  if (family !== 0) {
    const widest = family === 6 ? 128 : 32;
    const width = bits === '' ? widest : Number(bits);
    return /^\d{0,3}$/.test(bits) && width <= widest && others.length === 0
      ? {kind: 'range', address, bits: width}
      : undefined;
  }
  if (!/^[a-z0-9*][a-z0-9.*-]*$/i.test(text)) return undefined;
  const pattern = text.replaceAll('.', String.raw`\.`).replaceAll(/\*+/g, '[^ ]*');
  return {kind: 'name', pattern: new RegExp(`^${pattern}$`, 'i')};
}
