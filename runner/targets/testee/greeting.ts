// The first question to a decoder under test: describe yourself; and whether what comes back is a description.
import type {TesteeDescription} from '../../../model/peer.ts';
import type {EnvelopeAnswer} from './envelope.ts';
import {randomHalves} from './open-questions.ts';

/** Draws the id of the greeting. A newline in the first frame makes a decoder that reads lines speak up at once, instead of waiting for the end of its line. */
export function drawGreetingId(): number {
  return randomHalves().low + 0x0a00 * 0x1_0000_0000;
}

/** Reads the answer to the greeting; a text says what is wrong with it and completes a sentence that begins with "the decoder". */
export function readGreeting(
  id: number | bigint,
  answer: EnvelopeAnswer,
  greetingId: number,
): TesteeDescription | string {
  if (id !== greetingId) {
    return `sent an answer under the id ${id} when it had been asked under ${greetingId}: it speaks before it is spoken to, or does not echo the id of its question`;
  }
  if (answer.kind !== 'description')
    return `was asked to describe itself and answered "${answer.kind}" instead of a description`;
  const {description} = answer;
  if (description.protocol !== 1)
    return `speaks version ${description.protocol} of testee.proto; touchstone speaks version 1`;
  return description;
}
