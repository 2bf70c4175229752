/** Packs a commit into a zip or a gzipped tar archive of its files, as `git archive` does, or into a bundle. */
import {crc32, deflateRawSync, gzipSync} from 'node:zlib';
import {bundleOf} from './bundle.ts';
import type {GitPlace} from './git-store.ts';
import {bytesOf, isSubmodule, treeFiles} from './tree-files.ts';

export type ArchiveFormat = 'zip' | 'tar.gz' | 'bundle';

export interface ArchiveWish {
  readonly commitSha: string;
  readonly format: ArchiveFormat;
  /** The folder in which all files lie. */
  readonly folder: string;
  readonly isIncluded: (path: string) => boolean;
  /** When the files changed last, in seconds since 1970. */
  readonly atSeconds: number;
}

/** One file or folder of an archive; the path of a folder ends in a slash. */
interface Member {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** Gives the bytes of an archive; the same commit gives the same bytes. */
export async function archiveOf(place: GitPlace, wish: ArchiveWish): Promise<Uint8Array> {
  if (wish.format === 'bundle') return bundleOf(place, wish.commitSha);
  const files = await treeFiles(place, wish.commitSha);
  const included = files.filter(({path}) => wish.isIncluded(path));
  const members = included.map(async (file): Promise<Member> => {
    const path = `${wish.folder}/${file.path}`;
    // As git does: a submodule is an empty folder.
    if (isSubmodule(file)) return {path: `${path}/`, bytes: new Uint8Array(), mode: 0o755};
    return {path, bytes: await bytesOf(place, file), mode: file.mode === '100755' ? 0o755 : 0o644};
  });
  const all = withFolders(wish.folder, await Promise.all(members));
  return wish.format === 'zip' ? zipOf(all, wish) : gzipSync(tarOf(all, wish));
}

/** Puts each folder before the first file in it. */
function withFolders(top: string, files: readonly Member[]): readonly Member[] {
  const seen = new Set<string>();
  const folder = (path: string): readonly Member[] => {
    if (seen.has(path)) return [];
    seen.add(path);
    return [{path, bytes: new Uint8Array(), mode: 0o755}];
  };
  const inOrder = files.flatMap(file => {
    const names = file.path.replace(/\/$/, '').split('/').slice(0, -1);
    return [...names.flatMap((_, depth) => folder(`${names.slice(0, depth + 1).join('/')}/`)), file];
  });
  return [...folder(`${top}/`), ...inOrder];
}

function isFolder({path}: Member): boolean {
  return path.endsWith('/');
}

const tarBlock = 10_240;

/** The first record names the commit, which `git get-tar-commit-id` reads. */
function tarOf(members: readonly Member[], {commitSha, atSeconds}: ArchiveWish): Buffer {
  const comment = paxRecord('comment', commitSha);
  const first = {path: 'pax_global_header', size: comment.byteLength, mode: 0o666, type: 'g', atSeconds} as const;
  const parts = members.flatMap(member => [...longPath(member.path, atSeconds), ...tarMember(member, atSeconds)]);
  const whole = Buffer.concat([tarHeader(first), comment, padding(comment.byteLength), ...parts, Buffer.alloc(1024)]);
  return Buffer.concat([whole, Buffer.alloc((tarBlock - (whole.byteLength % tarBlock)) % tarBlock)]);
}

function tarMember(member: Member, atSeconds: number): readonly Uint8Array[] {
  const {path, bytes} = member;
  const type = isFolder(member) ? '5' : '0';
  const header = tarHeader({path, size: bytes.byteLength, mode: member.mode | 0o020, type, atSeconds});
  return [header, bytes, padding(bytes.byteLength)];
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
  readonly type: '0' | '5' | 'g' | 'x';
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
  header.write(octal(0, 7), 329);
  header.write(octal(0, 7), 337);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(octal(sum, 7), 148);
  return header;
}

/** The comment of the archive names the commit. */
function zipOf(members: readonly Member[], {commitSha, atSeconds}: ArchiveWish): Buffer {
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
  end.writeUInt16LE(commitSha.length, 20);
  return Buffer.concat([...locals, central, end, Buffer.from(commitSha)]);
}

function zipMember(
  member: Member,
  {offset, atSeconds}: {offset: number; atSeconds: number},
): {local: Buffer; central: Buffer} {
  const {path, bytes, mode} = member;
  const name = Buffer.from(path);
  const deflated = deflateRawSync(bytes);
  const isStored = deflated.byteLength >= bytes.byteLength;
  const packed = isStored ? bytes : deflated;
  const extra = zipTime(atSeconds);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(0x0800, 2); // names are UTF-8
  shared.writeUInt16LE(isStored ? 0 : 8, 4);
  shared.writeUInt32LE(dosTime(atSeconds), 6);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(packed.byteLength, 14);
  shared.writeUInt32LE(bytes.byteLength, 18);
  shared.writeUInt16LE(name.byteLength, 22);
  shared.writeUInt16LE(extra.byteLength, 24);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(((isFolder(member) ? 0o040000 : 0o100000) | mode) * 0x10000 + (isFolder(member) ? 0x10 : 0), 6);
  tail.writeUInt32LE(offset, 10);
  const madeByUnix = Buffer.from([20, 3]);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, extra, packed]),
    central: Buffer.concat([Buffer.from('PK\x01\x02'), madeByUnix, shared, tail, name, extra]),
  };
}

/** Writes the time of change in full, in the extra field that unzip reads. */
function zipTime(atSeconds: number): Buffer {
  const extra = Buffer.from('UT\x05\x00\x01\x00\x00\x00\x00', 'latin1');
  extra.writeUInt32LE(Math.max(0, atSeconds) % 0x1_0000_0000, 5);
  return extra;
}

/** Writes a time as zip does: two seconds are the smallest step, 1980 is the first year. */
function dosTime(atSeconds: number): number {
  const at = new Date(atSeconds * 1000);
  const year = Math.max(0, at.getUTCFullYear() - 1980);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x10000 + time;
}
