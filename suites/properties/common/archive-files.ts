// Reads the files of a zip or a gzipped tar archive, as strictly as the programs that people unpack them with.
// Formats: PKWARE's APPNOTE 6.3.10, POSIX.1-2024 pax.
import {crc32, gunzipSync, inflateRawSync} from 'node:zlib';

/** Contents by path. The path of a folder ends with a slash. */
export type ArchivedFiles = ReadonlyMap<string, Uint8Array>;

/** Why an archive cannot be read. */
export class BrokenArchive extends Error {}

/** No archive of ours unpacks to more, in bytes. */
const unpackedMax = 16 * 1024 * 1024;
const block = 512;

/** Which entries of an archive are wanted. */
export interface Entries {
  /** Folders, too. */
  readonly hasFolders?: boolean;
}

/** Reads a gzipped tar archive. */
export function filesInTar(packed: Uint8Array, {hasFolders = false}: Entries = {}): ArchivedFiles {
  const bytes = unpacked(() => gunzipSync(packed, {maxOutputLength: unpackedMax}));
  const files = new Map<string, Uint8Array>();
  let next: string | undefined;
  for (let at = 0; at + block <= bytes.byteLength;) {
    const header = bytes.subarray(at, at + block);
    if (header.every(byte => byte === 0)) return files;
    const {path, size, type} = readHeader(header);
    const content = bytes.subarray(at + block, at + block + size);
    if (content.byteLength < size) throw new BrokenArchive(`${path} ends before its ${String(size)} bytes do`);
    at += block + Math.ceil(size / block) * block;
    if (type === 'x') next = paxPath(content) ?? next;
    else if (type === 'L') next = textOf(content).replace(/\0+$/, '');
    else if (type !== 'g') {
      if (type === '0' || type === '\0' || (hasFolders && type === '5')) files.set(next ?? path, content);
      next = undefined;
    }
  }
  throw new BrokenArchive('the archive has no end');
}

function readHeader(header: Buffer): {readonly path: string; readonly size: number; readonly type: string} {
  const text = (from: number, length: number): string =>
    textOf(header.subarray(from, from + length)).replace(/\0.*$/s, '');
  const sum = Number.parseInt(text(148, 8), 8);
  const own = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== own) throw new BrokenArchive(`the sum of a header is ${String(own)}, and it says ${text(148, 8)}`);
  const [name, prefix] = [text(0, 100), text(257, 5) === 'ustar' ? text(345, 155) : ''];
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size: Number.parseInt(text(124, 12), 8) || 0,
    type: String.fromCharCode(header[156] ?? 0),
  };
}

/** The path in the records of an extended header; each begins with its length in bytes, itself included, and ends with a line break. */
function paxPath(content: Buffer): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < content.byteLength;) {
    const length = Number(/^(\d+) /.exec(content.toString('latin1', at, at + 12))?.[1] ?? 0);
    const record = content.subarray(at, at + length);
    const [, key, value] = /^\d+ ([^=]+)=(.*)\n$/s.exec(textOf(record)) ?? [];
    if (length === 0 || record.byteLength !== length || key === undefined)
      throw new BrokenArchive(`a record of an extended header is not as long as it says, ${String(length)} bytes`);
    if (key === 'path') path = value;
    at += length;
  }
  return path;
}

/** Reads a zip archive by its central directory. */
export function filesInZip(packed: Uint8Array, {hasFolders = false}: Entries = {}): ArchivedFiles {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) throw new BrokenArchive('the archive has no central directory');
  const files = new Map<string, Uint8Array>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.toString('latin1', at, at + 4) !== 'PK\x01\x02')
      throw new BrokenArchive('the central directory has fewer entries than it says');
    const [name, extra, comment] = [28, 30, 32].map(offset => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const path = textOf(bytes.subarray(at + 46, at + 46 + name));
    if (hasFolders || !path.endsWith('/')) files.set(path, readMember(bytes, at, path));
    at += 46 + name + extra + comment;
  }
  return files;
}

function readMember(bytes: Buffer, entry: number, path: string): Uint8Array {
  const [method, sum] = [bytes.readUInt16LE(entry + 10), bytes.readUInt32LE(entry + 16)];
  const [packed, size] = [bytes.readUInt32LE(entry + 20), bytes.readUInt32LE(entry + 24)];
  const local = bytes.readUInt32LE(entry + 42);
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const raw = bytes.subarray(from, from + packed);
  const content = method === 0 ? raw : unpacked(() => inflateRawSync(raw, {maxOutputLength: unpackedMax}));
  if (content.byteLength !== size || crc32(content) !== sum)
    throw new BrokenArchive(`what ${path} unpacks to has another size or checksum than the archive says`);
  return content;
}

function unpacked(unpack: () => Buffer): Buffer {
  try {
    return unpack();
  } catch (error) {
    throw new BrokenArchive(`it does not unpack: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
