// Makes a large input smaller record by record: whole records go, and payloads become shorter with the lengths before them.
import {joinBytes} from '../../../base/text/hex.ts';
import {varintBytes} from '../records.ts';
import {shows, isSpent, type Budget} from './shrink-budget.ts';
import {behindValue, varintAt} from '../varint-at.ts';

/** Smaller inputs are made smaller byte by byte alone. */
const largeFrom = 256;
/** A payload that cannot be made shorter than this shows what it shows by its size. */
const largePayload = 4_096;

/** What is left of an input; `isLarge` where it still holds a large payload. */
export interface SmallerInput {
  readonly smallest: Uint8Array;
  readonly isLarge: boolean;
}

/** Drops records and shortens payloads, those of inner messages as well, as long as the difference shows. */
export async function withSmallerRecords(bytes: Uint8Array, budget: Budget): Promise<SmallerInput> {
  if (bytes.length < largeFrom) return {smallest: bytes, isLarge: false};
  const smallest = await smallerMessage(bytes, whole => whole, budget);
  return {smallest, isLarge: recordsOf(smallest).some(({payload = []}) => payload.length > largePayload)};
}

/** The bytes with two records of the same tag made one, which holds what both held; each pair in turn. */
export function* joinedRepeats(bytes: Uint8Array): Iterable<Uint8Array> {
  const pieces = recordsOf(bytes);
  for (const [at, {tag, payload}] of pieces.entries()) {
    const later = pieces.findIndex((piece, n) => n > at && piece.payload !== undefined && areEqual(piece.tag, tag));
    const second = pieces[later]?.payload;
    if (payload === undefined || second === undefined) continue;
    const one = pieceOf(tag, joinBytes([payload, second]));
    yield joined([...pieces.slice(0, at), one, ...pieces.slice(at + 1, later), ...pieces.slice(later + 1)]);
  }
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** A record as it stands, and its payload where it has one; what cannot be read any more is one record. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly tag: Uint8Array;
  readonly payload?: Uint8Array;
}

/** Puts what is made smaller into the place that it has in the whole input. */
type Wrap = (inner: Uint8Array) => Uint8Array;

async function smallerMessage(bytes: Uint8Array, wrap: Wrap, budget: Budget): Promise<Uint8Array> {
  const wrapped = (pieces: readonly Piece[]): Uint8Array => wrap(joined(pieces));
  const whole = recordsOf(bytes);
  let kept = await fewerPieces(whole, wrapped, budget);
  for (let at = 0; at < kept.length && !isSpent(budget); at += 1) {
    const piece = kept[at]!;
    const {payload} = piece;
    if (payload === undefined || payload.length < largeFrom) continue;
    const withPayload = (inner: Uint8Array): readonly Piece[] => kept.with(at, pieceOf(piece.tag, inner));
    const smaller = await smallerPayload(payload, inner => wrapped(withPayload(inner)), budget);
    if (smaller !== undefined) kept = withPayload(smaller);
  }
  return kept === whole ? bytes : joined(kept);
}

/** Whatever the payload is: as a message, where it reads as one, and as bytes of which the first ones are enough. */
async function smallerPayload(payload: Uint8Array, wrap: Wrap, budget: Budget): Promise<Uint8Array | undefined> {
  const isMessage = recordsOf(payload).length > 1;
  const inner = isMessage ? await smallerMessage(payload, wrap, budget) : payload;
  // With its length written anew it may not show any more, whatever its size.
  if (!(await shows(wrap(inner), budget))) return undefined;
  let [tooShort, enough] = [-1, inner.length];
  while (enough - tooShort > 1) {
    const length = tooShort < 0 ? 0 : (tooShort + enough) >> 1;
    if (await shows(wrap(inner.subarray(0, length)), budget)) enough = length;
    else tooShort = length;
  }
  return inner.subarray(0, enough);
}

/** Drops runs of records, first half of them, then ever fewer. */
async function fewerPieces(
  pieces: readonly Piece[],
  wrapped: (pieces: readonly Piece[]) => Uint8Array,
  budget: Budget,
): Promise<readonly Piece[]> {
  let kept = pieces;
  for (let length = kept.length; length >= 1; length = Math.min(length, kept.length) >> 1) {
    for (let from = 0; from < kept.length && !isSpent(budget);) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + length)];
      if (await shows(wrapped(fewer), budget)) kept = fewer;
      else from += length;
    }
  }
  return kept;
}

function joined(pieces: readonly Piece[]): Uint8Array {
  return joinBytes(pieces.map(({bytes}) => bytes));
}

function pieceOf(tag: Uint8Array, payload: Uint8Array): Piece {
  return {bytes: joinBytes([tag, varintBytes(BigInt(payload.length)), payload]), tag, payload};
}

function recordsOf(bytes: Uint8Array): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = varintAt(bytes, at, bytes.length);
    const wireType = Number((tag?.value ?? 7n) & 7n);
    const isGroup = wireType === 3 || wireType === 4;
    const next =
      tag === undefined ? undefined : isGroup ? tag.next : behindValue(bytes, wireType, tag.next, bytes.length);
    const end = next ?? bytes.length;
    const length =
      wireType === 2 && tag !== undefined && next !== undefined ? varintAt(bytes, tag.next, end) : undefined;
    pieces.push({
      bytes: bytes.subarray(at, end),
      tag: bytes.subarray(at, tag?.next ?? end),
      ...(length === undefined ? {} : {payload: bytes.subarray(length.next, end)}),
    });
    at = end;
  }
  return pieces;
}
