// Cuts a byte stream into frames and puts frames into bytes, for the three length prefixes that are in use.

/** How the length of a frame is written: four bytes in either order, or a varint. */
export type Framing = 'u32le' | 'u32be' | 'varint';

export const framings: readonly Framing[] = ['u32le', 'u32be', 'varint'];

// The bound of the testee protocol; nothing is allocated for a length that was only announced.
export const frameBytesMax = 4 * 1024 * 1024;

/** Takes a chunk of the stream and gives every frame that is whole; throws a full sentence when a frame is above 4 MiB. */
export type FrameReader = (chunk: Uint8Array) => Buffer[];

/** Starts reading a stream of frames. */
export function frameReader(framing: Framing): FrameReader {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let needed = 0;
  return chunk => {
    held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    heldBytes += chunk.length;
    // A frame that arrives in many chunks is joined once, when its last byte is here.
    if (heldBytes < needed) return [];
    const bytes = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    const frames: Buffer[] = [];
    let at = 0;
    for (;;) {
      const head = readHead(bytes, at, framing);
      needed = head === undefined ? 0 : head.size + head.length;
      if (head === undefined || bytes.length - at < needed) break;
      frames.push(bytes.subarray(at + head.size, at + needed));
      at += needed;
    }
    held = at < bytes.length ? [bytes.subarray(at)] : [];
    heldBytes = bytes.length - at;
    return frames;
  };
}

/** Puts the length before a payload. */
export function writeFrame(payload: Uint8Array, framing: Framing): Buffer {
  return Buffer.concat([writeHead(payload.length, framing), payload]);
}

function readHead(bytes: Buffer, at: number, framing: Framing): {length: number; size: number} | undefined {
  const head = framing === 'varint' ? readVarintHead(bytes, at) : readFixedHead(bytes, at, framing);
  if (head !== undefined && head.length > frameBytesMax) {
    throw new Error(`A frame of ${head.length} bytes was announced; frames above ${frameBytesMax} bytes are refused.`);
  }
  return head;
}

function readFixedHead(
  bytes: Buffer,
  at: number,
  framing: 'u32le' | 'u32be',
): {length: number; size: number} | undefined {
  if (bytes.length - at < 4) return undefined;
  return {length: framing === 'u32le' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at), size: 4};
}

function readVarintHead(bytes: Buffer, at: number): {length: number; size: number} | undefined {
  let length = 0;
  for (let size = 1; size <= 5; size++) {
    const byte = bytes[at + size - 1];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** (size - 1);
    if (byte < 0x80) return {length, size};
  }
  throw new Error('The length of a frame is a varint of more than five bytes; frames above 4 MiB are refused.');
}

function writeHead(length: number, framing: Framing): Buffer {
  if (framing === 'varint') {
    const bytes: number[] = [];
    let rest = length;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    return Buffer.from([...bytes, rest]);
  }
  const head = Buffer.alloc(4);
  if (framing === 'u32le') head.writeUInt32LE(length);
  else head.writeUInt32BE(length);
  return head;
}
