// The framed form of proto/testee.proto: four bytes of length, little-endian, then one message.
import {defined} from '../../../base/json/defined.ts';
import {Batch} from './batch.ts';
import type {PlainAnswerKind} from '../../../model/peer.ts';
import {readResponse, uint32At, writeRequest} from './envelope.ts';
import {isText, shownBytes, type Arrival, type ArrivalReader, type ArrivalTaker, type TesteeForm} from './form.ts';

/** Makes the framed form; nothing is allocated for a length that was only announced. */
export function framedForm(frameBytesMax: number): TesteeForm {
  return {
    name: 'framed',
    greeting: id => {
      const batch = new Batch();
      writeRequest(batch, id, {kind: 'describe'});
      return batch.take();
    },
    question: (batch, id, question) => {
      const start = batch.length;
      writeRequest(batch, id, question);
      if (batch.length - start - 4 <= frameBytesMax) return undefined;
      batch.length = start;
      return {kind: 'unsupported', text: `The question does not fit into a frame of ${frameBytesMax} bytes.`};
    },
    reader: () => frameReader(frameBytesMax),
  };
}

function frameReader(frameBytesMax: number): ArrivalReader {
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  let needed = 4;
  const hold = (rest: Buffer, wanted: number): void => {
    chunks = rest.length === 0 ? [] : [rest];
    heldBytes = rest.length;
    needed = wanted;
  };
  const take = (chunk: Buffer, taker: ArrivalTaker): void => {
    chunks.push(chunk);
    heldBytes += chunk.length;
    // A frame that arrives in many chunks is joined once, when its last byte is here.
    if (heldBytes < needed) return;
    const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    let at = 0;
    while (bytes.length - at >= 4) {
      const length = uint32At(bytes, at);
      if (length > frameBytesMax) {
        taker.take(wrongHead(bytes.subarray(at), length, frameBytesMax));
        return;
      }
      if (bytes.length - at - 4 < length) return hold(bytes.subarray(at), 4 + length);
      const from = at + 4;
      at = from + length;
      if (!takePlain(bytes, from, at, taker) && !taker.take(readFrame(bytes.subarray(from, at)))) return;
    }
    hold(bytes.subarray(at), 4);
  };
  return {take, held: () => Buffer.concat(chunks)};
}

/** What stands under these numbers of a Response can be looked at where it lies. */
const plainKinds: readonly (PlainAnswerKind | undefined)[] = [
  undefined,
  undefined,
  undefined,
  'value',
  'reject',
  undefined,
  'encoded',
];

/** Offers a response as nearly everybody writes it: the id first, and one field of less than 16 KiB behind it. */
function takePlain(bytes: Uint8Array, start: number, end: number, taker: ArrivalTaker): boolean {
  if (end - start < 11 || bytes[start] !== 0x09) return false;
  const tag = bytes[start + 9]!;
  const kind = (tag & 7) === 2 ? plainKinds[tag >> 3] : undefined;
  if (kind === undefined) return false;
  let at = start + 11;
  let length = bytes[start + 10]!;
  if (length > 0x7f) {
    const second = bytes[at]!;
    if (at >= end || second > 0x7f) return false;
    length = (length & 0x7f) | (second << 7);
    at += 1;
  }
  if (at + length !== end) return false;
  return taker.takePlain(uint32At(bytes, start + 1), uint32At(bytes, start + 5), kind, bytes, at, end);
}

function readFrame(frame: Buffer): Arrival {
  const reading = readResponse(frame);
  if (reading.kind === 'bad') {
    return {
      kind: 'broken',
      cause: 'bad-answer',
      detail: `sent a frame that cannot be read: ${reading.why}: ${shownBytes(frame)}`,
    };
  }
  const {id, answer, reached} = reading;
  return {kind: 'answer', id, answer, ...defined({reached})};
}

function wrongHead(bytes: Buffer, length: number, frameBytesMax: number): Arrival {
  if (isText(bytes.subarray(0, 4))) {
    return {
      kind: 'broken',
      cause: 'noise',
      detail: `wrote text where a frame was due: ${shownBytes(leadingText(bytes))}`,
    };
  }
  const detail = `announced a frame of ${length.toLocaleString('en')} bytes; frames above ${frameBytesMax.toLocaleString('en')} bytes are refused`;
  return {kind: 'broken', cause: 'frame-too-large', detail};
}

/** The text before the next frame begins: whole lines where there are any, else up to the first byte that is no text. */
function leadingText(bytes: Buffer): Buffer {
  const end = bytes.findIndex(byte => !isText(Uint8Array.of(byte)));
  const text = end < 0 ? bytes : bytes.subarray(0, end);
  const lineEnd = text.lastIndexOf(0x0a);
  return lineEnd < 0 ? text : text.subarray(0, lineEnd + 1);
}
