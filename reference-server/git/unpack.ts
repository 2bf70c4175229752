/** Unpacks a pack file into loose objects. */
import {createHash} from 'node:crypto';
import {inflateSync} from 'node:zlib';
import type {GitPlace} from './git-store.ts';
import {readObject, writeObject} from './objects.ts';
import type {ObjectType, StoredObject} from './objects.ts';

/** The most objects that one pack may hold. */
const packObjectsMax = 100_000;

/** The most bytes that the objects of one pack may have together once they are unpacked. The pack itself is bounded as the body of its request is. */
const unpackedBytesMax = 128 * 1024 * 1024;

/** Where the objects of a pack go, and where those are that a thin pack lays its deltas over. */
export interface UnpackPlaces {
  readonly pushed: GitPlace;
  readonly kept: GitPlace;
}

export type Unpacked =
  | {readonly kind: 'unpacked'; readonly ids: readonly string[]}
  /** It is damaged or too large; `why` is one line. */
  | {readonly kind: 'damaged'; readonly why: string};

/** Stores the objects of a pack in `pushed`; a part of them when it is damaged. */
export function unpack(places: UnpackPlaces, pack: Uint8Array): Unpacked {
  const bytes = Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength);
  try {
    return {kind: 'unpacked', ids: unpackInto(places, bytes)};
  } catch (problem) {
    return {kind: 'damaged', why: problem instanceof PackProblem ? problem.message : 'the pack is damaged'};
  }
}

class PackProblem extends Error {}

function unpackInto(places: UnpackPlaces, bytes: Buffer): readonly string[] {
  const count = readHeader(bytes);
  const shelf = makeShelf(places);
  let at = 12;
  for (let number = 0; number < count; number += 1) {
    const entry = readEntry(bytes, at);
    shelf.add(entry);
    at = entry.end;
  }
  if (at !== bytes.length - 20) throw new PackProblem('the pack is longer than it says');
  if (shelf.waiting() > 0) throw new PackProblem('the pack has deltas of objects that are not here');
  return shelf.ids();
}

function readHeader(bytes: Buffer): number {
  const sum = createHash('sha1').update(bytes.subarray(0, -20)).digest();
  const isWhole = bytes.length >= 32 && bytes.toString('latin1', 0, 4) === 'PACK' && sum.equals(bytes.subarray(-20));
  if (!isWhole) throw new PackProblem('the pack is damaged');
  if (bytes.readUInt32BE(4) !== 2) throw new PackProblem('the pack has a version other than 2');
  const count = bytes.readUInt32BE(8);
  if (count > packObjectsMax) throw new PackProblem(`the pack has more than ${packObjectsMax} objects`);
  return count;
}

/** What an entry's delta is laid over: an entry at another place of the pack, or an object by its id. */
type Base = {readonly kind: 'place'; readonly at: number} | {readonly kind: 'object'; readonly oid: string};

interface PackEntry {
  readonly at: number;
  readonly end: number;
  /** The content, or the delta. */
  readonly bytes: Buffer;
  readonly form: {readonly kind: 'whole'; readonly type: ObjectType} | {readonly kind: 'delta'; readonly base: Base};
}

const types: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];

function readEntry(bytes: Buffer, at: number): PackEntry {
  const first = byteAt(bytes, at);
  const code = (first >> 4) & 7;
  let size = first & 15;
  let next = at + 1;
  for (let shift = 4, byte = first; byte >= 128; shift += 7) {
    byte = byteAt(bytes, next);
    size += (byte & 127) * 2 ** shift;
    next += 1;
  }
  if (size > unpackedBytesMax) throw tooLarge();
  const {form, end: start} = readForm(bytes, {code, at, next});
  const {content, end} = inflateAt(bytes, start, size);
  return {at, end, bytes: content, form};
}

function readForm(
  bytes: Buffer,
  {code, at, next}: {code: number; at: number; next: number},
): {readonly form: PackEntry['form']; readonly end: number} {
  const type = types[code];
  if (type !== undefined) return {form: {kind: 'whole', type}, end: next};
  if (code === 7) {
    const oid = bytes.toString('hex', next, next + 20);
    return {form: {kind: 'delta', base: {kind: 'object', oid}}, end: next + 20};
  }
  if (code !== 6) throw new PackProblem('the pack has an object of an unknown type');
  let byte = byteAt(bytes, next);
  let distance = byte & 127;
  let end = next + 1;
  while (byte >= 128) {
    byte = byteAt(bytes, end);
    distance = (distance + 1) * 128 + (byte & 127);
    end += 1;
  }
  return {form: {kind: 'delta', base: {kind: 'place', at: at - distance}}, end};
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new PackProblem('the pack is cut off');
  return byte;
}

/** Inflates what begins at a place, never to more than it should have, and says where it ends. */
function inflateAt(bytes: Buffer, at: number, size: number): {readonly content: Buffer; readonly end: number} {
  // Node gives the engine only with `info`, which its types do not know.
  const {buffer, engine} = inflateSync(bytes.subarray(at), {
    info: true,
    maxOutputLength: Math.max(size, 1),
  }) as unknown as {buffer: Buffer; engine: {bytesWritten: number}};
  if (buffer.length !== size) throw new PackProblem('an object of the pack has another size than it says');
  return {content: buffer, end: at + engine.bytesWritten};
}

function tooLarge(): PackProblem {
  return new PackProblem(`the pack unpacks to more than ${unpackedBytesMax} bytes`);
}

interface Shelf {
  readonly add: (entry: PackEntry) => void;
  /** How many bases are missing. */
  readonly waiting: () => number;
  readonly ids: () => readonly string[];
}

/** Stores whole objects at once, and a delta as soon as what it is laid over is there. */
function makeShelf({pushed, kept}: UnpackPlaces): Shelf {
  const oids = new Map<number, string>();
  const waiting = new Map<string, PackEntry[]>();
  let unpackedBytes = 0;

  const store = (at: number, object: StoredObject): readonly PackEntry[] => {
    unpackedBytes += object.content.length;
    if (unpackedBytes > unpackedBytesMax) throw tooLarge();
    const oid = writeObject(pushed, object);
    oids.set(at, oid);
    return [...take(String(at)), ...take(oid)];
  };
  const take = (key: string): readonly PackEntry[] => {
    const entries = waiting.get(key) ?? [];
    waiting.delete(key);
    return entries;
  };
  const baseOf = (base: Base): StoredObject | undefined => {
    const oid = base.kind === 'object' ? base.oid : oids.get(base.at);
    return oid === undefined ? undefined : (readObject(pushed, oid) ?? readObject(kept, oid));
  };

  const add = (first: PackEntry): void => {
    const ready = [first];
    for (let entry = ready.pop(); entry !== undefined; entry = ready.pop()) {
      const {at, form, bytes} = entry;
      if (form.kind === 'whole') {
        ready.push(...store(at, {type: form.type, content: bytes}));
        continue;
      }
      const base = baseOf(form.base);
      const key = form.base.kind === 'object' ? form.base.oid : String(form.base.at);
      if (base === undefined) waiting.set(key, [...(waiting.get(key) ?? []), entry]);
      else ready.push(...store(at, {type: base.type, content: applyDelta(base.content, bytes)}));
    }
  };
  return {add, waiting: () => waiting.size, ids: () => [...new Set(oids.values())]};
}

/** Lays a delta over its base: pieces of the base and pieces of its own, one after the other. */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const from = readSize(delta, 0);
  const to = readSize(delta, from.end);
  if (from.size !== base.length || to.size > unpackedBytesMax) throw new PackProblem('a delta of the pack is damaged');
  const target = Buffer.alloc(to.size);
  let filled = 0;
  for (let at = to.end; at < delta.length;) {
    const {piece, end} = readPiece(base, delta, at);
    if (filled + piece.length > to.size) throw new PackProblem('a delta of the pack is damaged');
    filled += piece.copy(target, filled);
    at = end;
  }
  if (filled !== to.size) throw new PackProblem('a delta of the pack is damaged');
  return target;
}

function readSize(delta: Buffer, at: number): {readonly size: number; readonly end: number} {
  let size = 0;
  let end = at;
  for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
    byte = byteAt(delta, end);
    size += (byte & 127) * 2 ** shift;
    end += 1;
  }
  return {size, end};
}

/** Reads one step of a delta: the high bit says whether it copies from the base or brings its own bytes. */
function readPiece(base: Buffer, delta: Buffer, at: number): {readonly piece: Buffer; readonly end: number} {
  const step = byteAt(delta, at);
  let end = at + 1;
  if (step < 128) {
    if (step === 0 || end + step > delta.length) throw new PackProblem('a delta of the pack is damaged');
    return {piece: delta.subarray(end, end + step), end: end + step};
  }
  const number = (bits: number): number => {
    let value = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      if ((bits & (1 << bit)) === 0) continue;
      value += byteAt(delta, end) * 256 ** bit;
      end += 1;
    }
    return value;
  };
  const start = number(step & 15);
  const size = number((step >> 4) & 7) || 65_536;
  if (start + size > base.length) throw new PackProblem('a delta of the pack is damaged');
  return {piece: base.subarray(start, start + size), end};
}
