// Compares what a decoder answered to an input of a search with what it had to answer, in whichever way it was asked.
import type {FuzzInput} from '../../model/decoder-search.ts';
import {jsonText} from '../../model/json.ts';
import type {TesteeAnswer} from '../../model/peer.ts';
import {featureWords, valueFeatureWords} from './feature-words.ts';
import {hexOf} from '../../base/text/hex.ts';
import {firstDifference, judgeAnswer, judgeBroken, judgeDecoded, named, type Difference} from './judge-answer.ts';
import {badlyWritten, badlyWrittenJson} from './message-writer.ts';
import {readBack} from './read-input.ts';
import {readValueOf, sentenceOf, type ReadValue, type Reading} from './reading.ts';
import {sameValue} from './value-text.ts';

/** Gives the difference, or undefined when the answer is right. `unsupported` and `lost` are no answers to judge. */
export function judgeInput(input: FuzzInput, reading: Reading, answer: TesteeAnswer): Difference | undefined {
  const {message, way, bytes} = input;
  switch (way) {
    case 'binary':
      return judgeAnswer(message, bytes, reading, answer);
    case 'json':
      return judgeDecoded({message, reading, answer, featureOf: () => featureWords(input)});
    case 'encode':
    case 'encode-json': {
      const read = readValueOf(reading);
      return read === undefined ? undefined : judgeWritten(input, read, answer);
    }
  }
}

function judgeWritten(input: FuzzInput, read: ReadValue, answer: TesteeAnswer): Difference | undefined {
  const {message, way} = input;
  const form = way === 'encode' ? 'bytes' : 'JSON';
  const expected = `${form} of the value ${jsonText(read.value)}`;
  const about = valueFeatureWords(message, read);
  switch (answer.kind) {
    case 'encoded':
      return judgeEncoded(input, read, answer.bytes);
    case 'reject':
      return named(`refuses to write as ${form}`, about, {
        basis: 'protocol',
        expected,
        got: `a refusal: ${answer.text}`,
      });
    case 'value':
      return named(`answers a value where ${form} had to be written`, '', {
        basis: 'protocol',
        expected,
        got: 'a value',
      });
    case 'broken':
      return judgeBroken(answer, `a question to write as ${form} ${about}`, expected);
    case 'unsupported':
    case 'lost':
      return undefined;
  }
}

/**
 * "Protocol buffer serialization is not canonical": bytes in another order or with longer varints are as right when they are read back to the
 * same value.
 */
function judgeEncoded(input: FuzzInput, read: ReadValue, bytes: Uint8Array): Difference | undefined {
  const {message} = input;
  const isJson = input.way === 'encode-json';
  const form = isJson ? 'JSON' : 'bytes';
  const back = readBack(input, bytes);
  const again = readValueOf(back);
  const rest = {
    basis: 'protocol' as const,
    expected: `${form} of the value ${jsonText(read.value)}`,
    got: `${isJson ? Buffer.from(bytes).toString('utf8') : hexOf(bytes) || 'no bytes'}, that is ${meaningOf(back)}`,
  };
  const about = valueFeatureWords(message, read);
  if (again === undefined) return named(`writes malformed ${form} for`, about, rest);
  if (!sameValue(message, again.value, read.value))
    return named(`writes another ${firstDifference(message, read.value, again.value)} as ${form} for`, about, rest);
  const [badly] = isJson
    ? badlyWrittenJson(message, Buffer.from(bytes).toString('utf8'))
    : badlyWritten(message, bytes);
  if (badly !== undefined && !again.hasUnknown)
    return named(`writes ${form} that no encoding guide allows for`, about, {...rest, got: `${rest.got}; ${badly}`});
  if (again.hasUnknown) return named('writes fields that the message does not have for', about, rest);
  if (back.kind === 'open')
    return named(`writes ${form} that not every decoder reads for`, about, {...rest, basis: 'impl'});
  return undefined;
}

function meaningOf(back: Reading): string {
  return back.kind === 'accept' ? `the value ${jsonText(back.value)}` : sentenceOf(back);
}
