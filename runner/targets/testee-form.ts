// The two forms in which a decoder under test is asked: what a form writes, and how it cuts what comes back into answers.
import type {TesteeDescription, TesteeQuestion} from '../model/peer.ts';
import type {Batch} from './testee-batch.ts';
import type {EnvelopeAnswer} from './testee-envelope.ts';

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

/** Takes a chunk of what the decoder wrote. */
export interface ArrivalReader {
  take(chunk: Buffer): readonly Arrival[];
  /** What has arrived of something that is not whole yet. */
  held(): Uint8Array;
}

/** One thing that a decoder said. After `broken` nothing more can be read. */
export type Arrival =
  | {readonly kind: 'greeted'; readonly description: TesteeDescription}
  /** Our ids are whole numbers below 2^53; a larger one is foreign, and kept exactly to be shown. */
  | {readonly kind: 'answer'; readonly id: number | bigint; readonly answer: EnvelopeAnswer}
  /** `detail` completes a sentence that begins with "the decoder". */
  | {readonly kind: 'broken'; readonly cause: 'noise' | 'bad-answer' | 'frame-too-large'; readonly detail: string};

const shownBytesMax = 80;

/** Shows bytes that should not be there, as text with escapes where they are text, else as hex. */
export function shownBytes(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, shownBytesMax));
  const more = bytes.length > shownBytesMax ? '…' : '';
  return isText(head) ? JSON.stringify(head.toString('latin1')) + more : `${head.toString('hex')}${more} (hex)`;
}

/** Tells whether all bytes are printable ASCII or white space. */
export function isText(bytes: Uint8Array): boolean {
  return bytes.every(byte => (byte >= 0x20 && byte <= 0x7e) || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
}
