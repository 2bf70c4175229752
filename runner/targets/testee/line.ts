// The line form of proto/testee.proto, for decoders of ten lines: one question per line, one answer per line.
import type {TesteeDescription, TesteeQuestion} from '../../../model/peer.ts';
import {jsonText} from '../../../model/json.ts';
import {shownBytes, type Arrival, type ArrivalReader, type ArrivalTaker, type TesteeForm} from './form.ts';

/** Makes the line form; a line may hold a frame of `frameBytesMax` in hexadecimal digits. */
export function lineForm(frameBytesMax: number): TesteeForm {
  const lineBytesMax = 2 * frameBytesMax + 1024;
  return {
    name: 'line',
    greeting: () => Buffer.from('touchstone 1\n'),
    question: (batch, id, question) => {
      if (question.form === 'json') return {kind: 'unsupported', text: 'The line form carries binary messages alone.'};
      batch.add(Buffer.from(`${id} ${question.kind} ${question.message} ${payload(question)}\n`));
      return undefined;
    },
    reader: () => lineReader(lineBytesMax),
  };
}

function payload(question: TesteeQuestion): string {
  if (question.kind === 'encode') return jsonText(question.value);
  const {bytes} = question;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex') || '-';
}

/** The line form carries no description: this is what it stands for. Whether it encodes shows when it is asked to. */
const lineDescription: TesteeDescription = {
  protocol: 1,
  version: '',
  messages: [],
  forms: ['binary'],
  encodes: true,
  keepsUnknownFields: false,
  isDeclared: false,
};

function lineReader(lineBytesMax: number): ArrivalReader {
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  let isGreeted = false;
  const readLine = (bytes: Buffer): Arrival => {
    const end = bytes.at(-1) === 0x0d ? bytes.length - 1 : bytes.length;
    if (isGreeted) return readAnswer(bytes.subarray(0, end));
    isGreeted = true;
    return readGreeting(bytes.subarray(0, end));
  };
  const take = (chunk: Buffer, taker: ArrivalTaker): void => {
    let at = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, at)) {
      const part = chunk.subarray(at, end);
      const line = chunks.length === 0 ? part : Buffer.concat([...chunks, part]);
      chunks = [];
      heldBytes = 0;
      at = end + 1;
      if (!taker.take(readLine(line))) return;
    }
    const rest = chunk.subarray(at);
    if (rest.length > 0) chunks.push(rest);
    heldBytes += rest.length;
    if (heldBytes > lineBytesMax) {
      const detail = `wrote a line longer than ${lineBytesMax.toLocaleString('en')} bytes: ${shownBytes(chunks[0] ?? rest)}`;
      taker.take({kind: 'broken', cause: 'frame-too-large', detail});
    }
  };
  return {take, held: () => Buffer.concat(chunks)};
}

function readGreeting(line: Buffer): Arrival {
  if (line.toString('latin1') === 'touchstone 1') return {kind: 'greeted', description: lineDescription};
  return {kind: 'broken', cause: 'noise', detail: `answered the greeting "touchstone 1" with ${shownBytes(line)}`};
}

function readAnswer(line: Buffer): Arrival {
  // A head is short, whatever stands behind it.
  const head = line.toString('latin1', 0, headBytesMax);
  const [whole = '', digits = '', word = ''] =
    /^(\d{1,20}) (value|reject|unsupported|bytes|reached)(?= |$)/.exec(head) ?? [];
  if (word === '') {
    const cause = /^\d+ /.test(head) ? 'bad-answer' : 'noise';
    return {kind: 'broken', cause, detail: `wrote a line that is not an answer: ${shownBytes(line)}`};
  }
  const id = digits.length < 16 ? Number(digits) : exactId(digits);
  const text = line.subarray(whole.length + 1);
  if (word === 'reached') return readReached(id, text);
  if (word !== 'bytes') return {kind: 'answer', id, answer: {kind: word as 'value' | 'reject' | 'unsupported', text}};
  const hex = text.toString('latin1');
  if (hex !== '-' && !/^(?:[0-9a-fA-F]{2})+$/.test(hex)) {
    const detail = `answered bytes that are not pairs of hexadecimal digits: ${shownBytes(text)}`;
    return {kind: 'broken', cause: 'bad-answer', detail};
  }
  return {kind: 'answer', id, answer: {kind: 'encoded', bytes: Buffer.from(hex === '-' ? '' : hex, 'hex')}};
}

/** Reads what a decoder says of its code before it answers: places, and behind `compared` constants, as decimal numbers, or bytes as hexadecimal digits behind an x. */
function readReached(id: number | bigint, text: Buffer): Arrival {
  const [, places = '', constants = ''] = reachedForm.exec(text.toString('latin1')) ?? [];
  if (places === '') {
    const detail = `wrote reached and not numbers behind it: ${shownBytes(text)}`;
    return {kind: 'broken', cause: 'bad-answer', detail};
  }
  const words = constants === '' ? [] : constants.split(' ');
  return {
    kind: 'reached',
    id,
    reached: {
      places: places.split(' ').map(Number),
      constants: words.map(one =>
        one.startsWith('x') ? Uint8Array.from(Buffer.from(one.slice(1), 'hex')) : BigInt.asUintN(64, BigInt(one)),
      ),
    },
  };
}

const reachedForm =
  /^(\d{1,10}(?: \d{1,10})*)(?: compared ((?:\d{1,20}|x(?:[0-9a-fA-F]{2})+)(?: (?:\d{1,20}|x(?:[0-9a-fA-F]{2})+))*))?$/;

function exactId(digits: string): number | bigint {
  const id = BigInt(digits);
  return id > BigInt(Number.MAX_SAFE_INTEGER) ? id : Number(id);
}

/** Twenty digits, a space and the longest word. */
const headBytesMax = 40;
