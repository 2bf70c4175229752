/** Reads what a cookbook says about itself: the file metadata.json in a gzipped tar archive. */
import {gunzipSync} from 'node:zlib';

export interface Cookbook {
  readonly name: string;
  readonly version: string;
  /** The whole of metadata.json. */
  readonly about: string;
}

/** The largest archive after unpacking, in bytes: a small file may unpack to gigabytes. */
const unpackedBytesMax = 64 * 1024 * 1024;

/** Gives the cookbook of an archive; undefined when it is none. */
export function readCookbook(archive: Uint8Array): Cookbook | undefined {
  try {
    const about = metadataOf(gunzipSync(archive, {maxOutputLength: unpackedBytesMax}));
    const {name, version} = JSON.parse(about ?? '') as Record<string, unknown>;
    const isNamed = typeof name === 'string' && /^[A-Za-z0-9._-]{1,100}$/.test(name);
    const isNumbered = typeof version === 'string' && /^\d{1,9}\.\d{1,9}(\.\d{1,9})?$/.test(version);
    return about !== undefined && isNamed && isNumbered ? {name, version, about} : undefined;
  } catch {
    return undefined;
  }
}

/** Steps through the 512-byte blocks of a tar archive to `NAME/metadata.json`. */
function metadataOf(tar: Buffer): string | undefined {
  for (let at = 0; at + 512 <= tar.length;) {
    const text = (from: number, to: number): string => tar.toString('utf8', at + from, at + to).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 136), 8);
    if (text(0, 100) === '' || Number.isNaN(size)) return undefined;
    if (/^(\.\/)?[^/]+\/metadata\.json$/.test(text(0, 100))) return tar.toString('utf8', at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return undefined;
}
