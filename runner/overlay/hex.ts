// Bytes as lower-case hex and back.

const pairs = Array.from({length: 256}, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Writes bytes as lower-case hex. */
export function hexOf(bytes: Uint8Array, from = 0, to = bytes.length): string {
  if (to - from > 64) return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('hex');
  let text = '';
  for (let index = from; index < to; index += 1) text += pairs[bytes[index]!]!;
  return text;
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

/** Joins byte strings. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
