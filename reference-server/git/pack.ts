/** Packs objects into a pack file, each of them whole. */
import {createHash} from 'node:crypto';
import {deflateSync} from 'node:zlib';
import type {GitPlace} from './git-store.ts';
import {readObject} from './objects.ts';
import type {ObjectType} from './objects.ts';

const codes: Readonly<Record<ObjectType, number>> = {commit: 1, tree: 2, blob: 3, tag: 4};

/** Writes a pack of objects that the repository has. */
export function packOf(place: GitPlace, oids: readonly string[]): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(oids.length, 8);
  const body = Buffer.concat([head, ...oids.flatMap(oid => entryOf(place, oid))]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function entryOf(place: GitPlace, oid: string): readonly Buffer[] {
  const object = readObject(place, oid);
  if (object === undefined) throw new Error(`the object ${oid} is missing`);
  return [entryHead(codes[object.type], object.content.length), deflateSync(object.content)];
}

/** Four bits of the size stand beside the type, then seven in each byte; the high bit says that more follow. */
function entryHead(code: number, size: number): Buffer {
  const bytes = [(code << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}
