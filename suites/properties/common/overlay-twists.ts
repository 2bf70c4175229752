// Draws inputs that are sound but for one thing, so that no other fault of the input hides it.
import * as fc from 'fast-check';
import {overlayMessages, type OverlayMessage} from '../../../model/peer.ts';
import {writeRecords, type WireRecord} from '../../../runner/overlay/records.ts';
import {schema} from '../../../runner/overlay/message-schema.ts';
import {octets, soundRecord, unknownNumber, type WireInput} from './overlay-arbitraries.ts';

/** Draws sound records with one thing wrong between them, so that nothing else hides it. */
export function twistedInput(): fc.Arbitrary<WireInput> {
  return fc.constantFrom(...overlayMessages).chain(message => {
    const sound = fc.array(soundRecord(message), {maxLength: 3}).map(writeRecords);
    return fc.tuple(sound, twist(message), sound).map(([head, wrong, tail]) => ({
      message,
      bytes: Buffer.concat([head, wrong.bytes, wrong.isAtEnd ? new Uint8Array() : tail]),
    }));
  });
}

/** Bytes that are wrong between sound records, or only at the end of the input. */
interface Twist {
  readonly bytes: Uint8Array;
  readonly isAtEnd: boolean;
}

function twist(message: OverlayMessage): fc.Arbitrary<Twist> {
  const record = (wrong: WireRecord): Uint8Array => writeRecords([wrong]);
  const anyNumber = fc.integer({min: 1, max: 12});
  const between = fc.oneof(
    fc.constantFrom('00', '0000', '0001', '0200').map(text => new Uint8Array(Buffer.from(text, 'hex'))),
    fc.tuple(anyNumber, fc.constantFrom(6, 7)).map(([number, wireType]) => record({kind: 'tag', number, wireType})),
    anyNumber.map(number => record({kind: 'end-group', number})),
    unknownNumber.map(number => record({kind: 'group', number, records: [], endNumber: number + 1})),
    fc
      .tuple(unknownNumber, fc.integer({min: 10, max: 12}))
      .map(([number, extra]) => record({kind: 'varint', number, value: 1n, extraBytes: extra})),
    stolenBytes(message),
    borrowedByte(message),
  );
  const atEnd = fc.oneof(
    fc.tuple(soundRecord(message), fc.integer({min: 1, max: 3})).map(([whole, cut]) => {
      const bytes = record(whole);
      return bytes.subarray(0, Math.max(1, bytes.length - cut));
    }),
    unknownNumber.map(number => record({kind: 'group', number, records: [], endNumber: null})),
    fc
      .tuple(anyNumber, octets)
      .map(([number, payload]) => record({kind: 'length', number, payload, announced: BigInt(payload.length + 1)})),
  );
  return fc.oneof(
    {weight: 3, arbitrary: between.map(bytes => ({bytes, isAtEnd: false}))},
    {weight: 1, arbitrary: atEnd.map(bytes => ({bytes, isAtEnd: true}))},
  );
}

/** A nested message whose last field announces as many bytes more as stand behind the message: only its border forbids them. */
function stolenBytes(message: OverlayMessage): fc.Arbitrary<Uint8Array> {
  const behind = fc.array(soundRecord(message), {minLength: 1, maxLength: 2}).map(writeRecords);
  return fc.tuple(nestedNumber(message), unknownNumber, octets, behind).map(([number, inner, payload, rest]) => {
    const child: WireRecord = {kind: 'length', number: inner, payload, announced: BigInt(payload.length + rest.length)};
    return writeRecords([
      {kind: 'length', number, payload: writeRecords([child])},
      {kind: 'raw', bytes: rest},
    ]);
  });
}

/** A nested message that ends inside a varint, with the rest of the varint behind it. */
function borrowedByte(message: OverlayMessage): fc.Arbitrary<Uint8Array> {
  return fc.tuple(nestedNumber(message), fc.integer({min: 1, max: 5}), fc.nat(0x7f)).map(([number, inner, last]) =>
    writeRecords([
      {kind: 'length', number, payload: Uint8Array.of(inner * 8, 0x80)},
      {kind: 'raw', bytes: Uint8Array.of(last)},
    ]),
  );
}

function nestedNumber(message: OverlayMessage): fc.Arbitrary<number> {
  const nested = schema[message].fields.filter(({kind}) => kind === 'message').map(({number}) => number);
  return nested.length > 0 ? fc.constantFrom(...nested) : unknownNumber;
}
