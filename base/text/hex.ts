// Bytes as lower-case hex and back.

const pairs = Array.from({length: 256}, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Writes bytes as lower-case hex. */
export function hexOf(bytes: Uint8Array, from = 0, to = bytes.length): string {
  if (to - from > 64) return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('hex');
  let text = '';
  for (let index = from; index < to; index += 1) text += pairs[bytes[index]!]!;
  return text;
}

/** Shortens every run of more than 48 hex digits in a text to its first 16 and last 8, and says how many bytes it was. */
export function shortHex(text: string): string {
  return text.replaceAll(
    /[0-9a-f]{49,}/g,
    hex => `${hex.slice(0, 16)}…${hex.slice(-8)} (${String(Math.ceil(hex.length / 2))} bytes)`,
  );
}

const hexPattern = /^(?:[0-9a-fA-F]{2})*$/;

/** Reads hex of either case; undefined when the text is no whole number of hex pairs. */
export function bytesFromHex(text: string): Uint8Array | undefined {
  if (!hexPattern.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

/** Reads `hexRepeat` pairs of [hex, count] as the bytes they stand for; undefined when one of them is no hex or no count. */
export function bytesFromHexRepeat(repeats: readonly (readonly [string, number])[]): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (const [hex, count] of repeats) {
    const part = bytesFromHex(hex);
    if (part === undefined || !Number.isSafeInteger(count) || count < 0) return undefined;
    for (let index = 0; index < count; index += 1) parts.push(part);
  }
  return joinBytes(parts);
}

/** Copies bytes into memory that many small copies share: a view costs a fifth of memory of its own. Not for what is kept for long. */
export function copyOf(bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array {
  const copy = smallBytes(to - from);
  put(copy, 0, bytes, from, to);
  return copy;
}

const pageBytes = 65_536;
let page = new ArrayBuffer(pageBytes);
let pageUsed = 0;

function smallBytes(length: number): Uint8Array {
  if (length > 1_024) return new Uint8Array(length);
  if (pageUsed + length > pageBytes) {
    page = new ArrayBuffer(pageBytes);
    pageUsed = 0;
  }
  pageUsed += length;
  return new Uint8Array(page, pageUsed - length, length);
}

/** Gives the UTF-8 of a text; short ones that are ASCII share their memory as copies do. */
export function bytesOfText(text: string): Uint8Array {
  const bytes = smallBytes(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return new TextEncoder().encode(text);
    bytes[at] = code;
  }
  return bytes;
}

/** Copies bytes with those from `from` to `to` replaced by others. */
export function withPiece(bytes: Uint8Array, from: number, to: number, piece: Uint8Array): Uint8Array {
  const copy = smallBytes(from + piece.length + bytes.length - to);
  put(copy, 0, bytes, 0, from);
  put(copy, from, piece, 0, piece.length);
  put(copy, from + piece.length, bytes, to, bytes.length);
  return copy;
}

/** Joins the beginning of some bytes, up to `end`, and the rest of others, from `start`. */
export function joinEnds(head: Uint8Array, end: number, tail: Uint8Array, start: number): Uint8Array {
  const joined = smallBytes(end + tail.length - start);
  put(joined, 0, head, 0, end);
  put(joined, end, tail, start, tail.length);
  return joined;
}

/** A few bytes are copied faster one by one than by a call into the engine, which needs a view of them besides. */
function put(target: Uint8Array, at: number, bytes: Uint8Array, from: number, to: number): void {
  if (to - from > 200) target.set(bytes.subarray(from, to), at);
  else for (let index = from; index < to; index += 1) target[at + index - from] = bytes[index]!;
}

/** Joins byte strings; short ones share their memory as copies do. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const bytes = smallBytes(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
