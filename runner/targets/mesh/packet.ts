// The 16 bytes before every datagram of a node: what they mean, read and written.
import {packetTypes} from '../../../model/peers/sealed.ts';

export type PacketType = (typeof packetTypes)[number];

/** The fields of a header; `counter` is the number of the message in its tunnel. */
export interface PacketHeader {
  readonly version: number;
  readonly type: number;
  readonly subtype: number;
  readonly reserved: number;
  /** Index of the tunnel at the receiver; 0 in the first packet of a handshake. */
  readonly index: number;
  readonly counter: bigint;
}

export const headerBytes = 16;

/** Gives the number of a packet type. */
export function typeNumber(type: PacketType): number {
  return packetTypes.indexOf(type);
}

/** Writes a header. Version and type share the first byte, so that each keeps its lowest four bits. */
export function writeHeader({version, type, subtype, reserved, index, counter}: PacketHeader): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeUInt8(((version & 0x0f) << 4) | (type & 0x0f), 0);
  bytes.writeUInt8(subtype & 0xff, 1);
  bytes.writeUInt16BE(reserved & 0xffff, 2);
  bytes.writeUInt32BE(index >>> 0, 4);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, counter), 8);
  return bytes;
}

/** Reads a header; undefined where a datagram is shorter than one. */
export function readHeader(bytes: Buffer): PacketHeader | undefined {
  if (bytes.length < headerBytes) return undefined;
  const first = bytes.readUInt8(0);
  return {
    version: first >> 4,
    type: first & 0x0f,
    subtype: bytes.readUInt8(1),
    reserved: bytes.readUInt16BE(2),
    index: bytes.readUInt32BE(4),
    counter: bytes.readBigUInt64BE(8),
  };
}
