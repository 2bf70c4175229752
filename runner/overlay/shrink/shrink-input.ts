// Makes an input that shows a difference as small and plain as it can be while it still shows it.
import {joinBytes} from '../../../base/text/hex.ts';
import {budgetOf, firstShowing, isSpent, shows, type Budget, type ShrinkBounds} from './shrink-budget.ts';
import {joinedRepeats, withSmallerRecords} from './shrink-records.ts';

/**
 * Shrinks bytes: takes pieces away, halves first and single bytes last, then makes bytes plainer. `stillShows` asks whether a
 * candidate shows the same difference; it is called at most `triesMax` times (default 4,000), and not any more once `isOver` says so. Gives the
 * input itself when nothing smaller shows it.
 */
export async function shrink(
  bytes: Uint8Array,
  stillShows: (candidate: Uint8Array) => Promise<boolean>,
  bounds: ShrinkBounds = {},
): Promise<Uint8Array> {
  const budget = budgetOf(stillShows, bounds, {plainBytes, removals, joins: joinedRepeats});
  const {smallest, isLarge} = await withSmallerRecords(bytes, budget);
  // Byte by byte, a payload that has to be so large takes all the time there is and becomes no smaller.
  return isLarge ? smallest : shrinkWithin(smallest, budget);
}

/** Shrinks the UTF-8 of a JSON text likewise: members and elements first, then characters; digits and letters become plainer, nothing else. */
export async function shrinkText(
  bytes: Uint8Array,
  stillShows: (candidate: Uint8Array) => Promise<boolean>,
  bounds: ShrinkBounds = {},
): Promise<Uint8Array> {
  const budget = budgetOf(stillShows, bounds, {plainBytes: plainCharacters, removals: plainRemoval, joins: () => []});
  return shrinkWithin(await withoutMembers(bytes, budget), budget);
}

async function shrinkWithin(bytes: Uint8Array, budget: Budget): Promise<Uint8Array> {
  let smallest = bytes;
  for (;;) {
    const shorter = await withoutRepeats(await withoutPieces(smallest, budget), budget);
    const plainer = await withPlainBytes(await withShortVarints(shorter, budget), budget);
    if (budget.left <= 0 || (plainer.length === smallest.length && plainer.every((byte, at) => byte === smallest[at])))
      return plainer;
    smallest = plainer;
  }
}

/** A message that comes twice is one more thing to explain, where once would do. */
async function withoutRepeats(bytes: Uint8Array, budget: Budget): Promise<Uint8Array> {
  let fewer = bytes;
  for (;;) {
    const candidate = await firstShowing(budget.joins(fewer), budget);
    if (candidate === undefined) return fewer;
    fewer = candidate;
  }
}

async function withoutPieces(bytes: Uint8Array, budget: Budget): Promise<Uint8Array> {
  let smallest = bytes;
  for (const size of pieceSizes(bytes.length)) {
    for (let at = 0; at < smallest.length && !isSpent(budget);) {
      const candidate = await firstShowing(budget.removals(smallest, at, size), budget);
      if (candidate === undefined) at += 1 + (size >> 2);
      else smallest = candidate;
    }
  }
  return smallest;
}

/** Halves, quarters and so on, then every size that a small record has. */
function pieceSizes(length: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = length >> 1; size > 8; size >>= 1) sizes.push(size);
  return [...sizes, 8, 6, 5, 4, 3, 2, 1];
}

/** The bytes without a piece; without it and its mirror image; and the first with one or two lengths before the piece made smaller by it, as nested records need. */
function* removals(bytes: Uint8Array, at: number, size: number): Iterable<Uint8Array> {
  const end = Math.min(bytes.length, at + size);
  const rest = joinBytes([bytes.subarray(0, at), bytes.subarray(end)]);
  yield rest;
  const gone = end - at;
  const near = Array.from({length: Math.min(nearBytes, at)}, (_, back) => at - 1 - back);
  const lengths = near.filter(place => rest[place]! >= gone && rest[place]! < 0x80);
  yield withoutMirrored(bytes, at, size);
  for (const inner of lengths) yield lessened(rest, [inner], gone);
  for (const inner of lengths) {
    for (const outer of lengths) if (outer < inner) yield lessened(rest, [inner, outer], gone);
  }
}

/** Nothing in a text counts bytes, so nothing has to be made smaller with it. */
function plainRemoval(bytes: Uint8Array, at: number, size: number): Iterable<Uint8Array> {
  return [joinBytes([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + size))])];
}

/** Takes the piece away and the one that stands as far from the end: the beginnings and the ends of nested groups. */
function withoutMirrored(bytes: Uint8Array, at: number, size: number): Uint8Array {
  const from = Math.min(at, Math.max(0, bytes.length - at - size));
  const to = Math.max(at, bytes.length - at - size);
  return joinBytes([
    bytes.subarray(0, from),
    bytes.subarray(Math.min(from + size, to), to),
    bytes.subarray(Math.min(bytes.length, to + size)),
  ]);
}

function lessened(bytes: Uint8Array, places: readonly number[], by: number): Uint8Array {
  const copy = bytes.slice();
  for (const place of places) copy[place] = copy[place]! - by;
  return copy;
}

/** A length stands near what it measures; further away it is not looked for. */
const nearBytes = 6;

/** Takes away the last byte of varints that end in a byte which carries nothing: `81 00` becomes `01`. */
async function withShortVarints(bytes: Uint8Array, budget: Budget): Promise<Uint8Array> {
  let shortest = bytes;
  for (let at = shortest.length - 2; at >= 0 && !isSpent(budget); at -= 1) {
    if (shortest[at]! < 0x80 || shortest[at + 1] !== 0) continue;
    const ended = shortest.slice();
    ended[at] = ended[at]! & 0x7f;
    shortest = (await firstShowing(budget.removals(ended, at + 1, 1), budget)) ?? shortest;
  }
  return shortest;
}

async function withPlainBytes(bytes: Uint8Array, budget: Budget): Promise<Uint8Array> {
  let plainest = bytes;
  for (let at = 0; at < plainest.length && !isSpent(budget); at += 1) {
    for (const byte of budget.plainBytes(plainest[at]!)) {
      const candidate = plainest.slice();
      candidate[at] = byte;
      if (await shows(candidate, budget)) {
        plainest = candidate;
        break;
      }
    }
  }
  return plainest;
}

/** Plainer bytes than this one, the plainest first. */
function plainBytes(byte: number): readonly number[] {
  const isMore = byte >= 0x80;
  return [0x00, 0x01, 0x80, 0x81].filter(plain => plain < byte && (isMore || plain < 0x80));
}

/** A digit may become a zero or a one, a letter an A. */
function plainCharacters(byte: number): readonly number[] {
  if (byte >= 0x30 && byte <= 0x39) return [0x30, 0x31].filter(plain => plain < byte);
  return (byte > 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) ? [0x41] : [];
}

/** Takes members and elements away, the largest first, until none can be missed. */
async function withoutMembers(bytes: Uint8Array, budget: Budget): Promise<Uint8Array> {
  let smallest = bytes;
  for (;;) {
    const candidate = await firstShowing(withoutOneMember(smallest), budget);
    if (candidate === undefined) return smallest;
    smallest = candidate;
  }
}

/** Copies are made when they are asked about: a large text has a thousand members. */
function* withoutOneMember(bytes: Uint8Array): Iterable<Uint8Array> {
  for (const {from, to} of jsonPieces(bytes).toSorted((a, b) => b.to - b.from - (a.to - a.from)))
    yield joinBytes([bytes.subarray(0, from), bytes.subarray(to)]);
}

interface Piece {
  readonly from: number;
  readonly to: number;
}

/** The places of all members and elements with the comma on one side of them. What is no JSON has some as well; they are only tried. */
function jsonPieces(bytes: Uint8Array): readonly Piece[] {
  const pieces: Piece[] = [];
  const open: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const character = String.fromCharCode(bytes[at]!);
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '{' || character === '[') open.push(at + 1);
    else if (character === ',' && open.length > 0) {
      pieces.push({from: open.pop()!, to: at + 1});
      open.push(at + 1);
    } else if (character === '}' || character === ']') {
      const from = open.pop() ?? at;
      const hasCommaBefore = bytes[from - 1] === 0x2c;
      if (from < at) pieces.push({from: hasCommaBefore ? from - 1 : from, to: at});
    }
  }
  return pieces;
}

/**
 * Drops runs of items, first half of them, then ever shorter ones, and keeps what is left when `stillShows` holds. Ends when nothing more can be
 * dropped, or when `stillShows` has been asked `triesMax` times; each time may cost the start of a process.
 */
export async function shrinkSequence<Item>(
  items: readonly Item[],
  stillShows: (items: readonly Item[]) => Promise<boolean>,
  triesMax: number,
): Promise<readonly Item[]> {
  let kept = items;
  let triesLeft = triesMax;
  for (let length = kept.length; length >= 1 && triesLeft > 0; length = Math.floor(Math.min(length, kept.length) / 2)) {
    for (let from = 0; from < kept.length && triesLeft > 0;) {
      const shorter = [...kept.slice(0, from), ...kept.slice(from + length)];
      triesLeft -= 1;
      if (await stillShows(shorter)) kept = shorter;
      else from += length;
    }
  }
  return kept;
}
