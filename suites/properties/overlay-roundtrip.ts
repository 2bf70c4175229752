// Any value of each message survives: our bytes read by the decoder under test, and its bytes read by us.
import {defined} from '../../base/json/defined.ts';
import {jsonText, type JsonObject} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {property, type AnyProperty} from '../../model/property.ts';
import {hexOf} from '../../base/text/hex.ts';
import {readValueOf, sentenceOf} from '../../runner/overlay/reading.ts';
import {readStrictly} from '../../runner/overlay/strict-reader.ts';
import {normalizeValue, sameValue, valueFromText} from '../../runner/overlay/value-text.ts';
import {writeValue} from '../../runner/overlay/message-writer.ts';
import {decodeWords, expectedAndGot} from './common/overlay-words.ts';
import {overlayValue} from './common/overlay-arbitraries.ts';

/** Runs of one law: some hundred meet every edge of the generators several times. */
const runs = {runs: 200, floor: 100};

export const metaIsRead = decoding('OverlayMeta', 'OV-META', 'meta-is-read');
export const detailsAreRead = decoding('OverlayMetaDetails', 'OV-DETAILS', 'details-are-read');
export const addressIsRead = decoding('IpAndPort', 'OV-IPANDPORT', 'address-is-read');
export const pingIsRead = decoding('OverlayPing', 'OV-PING', 'ping-is-read');
export const handshakeIsRead = decoding('OverlayHandshake', 'OV-HANDSHAKE', 'handshake-is-read');
export const handshakeDetailsAreRead = decoding(
  'OverlayHandshakeDetails',
  'OV-HS-DETAILS',
  'handshake-details-are-read',
);

export const metaIsWritten = encoding('OverlayMeta', 'OV-META', 'meta-is-written');
export const detailsAreWritten = encoding('OverlayMetaDetails', 'OV-DETAILS', 'details-are-written');
export const addressIsWritten = encoding('IpAndPort', 'OV-IPANDPORT', 'address-is-written');
export const pingIsWritten = encoding('OverlayPing', 'OV-PING', 'ping-is-written');
export const handshakeIsWritten = encoding('OverlayHandshake', 'OV-HANDSHAKE', 'handshake-is-written');
export const handshakeDetailsAreWritten = encoding(
  'OverlayHandshakeDetails',
  'OV-HS-DETAILS',
  'handshake-details-are-written',
);

function decoding(message: OverlayMessage, requirement: string, id: string): AnyProperty {
  return property<JsonObject>({
    id,
    title: `decoding our bytes of any ${message} gives its value`,
    proves: [requirement, 'OV-WIRE'],
    area: 'overlay-codec',
    ...runs,
    input: overlayValue(message),
    check: async (world, value) => {
      const expected = normalizeValue(message, value);
      const bytes = writeValue(message, expected);
      const reply = await world.decode(message, bytes);
      const {answer, value: given, detail} = reply;
      world.count('decode');
      const question = decodeWords(message, bytes);
      world.law(
        answer === 'value' && given !== undefined,
        {
          path: 'answer',
          message: `${question}: expected the value ${jsonText(expected)}, got ${answer}${detail === undefined ? '' : `: ${detail}`}`,
        },
        {proves: 'OV-WIRE', written: {reply, tree: {answer: 'value'}}},
      );
      const checked = valueFromText(message, given ?? null);
      const [problem] = checked.kind === 'problems' ? checked.problems : [];
      const got = checked.kind === 'value' ? normalizeValue(message, checked.value) : given;
      world.law(
        checked.kind === 'value' && sameValue(message, checked.value, expected),
        {
          path: `value${problem?.path ?? ''}`,
          message:
            problem === undefined
              ? `${question}: ${expectedAndGot(expected, got)}`
              : `${question}: the value breaks the convention of testee.proto: ${problem.message}`,
          expected,
          ...defined({actual: given}),
        },
        {proves: requirement, written: {reply, tree: {answer: 'value', value: expected}}},
      );
    },
  });
}

function encoding(message: OverlayMessage, requirement: string, id: string): AnyProperty {
  return property<JsonObject>({
    id,
    title: `the bytes of any ${message} that the peer encodes hold its value`,
    proves: [requirement, 'OV-WIRE'],
    area: 'overlay-codec',
    needs: ['encode'],
    ...runs,
    input: overlayValue(message),
    check: async (world, value) => {
      const expected = normalizeValue(message, value);
      const reply = await world.encode(message, value);
      const {answer, bytes, detail} = reply;
      world.count('encode');
      world.law(
        answer === 'encoded' && bytes !== undefined,
        {
          path: 'answer',
          message: `encode ${message} ${jsonText(value)}: expected bytes, got ${answer}${detail === undefined ? '' : `: ${detail}`}`,
          expected,
        },
        {proves: 'OV-WIRE', written: {reply, tree: {answer: 'encoded'}}},
      );
      const reading = readStrictly(message, bytes ?? new Uint8Array());
      const read = readValueOf(reading);
      world.law(
        read !== undefined && sameValue(message, read.value, expected),
        {
          path: 'bytes',
          message: `encode ${message} ${jsonText(value)}: ${read === undefined ? `expected bytes that can be read, got ${sentenceOf(reading)}` : expectedAndGot(expected, read.value)}, in the bytes ${hexOf(bytes ?? new Uint8Array()) || '(none)'}`,
          expected,
          ...defined({actual: read?.value}),
        },
        {proves: requirement, written: {reply, tree: {answer: 'encoded', value: expected}}},
      );
    },
  });
}
