// Says in words what a decoder was asked: `decode OverlayPing 0801`.
import {jsonText} from '../json.ts';
import type {TesteeQuestion} from '../peer.ts';

const inputLengthMax = 200;

/** Gives the question with its input, of which no more characters are shown than this. */
export function questionWords(question: TesteeQuestion, shownMax = inputLengthMax): string {
  const {kind, message, form} = question;
  const input =
    kind === 'encode'
      ? jsonText(question.value)
      : form === 'json'
        ? textOf(question.bytes, 'utf8')
        : textOf(question.bytes, 'hex');
  const words = input === '' ? '-' : input;
  return `${kind} ${message} ${words.length > shownMax ? `${words.slice(0, shownMax)}…` : words}`;
}

function textOf(bytes: Uint8Array, encoding: 'hex' | 'utf8'): string {
  return Buffer.from(bytes).toString(encoding);
}
