// Cuts the stream of a live peer into bare messages, and puts the length before ours.
import type {Framing} from './peer-address.ts';

/** What a chunk of the stream brought; after `too-large` nothing more can be read. */
type FrameArrival =
  | {readonly kind: 'frame'; readonly bytes: Uint8Array}
  | {readonly kind: 'too-large'; readonly detail: string};

/** Takes chunks and gives the messages that are whole; `held` is how many bytes wait for the rest of theirs. */
export interface FrameReader {
  take(chunk: Buffer): readonly FrameArrival[];
  held(): number;
}

/** Starts to read one stream; nothing is allocated for a length that was only announced. */
export function frameReader(framing: Framing, frameBytesMax: number): FrameReader {
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  let needed = 1;
  const take = (chunk: Buffer): readonly FrameArrival[] => {
    chunks.push(chunk);
    heldBytes += chunk.length;
    // A message that arrives in many chunks is joined once, when its last byte is here.
    if (heldBytes < needed) return [];
    const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    const arrivals: FrameArrival[] = [];
    let at = 0;
    needed = 1;
    for (let head = readHead(bytes, at, framing); head !== undefined; head = readHead(bytes, at, framing)) {
      if (head.length > frameBytesMax) {
        arrivals.push({kind: 'too-large', detail: tooLarge(head.length, frameBytesMax, framing)});
        break;
      }
      needed = head.size + head.length;
      if (bytes.length - at < needed) break;
      arrivals.push({kind: 'frame', bytes: Uint8Array.from(bytes.subarray(at + head.size, at + needed))});
      at += needed;
      needed = 1;
    }
    chunks = at < bytes.length ? [bytes.subarray(at)] : [];
    heldBytes = bytes.length - at;
    return arrivals;
  };
  return {take, held: () => heldBytes};
}

/** Puts the length before a message. */
export function writeFrame(payload: Uint8Array, framing: Framing): Buffer {
  return Buffer.concat([writeHead(payload.length, framing), payload]);
}

function tooLarge(length: number, frameBytesMax: number, framing: Framing): string {
  const said = Number.isFinite(length) ? `${length.toLocaleString('en')} bytes` : 'more than five bytes of length';
  return `the peer announced a frame of ${said}; frames above ${frameBytesMax.toLocaleString('en')} bytes are refused${otherOrder(length, frameBytesMax, framing)}`;
}

/** A length whose bytes are in the other order is a small one, read right. */
function otherOrder(length: number, frameBytesMax: number, framing: Framing): string {
  if (framing === 'varint') return '';
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  const turned = head.readUInt32LE();
  if (turned > frameBytesMax) return '';
  return `; with its bytes in the other order it would be ${turned.toLocaleString('en')}: frame=${framing === 'u32be' ? 'u32le' : 'u32be'}?`;
}

function readHead(
  bytes: Buffer,
  at: number,
  framing: Framing,
): {readonly length: number; readonly size: number} | undefined {
  if (framing === 'varint') return readVarint(bytes, at);
  if (bytes.length - at < 4) return undefined;
  return {length: framing === 'u32be' ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at), size: 4};
}

function readVarint(bytes: Buffer, at: number): {readonly length: number; readonly size: number} | undefined {
  let length = 0;
  for (let size = 1; size <= 5; size += 1) {
    const byte = bytes[at + size - 1];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** (size - 1);
    if (byte < 0x80) return {length, size};
  }
  return {length: Infinity, size: 5};
}

function writeHead(length: number, framing: Framing): Buffer {
  if (framing === 'varint') {
    const bytes: number[] = [];
    let rest = length;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    return Buffer.from([...bytes, rest]);
  }
  const head = Buffer.alloc(4);
  if (framing === 'u32be') head.writeUInt32BE(length);
  else head.writeUInt32LE(length);
  return head;
}
