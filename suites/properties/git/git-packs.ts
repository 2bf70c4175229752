// Packs: many objects in one stream of bytes, some of them as what changes in another. Format: gitformat-pack(5).
import {createHash} from 'node:crypto';
import {deflateSync, inflateSync} from 'node:zlib';
import {gitObject, type GitObject, type ObjectType} from './git-objects.ts';
import {BrokenGit} from './pkt-lines.ts';

/** An object of a pack, whole or as a change of another one. */
export type Packed =
  | GitObject
  /** `offset`: the base stands before it in the same pack; `name`: it is named by its id, and need not be there. */
  | {readonly object: GitObject; readonly base: GitObject; readonly by: 'offset' | 'name'};

const typeNumbers: Readonly<Record<ObjectType, number>> = {commit: 1, tree: 2, blob: 3, tag: 4};
const typesByNumber = new Map(Object.entries(typeNumbers).map(([type, number]) => [number, type as ObjectType]));
const offsetDelta = 6;
const nameDelta = 7;

/** Writes a pack. */
export function writePack(packed: readonly Packed[]): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(packed.length, 8);
  const parts: Buffer[] = [header];
  const places = new Map<string, number>();
  let at = header.byteLength;
  for (const one of packed) {
    const object = 'object' in one ? one.object : one;
    const entry = 'object' in one ? deltaEntry(one, at, places) : wholeEntry(one);
    places.set(object.oid, at);
    parts.push(entry);
    at += entry.byteLength;
  }
  return summed(Buffer.concat(parts));
}

/** Writes the sum of a pack behind it. */
export function summed(body: Uint8Array): Buffer {
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function wholeEntry({type, bytes}: GitObject): Buffer {
  return Buffer.concat([entryHeader(typeNumbers[type], bytes.byteLength), deflateSync(bytes)]);
}

function deltaEntry(
  {object, base, by}: Exclude<Packed, GitObject>,
  at: number,
  places: ReadonlyMap<string, number>,
): Buffer {
  const delta = deltaOf(base.bytes, object.bytes);
  const packed = deflateSync(delta);
  if (by === 'name')
    return Buffer.concat([entryHeader(nameDelta, delta.byteLength), Buffer.from(base.oid, 'hex'), packed]);
  const place = places.get(base.oid);
  if (place === undefined) throw new Error('the base of a delta by offset stands before it');
  return Buffer.concat([entryHeader(offsetDelta, delta.byteLength), backwards(at - place), packed]);
}

/** The type, and the size of what is unpacked: four bits of it, then seven in each byte, the lowest first. */
export function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (type << 4) | (size & 0x0f);
  for (let left = size >> 4; left > 0; left >>= 7) {
    bytes.push(byte | 0x80);
    byte = left & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}

/** How far back a base stands: seven bits in each byte, the highest first, one less in each byte that goes on. */
function backwards(distance: number): Buffer {
  const bytes = [distance & 0x7f];
  for (let left = distance >> 7; left > 0; left >>= 7) {
    left -= 1;
    bytes.unshift(0x80 | (left & 0x7f));
  }
  return Buffer.from(bytes);
}

/** git copies no more than this in one step, whose length it then leaves out. */
const copyMax = 0x10000;
const insertMax = 0x7f;

/** Writes what makes one content from another: what both begin and end with is copied, all else is there. */
function deltaOf(base: Buffer, target: Buffer): Buffer {
  let head = 0;
  while (head < base.byteLength && head < target.byteLength && base[head] === target[head]) head += 1;
  let tail = 0;
  const tailMax = Math.min(base.byteLength, target.byteLength) - head;
  while (tail < tailMax && base[base.byteLength - 1 - tail] === target[target.byteLength - 1 - tail]) tail += 1;
  const steps = [
    ...copies(0, head),
    ...insertions(target.subarray(head, target.byteLength - tail)),
    ...copies(base.byteLength - tail, base.byteLength),
  ];
  return Buffer.concat([varint(base.byteLength), varint(target.byteLength), ...steps]);
}

function copies(from: number, to: number): readonly Buffer[] {
  const steps: Buffer[] = [];
  for (let at = from; at < to; at += copyMax) {
    const size = Math.min(copyMax, to - at);
    const bytes: number[] = [0x80];
    const put = (value: number, bits: number, first: number): void => {
      for (let n = 0; n < bits; n += 1) {
        const byte = (value >>> (8 * n)) & 0xff;
        if (byte === 0) continue;
        bytes[0] = (bytes[0] ?? 0) | (1 << (first + n));
        bytes.push(byte);
      }
    };
    put(at, 4, 0);
    put(size === copyMax ? 0 : size, 3, 4);
    steps.push(Buffer.from(bytes));
  }
  return steps;
}

function insertions(bytes: Buffer): readonly Buffer[] {
  const steps: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; at += insertMax) {
    const part = bytes.subarray(at, at + insertMax);
    steps.push(Buffer.from([part.byteLength]), part);
  }
  return steps;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left >>= 7) bytes.push((left & 0x7f) | 0x80);
  return Buffer.from([...bytes, left]);
}

/** No pack of ours unpacks an object to more, in bytes. */
const objectMax = 16 * 1024 * 1024;

/** Reads a pack; `known` are objects that the reader has, which the pack may build on. */
export function readPack(
  bytes: Uint8Array,
  known: ReadonlyMap<string, GitObject> = new Map(),
): ReadonlyMap<string, GitObject> {
  const pack = Buffer.from(bytes);
  const end = pack.byteLength - 20;
  if (end < 12 || pack.toString('latin1', 0, 4) !== 'PACK') throw new BrokenGit('what was sent is no pack');
  const version = pack.readUInt32BE(4);
  if (version !== 2 && version !== 3) throw new BrokenGit(`the pack has version ${String(version)}`);
  if (!createHash('sha1').update(pack.subarray(0, end)).digest().equals(pack.subarray(end)))
    throw new BrokenGit('the pack does not end with the SHA-1 of its bytes');
  const entries = readEntries(pack, end);
  const found = new Map<string, GitObject>();
  const byPlace = new Map<number, GitObject>();
  let waiting: readonly Entry[] = entries;
  while (waiting.length > 0) {
    const left: Entry[] = [];
    for (const entry of waiting) {
      const object = objectOf(entry, {byPlace, oids: oid => found.get(oid) ?? known.get(oid)});
      if (object === undefined) left.push(entry);
      else {
        byPlace.set(entry.place, object);
        found.set(object.oid, object);
      }
    }
    if (left.length === waiting.length)
      throw new BrokenGit(`${String(left.length)} objects of the pack build on objects that are not there`);
    waiting = left;
  }
  return found;
}

interface Entry {
  readonly place: number;
  readonly content: Buffer;
  readonly is: {readonly type: ObjectType} | {readonly basePlace: number} | {readonly baseOid: string};
}

function readEntries(pack: Buffer, end: number): readonly Entry[] {
  const count = pack.readUInt32BE(8);
  const entries: Entry[] = [];
  let at = 12;
  const next = (): number => {
    const byte = at < end ? pack[at] : undefined;
    if (byte === undefined) throw new BrokenGit('the pack ends within an object');
    at += 1;
    return byte;
  };
  for (let n = 0; n < count; n += 1) {
    const place = at;
    let byte = next();
    const type = (byte >> 4) & 7;
    let size = byte & 0x0f;
    for (let shift = 4; (byte & 0x80) !== 0; shift += 7) {
      byte = next();
      size += (byte & 0x7f) * 2 ** shift;
    }
    let is: Entry['is'];
    const whole = typesByNumber.get(type);
    if (whole !== undefined) is = {type: whole};
    else if (type === offsetDelta) {
      byte = next();
      let distance = byte & 0x7f;
      while ((byte & 0x80) !== 0) {
        byte = next();
        distance = (distance + 1) * 128 + (byte & 0x7f);
      }
      is = {basePlace: place - distance};
    } else if (type === nameDelta) {
      is = {baseOid: pack.toString('hex', at, at + 20)};
      at += 20;
    } else throw new BrokenGit(`an object of the pack has type ${String(type)}`);
    const {content, used} = inflate(pack.subarray(at, end));
    if (content.byteLength !== size)
      throw new BrokenGit(`an object of the pack has ${String(content.byteLength)} bytes and says ${String(size)}`);
    at += used;
    entries.push({place, content, is});
  }
  if (at !== end) throw new BrokenGit(`the pack says ${String(count)} objects and holds more`);
  return entries;
}

/** Unpacks one stream, and says how many bytes it was. */
function inflate(bytes: Buffer): {readonly content: Buffer; readonly used: number} {
  try {
    const {buffer, engine} = inflateSync(bytes, {maxOutputLength: objectMax, info: true}) as unknown as {
      readonly buffer: Buffer;
      readonly engine: {readonly bytesWritten: number};
    };
    return {content: buffer, used: engine.bytesWritten};
  } catch {
    throw new BrokenGit('an object of the pack cannot be unpacked');
  }
}

interface Bases {
  readonly byPlace: ReadonlyMap<number, GitObject>;
  readonly oids: (oid: string) => GitObject | undefined;
}

function objectOf({content, is}: Entry, {byPlace, oids}: Bases): GitObject | undefined {
  if ('type' in is) return gitObject(is.type, content);
  const base = 'basePlace' in is ? byPlace.get(is.basePlace) : oids(is.baseOid);
  return base === undefined ? undefined : gitObject(base.type, applyDelta(base.bytes, content));
}

function applyDelta(base: Buffer, delta: Buffer): Buffer {
  let at = 0;
  const next = (): number => {
    const byte = delta[at];
    if (byte === undefined) throw new BrokenGit('a change of an object is cut short');
    at += 1;
    return byte;
  };
  const size = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = next();
      value += (byte & 0x7f) * factor;
      if ((byte & 0x80) === 0) return value;
    }
  };
  const [from, to] = [size(), size()];
  if (from !== base.byteLength) throw new BrokenGit('a change of an object is for another one');
  const parts: Buffer[] = [];
  while (at < delta.byteLength) {
    const step = next();
    if (step === 0) throw new BrokenGit('a change of an object has a step that means nothing');
    if ((step & 0x80) === 0) {
      parts.push(delta.subarray(at, at + step));
      at += step;
      continue;
    }
    const number = (bits: number, first: number): number => {
      let value = 0;
      for (let n = 0; n < bits; n += 1) if ((step & (1 << (first + n))) !== 0) value += next() * 256 ** n;
      return value;
    };
    const [offset, length] = [number(4, 0), number(3, 4)];
    parts.push(base.subarray(offset, offset + (length === 0 ? copyMax : length)));
  }
  const target = Buffer.concat(parts);
  if (target.byteLength !== to) throw new BrokenGit('a change of an object makes another size than it says');
  return target;
}
