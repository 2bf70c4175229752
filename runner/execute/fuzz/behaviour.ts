// Tells how a decoder behaved on an input, roughly: two inputs with the same behaviour teach little more than one.
import {isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {FuzzInput, FuzzWay} from '../../../model/decoder-search.ts';
import type {OverlayMessage, TesteeAnswer} from '../../../model/peer.ts';
import {Draft, type Slot} from '../../overlay/draft.ts';
import {readValueOf, type Reading} from '../../overlay/reading.ts';
import {heldSchema, schema, type OverlayField, type OverlaySchema} from '../../overlay/message-schema.ts';

/** An answer, or word that it was right as it stood, of which nothing was made: `asExpected` for a value or bytes, the outline of its text for a refusal. */
export type GivenAnswer = TesteeAnswer | typeof asExpected | number;

export const asExpected = 'as expected';

/** Gives a 32-bit number that is equal for equal behaviour: what our model says, and the outline of each decoder's answer. */
export function behaviourOf(
  {message, way}: Pick<FuzzInput, 'message' | 'way'>,
  reading: Reading,
  answers: readonly GivenAnswer[],
): number {
  const said = reading.kind === 'accept' ? (reading.hasUnknown ? 'accept with more' : 'accept') : reading.why;
  let mixed = mixWord(mixWord(mixWord(0, message), way), said);
  for (let at = 0; at < answers.length; at += 1) {
    const answer = answers[at]!;
    if (answer === asExpected) mixed = mixExpected(mixed, way, reading);
    else mixed = typeof answer === 'number' ? mix(mixWord(mixed, 'reject'), answer) : mixAnswer(mixed, message, answer);
  }
  return mixed;
}

/** One round of MurmurHash2. A search asks this for every answer, and a text per answer would cost more than the decoding. */
function mix(mixed: number, code: number): number {
  let next = Math.imul(code, 0x5bd1_e995);
  next = Math.imul(next ^ (next >>> 24), 0x5bd1_e995);
  return Math.imul(mixed, 0x5bd1_e995) ^ next;
}

const words = new Map<string, number>();

/** Mixes one of the few words that our own code has. */
function mixWord(mixed: number, word: string): number {
  let known = words.get(word);
  if (known === undefined) {
    known = words.size + 1;
    words.set(word, known);
  }
  return mix(mixed, known);
}

// The same number as for the value that the answer would have been read to.
function mixExpected(mixed: number, way: FuzzWay, reading: Reading): number {
  const isEncoded = way === 'encode' || way === 'encode-json';
  const next = mixWord(mixed, isEncoded ? 'encoded' : 'value');
  const read = readValueOf(reading);
  return isEncoded || read === undefined ? next : mixDraft(next, read.draft);
}

function mixDraft(mixed: number, draft: Draft): number {
  const {fields} = draft.schema;
  let next = mix(mixed, fields.length);
  for (let slot = 0; slot < fields.length; slot += 1) {
    const held = draft.slots[slot];
    if (fields[slot]!.isRepeated) next = mix(next, 2 + Math.min(Array.isArray(held) ? held.length : 0, 2));
    else if (held instanceof Draft) next = mixDraft(next, held);
    else next = mix(next, outlineOfSlot(fields[slot]!, held));
  }
  return next;
}

function outlineOfSlot({kind}: OverlayField, held: Slot): number {
  if (held === undefined || held === 0 || held === 0n) return 0;
  if (held instanceof Uint8Array) return held.length === 0 ? 0 : 5;
  return kind === 'uint64' || typeof held !== 'number' ? 5 : outlineOf(held);
}

function mixAnswer(mixed: number, message: OverlayMessage, answer: TesteeAnswer): number {
  const next = mixWord(mixed, answer.kind);
  switch (answer.kind) {
    case 'value':
      return isJsonObject(answer.value) ? mixMessage(next, schema[message], answer.value) : next;
    case 'reject':
      return mix(next, outlineOfText(answer.text));
    case 'broken':
      return mixWord(next, answer.cause);
    case 'encoded':
    case 'unsupported':
    case 'lost':
      return next;
  }
}

const outlineLengthMax = 60;

/** The outline of the text of a refusal that is ASCII: without its digits, which change from input to input. */
export function outlineOfRefusal(text: Uint8Array, from: number, to: number): number {
  const end = Math.min(to, from + outlineLengthMax);
  let next = 0;
  for (let at = from; at < end; at += 1) next = mixLetter(next, text[at]!);
  return next;
}

function outlineOfText(text: string): number {
  const end = Math.min(text.length, outlineLengthMax);
  let next = 0;
  for (let at = 0; at < end; at += 1) next = mixLetter(next, text.charCodeAt(at));
  return next;
}

function mixLetter(mixed: number, code: number): number {
  return code >= 0x30 && code <= 0x39 ? mixed : (Math.imul(mixed, 31) + code) | 0;
}

function mixMessage(mixed: number, of: OverlaySchema, value: JsonObject): number {
  let next = mix(mixed, of.fields.length);
  for (const field of of.fields) {
    const held = value[field.name];
    if (field.isRepeated) next = mix(next, 2 + Math.min(Array.isArray(held) ? held.length : 0, 2));
    else if (field.kind === 'message' && isJsonObject(held)) next = mixMessage(next, heldSchema(field), held);
    else next = mix(next, outlineOf(held));
  }
  return next;
}

/** Absent or at its default, a number that a signed 32-bit type could not hold, or any other. */
function outlineOf(held: Json | undefined): number {
  switch (typeof held) {
    case 'number':
      return held === 0 ? 0 : held < 0 || held >= 0x8000_0000 ? 6 : 5;
    case 'string':
      return held === '' || held === '0' ? 0 : 5;
    case 'undefined':
      return 0;
    default:
      return 7;
  }
}
