// The answer to an input depends on that input alone, whatever the process of the decoder was asked before it.
import * as fc from 'fast-check';
import {jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import {overlayMessages, type OverlayMessage, type TesteeQuestion} from '../../../model/peer.ts';
import {property, type AnyProperty, type PropertyWorld, type WorldAnswer} from '../../../model/property.ts';
import {heldSchema, schema} from '../../../runner/overlay/message-schema.ts';
import {writeValue} from '../../../runner/overlay/message-writer.ts';
import {readProtoJson, writeProtoJson} from '../../../runner/overlay/proto-json.ts';
import {writeRecords} from '../../../runner/overlay/records.ts';
import {questionWords} from '../../../model/peers/question-words.ts';
import {readValueOf} from '../../../runner/overlay/reading.ts';
import {shrinkSequence} from '../../../runner/overlay/shrink/shrink-input.ts';
import {readStrictly} from '../../../runner/overlay/strict-reader.ts';
import {normalizeValue, valueFromText} from '../../../runner/overlay/value-text.ts';
import {overlayValue, wireInput, type WireInput} from './overlay-arbitraries.ts';
import {twistedInput} from './overlay-twists.ts';

type Asked = TesteeQuestion & {readonly message: OverlayMessage};

/** The question may be about any message; what is drawn with one other question differs from it in a byte or a digit. */
type Group = readonly Asked[];

/** Some 300 questions are enough for each kind of input to come before each other one. */
const groupsMax = 200;
/** How often fewer questions are tried before a red one; each costs the start of a process. */
const triesMax = 24;
/** Where the decoder is silent, each try waits as long as an answer may take. */
const silentTriesMax = 3;
/** A process is asked at least so many questions, so that a fault at each 256th or after a thousand shows. */
const askedMin = 1_100;

export const readsTheSame = isolation(
  {id: 'reads-the-same-after-any-other', title: 'the answer to an input is the same whatever was decoded before it'},
  binaryGroup(),
);

export const readsJsonTheSame = isolation(
  {
    id: 'reads-json-the-same-after-any-other',
    title: 'the answer to a JSON text is the same whatever was decoded before it, in bytes or in JSON',
    // A decoder of bytes alone keeps all that a certificate of the wire format is about.
    proves: ['OV-JSON'],
    needs: ['json'],
  },
  fc.oneof({weight: 1, arbitrary: binaryGroup()}, {weight: 2, arbitrary: jsonGroup()}),
);

export const writesTheSame = isolation(
  {
    id: 'writes-the-same-after-any-other',
    title: 'what is written of a value is the same whatever was written or decoded before it',
    needs: ['encode'],
  },
  fc.oneof({weight: 1, arbitrary: binaryGroup()}, {weight: 2, arbitrary: encodeGroup()}),
);

function isolation(
  named: {
    readonly id: string;
    readonly title: string;
    readonly proves?: readonly string[];
    readonly needs?: readonly string[];
  },
  group: fc.Arbitrary<Group>,
): AnyProperty {
  return property<readonly Group[]>({
    proves: ['OV-WIRE'],
    ...named,
    area: 'overlay-codec',
    // Each run starts the decoder twice and asks it more than a thousand questions.
    runs: 4,
    floor: 2,
    // Made smaller by hand: to shrink what was drawn starts the decoder hundreds of times.
    input: fc.noShrink(fc.array(group, {minLength: 1, maxLength: groupsMax, size: 'max'})),
    check: async (world, groups) => checkOrders(world, groups.flat()),
  });
}

/** Asks one process the questions forwards, another backwards and then on, there and back, and compares the answers to each question. */
async function checkOrders(world: PropertyWorld, questions: readonly Asked[]): Promise<void> {
  world.count(questions.length > 100 ? 'more than 100 questions' : 'up to 100 questions');
  const firsts = new Map<string, After>();
  for (const order of [questions, thereAndBack(questions.toReversed())]) {
    for (const [at, answer] of (await world.askInOrder(order)).entries()) {
      const question = order[at]!;
      const after = {before: order.slice(0, at), answer: givenOf(question, answer)};
      const key = `${question.form} ${questionWords(question, Number.POSITIVE_INFINITY)}`;
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, after);
      else if (after.answer.text !== first.answer.text) return tell(world, question, [first, after]);
    }
  }
  judge(world, true, 'each question got the same answer wherever it was asked');
}

function thereAndBack(questions: readonly Asked[]): readonly Asked[] {
  const asked: Asked[] = [];
  for (let round = 0; asked.length < askedMin; round += 1)
    asked.push(...(round % 2 === 0 ? questions : questions.toReversed()));
  return asked;
}

/** An answer, and what the process was asked before. */
interface After {
  readonly before: readonly Asked[];
  readonly answer: Given;
}

/** An answer in words. */
interface Given {
  readonly text: string;
  /** How the process broke in place of an answer. */
  readonly end?: string;
  readonly isHang?: boolean;
}

/** Of two answers to a question, one is not what it is asked alone: says which, and the fewest questions found after which it is given. */
async function tell(world: PropertyWorld, question: Asked, both: readonly [After, After]): Promise<void> {
  const words = questionWords(question);
  const [{text: alone}, {text: again}] = [
    await answerAfter(world, [], question),
    await answerAfter(world, [], question),
  ];
  if (alone !== again)
    return judge(
      world,
      false,
      `${words}: asked alone in a fresh process, the answer is ${alone}, and in another ${again}: the decoder does not always answer alike`,
    );
  const {before, answer} = both.find(one => one.answer.text !== alone) ?? both[0];
  const differs = async (fewer: readonly Asked[]): Promise<boolean> =>
    (await answerAfter(world, fewer, question)).text !== alone;
  const isSilent = both.some(one => one.answer.isHang);
  const isRepeatable = await differs(before);
  const fewest = isRepeatable ? await shrinkSequence(before, differs, isSilent ? silentTriesMax : triesMax) : before;
  const got = fewest.length < before.length ? await answerAfter(world, fewest, question) : answer;
  const after = beforeText(fewest);
  const seen =
    got.end === undefined ? `after ${after}, it is ${got.text}` : `after ${after}, there is none, ${got.end}`;
  const why = isRepeatable
    ? 'the decoder keeps something from one question to the next'
    : 'the same questions again were answered otherwise, so the decoder does not always answer alike';
  judge(world, false, `${words}: asked alone, the answer is ${alone}; ${seen}: ${why}`);
}

function judge(world: PropertyWorld, holds: boolean, message: string): void {
  world.law(holds, {path: 'answer', message}, {unwritable: 'a case cannot ask the same of two processes'});
}

async function answerAfter(world: PropertyWorld, before: readonly Asked[], question: Asked): Promise<Given> {
  const answers = await world.askInOrder([...before, question]);
  const answer = answers[before.length];
  return answer === undefined ? {text: 'none, as the process ended before'} : givenOf(question, answer);
}

const shownMax = 3;

function beforeText(before: readonly Asked[]): string {
  const shown: string[] = [];
  let count = 0;
  for (const words of before.map(question => questionWords(question)).toReversed()) {
    if (!shown.includes(words) && shown.length === shownMax) break;
    if (!shown.includes(words)) shown.unshift(words);
    count += 1;
  }
  const left = before.length - count;
  const times = count > shown.length ? ` (${String(count)} questions)` : '';
  return `${left > 0 ? `${String(left)} other questions and ` : ''}${shown.join(', ')}${times}`;
}

/** How a process ends is told, and does not count where answers are compared. */
function givenOf(question: Asked, given: WorldAnswer): Given {
  const {answer, cause, detail = ''} = given;
  return answer === 'broken'
    ? {text: answer, end: `${cause ?? 'broken'}: ${detail.replace(/\.$/, '')}`, isHang: cause === 'hang'}
    : {text: answerText(question, given)};
}

/** The words of a refusal may differ, a default may be written or not, and fields may come in any order. */
function answerText(question: Asked, {answer, value, bytes}: WorldAnswer): string {
  if (bytes !== undefined) return writtenText(question, bytes);
  return value === undefined ? answer : `the value ${jsonText(normalized(question.message, value))}`;
}

function writtenText({message, form}: Asked, bytes: Uint8Array): string {
  const text = Buffer.from(bytes);
  const read = readValueOf(form === 'json' ? readProtoJson(message, text.toString()) : readStrictly(message, bytes));
  if (read !== undefined) return `${form === 'json' ? 'JSON' : 'bytes'} of ${jsonText(read.value)}`;
  return form === 'json' ? `the text ${text.toString()}` : `the bytes ${text.toString('hex')}`;
}

function normalized(message: OverlayMessage, value: Json): Json {
  const read = valueFromText(message, value);
  return read.kind === 'value' ? normalizeValue(message, read.value) : value;
}

/**
 * Draws one input, two of a length that differ in a byte alone, or one that is refused inside a message. What is kept by length, or by a part of the bytes,
 * mixes the siblings up; a depth that is not restored where an inner message is refused shows after a hundred of those.
 */
function binaryGroup(): fc.Arbitrary<Group> {
  const sound = drawnValue().map(({message, value}) => ({message, bytes: writeValue(message, value)}));
  const any = fc.oneof(
    {weight: 2, arbitrary: sound},
    {weight: 1, arbitrary: wireInput()},
    {weight: 1, arbitrary: twistedInput()},
  );
  const siblings = fc.tuple(sound, fc.nat(400)).map(([input, place]) => [input, withAnotherByte(input, place)]);
  return fc
    .oneof(
      {weight: 2, arbitrary: any.map(input => [input])},
      {weight: 2, arbitrary: siblings},
      {weight: 1, arbitrary: brokenInside().map(input => [input])},
    )
    .map(inputs => inputs.map(({message, bytes}) => ({kind: 'decode', form: 'binary', message, bytes})));
}

/** A message field whose payload is a sound message and a tag without a value: the decoder refuses it while it reads the inner message. */
function brokenInside(): fc.Arbitrary<WireInput> {
  return fc.constantFrom(...fieldsOfMessages()).chain(({message, number, inner}) =>
    overlayValue(inner).map(value => {
      const payload = Uint8Array.of(...writeValue(inner, normalizeValue(inner, value)), 0x08);
      return {message, bytes: writeRecords([{kind: 'length', number, payload}])};
    }),
  );
}

function fieldsOfMessages(): readonly {
  readonly message: OverlayMessage;
  readonly number: number;
  readonly inner: OverlayMessage;
}[] {
  return overlayMessages.flatMap(message =>
    schema[message].fields
      .filter(({kind}) => kind === 'message')
      .map(field => ({message, number: field.number, inner: heldSchema(field).name})),
  );
}

function withAnotherByte({message, bytes}: WireInput, place: number): WireInput {
  const changed = Uint8Array.from(bytes);
  const at = changed.length === 0 ? 0 : place % changed.length;
  if (changed.length > 0) changed[at] = (changed[at] ?? 0) ^ 1;
  return {message, bytes: changed};
}

/** Draws a JSON text, now and then cut so that it is refused, and now and then with one that differs from it in a digit. */
function jsonGroup(): fc.Arbitrary<Group> {
  const text = drawnValue().map(({message, value}) => ({message, text: writeProtoJson(message, value)}));
  const cut = fc
    .tuple(text, fc.integer({min: 1, max: 12}))
    .map(([one, left]) => [{...one, text: one.text.slice(0, -left)}]);
  const siblings = text.map(one => [
    one,
    {...one, text: one.text.replace(/[1-8](?=\D*$)/, digit => String(Number(digit) + 1))},
  ]);
  return fc
    .oneof({weight: 3, arbitrary: siblings}, {weight: 1, arbitrary: cut})
    .map(texts =>
      texts.map(one => ({kind: 'decode', form: 'json', message: one.message, bytes: Buffer.from(one.text)})),
    );
}

function encodeGroup(): fc.Arbitrary<Group> {
  return drawnValue().map(({message, value}) => [{kind: 'encode', form: 'binary', message, value}]);
}

function drawnValue(): fc.Arbitrary<{readonly message: OverlayMessage; readonly value: JsonObject}> {
  return fc
    .constantFrom(...overlayMessages)
    .chain(message => overlayValue(message).map(value => ({message, value: normalizeValue(message, value)})));
}
