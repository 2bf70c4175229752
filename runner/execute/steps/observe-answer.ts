// Turns what an overlay implementation answered into what can be judged: bytes are read by our own strict reader first.
import type {Json} from '../../../model/json.ts';
import type {LiveArrival, OverlayMessage, TesteeAnswer} from '../../../model/peer.ts';
import type {ObservedAnswer} from '../../check/check-overlay.ts';
import {decodeUtf8} from '../../check/read-json.ts';
import {readProtoJson} from '../../overlay/proto-json.ts';
import {openPoints, sentenceOf, type Reading} from '../../overlay/reading.ts';
import {isOverlayMessage} from '../../overlay/message-schema.ts';
import {readStrictly} from '../../overlay/strict-reader.ts';
import {valueFromText} from '../../overlay/value-text.ts';
import {badlyWritten, badlyWrittenJson, writeValue} from '../../overlay/message-writer.ts';
import {ended} from '../attempt/failures.ts';

/** What a decoder under test answered. A broken or lost answer never gets here. */
export function observeAnswer(
  message: string,
  answer: TesteeAnswer,
  form: 'binary' | 'json' = 'binary',
): ObservedAnswer {
  switch (answer.kind) {
    case 'value':
      return {kind: 'value', value: answer.value};
    case 'encoded':
      return form === 'json'
        ? observeJson(knownMessage(message), answer.bytes)
        : observeBytes(knownMessage(message), answer.bytes);
    case 'reject':
    case 'unsupported':
      return answer;
    case 'broken':
    case 'lost':
      throw ended('harness', 'a broken answer was to be judged as a value');
  }
}

/** What came from a live peer. A refused socket never gets here. */
export function observeArrival(message: string, arrival: LiveArrival): ObservedAnswer {
  switch (arrival.kind) {
    case 'frame':
      // A hole-punch packet has no header and no message.
      if (message === '' && arrival.sealed === undefined) return {kind: 'message', bytes: arrival.bytes};
      return arrival.sealed === undefined
        ? observeMessage(knownMessage(message), arrival.bytes)
        : {...observeSealed(message, arrival.bytes), sealed: arrival.sealed};
    case 'silence':
      return arrival;
    case 'frame-too-large':
      return {kind: 'broken', cause: 'frame-too-large', detail: arrival.detail};
    case 'closed':
      return {kind: 'broken', cause: 'crash', detail: arrival.detail};
    case 'refused':
      throw ended('connect-refused', arrival.detail);
  }
}

// A packet of a node that carries no message of the overlay is bytes alone.
function observeSealed(message: string, bytes: Uint8Array): ObservedBytes {
  return message === '' ? {kind: 'message', bytes} : observeMessage(knownMessage(message), bytes);
}

// Later releases write fields that the record does not know, and a reply may hold those of what it answers.
function observeMessage(message: OverlayMessage, bytes: Uint8Array): ObservedBytes {
  const badly = badlyWritten(message, bytes, {mayHaveLaterFields: true});
  return observed('message', bytes, readStrictly(message, bytes), badly);
}

type ObservedBytes = Extract<ObservedAnswer, {readonly bytes: Uint8Array}>;

function observeJson(message: OverlayMessage, bytes: Uint8Array): ObservedAnswer {
  const text = decodeUtf8(bytes);
  if (text === undefined) return {kind: 'encoded', bytes, unreadable: 'the JSON text is not UTF-8'};
  return observed('encoded', bytes, readProtoJson(message, text), badlyWrittenJson(message, text));
}

function observeBytes(message: OverlayMessage, bytes: Uint8Array): ObservedAnswer {
  return observed('encoded', bytes, readStrictly(message, bytes), badlyWritten(message, bytes));
}

function observed(
  kind: 'encoded' | 'message',
  bytes: Uint8Array,
  reading: Reading,
  badly: readonly string[],
): ObservedBytes {
  switch (reading.kind) {
    case 'accept':
      return {kind, bytes, value: reading.value, ...(badly.length === 0 ? {} : {badlyWritten: badly})};
    case 'open':
      return {
        kind,
        bytes,
        value: reading.accept.value,
        badlyWritten: [`not every decoder reads this: ${openPoints[reading.why].text}`, ...badly],
      };
    case 'reject':
      return {kind, bytes, unreadable: sentenceOf(reading)};
  }
}

/**
 * Says how bytes that a peer sent break the encoding, whichever of the messages that peers send they are; undefined where they do not. `message` is the one that
 * they are most likely to be. Fields of later releases break nothing, and a datagram of 0 or 1 byte opens a hole and is no message.
 */
export function encodingBreach(message: OverlayMessage, bytes: Uint8Array): string | undefined {
  if (bytes.length < 2) return undefined;
  const breaches = [message, ...outerMessages].map(one => breachAs(one, bytes));
  return breaches.every(breach => breach !== undefined) ? breaches[0] : undefined;
}

const outerMessages = ['OverlayMeta', 'OverlayPing', 'OverlayHandshake'] as const;

function breachAs(message: OverlayMessage, bytes: Uint8Array): string | undefined {
  const reading = readStrictly(message, bytes);
  if (reading.kind === 'reject') return sentenceOf(reading);
  const [first] = badlyWritten(message, bytes, {mayHaveLaterFields: true});
  return first;
}

/** The canonical bytes of a value in the value-text convention; a value that a suite wrote wrong is a bug of the suite. */
export function writeValueBytes(message: string, value: Json): Uint8Array {
  const checked = valueFromText(message, value);
  if (checked.kind !== 'value') {
    throw ended(
      'harness',
      `the suite's value is not a valid ${message}: ${checked.problems.map(problem => problem.message).join('; ')}`,
    );
  }
  return writeValue(knownMessage(message), checked.value);
}

function knownMessage(message: string): OverlayMessage {
  if (!isOverlayMessage(message)) throw ended('harness', `"${message}" is not an overlay message`);
  return message;
}
