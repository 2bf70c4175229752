// Gives wire bytes other values in the same form: the same records, lengths and faults, other numbers and octets.
import {joinBytes} from '../../base/text/hex.ts';
import type {Random} from '../../base/random/seeded-numbers.ts';
import {varintBytes} from './records.ts';
import {behindValue, varintAt, type VarintAt} from './varint-at.ts';
import {heldSchema, wireTypeOf, type OverlayField, type OverlaySchema} from './message-schema.ts';

/** Gives a copy with other values wherever a value is free. What a row is about stays: defaults, edges, over-long forms, wrong wire types. */
export function revalued(random: Random, of: OverlaySchema, bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  revalueMessage({random, bytes: copy, drawn: new Map()}, of, 0, copy.length);
  return copy;
}

/** Puts a sound record of a known field before the bytes: everything behind it keeps its meaning. */
export function withRecordBefore(random: Random, of: OverlaySchema, bytes: Uint8Array): Uint8Array {
  return joinBytes([soundRecord(random, random.pick(of.fields)), bytes]);
}

interface Work {
  readonly random: Random;
  readonly bytes: Uint8Array;
  /** What was drawn for a value: equal values stay equal, so that equal list elements do too. */
  readonly drawn: Map<bigint, readonly number[]>;
}

function revalueMessage(work: Work, of: OverlaySchema, start: number, end: number): void {
  let at = start;
  while (at < end) {
    const tag = varintAt(work.bytes, at, end);
    if (tag === undefined) return;
    const field = tag.value < 64n ? of.byNumber[Number(tag.value >> 3n)] : undefined;
    const next = revalueRecord(work, field, Number(tag.value & 7n), tag.next, end);
    if (next === undefined) return;
    at = next;
  }
}

/** Gives the place behind the record, or nothing where the bytes stop being readable. A group stays as it is. */
function revalueRecord(
  work: Work,
  field: OverlayField | undefined,
  wireType: number,
  at: number,
  end: number,
): number | undefined {
  // A record with a wrong wire type is about its exact bytes: they may look like other fields on purpose.
  const isWrong = field !== undefined && wireType !== wireTypeOf(field);
  switch (wireType) {
    case 0: {
      const read = varintAt(work.bytes, at, end);
      if (read !== undefined && !isWrong) revalueVarint(work, field, at, read);
      return read?.next;
    }
    case 1:
    case 5:
      return revalueOctets(work, isWrong, at, at + (wireType === 1 ? 8 : 4), end);
    case 2: {
      const length = varintAt(work.bytes, at, end);
      if (length === undefined || length.value > BigInt(end - length.next)) return undefined;
      const next = length.next + Number(length.value);
      if (field?.kind !== 'message' || isWrong) return revalueOctets(work, isWrong, length.next, next, end);
      revalueMessage(work, heldSchema(field), length.next, next);
      return next;
    }
    case 3:
      return behindValue(work.bytes, wireType, at, end);
    default:
      return undefined;
  }
}

function revalueOctets(
  {random, bytes}: Work,
  isKept: boolean,
  start: number,
  next: number,
  end: number,
): number | undefined {
  if (next > end) return undefined;
  if (!isKept) for (let at = start; at < next; at += 1) bytes[at] = random.next() & 0xff;
  return next;
}

/** Draws other bits for the low bytes of a varint; its length, its over-long tail and its bits above the 28th stay. */
function revalueVarint(work: Work, field: OverlayField | undefined, at: number, {value}: VarintAt): void {
  if (isTelling(field, value)) return;
  const drawn = work.drawn.get(value) ?? drawGroups(work.random, value);
  work.drawn.set(value, drawn);
  drawn.forEach((bits, index) => {
    work.bytes[at + index] = (work.bytes[at + index]! & 0x80) | bits;
  });
}

function drawGroups(random: Random, value: bigint): readonly number[] {
  const groups = varintBytes(value).length;
  return Array.from({length: Math.min(groups, 4)}, (_, index) => {
    if (index < groups - 1) return random.below(0x80);
    // The topmost group stays above 0, so that the varint keeps its length; what may be an enum's name stays small.
    return 1 + random.below(value < 10n ? 9 : 0x7e);
  });
}

/** Values that a row may be about: defaults, and edges, which are all zeros or all ones in their low bits. */
function isTelling(field: OverlayField | undefined, value: bigint): boolean {
  const low = value & 0xffff_ffffn;
  const isEdge = (kept: bigint): boolean => (kept & (kept + 1n)) === 0n || (kept & (kept - 1n)) === 0n;
  return (
    value === 0n ||
    low === 0n ||
    (value > 127n && (isEdge(value) || isEdge(low))) ||
    (field?.kind === 'enum' && value > 127n)
  );
}

function soundRecord(random: Random, field: OverlayField): Uint8Array {
  const tag = Uint8Array.of(field.number * 8 + wireTypeOf(field));
  switch (field.kind) {
    case 'enum':
      return joinBytes([tag, varintBytes(BigInt(1 + random.below(9)))]);
    case 'uint32':
    case 'uint64':
      return joinBytes([tag, varintBytes(BigInt(1 + random.below(0x7fff_fffe)))]);
    case 'bytes':
      return joinBytes([tag, Uint8Array.of(2, random.next(), random.next())]);
    case 'message': {
      const inner = soundRecord(random, random.pick(heldSchema(field).fields.filter(({kind}) => kind !== 'message')));
      return joinBytes([tag, varintBytes(BigInt(inner.length)), inner]);
    }
  }
}
