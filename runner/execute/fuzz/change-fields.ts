// Changes one thing in the fields that a message has: a number, the length of bytes, the order or the count of a list, one field made equal to another.
import {joinBytes} from '../../../base/text/hex.ts';
import type {FuzzInput} from '../../../model/decoder-search.ts';
import type {Random} from '../../../base/random/seeded-numbers.ts';
import {heldSchema, schema, wireTypeOf, type OverlayField, type OverlaySchema} from '../../overlay/message-schema.ts';
import {varintBytes} from '../../overlay/records.ts';
import {behindValue, varintAt} from '../../overlay/varint-at.ts';
import {numberNear} from './with-constant.ts';

/**
 * Gives the bytes of an input with a change that bytes alone hardly ever make, lengths corrected; undefined where it is malformed or has no
 * field of its schema. With a constant, a number becomes it, wherever in the message it is, sometimes all numbers that were equal do, or a list
 * gets so many elements.
 */
export function changeFields(random: Random, input: FuzzInput, constant?: bigint): Uint8Array | undefined {
  const records = readRecords(input.bytes, 0, input.bytes.length, schema[input.message]);
  if (records === undefined) return undefined;
  const held: Held = {numbers: [], payloads: [], lists: []};
  collect(records, held);
  return change(random, held, constant) ? written(records) : undefined;
}

/** What a message holds that can be changed, however deep. */
interface Held {
  readonly numbers: NumberRecord[];
  readonly payloads: BytesRecord[];
  readonly lists: ListPlace[];
}

/** Tells whether there was anything to change. */
function change(random: Random, {numbers, payloads, lists}: Held, constant: bigint | undefined): boolean {
  const isCount = constant === undefined || constant <= countMax;
  if (isCount && lists.length > 0 && random.oneIn(2)) changeList(random, random.pick(lists), constant);
  else if (constant === undefined && payloads.length > 0 && (numbers.length === 0 || random.oneIn(3)))
    changeBytes(random, random.pick(payloads));
  else if (numbers.length > 0) changeNumber(random, numbers, constant);
  else return false;
  return true;
}

/** Of the elements of a list. */
const countMax = 64n;

type FieldRecord = NumberRecord | BytesRecord | HeldRecord | OtherRecord;

interface NumberRecord {
  readonly kind: 'number';
  readonly field: OverlayField;
  value: bigint;
}

interface BytesRecord {
  readonly kind: 'bytes';
  readonly field: OverlayField;
  bytes: Uint8Array;
}

interface HeldRecord {
  readonly kind: 'message';
  readonly field: OverlayField;
  readonly records: FieldRecord[];
}

/** What is unknown stays as it is. */
interface OtherRecord {
  readonly kind: 'other';
  readonly bytes: Uint8Array;
}

/** The elements of a list among the records of the message that has it. */
interface ListPlace {
  readonly records: FieldRecord[];
  readonly elements: readonly HeldRecord[];
}

function readRecords(bytes: Uint8Array, from: number, end: number, of: OverlaySchema): FieldRecord[] | undefined {
  const records: FieldRecord[] = [];
  for (let at = from; at < end;) {
    const tag = varintAt(bytes, at, end);
    if (tag === undefined) return undefined;
    const wireType = Number(tag.value & 7n);
    const behind = behindValue(bytes, wireType, tag.next, end);
    if (behind === undefined) return undefined;
    const field = of.byNumber[Number(tag.value >> 3n)];
    const isKnown = field !== undefined && wireTypeOf(field) === wireType;
    const record = isKnown
      ? readField(bytes, tag.next, behind, field)
      : ({kind: 'other', bytes: bytes.subarray(at, behind)} as const);
    if (record === undefined) return undefined;
    records.push(record);
    at = behind;
  }
  return records;
}

function readField(bytes: Uint8Array, from: number, behind: number, field: OverlayField): FieldRecord | undefined {
  const {value, next} = varintAt(bytes, from, behind)!;
  if (field.kind === 'bytes') return {kind: 'bytes', field, bytes: bytes.subarray(next, behind)};
  if (field.kind !== 'message') return {kind: 'number', field, value};
  const records = readRecords(bytes, next, behind, heldSchema(field));
  return records && {kind: 'message', field, records};
}

function collect(records: FieldRecord[], held: Held): void {
  const elements: HeldRecord[] = [];
  for (const record of records) {
    if (record.kind === 'number') held.numbers.push(record);
    if (record.kind === 'bytes') held.payloads.push(record);
    if (record.kind !== 'message') continue;
    collect(record.records, held);
    if (record.field.isRepeated) elements.push(record);
  }
  if (elements.length > 0) held.lists.push({records, elements});
}

function changeNumber(random: Random, numbers: readonly NumberRecord[], constant: bigint | undefined): void {
  const chosen = random.pick(numbers);
  const before = chosen.value;
  const after = constant === undefined ? otherNumber(random, chosen, numbers) : numberNear(random, constant);
  const isForAll = random.oneIn(3);
  for (const number of isForAll ? numbers : [chosen]) if (number.value === before) number.value = after;
}

function otherNumber(random: Random, {value, field}: NumberRecord, numbers: readonly NumberRecord[]): bigint {
  switch (random.below(7)) {
    case 0:
    case 1:
      return random.pick(numbers).value;
    case 2:
      return value ^ (1n << BigInt(random.below(field.kind === 'uint64' ? 64 : 32)));
    case 3:
      return BigInt.asUintN(64, value + (random.oneIn(2) ? 1n : -1n));
    case 4:
      return 1n << BigInt(random.below(field.kind === 'uint64' ? 64 : 32));
    case 5:
      return BigInt(random.below(17));
    default:
      return BigInt(random.next());
  }
}

/** Another length, most often a small one, or one byte that is another. */
function changeBytes(random: Random, record: BytesRecord): void {
  const {bytes} = record;
  if (bytes.length > 0 && random.oneIn(2)) {
    const at = random.pick([0, bytes.length - 1, random.below(bytes.length)]);
    record.bytes = Uint8Array.from(bytes);
    record.bytes[at] = random.oneIn(2) ? random.pick(endBytes) : random.next() & 0xff;
    return;
  }
  const length = random.below(random.oneIn(4) ? 70 : 5);
  record.bytes = Uint8Array.from({length}, (_, at) => bytes[at] ?? random.next() & 0xff);
}

/** What bytes end, are filled up or begin with. */
const endBytes = [0x00, 0x01, 0x7f, 0x80, 0xff] as const;

function changeList(random: Random, {records, elements}: ListPlace, count: bigint | undefined): void {
  const changed =
    count === undefined ? random.pick(listChanges)(random, elements) : ofCount(random, elements, Number(count));
  const places = records.flatMap((record, at) => (elements.includes(record as HeldRecord) ? [at] : []));
  const first = places[0]!;
  for (const at of places.toReversed()) records.splice(at, 1);
  records.splice(first, 0, ...changed);
}

type ListChange = (random: Random, elements: readonly HeldRecord[]) => readonly HeldRecord[];

const listChanges: readonly ListChange[] = [
  (_, elements) => elements.toReversed(),
  sorted,
  sorted,
  (random, elements) => elements.toSpliced(random.below(elements.length), 1),
  (random, elements) => elements.toSpliced(random.below(elements.length), 0, random.pick(elements)),
];

/** By one of the numbers of its elements, either way. */
function sorted(random: Random, elements: readonly HeldRecord[]): readonly HeldRecord[] {
  const number = 1 + random.below(heldSchema(elements[0]!.field).fields.length);
  const sign = random.oneIn(2) ? 1 : -1;
  const numberOf = ({records}: HeldRecord): bigint => {
    const held = records.findLast(record => record.kind === 'number' && record.field.number === number);
    return held?.kind === 'number' ? held.value : 0n;
  };
  return elements.toSorted((a, b) => sign * Number(numberOf(a) - numberOf(b)));
}

/** Cut, or with elements behind the last one, each of which has the numbers of the one before it, one of them in steps. */
function ofCount(random: Random, elements: readonly HeldRecord[], count: number): readonly HeldRecord[] {
  const last = elements.at(-1)!;
  const stepped = random.below(Math.max(1, last.records.length));
  const step = random.pick(steps);
  const behind = Array.from({length: Math.max(0, count - elements.length)}, (_, at) => ({
    ...last,
    records: last.records.map((record, place) =>
      record.kind === 'number' && place === stepped
        ? {...record, value: BigInt.asUintN(64, record.value + step * BigInt(at + 1))}
        : record,
    ),
  }));
  return [...elements.slice(0, count), ...behind];
}

const steps = [-1n, 0n, 1n] as const;

function written(records: readonly FieldRecord[]): Uint8Array {
  return joinBytes(
    records.flatMap(record => {
      if (record.kind === 'other') return [record.bytes];
      const tag = varintBytes(BigInt(record.field.number * 8 + wireTypeOf(record.field)));
      if (record.kind === 'number') return [tag, varintBytes(record.value)];
      const held = record.kind === 'bytes' ? record.bytes : written(record.records);
      return [tag, varintBytes(BigInt(held.length)), held];
    }),
  );
}
