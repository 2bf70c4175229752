// The 16 bytes before every datagram, big endian: version and type, subtype, two reserved bytes, index, counter.

/** What a header holds; `counter` is the number of the packet in its tunnel. */
export interface Header {
  readonly version: number;
  readonly type: number;
  readonly subtype: number;
  readonly reserved: number;
  /** Index of the tunnel at the receiver; 0 in the first packet of a handshake. */
  readonly index: number;
  readonly counter: bigint;
}

export const headerLength = 16;

/** Packet types by name. */
export const types = {handshake: 0, message: 1, recvError: 2, lightHouse: 3, test: 4, closeTunnel: 5} as const;

/** Reads the header of a datagram; undefined where it is shorter than one. */
export function headerOf(datagram: Buffer): Header | undefined {
  if (datagram.length < headerLength) return undefined;
  const [first = 0, subtype = 0] = datagram;
  return {
    version: first >>> 4,
    type: first & 15,
    subtype,
    reserved: datagram.readUInt16BE(2),
    index: datagram.readUInt32BE(4),
    counter: datagram.readBigUInt64BE(8),
  };
}

/** Writes a header; what is left out is that of everyday packets. */
export function headerBytes(header: Partial<Header> & Pick<Header, 'type'>): Buffer {
  const {version = 1, type, subtype = 0, reserved = 0, index = 0, counter = 0n} = header;
  const bytes = Buffer.alloc(headerLength);
  bytes[0] = (version << 4) | type;
  bytes[1] = subtype;
  bytes.writeUInt16BE(reserved, 2);
  bytes.writeUInt32BE(index, 4);
  bytes.writeBigUInt64BE(counter, 8);
  return bytes;
}
