// Finds the parts of a text that hold a secret once they are decoded, also several times over.
import {isAscii} from 'node:buffer';
import {constants, gunzipSync, inflateSync} from 'node:zlib';
import {encodedRuns, type EncodedRun} from './encoded-runs.ts';
import {undoEscapes} from './undo-escapes.ts';

/** A part that must go, and the name of the secret in it. */
export interface HiddenPart {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** Finds the first secret that is written out in a text, at or after a place. */
export type FindPlain = (text: string, from: number) => HiddenPart | undefined;

/** What is encoded more often than this stays: no error page does it. */
const depthMax = 4;

/** So many times its own length, and no less than this, is decoded of a text. Past that the whole text must go: it was made to be too much. */
const decodedPerCharacter = 64;
const decodedLeastMax = 4 * 1024 * 1024;
const inflatedBytesMax = 1024 * 1024;

/** Gives the parts in order, none of them touching another. What a text holds unencoded is not among them. */
export function hiddenParts(text: string, find: FindPlain): readonly HiddenPart[] {
  if (text.length < lengthMin) return [];
  const search = {find, left: Math.max(decodedLeastMax, text.length * decodedPerCharacter)};
  const parts = partsOf(text, 0, search);
  if (search.left < 0) return [{from: 0, to: text.length, name: 'decoded-without-end'}];
  return parts.length < 2 ? parts : withoutOverlap(parts);
}

/** The shortest secret, encoded twice. */
const lengthMin = 11;

interface Search {
  readonly find: FindPlain;
  /** Characters that may still be decoded. */
  left: number;
}

function partsOf(text: string, depth: number, search: Search): readonly HiddenPart[] {
  const parts: HiddenPart[] = [];
  for (const run of encodedRuns(text)) {
    if (run.kind === 'escapes') parts.push(...inEscapes(text, run, {depth, search}));
    else {
      const name = nameIn(text.slice(run.from, run.to), run.kind, {depth, search});
      if (name !== undefined) parts.push({from: run.from, to: run.to, name});
    }
  }
  return parts;
}

interface At {
  readonly depth: number;
  readonly search: Search;
}

/** Decodes all escapes around a place at once, looks again, and says where what was found came from. */
function inEscapes(text: string, {from, to}: EncodedRun, {depth, search}: At): readonly HiddenPart[] {
  const {decoded, before, after} = undoEscapes(text.slice(from, to));
  search.left -= decoded.length;
  if (search.left < 0) return [];
  const plain: HiddenPart[] = [];
  for (let part = search.find(decoded, 0); part !== undefined; part = search.find(decoded, part.to)) plain.push(part);
  const deeper = depth + 1 < depthMax ? partsOf(decoded, depth + 1, search) : [];
  return [...plain, ...deeper].map(part => ({
    from: from + before(part.from),
    to: from + after(part.to),
    name: part.name,
  }));
}

/** Gives the name of a secret in a run. Where a run begins inside another word, the border of its first group is not known. */
function nameIn(run: string, kind: Exclude<EncodedRun['kind'], 'escapes'>, at: At): string | undefined {
  const {digits, groups, decode} = decoders[kind];
  const characters = digits(run);
  for (let skipped = 0; skipped < groups; skipped += 1) {
    const name = inBytes(decode(skipped === 0 ? characters : characters.slice(skipped)), at);
    if (name !== undefined) return name;
  }
  return undefined;
}

interface Decoder {
  /** Takes out what is between the digits. */
  readonly digits: (run: string) => string;
  /** So many digits make whole bytes. */
  readonly groups: number;
  readonly decode: (digits: string) => Buffer;
}

const decoders: {readonly [kind in Exclude<EncodedRun['kind'], 'escapes'>]: Decoder} = {
  base64: {
    digits: run => run.replace(/(?:\\+[rn])+|[^\w+/-]+/g, ''),
    groups: 4,
    decode: run => Buffer.from(run, 'base64'),
  },
  base32: {digits: run => run, groups: 8, decode: fromBase32},
  hex: {digits: run => run.replace(/[^\da-f]+/gi, ''), groups: 2, decode: run => Buffer.from(run, 'hex')},
  bytes: {digits: run => run, groups: 1, decode: fromValues},
};

const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(run: string): Buffer {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const character of run.toUpperCase()) {
    held = ((held << 5) | base32Digits.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

/** Reads `41:42`, `0x41, 0x42`, `4142 4344` and `65, 66`, with any signs between them; of digits alone both readings are tried, one behind the other. */
function fromValues(run: string): Buffer {
  const words = run.split(/[^\da-z]+/i).map(word => word.replace(/^0x/i, ''));
  return Buffer.concat([
    // What is none of them ends a row, and so does the first reading.
    ...words.map(word => (/^(?:[\da-f]{2})+$/i.test(word) ? Buffer.from(word, 'hex') : Buffer.of(1))),
    Buffer.of(1),
    ...words.map(word => Buffer.of(/^\d{1,3}$/.test(word) ? Number(word) : 1)),
  ]);
}

/** Gives the name of a secret in bytes that were decoded. */
function inBytes(bytes: Buffer, {depth, search}: At): string | undefined {
  search.left -= bytes.length;
  if (search.left < 0) return undefined;
  const inflated = inflatedOf(bytes);
  const whole = inflated ?? bytes;
  if (inflated !== undefined) search.left -= inflated.length;
  // UTF-16 of other scripts has control characters in it.
  const isShort = whole.length <= 512;
  if (isShort)
    for (const text of readingsOf(whole)) if (search.find(text, 0) !== undefined) return search.find(text, 0)?.name;
  for (const [from, to] of readableParts(whole))
    for (const text of readingsOf(whole.subarray(from, to))) {
      const found = search.find(text, 0) ?? (depth + 1 < depthMax ? partsOf(text, depth + 1, search)[0] : undefined);
      if (found !== undefined) return found.name;
    }
  return undefined;
}

function readingsOf(bytes: Buffer): readonly string[] {
  return isAscii(bytes) ? [bytes.toString('latin1')] : [bytes.toString('utf8'), bytes.toString('latin1')];
}

/** Gives the parts of bytes that can be text in UTF-8 or UTF-16. */
function readableParts(bytes: Buffer): readonly (readonly [from: number, to: number])[] {
  const parts: [number, number][] = [];
  let from = 0;
  for (let at = 0; at <= bytes.length;) {
    const length = characterLength(bytes, at);
    if (length === 0 && at - from >= readableMin) parts.push([from, at]);
    at += Math.max(1, length);
    if (length === 0) from = at;
  }
  return parts;
}

/** No secret that is searched for is shorter. */
const readableMin = 6;

/** Gives how many bytes a character has that can be read; 0 for what is none, and behind the end. */
function characterLength(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) return 0;
  // Every second byte of UTF-16 is zero.
  if (byte < 127) return byte >= 32 || byte === 0 || byte === 10 || byte === 13 || byte === 9 ? 1 : 0;
  const length = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
  for (let next = 1; next < length; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Undoes gzip, and deflate with a header; gives what there is where the end is missing. */
export function inflatedOf(bytes: Uint8Array): Buffer | undefined {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
  const isDeflate = bytes[0] === 0x78 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  if (!isGzip && !isDeflate) return undefined;
  try {
    const inflate = isGzip ? gunzipSync : inflateSync;
    return inflate(bytes, {maxOutputLength: inflatedBytesMax, finishFlush: constants.Z_SYNC_FLUSH});
  } catch {
    // It only looked like it, or it is larger than the bound: its bytes are searched as they are.
    return undefined;
  }
}

function withoutOverlap(parts: readonly HiddenPart[]): readonly HiddenPart[] {
  const kept: HiddenPart[] = [];
  for (const part of parts.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    const last = kept.at(-1);
    if (last !== undefined && part.from < last.to) kept[kept.length - 1] = {...last, to: Math.max(last.to, part.to)};
    else kept.push(part);
  }
  return kept;
}
