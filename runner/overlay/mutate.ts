// Changes bytes a little, as accidents and attackers do; what a decoder must then answer, the strict reader says.
import {copyOf, joinEnds, withPiece} from '../../base/text/hex.ts';
import type {Random} from '../../base/random/seeded-numbers.ts';

/** Gives changed bytes: one to three mutations, each of a kind of its own. The input stays as it is. */
export function mutate(random: Random, bytes: Uint8Array): Uint8Array {
  let changed = bytes;
  const mutations = random.oneIn(3) ? 1 + random.below(3) : 1;
  for (let count = 0; count < mutations; count += 1) {
    changed = changed.length === 0 ? insertByte(random, changed) : random.pick(mutators)(random, changed);
  }
  return changed;
}

/** Joins the beginning of one input and the end of another. */
export function splice(random: Random, head: Uint8Array, tail: Uint8Array): Uint8Array {
  return joinEnds(head, random.below(head.length + 1), tail, random.below(tail.length + 1));
}

type Mutator = (random: Random, bytes: Uint8Array) => Uint8Array;

/** Bytes at which decoders change their mind: ends of varints, small tags, reserved wire types, group ends. */
const tellingBytes = [
  0x00, 0x01, 0x07, 0x08, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x12, 0x7f, 0x80, 0xff,
] as const;

/** Varints that lengths and numbers are confused by, from 0 to 2^64 − 1. */
const tellingVarints = [
  [0x00],
  [0xff, 0xff, 0xff, 0xff, 0x07],
  [0x80, 0x80, 0x80, 0x80, 0x08],
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x82, 0x80, 0x80, 0x80, 0x10],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02],
  [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
].map(varint => Uint8Array.from(varint));

const mutators: readonly Mutator[] = [
  (random, bytes) => copyOf(bytes, 0, random.below(bytes.length)),
  flipBit,
  flipBit,
  (random, bytes) => replaced(bytes, random.below(bytes.length), random.pick(tellingBytes)),
  stepByte,
  insertByte,
  (random, bytes) => removed(bytes, random.below(bytes.length), 1),
  (random, bytes) => removed(bytes, random.below(bytes.length), 1 + random.below(8)),
  repeatSlice,
  (random, bytes) => splice(random, bytes, bytes),
  writeTellingVarint,
];

function flipBit(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length);
  return replaced(bytes, at, bytes[at]! ^ (1 << random.below(8)));
}

/** Adds or takes one: most telling on a length. */
function stepByte(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length);
  return replaced(bytes, at, bytes[at]! + (random.oneIn(2) ? 1 : -1));
}

const oneByte = new Uint8Array(1);

function insertByte(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length + 1);
  const byte = random.oneIn(2) ? random.pick(tellingBytes) : random.next() & 0xff;
  const longer = withPiece(bytes, at, at, oneByte);
  longer[at] = byte;
  return longer;
}

function repeatSlice(random: Random, bytes: Uint8Array): Uint8Array {
  const from = random.below(bytes.length);
  const to = Math.min(bytes.length, from + 1 + random.below(16));
  return joinEnds(bytes, to, bytes, from);
}

function writeTellingVarint(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.below(bytes.length);
  return withPiece(bytes, at, at + 1, random.pick(tellingVarints));
}

function replaced(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const copy = copyOf(bytes);
  copy[at] = byte;
  return copy;
}

function removed(bytes: Uint8Array, at: number, count: number): Uint8Array {
  return joinEnds(bytes, at, bytes, Math.min(bytes.length, at + count));
}
