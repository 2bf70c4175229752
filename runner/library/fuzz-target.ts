// The exact oracle for other fuzzers: what Jazzer.js calls with bytes, and what throws where a decoder is wrong.
import {overlayMessages, type OverlayMessage} from '../../model/peer.ts';
import {judgeInput} from '../overlay/judge-input.ts';
import {readInput} from '../overlay/read-input.ts';
import {readAnswer} from '../targets/testee/answer.ts';
import {valueText} from '../targets/testee/module-value.ts';

/**
 * Gives a fuzz target: it has the decoder read its bytes as the message and throws where the guides demand another answer, with what is expected and
 * what was given. Of `decode`, whatever it throws is a refusal.
 */
export function fuzzTarget(
  decode: (message: OverlayMessage, bytes: Uint8Array) => unknown,
  message: string,
): (data: Uint8Array) => void {
  const known = overlayMessages.find(name => name === message);
  if (known === undefined) throw new Error(`there is no message ${message}; they are ${overlayMessages.join(', ')}`);
  return data => {
    const bytes = Uint8Array.from(data);
    const input = {message: known, way: 'binary', bytes} as const;
    const reading = readAnswer(
      {kind: 'decode', message: known, form: 'binary', bytes},
      given(decode, known, bytes),
      100,
    );
    if (reading.kind === 'bad') throw new Error(`The decoder ${reading.detail}`);
    const difference = judgeInput(input, readInput(input), reading.answer);
    if (difference?.basis !== 'protocol') return;
    const {kind, expected, got} = difference;
    throw new Error(
      `${known}: ${kind}\n  bytes     ${Buffer.from(bytes).toString('hex')}\n  expected  ${expected}\n  got       ${got}`,
    );
  };
}

function given(
  decode: Parameters<typeof fuzzTarget>[0],
  message: OverlayMessage,
  bytes: Uint8Array,
): Parameters<typeof readAnswer>[1] {
  try {
    // A copy: what a decoder writes into its input must not change what it is judged by.
    return {
      kind: 'value',
      text: Buffer.from(JSON.stringify(valueText(decode(message, Uint8Array.from(bytes)))) ?? 'null'),
    };
  } catch (error) {
    return {kind: 'reject', text: Buffer.from(error instanceof Error ? error.message : String(error))};
  }
}
