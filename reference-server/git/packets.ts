/** Reads and writes pkt-lines, the frames of git's protocol: four hexadecimal digits of length, then the content. */

/** One frame: its content, or the flush packet `0000` that ends a section. */
export type Packet = {readonly kind: 'data'; readonly bytes: Buffer} | {readonly kind: 'flush'};

/** The flush packet. */
export const flush = Buffer.from('0000');

/** The most bytes that a frame may have, its length among them. */
export const frameBytesMax = 65_520;

/** Writes one frame. */
export function packet(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

/** Reads all frames of a body; undefined when one is malformed. */
export function readPackets(body: Uint8Array): readonly Packet[] | undefined {
  const packets: Packet[] = [];
  for (let at = 0; at < body.length;) {
    const next = readPacket(body, at);
    if (next === undefined) return undefined;
    packets.push(next.packet);
    at = next.end;
  }
  return packets;
}

/** Reads the frame that begins at a place, and says where it ends; undefined when it is malformed. */
export function readPacket(body: Uint8Array, at: number): {readonly packet: Packet; readonly end: number} | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const digits = bytes.toString('latin1', at, at + 4);
  if (digits === '0000') return {packet: {kind: 'flush'}, end: at + 4};
  const end = at + (/^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0);
  if (end < at + 5 || end > bytes.length) return undefined;
  return {packet: {kind: 'data', bytes: bytes.subarray(at + 4, end)}, end};
}

/** Wraps bytes into frames of one side-band, each of so many bytes at most: 1 carries the answer, 2 what git prints as `remote: …`. */
export function sideBand(band: 1 | 2, content: Uint8Array, bytesMax = frameBytesMax): Buffer {
  const frames: Buffer[] = [];
  // Four digits of length, and one byte that names the band.
  const size = bytesMax - 5;
  for (let at = 0; at < content.length; at += size)
    frames.push(packet(Buffer.concat([Buffer.of(band), content.subarray(at, at + size)])));
  return Buffer.concat(frames);
}
