// The two forms in which a decoder under test is asked: what a form writes, and how it cuts what comes back into answers.
import type {NewlyReached, PlainAnswerKind, TesteeDescription, TesteeQuestion} from '../../../model/peer.ts';
import type {Batch} from './batch.ts';
import type {EnvelopeAnswer} from './envelope.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** How questions become bytes and bytes become arrivals. */
export interface TesteeForm {
  readonly name: 'framed' | 'line';
  /** What is written before anything else, and what is awaited for it. */
  greeting(id: number): Uint8Array;
  /** Writes one question into the batch; gives an answer where one is known without asking. */
  question(
    batch: Batch,
    id: number,
    question: TesteeQuestion,
  ): {readonly kind: 'unsupported'; readonly text: string} | undefined;
  /** Starts to read one channel. */
  reader(): ArrivalReader;
}

/** Reads what the decoder wrote. */
export interface ArrivalReader {
  /** Hands over everything that is whole by now, in order, until the taker has had enough. */
  take(chunk: Buffer, taker: ArrivalTaker): void;
  /** What has arrived of something that is not whole yet. */
  held(): Uint8Array;
}

/** Whoever takes what arrives. */
export interface ArrivalTaker {
  /** Looks at an answer where it lies, its id in halves of 32 bits; true when that is enough, so that nothing has to be made of it. */
  takePlain(low: number, high: number, kind: PlainAnswerKind, bytes: Uint8Array, from: number, to: number): boolean;
  /** Takes what needs more; false when nothing behind it is to be read. */
  take(arrival: Arrival): boolean;
}

/** One thing that a decoder said. After `broken` nothing more can be read. */
export type Arrival =
  | {readonly kind: 'greeted'; readonly description: TesteeDescription}
  /** Our ids are whole numbers below 2^53; a larger one is foreign, and kept exactly to be shown. */
  | {
      readonly kind: 'answer';
      readonly id: number | bigint;
      readonly answer: EnvelopeAnswer;
      readonly reached?: NewlyReached;
    }
  /** What the question under this id reached; its answer follows. */
  | {readonly kind: 'reached'; readonly id: number | bigint; readonly reached: NewlyReached}
  /** `detail` completes a sentence that begins with "the decoder". */
  | {readonly kind: 'broken'; readonly cause: 'noise' | 'bad-answer' | 'frame-too-large'; readonly detail: string};

const shownBytesMax = 80;

/** Shows bytes that should not be there, as text with escapes where they are text, else as hex. */
export function shownBytes(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, shownBytesMax));
  const more = bytes.length > shownBytesMax ? '…' : '';
  return isText(head) ? quoted(head.toString('latin1')) + more : `${head.toString('hex')}${more} (hex)`;
}

/** Tells whether all bytes are printable ASCII or white space. */
export function isText(bytes: Uint8Array): boolean {
  return bytes.every(byte => (byte >= 0x20 && byte <= 0x7e) || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
}
