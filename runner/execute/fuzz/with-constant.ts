// Sets a field of a message to a constant that the code of a decoder compares something with.
import {joinBytes, withPiece} from '../../../base/text/hex.ts';
import type {FuzzInput} from '../../../model/decoder-search.ts';
import type {Random} from '../../../base/random/seeded-numbers.ts';
import {varintBytes} from '../../overlay/records.ts';
import {heldSchema, schema, wireTypeOf, type OverlayField, type OverlaySchema} from '../../overlay/message-schema.ts';

/**
 * Gives the input with the constant in it: as one more record, which sets a field of the message or of one that it holds, because the last value of a
 * field counts; or over some of its bytes.
 */
export function withConstant(
  random: Random,
  {input, constant}: {readonly input: FuzzInput; readonly constant: bigint | Uint8Array},
): FuzzInput {
  const {message, bytes} = input;
  if (bytes.length > 0 && random.oneIn(5)) {
    const piece = typeof constant === 'bigint' ? written(random, constant) : constant;
    const at = random.below(bytes.length);
    return {...input, bytes: withPiece(bytes, at, Math.min(bytes.length, at + piece.length), piece)};
  }
  const added = record(random, schema[message], constant);
  // Behind bytes that are malformed nothing is read.
  return {...input, bytes: random.oneIn(3) ? added : joinBytes([bytes, added])};
}

function record(random: Random, of: OverlaySchema, constant: bigint | Uint8Array): Uint8Array {
  if (typeof constant === 'bigint' && random.oneIn(12)) return allNumbers(of, constant);
  const field = random.pick(of.fields);
  const tag = varintBytes(BigInt(field.number * 8 + wireTypeOf(field)));
  switch (field.kind) {
    case 'enum':
    case 'uint32':
    case 'uint64':
      return joinBytes([
        tag,
        varintBytes(numberNear(random, typeof constant === 'bigint' ? constant : BigInt(constant.length))),
      ]);
    case 'bytes':
      return withLength(tag, payload(random, constant));
    case 'message': {
      const one = withLength(tag, record(random, heldSchema(field), constant));
      const isCount = field.isRepeated && typeof constant === 'bigint' && constant <= countMax && random.oneIn(4);
      if (!isCount) return one;
      const count = Number(constant);
      return random.oneIn(2) ? inSteps(random, field, count) : joinBytes(Array.from({length: count}, () => one));
    }
  }
}

/** The constant in every number of a message: what compares two fields first is passed by both. */
function allNumbers(of: OverlaySchema, constant: bigint): Uint8Array {
  const numbers = of.fields.filter(field => field.kind !== 'message' && field.kind !== 'bytes');
  return joinBytes(numbers.flatMap(field => [varintBytes(BigInt(field.number * 8)), varintBytes(constant)]));
}

/** Elements of a list, one of whose numbers rises or falls. */
function inSteps(random: Random, field: OverlayField, count: number): Uint8Array {
  const tag = varintBytes(BigInt(field.number * 8 + wireTypeOf(field)));
  const {number} = random.pick(heldSchema(field).fields);
  const from = BigInt(count + random.below(1_000));
  const step = random.oneIn(2) ? 1n : -1n;
  const elements = Array.from({length: count}, (_, at) =>
    withLength(tag, joinBytes([varintBytes(BigInt(number * 8)), varintBytes(from + step * BigInt(at))])),
  );
  return joinBytes(elements);
}

/** Of the records of a list. */
const countMax = 300n;

/** Gives a number that a comparison with another one tells apart: it is compared as it is, as a bound, or as a part of another. */
export function numberNear(random: Random, number: bigint): bigint {
  switch (random.below(8)) {
    case 0:
      return BigInt.asUintN(64, number + 1n);
    case 1:
      return BigInt.asUintN(64, number - 1n);
    case 2:
      return BigInt.asUintN(64, (number << BigInt(8 * (1 + random.below(4)))) + BigInt(random.below(256)));
    case 3:
      return BigInt.asUintN(64, number + (BigInt(random.next()) << BigInt(8 * (sizeOf(number) + random.below(3)))));
    default:
      return number;
  }
}

function sizeOf(number: bigint): number {
  return number < 1n << 8n ? 1 : number < 1n << 16n ? 2 : number < 1n << 32n ? 4 : 8;
}

const lengthMax = 4_096n;

/** So many bytes, or the number itself in the ways in which it is written. */
function payload(random: Random, constant: bigint | Uint8Array): Uint8Array {
  if (typeof constant !== 'bigint') return constant;
  if (constant <= lengthMax && random.oneIn(2)) {
    const length = constant + (random.oneIn(4) ? 1n : 0n);
    return Uint8Array.from({length: Number(length)}, () => random.next() & 0xff);
  }
  const behind = random.oneIn(2) ? 0 : random.below(32);
  return joinBytes([written(random, constant), Uint8Array.from({length: behind}, () => random.next() & 0xff)]);
}

/** The bytes of a number, the lowest or the highest first. */
function written(random: Random, constant: bigint): Uint8Array {
  const bytes = Uint8Array.from({length: sizeOf(constant)}, (_, at) => Number((constant >> BigInt(8 * at)) & 0xffn));
  return random.oneIn(2) ? bytes : bytes.toReversed();
}

function withLength(tag: Uint8Array, bytes: Uint8Array): Uint8Array {
  return joinBytes([tag, varintBytes(BigInt(bytes.length)), bytes]);
}
