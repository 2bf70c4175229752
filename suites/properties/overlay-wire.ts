// Any sequence of wire records gets the answer that the proto3 encoding demands.
import {defined} from '../../base/json/defined.ts';
import {jsonText} from '../../model/json.ts';
import {property, type PropertyWorld, type WithReferences, type WorldAnswer} from '../../model/property.ts';
import {openPoints, sentenceOf, type Reading} from '../../runner/overlay/reading.ts';
import {readStrictly} from '../../runner/overlay/strict-reader.ts';
import {normalizeValue, sameValue, valueFromText} from '../../runner/overlay/value-text.ts';
import {decodeWords, expectedAndGot} from './common/overlay-words.ts';
import {wireInput, type WireInput} from './common/overlay-arbitraries.ts';
import {twistedInput} from './common/overlay-twists.ts';

export {answersAfterAPause} from './common/overlay-pause.ts';
export {readsJsonTheSame, readsTheSame, writesTheSame} from './common/overlay-isolation.ts';

export const anyRecords = property<WireInput>({
  id: 'any-records',
  title: 'any wire records are read or refused as the encoding demands',
  proves: ['OV-WIRE'],
  area: 'overlay-codec',
  // Some 40 of 100 inputs are refused, 50 accepted, the rest left open or usual only: 200 runs leave no half without evidence.
  runs: 200,
  floor: 100,
  input: wireInput(),
  check: checkInput,
});

export const oneThingWrong = property<WireInput>({
  id: 'one-thing-wrong',
  title: 'one odd thing between sound records is judged as the encoding demands',
  proves: ['OV-WIRE'],
  area: 'overlay-codec',
  runs: 300,
  floor: 150,
  input: twistedInput(),
  check: checkInput,
});

async function checkInput(world: PropertyWorld, {message, bytes}: WireInput): Promise<void> {
  const reading = readStrictly(message, bytes);
  const reply = await world.decode(message, bytes);
  const {answer, value} = reply;
  world.count(kindOf(reading));
  const question = decodeWords(message, bytes);
  // What only the known decoders agree on may cost a warning, and a law knows only red: the tables judge it.
  if (reading.basis === 'defacto') return;
  world.law(
    isAllowed(reading, answer),
    {
      path: 'answer',
      message: `${question}: expected ${expectedOf(reading)}, got ${gotOf(reply)}`,
      ...defined({actual: value}),
    },
    {written: {reply, tree: answerTree(reading)}},
  );
  // Of an open input decoders make more than one value; only that the decoder stays whole is demanded.
  if (reading.kind !== 'accept') return;
  const checked = valueFromText(message, value ?? null);
  world.law(
    checked.kind === 'value' && sameValue(message, checked.value, reading.value),
    {
      path: 'value',
      message: `${question}: ${expectedAndGot(reading.value, checked.kind === 'value' ? normalizeValue(message, checked.value) : value)}`,
      expected: reading.value,
      ...defined({actual: value}),
    },
    {written: {reply, tree: {answer: 'value', value: reading.value}}},
  );
}

/** Which answers are allowed, as a case says it. */
function answerTree(reading: Reading): {readonly [key: string]: WithReferences} {
  switch (reading.kind) {
    case 'accept':
      return {answer: 'value'};
    case 'reject':
      return {answer: 'reject'};
    case 'open':
      return {answer: {$in: ['value', 'reject']}};
  }
}

function kindOf(reading: Reading): string {
  return reading.basis === 'defacto' ? 'usual only' : reading.kind;
}

function isAllowed(reading: Reading, answer: string): boolean {
  switch (reading.kind) {
    case 'accept':
      return answer === 'value';
    case 'reject':
      return answer === 'reject';
    case 'open':
      return answer === 'value' || answer === 'reject';
  }
}

function expectedOf(reading: Reading): string {
  switch (reading.kind) {
    case 'accept':
      return `the value ${jsonText(reading.value)}`;
    case 'reject':
      return sentenceOf(reading);
    case 'open':
      return `a value or a refusal (${openPoints[reading.why].text})`;
  }
}

function gotOf({answer, value, detail}: WorldAnswer): string {
  if (value !== undefined) return `the value ${jsonText(value)}`;
  return `${answer}${detail === undefined ? '' : `: ${detail}`}`;
}
