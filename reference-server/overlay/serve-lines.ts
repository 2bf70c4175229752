// Serves the line form of the testee protocol: one request per line, one answer per line.
import type {Readable, Writable} from 'node:stream';
import type {Answer, Request} from './envelope.ts';
import type {OverlayRules} from './rules/overlay-rules.ts';
import {drained} from './serve-framed.ts';
import {answerRequest, patience} from './testee.ts';

/** Serves until the input ends; throws a full sentence when the input is no testee conversation. */
export async function serveLines(rules: OverlayRules, input: Readable, output: Writable): Promise<void> {
  let rest = '';
  let isGreeted = false;
  input.setEncoding('utf8');
  const tooLate = patience(rules);
  for await (const chunk of input) {
    if (tooLate()) return;
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineLengthMax) throw new Error(`A line is longer than ${lineLengthMax} characters.`);
    let answers = '';
    for (const line of lines) {
      if (isGreeted) answers += `${answerLine(rules, line)}\n`;
      else answers += `${greet(line)}\n`;
      isGreeted = true;
    }
    if (answers !== '' && !output.write(answers)) await drained(output);
  }
}

// A frame of 4 MiB in hexadecimal digits, with room for the words before it.
const lineLengthMax = 8 * 1024 * 1024 + 1024;

function greet(line: string): string {
  if (/^touchstone \d+\r?$/.test(line)) return 'touchstone 1';
  throw new Error(`The first line must be "touchstone 1", but it was ${JSON.stringify(line.slice(0, 80))}.`);
}

function answerLine(rules: OverlayRules, line: string): string {
  const request = readLine(line);
  return `${request.id} ${writeAnswer(answerRequest(rules, request))}`;
}

function readLine(line: string): Request {
  const [, number = '', verb, message = '', rest = ''] = /^(\d+) (\S+) (\S+) (.*?)\r?$/.exec(line) ?? [];
  if (number === '') {
    const seen = JSON.stringify(line.slice(0, 80));
    throw new Error(
      `A line must read "<id> decode <Message> <hex>" or "<id> encode <Message> <json>", but it was ${seen}.`,
    );
  }
  const id = BigInt(number);
  if (verb === 'encode') return {kind: 'encode', id, message, form: 'binary', value: rest};
  if (verb !== 'decode') return {kind: 'unknown', id};
  if (!/^(?:-|(?:[0-9a-fA-F]{2})+)$/.test(rest)) {
    throw new Error(`The bytes of line ${number} must be pairs of hexadecimal digits, or "-" for none.`);
  }
  return {kind: 'decode', id, message, form: 'binary', input: Buffer.from(rest === '-' ? '' : rest, 'hex')};
}

function writeAnswer(answer: Answer): string {
  switch (answer.kind) {
    case 'value':
      return `value ${answer.text}`;
    case 'reject':
      return `reject ${answer.text.replaceAll(/\s+/g, ' ')}`;
    case 'encoded':
      return `bytes ${Buffer.from(answer.bytes).toString('hex') || '-'}`;
    case 'unsupported':
    case 'description':
      break;
  }
  return 'unsupported';
}
