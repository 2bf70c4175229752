// Draws values and inputs of sizes at which decoders and writers change their mind: where a length takes another byte or another integer.
import * as fc from 'fast-check';
import {hexOf, joinBytes} from '../../../base/text/hex.ts';
import {jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {overlayMessages, type OverlayMessage} from '../../../model/peer.ts';
import {heldSchema, schema, type OverlayField} from '../../../runner/overlay/message-schema.ts';
import {writeRecords, type WireRecord} from '../../../runner/overlay/records.ts';
import {writeValue} from '../../../runner/overlay/message-writer.ts';

/** Above all numbers of all messages. */
const unknownNumber = 15;

/** A value of a message, most of it in one place. */
export interface LargeValue {
  readonly message: OverlayMessage;
  readonly value: JsonObject;
}

/** A large value, or a small one among large or many unknown records, as bytes. */
export interface LargeInput extends LargeValue {
  readonly bytes: Uint8Array;
}

/** Where lengths take another byte, and where integers of 8 and 16 bits end. */
const edges = [2 ** 7, 2 ** 8, 2 ** 14, 2 ** 15, 2 ** 16] as const;
/** Where buffers end. */
const buffers = [2 ** 9, 2 ** 10, 2 ** 11, 2 ** 12, 2 ** 13] as const;
/** Bytes that stand around a payload: the message that holds it ends as many bytes behind the edge. */
const aroundMax = 14;
const farthest = 2 ** 20;

/** Draws a number of bytes: at an edge, anywhere up to 20,000, or now and then around 2^20. */
const size = fc.oneof(
  {weight: 4, arbitrary: fc.integer({min: 0, max: 20_000})},
  {weight: 12, arbitrary: around(...edges)},
  {weight: 2, arbitrary: around(...buffers)},
  {weight: 2, arbitrary: around(farthest)},
  // A limit is seen by what is well above it, whatever stands around the payload.
  {
    weight: 5,
    arbitrary: fc.constantFrom(2 ** 16, farthest).chain(edge => fc.integer({min: edge, max: edge + edge / 8})),
  },
);

function around(...places: readonly number[]): fc.Arbitrary<number> {
  return fc
    .tuple(fc.constantFrom(...places), fc.integer({min: 0, max: aroundMax}))
    .map(([edge, less]) => edge + 2 - less);
}

/** Draws how many there are: few, around the ends of 8 bits and of buffers, or so many that a counter of 16 bits does not hold them. */
const count = fc.oneof(
  {weight: 2, arbitrary: fc.integer({min: 0, max: 3_000})},
  {weight: 2, arbitrary: around(2 ** 7, 2 ** 8, 2 ** 10, 2 ** 12, 2 ** 14, 2 ** 15)},
  {weight: 1, arbitrary: around(2 ** 16)},
  {weight: 3, arbitrary: fc.integer({min: 2 ** 16 + 1, max: 2 ** 16 + 2 ** 8})},
);

/** No two places alike, so that a byte that is lost, doubled or moved shows. */
const octets = fc.tuple(size, fc.nat(0xffff)).map(octetsOf);

function octetsOf([length, seed]: [number, number]): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

const hexOctets = octets.map(hexOf);

/** Two of these fit into one question, and into its answer. */
const nearHexOctets = fc
  .tuple(
    fc.oneof(fc.integer({min: 0, max: 20_000}), around(...edges), fc.integer({min: 2 ** 16, max: 2 ** 17})),
    fc.nat(0xffff),
  )
  .map(octetsOf)
  .map(hexOf);

const list = count.map(length =>
  Array.from({length}, (_, at) => ({Ip: Math.imul(at + 1, 0x9e37_79b1) >>> 0, Port: at & 0xffff})),
);

const small = fc.integer({min: 1, max: 300});

/** Draws a value with large bytes or a long list, at the top or inside a message, and something small behind it. */
export const largeValue: fc.Arbitrary<LargeValue> = fc.oneof(
  of('OverlayHandshakeDetails', fc.record({Cert: hexOctets, InitiatorIndex: small, Time: small.map(String)})),
  of(
    'OverlayHandshake',
    fc.record({Details: fc.record({Cert: hexOctets, Cookie: small.map(String)}), Hmac: fc.constant('ef')}),
  ),
  of('OverlayHandshake', fc.record({Details: fc.record({ResponderIndex: small}), Hmac: hexOctets})),
  // Two at once: what is kept in one place for both shows in one of them.
  of(
    'OverlayHandshake',
    fc.record({Details: fc.record({Cert: nearHexOctets, InitiatorIndex: small}), Hmac: nearHexOctets}),
  ),
  of('OverlayMetaDetails', fc.record({VpnIp: small, IpAndPorts: list, counter: small})),
  of('OverlayMeta', fc.record({Type: fc.nat(9), Details: fc.record({IpAndPorts: list, counter: small})})),
);

function of(message: OverlayMessage, value: fc.Arbitrary<JsonObject>): fc.Arbitrary<LargeValue> {
  return value.map(drawn => ({message, value: drawn}));
}

/** Draws the bytes of a large value, or of a small one with unknown records that are large or many inside one of its messages. */
export const largeInput: fc.Arbitrary<LargeInput> = fc.oneof(
  {weight: 3, arbitrary: largeValue.map(drawn => ({...drawn, bytes: writeValue(drawn.message, drawn.value)}))},
  {weight: 3, arbitrary: fc.tuple(fc.constantFrom(...places()), unknownRecords(), small).map(amongUnknown)},
);

function unknownRecords(): fc.Arbitrary<readonly WireRecord[]> {
  const one = (payload: Uint8Array): WireRecord => ({kind: 'length', number: unknownNumber, payload});
  const many = (length: number, record: WireRecord): readonly WireRecord[] => Array.from({length}, () => record);
  const short: readonly WireRecord[] = [
    {kind: 'varint', number: unknownNumber, value: 300n},
    {kind: 'fixed32', number: unknownNumber, value: 1},
    {kind: 'fixed64', number: unknownNumber, value: 1n},
    one(Uint8Array.of(1, 2, 3)),
  ];
  return fc.oneof(
    {weight: 2, arbitrary: octets.map(payload => [one(payload)])},
    {weight: 1, arbitrary: fc.tuple(count, fc.constantFrom(...short)).map(([length, record]) => many(length, record))},
    {
      weight: 1,
      arbitrary: octets.map((payload): readonly WireRecord[] => [
        {kind: 'group', number: unknownNumber, records: [one(payload)]},
      ]),
    },
  );
}

/** A message, and the fields through which it is reached from the outermost one: `IpAndPort` by itself, in `OverlayMetaDetails`, in those of an `OverlayMeta`. */
interface Place {
  readonly inner: OverlayMessage;
  readonly holders: readonly {readonly message: OverlayMessage; readonly field: OverlayField}[];
}

function places(): readonly Place[] {
  return overlayMessages.flatMap(message => placesIn({inner: message, holders: []}));
}

function placesIn(place: Place): readonly Place[] {
  const outermost = place.holders.at(-1)?.message ?? place.inner;
  const further = overlayMessages.flatMap(message =>
    schema[message].fields
      .filter(field => field.kind === 'message' && heldSchema(field).name === outermost)
      .flatMap(field => placesIn({inner: place.inner, holders: [...place.holders, {message, field}]})),
  );
  return [place, ...further];
}

/** Unknown records between the fields of a message, and known fields behind each message that holds it. */
function amongUnknown([{inner, holders}, records, number]: readonly [
  Place,
  readonly WireRecord[],
  number,
]): LargeInput {
  const [first = {}, ...rest] = scalarsOf(inner, number);
  const behind = jsonObject(rest.flatMap(value => Object.entries(value)));
  let held: LargeInput = {
    message: inner,
    value: {...first, ...behind},
    bytes: joinBytes([writeValue(inner, first), writeRecords(records), writeValue(inner, behind)]),
  };
  for (const {message, field} of holders) held = heldIn(message, field, held, number);
  return held;
}

function heldIn(message: OverlayMessage, field: OverlayField, held: LargeInput, number: number): LargeInput {
  const others = jsonObject(scalarsOf(message, number).flatMap(value => Object.entries(value)));
  const behind = field.isRepeated ? {...others, [field.name]: [{}]} : others;
  const value = {...others, [field.name]: field.isRepeated ? [held.value, {}] : held.value};
  const record: WireRecord = {kind: 'length', number: field.number, payload: held.bytes};
  return {message, value, bytes: joinBytes([writeRecords([record]), writeValue(message, behind)])};
}

/** A small value for each field of a message that holds no message, one field each. */
function scalarsOf(message: OverlayMessage, number: number): readonly JsonObject[] {
  return schema[message].fields
    .filter(({kind}) => kind !== 'message')
    .map(({name, kind}, at) => ({[name]: scalar(kind, number + at)}));
}

function scalar(kind: OverlayField['kind'], number: number): Json {
  if (kind === 'bytes') return 'ef';
  return kind === 'uint64' ? String(number) : number;
}
