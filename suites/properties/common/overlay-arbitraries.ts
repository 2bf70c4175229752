// Draws overlay values and wire inputs: built from parts, so that a counterexample shrinks to few records with small numbers.
import * as fc from 'fast-check';
import {jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {overlayMessages, type OverlayMessage} from '../../../model/peer.ts';
import {writeRecords, type WireRecord} from '../../../runner/overlay/records.ts';
import {heldSchema, schema, type OverlayField} from '../../../runner/overlay/message-schema.ts';
import {writeValue} from '../../../runner/overlay/message-writer.ts';

/** Draws a value of a message in the value-text convention; edges of widths and lengths come often. */
export function overlayValue(message: OverlayMessage): fc.Arbitrary<JsonObject> {
  const parts = schema[message].fields.map(field =>
    fc.option(fieldValue(field), {nil: undefined}).map(value => [field.name, value] as const),
  );
  return fc
    .tuple(...parts)
    .map(entries => jsonObject(entries.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined)));
}

function fieldValue(field: OverlayField): fc.Arbitrary<Json> {
  switch (field.kind) {
    case 'enum':
      return fc.oneof(
        {weight: 3, arbitrary: fc.nat(9)},
        {weight: 1, arbitrary: fc.integer()},
        fc.constantFrom(10, 127, 128, -1, 2 ** 31 - 1, -(2 ** 31)),
      );
    case 'uint32':
      return fc.oneof(fc.nat(20), fc.constantFrom(...edges(32).map(Number)), fc.nat(0xffff_ffff));
    case 'uint64':
      return fc
        .oneof(fc.bigInt({min: 0n, max: 20n}), fc.constantFrom(...edges(64)), fc.bigInt({min: 0n, max: 2n ** 64n - 1n}))
        .map(String);
    case 'bytes':
      return octets.map(hex);
    case 'message': {
      // A message that is present and empty comes often: it must not be taken for an absent one.
      const held = fc.oneof(
        {weight: 1, arbitrary: fc.constant(jsonObject([]))},
        {weight: 4, arbitrary: overlayValue(heldSchema(field).name)},
      );
      return field.isRepeated ? fc.array(held, {maxLength: 20}) : held;
    }
  }
}

/** Draws octets; lengths at the edges of a length varint come often. */
export const octets = fc.oneof(
  {weight: 4, arbitrary: fc.uint8Array({maxLength: 20})},
  fc.constantFrom(127, 128, 129, 300).map(length => new Uint8Array(length).fill(0xa5)),
);

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Both sides of each varint length, the sign bits, and where doubles end. */
function edges(bits: 32 | 64): bigint[] {
  const found = [2n ** 31n - 1n, 2n ** 31n, 2n ** 32n - 1n];
  for (let at = 7; at < bits; at += 7) found.push(2n ** BigInt(at) - 1n, 2n ** BigInt(at));
  if (bits === 64) found.push(2n ** 32n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n);
  return found;
}

/** One drawn input: the message to read it as, and its bytes. */
export interface WireInput {
  readonly message: OverlayMessage;
  readonly bytes: Uint8Array;
}

/** Draws well-formed and badly formed records of some message; what is right about them the strict reader says. */
export function wireInput(): fc.Arbitrary<WireInput> {
  return fc.constantFrom(...overlayMessages).chain(message =>
    fc.tuple(fc.array(wireRecord(message, 3), {maxLength: 6}), cutBytes).map(([records, cut]) => {
      const bytes = writeRecords(records);
      return {message, bytes: bytes.subarray(0, Math.max(0, bytes.length - cut))};
    }),
  );
}

/** How many bytes are missing at the end: none, mostly. */
const cutBytes = fc.oneof({weight: 5, arbitrary: fc.constant(0)}, {weight: 1, arbitrary: fc.nat(6)});

function wireRecord(message: OverlayMessage, depth: number): fc.Arbitrary<WireRecord> {
  const known = fc.constantFrom(...schema[message].fields).chain(field => knownRecord(field, depth));
  return fc.oneof(
    {weight: 8, arbitrary: known},
    {weight: 3, arbitrary: unknownRecord(depth)},
    {weight: 1, arbitrary: wrongRecord},
  );
}

const wideNumber = fc.oneof(
  fc.bigInt({min: 0n, max: 20n}),
  fc.constantFrom(...edges(64)),
  fc.bigInt({min: 0n, max: 2n ** 64n - 1n}),
);

/** Bytes that carry nothing: up to ten in all belong to a varint, one more is too many. */
const extraBytes = fc.oneof({weight: 5, arbitrary: fc.constant(0)}, {weight: 1, arbitrary: fc.nat(10)});

function knownRecord(field: OverlayField, depth: number): fc.Arbitrary<WireRecord> {
  const {number} = field;
  switch (field.kind) {
    case 'enum':
    case 'uint32':
    case 'uint64':
      return fc.record({
        kind: fc.constant('varint' as const),
        number: fc.constant(number),
        value: wideNumber,
        extraBytes,
        tagExtra,
      });
    case 'bytes':
      return fc
        .tuple(octets, misstep, extraBytes)
        .map(([payload, step, extra]) => withLength(number, payload, step, extra));
    case 'message':
      return fc
        .tuple(
          fc.array(depth > 0 ? wireRecord(heldSchema(field).name, depth - 1) : wrongRecord, {maxLength: 4}),
          misstep,
          extraBytes,
        )
        .map(([records, step, extra]) => withLength(number, writeRecords(records), step, extra));
  }
}

/** Bytes of a tag that carry nothing: some decoders read such a tag, some refuse it. */
const tagExtra = fc.oneof({weight: 15, arbitrary: fc.constant(0)}, {weight: 1, arbitrary: fc.nat(9)});

/** By how much an announced length misses the true one: a child that runs past its parent, or leaves bytes behind. */
const misstep = fc.oneof({weight: 8, arbitrary: fc.constant(0)}, {weight: 1, arbitrary: fc.integer({min: -3, max: 3})});

function withLength(number: number, payload: Uint8Array, step: number, extra: number): WireRecord {
  const announced = BigInt(Math.max(0, payload.length + step));
  return {kind: 'length', number, payload, announced, extraBytes: extra};
}

/** Draws a field number that no message has. */
export const unknownNumber = fc.oneof(
  fc.integer({min: 6, max: 20}),
  fc.constantFrom(2047, 2048, 19_000, 2 ** 29 - 1),
  // What is cut to fewer bits is the number of a known field.
  fc.tuple(fc.integer({min: 1, max: 5}), fc.integer({min: 3, max: 28})).map(([known, bit]) => known + 2 ** bit),
);

function unknownRecord(depth: number): fc.Arbitrary<WireRecord> {
  const number = unknownNumber;
  const plain: fc.Arbitrary<WireRecord> = fc.oneof(
    fc.record({kind: fc.constant('varint' as const), number, value: wideNumber, extraBytes}),
    fc.record({kind: fc.constant('fixed64' as const), number, value: fc.bigInt({min: 0n, max: 2n ** 64n - 1n})}),
    fc.record({kind: fc.constant('fixed32' as const), number, value: fc.nat(0xffff_ffff)}),
    fc.record({kind: fc.constant('length' as const), number, payload: octets}),
  );
  if (depth === 0) return plain;
  // Inside a group any number may stand, also those of the message's own fields: they must not leak into it.
  const inner = fc.oneof(
    plain,
    unknownRecord(depth - 1),
    fc.record({kind: fc.constant('varint' as const), number: fc.integer({min: 1, max: 5}), value: wideNumber}),
  );
  const group = fc.record({kind: fc.constant('group' as const), number, records: fc.array(inner, {maxLength: 3})});
  return fc.oneof({weight: 3, arbitrary: plain}, {weight: 1, arbitrary: group});
}

const wrongRecord: fc.Arbitrary<WireRecord> = fc.oneof(
  fc.record({kind: fc.constant('tag' as const), number: fc.nat(20), wireType: fc.nat(7)}),
  fc.record({kind: fc.constant('end-group' as const), number: fc.nat(20)}),
  fc.record({
    kind: fc.constant('length' as const),
    number: fc.nat(20),
    payload: fc.uint8Array({maxLength: 4}),
    announced: wideNumber,
  }),
  fc.record({
    kind: fc.constant('group' as const),
    number: unknownNumber,
    records: fc.constant([]),
    endNumber: fc.option(unknownNumber, {nil: null}),
  }),
  fc.uint8Array({minLength: 1, maxLength: 3}).map(bytes => ({kind: 'raw' as const, bytes})),
);

/** Draws one sound record of a message, known or unknown. */
export function soundRecord(message: OverlayMessage): fc.Arbitrary<WireRecord> {
  const known = fc.constantFrom(...schema[message].fields).chain(field => soundKnown(field));
  const unknown = fc.oneof(
    fc.record({kind: fc.constant('varint' as const), number: unknownNumber, value: wideNumber}),
    fc.record({kind: fc.constant('length' as const), number: unknownNumber, payload: octets}),
  );
  return fc.oneof({weight: 3, arbitrary: known}, {weight: 1, arbitrary: unknown});
}

function soundKnown(field: OverlayField): fc.Arbitrary<WireRecord> {
  const {number} = field;
  switch (field.kind) {
    case 'enum':
    case 'uint32':
    case 'uint64':
      return fc.record({kind: fc.constant('varint' as const), number: fc.constant(number), value: wideNumber});
    case 'bytes':
      return octets.map(payload => ({kind: 'length', number, payload}));
    case 'message': {
      const held = heldSchema(field).name;
      return overlayValue(held).map(value => ({kind: 'length', number, payload: writeValue(held, value)}));
    }
  }
}
