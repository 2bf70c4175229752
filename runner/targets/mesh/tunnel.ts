// One tunnel with a node: its keys and indexes, the counter of what was sent, and packets sealed and opened.
import type {PacketChanges} from '../../../model/peers/sealed.ts';
import {seal, tagBytes, unseal, type CipherName, type TunnelKeys} from './noise.ts';
import {headerBytes, typeNumber, writeHeader, type PacketHeader, type PacketType} from './packet.ts';
import {packetTypes} from '../../../model/peers/sealed.ts';

/** A tunnel that we began. */
export interface Tunnel {
  /** Our index, which the node writes into its packets. */
  readonly own: number;
  /** The node's index. */
  readonly remote: number;
  /** Writes the next packet with these changes. */
  write(payload: Uint8Array, changes: PacketChanges): Buffer;
  /** Writes a relay packet around a datagram; undefined where no counter lets bytes of the header be those of the tag. */
  relay(index: number, datagram: Uint8Array, overlap: number): Buffer | undefined;
  /** Opens a packet of the node; undefined where its tag does not fit. */
  open(header: PacketHeader, packet: Buffer): Buffer | undefined;
}

/** "Data counters begin at 3": the two before were those of the handshake. */
const firstCounter = 3n;

/** One counter in 256 has a tag that begins with its last byte. */
const overlapTriesMax = 8_192;

/** Makes the tunnel of a handshake that was answered. */
export function newTunnel(
  cipher: CipherName,
  {own, remote, keys}: {readonly own: number; readonly remote: number; readonly keys: TunnelKeys},
): Tunnel {
  let next = firstCounter;
  return {
    own,
    remote,
    write: (payload, changes) => {
      const counter = changes.counter === undefined ? next + BigInt(changes.ahead ?? 0) : BigInt(changes.counter);
      if (changes.counter === undefined) next = counter + 1n;
      const header = writeHeader(headerOf(changes, {index: remote, counter}));
      const key = changes.damage === 'direction' ? keys.second : keys.first;
      return sealedPacket(cipher, {header, counter, payload, key, damage: changes.damage});
    },
    relay: (index, datagram, overlap) => {
      const key = keys.first;
      for (let tries = 0; tries < overlapTriesMax; tries += 1) {
        const counter = next;
        next += 1n;
        const header = writeHeader({version: 1, type: typeNumber('message'), subtype: 1, reserved: 0, index, counter});
        const whole = overlap === 0 ? Buffer.concat([header, datagram]) : header.subarray(0, headerBytes - overlap);
        const tag = seal(cipher, {key, counter, data: whole, text: Buffer.alloc(0)});
        if (header.subarray(headerBytes - overlap).equals(tag.subarray(0, overlap))) return Buffer.concat([whole, tag]);
      }
      return undefined;
    },
    open: ({counter}, packet) =>
      unseal(cipher, {
        key: keys.second,
        counter,
        data: packet.subarray(0, headerBytes),
        sealed: packet.subarray(headerBytes),
      }),
  };
}

/** The header of a packet with these changes. */
export function headerOf(
  {type = 'lightHouse', subtype = 0, version = 1, reserved = 0, index: changed}: PacketChanges,
  {index, counter}: {readonly index: number; readonly counter: bigint},
): PacketHeader {
  const number = typeof type === 'number' ? type : isPacketType(type) ? typeNumber(type) : 15;
  return {version, type: number, subtype, reserved, index: changed ?? index, counter};
}

function isPacketType(text: string): text is PacketType {
  return (packetTypes as readonly string[]).includes(text);
}

interface Sealed {
  readonly header: Buffer;
  readonly counter: bigint;
  readonly payload: Uint8Array;
  readonly key: Buffer;
  readonly damage: PacketChanges['damage'];
}

function sealedPacket(cipher: CipherName, {header, counter, payload, key, damage}: Sealed): Buffer {
  if (damage === 'unsealed') return Buffer.concat([header, payload]);
  const used = damage === 'key' ? Buffer.alloc(key.length, 7) : key;
  const sealed = seal(cipher, {key: used, counter, data: header, text: payload});
  const textAt = headerBytes + (payload.length === 0 ? sealed.length - tagBytes : 0);
  return spoiled(Buffer.concat([header, sealed]), damage, textAt);
}

/** A packet with this damage; `textAt` is where its text begins. */
export function spoiled(packet: Buffer, damage: PacketChanges['damage'], textAt: number): Buffer {
  if (damage === 'cut') return packet.subarray(0, packet.length - 1);
  if (damage === 'tag') flip(packet, packet.length - 1);
  if (damage === 'text') flip(packet, textAt);
  // The reserved bytes mean nothing, and are authenticated all the same.
  if (damage === 'header') flip(packet, 3);
  return packet;
}

function flip(bytes: Buffer, at: number): void {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
}
