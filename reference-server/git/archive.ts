/** Packs a commit into a zip or a gzipped tar archive of its files, as `git archive` does, or into a bundle. */
import {crc32, deflateRawSync, gzipSync} from 'node:zlib';
import {bundleOf} from './bundle.ts';
import type {GitPlace} from './git-store.ts';
import {bytesOf, treeFiles} from './tree-files.ts';

export type ArchiveFormat = 'zip' | 'tar.gz' | 'bundle';

export interface ArchiveWish {
  readonly commitSha: string;
  readonly format: ArchiveFormat;
  /** The folder in which all files lie. */
  readonly folder: string;
  /** When the files changed last, in seconds since 1970. */
  readonly atSeconds: number;
}

/** One file of an archive. */
interface Member {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

/** Gives the bytes of an archive; the same commit gives the same bytes. */
export async function archiveOf(place: GitPlace, wish: ArchiveWish): Promise<Uint8Array> {
  if (wish.format === 'bundle') return bundleOf(place, wish.commitSha);
  const files = await treeFiles(place, wish.commitSha);
  const members = files.map(async file => ({
    path: `${wish.folder}/${file.path}`,
    bytes: await bytesOf(place, file),
    isExecutable: file.mode === '100755',
  }));
  const all = await Promise.all(members);
  return wish.format === 'zip' ? zipOf(all, wish.atSeconds) : gzipSync(tarOf(all, wish.atSeconds));
}

function tarOf(members: readonly Member[], atSeconds: number): Buffer {
  const parts = members.flatMap(member => [...longPath(member.path, atSeconds), ...tarMember(member, atSeconds)]);
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

function tarMember({path, bytes, isExecutable}: Member, atSeconds: number): readonly Uint8Array[] {
  const mode = isExecutable ? 0o775 : 0o664;
  return [tarHeader({path, size: bytes.byteLength, mode, type: '0', atSeconds}), bytes, padding(bytes.byteLength)];
}

/** Writes a path that is too long for the header, or not ASCII, into a record of its own before the file. */
function longPath(path: string, atSeconds: number): readonly Uint8Array[] {
  if (/^[\x20-\x7e]{1,100}$/.test(path)) return [];
  const record = paxRecord('path', path);
  const size = record.byteLength;
  return [tarHeader({path: 'PaxHeader', size, mode: 0o664, type: 'x', atSeconds}), record, padding(size)];
}

/** A record begins with its own length, which counts its own digits. */
function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  const length = Buffer.byteLength(rest);
  const digits = [1, 2, 3, 4, 5].find(count => String(length + count).length === count) ?? 5;
  return Buffer.from(`${length + digits}${rest}`);
}

function padding(size: number): Uint8Array {
  return new Uint8Array((512 - (size % 512)) % 512);
}

interface TarHeader {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly type: '0' | 'x';
  readonly atSeconds: number;
}

function tarHeader({path, size, mode, type, atSeconds}: TarHeader): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  Buffer.from(path).copy(header, 0, 0, 100);
  header.write(octal(mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(atSeconds, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  header.write('root', 265);
  header.write('root', 297);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function zipOf(members: readonly Member[], atSeconds: number): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const {local, central} = zipMember(member, {offset, atSeconds});
    locals.push(local);
    directory.push(central);
    offset += local.byteLength;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.byteLength, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

function zipMember(
  {path, bytes, isExecutable}: Member,
  {offset, atSeconds}: {offset: number; atSeconds: number},
): {local: Buffer; central: Buffer} {
  const name = Buffer.from(path);
  const packed = deflateRawSync(bytes);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(0x0800, 2); // names are UTF-8
  shared.writeUInt16LE(8, 4); // deflated
  shared.writeUInt32LE(dosTime(atSeconds), 6);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(packed.byteLength, 14);
  shared.writeUInt32LE(bytes.byteLength, 18);
  shared.writeUInt16LE(name.byteLength, 22);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE((0o100000 | (isExecutable ? 0o755 : 0o644)) * 0x10000, 6);
  tail.writeUInt32LE(offset, 10);
  const madeByUnix = Buffer.from([20, 3]);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed]),
    central: Buffer.concat([Buffer.from('PK\x01\x02'), madeByUnix, shared, tail, name]),
  };
}

/** Writes a time as zip does: two seconds are the smallest step, 1980 is the first year. */
function dosTime(atSeconds: number): number {
  const at = new Date(atSeconds * 1000);
  const year = Math.max(0, at.getUTCFullYear() - 1980);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x10000 + time;
}
