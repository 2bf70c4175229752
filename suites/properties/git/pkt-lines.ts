// The lines in which git speaks over HTTP: four hex digits of length, and as many bytes, the digits included.
// Format: gitprotocol-common(5), gitprotocol-pack(5).

/** What a server sent is not what git can read. */
export class BrokenGit extends Error {}

/** One line: its bytes, or an end of a section. */
export type PktLine = {readonly kind: 'data'; readonly bytes: Buffer} | {readonly kind: 'flush'};

/** The end of a section. */
export const flushLine = Buffer.from('0000');

/** Writes one line. */
export function pktLine(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.byteLength + 4).toString(16).padStart(4, '0')), bytes]);
}

/** The lines that a body begins with, up to its end or to a pack. */
export interface PktLines {
  readonly lines: readonly PktLine[];
  /** What follows them. */
  readonly rest: Buffer;
}

/** The longest line that may be sent, in bytes; what is a few bytes longer, git refuses. */
const lineBytesMax = 65_520;

/** Reads the lines; a body that is cut short, has no length where one belongs or one that git does not take is broken. */
export function readPktLines(bytes: Uint8Array): PktLines {
  const all = Buffer.from(bytes);
  const lines: PktLine[] = [];
  let at = 0;
  while (at < all.byteLength && all.toString('latin1', at, at + 4) !== 'PACK') {
    const digits = all.toString('latin1', at, at + 4);
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    if (length === 0) {
      lines.push({kind: 'flush'});
      at += 4;
      continue;
    }
    if (Number.isNaN(length) || length < 4 || at + length > all.byteLength)
      throw new BrokenGit(`byte ${String(at)} begins no line of git`);
    if (length > lineBytesMax)
      throw new BrokenGit(`a line has ${String(length)} bytes, and ${String(lineBytesMax)} is the most`);
    lines.push({kind: 'data', bytes: all.subarray(at + 4, at + length)});
    at += length;
  }
  return {lines, rest: all.subarray(at)};
}

/** The text of a line without the line break at its end; of a flush, nothing. */
export function lineText(line: PktLine): string {
  return line.kind === 'data' ? line.bytes.toString('utf8').replace(/\n$/, '') : '';
}

/** Joins what lines of the side band carry on channel 1, up to the end of their section; what is told on channel 3 is a refusal. */
export function sideBandOf(lines: readonly PktLine[]): Buffer {
  const parts: Buffer[] = [];
  for (const line of lines) {
    if (line.kind === 'flush') return Buffer.concat(parts);
    const [channel] = line.bytes;
    const text = line.bytes.subarray(1);
    if (channel === 3) throw new BrokenGit(`the server gives up: ${text.toString('utf8').trim()}`);
    if (channel !== 1 && channel !== 2)
      throw new BrokenGit(
        `a line of the side band has ${channel === undefined ? 'no channel' : `channel ${String(channel)}`}`,
      );
    if (channel === 1) parts.push(text);
  }
  throw new BrokenGit('nothing ends what is sent on the side band');
}
