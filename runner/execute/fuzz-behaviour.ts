// Tells how a decoder behaved on an input, roughly: two inputs with the same behaviour teach little more than one.
import {isJsonObject, type Json, type JsonObject} from '../model/json.ts';
import type {FuzzInput, FuzzWay} from '../model/fuzz.ts';
import type {OverlayMessage, TesteeAnswer} from '../model/peer.ts';
import {Draft, type Slot} from '../overlay/draft.ts';
import {readValueOf, type Reading} from '../overlay/reading.ts';
import {heldSchema, schema, type OverlayField, type OverlaySchema} from '../overlay/schema.ts';

/** An answer, or word that it was right as it stood, of which nothing was made. */
export type GivenAnswer = TesteeAnswer | typeof asExpected;

export const asExpected = 'as expected';

/** Gives a 32-bit number that is equal for equal behaviour: what our model says, and the outline of each decoder's answer. */
export function behaviourOf(
  {message, way}: Pick<FuzzInput, 'message' | 'way'>,
  reading: Reading,
  answers: readonly GivenAnswer[],
): number {
  let mixed = mixText(seedOfMixing, message);
  if (way !== 'binary') mixed = mixText(mixed, way);
  mixed = mixText(mixed, reading.kind === 'accept' ? String(reading.hasUnknown) : reading.why);
  for (let at = 0; at < answers.length; at += 1) {
    const answer = answers[at]!;
    mixed = answer === asExpected ? mixExpected(mixed, way, reading) : mixAnswer(mixed, message, answer);
  }
  return mixed;
}

/** FNV-1a, one step per character: a search asks this for every answer, and a text per answer would cost more than the decoding. */
const seedOfMixing = 0x811c_9dc5;

function mix(mixed: number, code: number): number {
  return Math.imul(mixed ^ code, 0x0100_0193) >>> 0;
}

function mixText(mixed: number, text: string): number {
  let next = mixed;
  for (let at = 0; at < text.length; at += 1) next = mix(next, text.charCodeAt(at));
  return mix(next, 0x100);
}

// The same number as for the value that the answer would have been read to.
function mixExpected(mixed: number, way: FuzzWay, reading: Reading): number {
  const isEncoded = way === 'encode' || way === 'encode-json';
  const next = mixText(mixed, isEncoded ? 'encoded' : 'value');
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
  const next = mixText(mixed, answer.kind);
  switch (answer.kind) {
    case 'value':
      return isJsonObject(answer.value) ? mixMessage(next, schema[message], answer.value) : next;
    case 'reject':
      return mixWords(next, answer.text);
    case 'broken':
      return mixText(next, answer.cause);
    case 'encoded':
    case 'unsupported':
    case 'lost':
      return next;
  }
}

const wordsLengthMax = 60;

/** The text of a refusal without its digits, which change from input to input. */
function mixWords(mixed: number, text: string): number {
  const end = Math.min(text.length, wordsLengthMax);
  let next = mixed;
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) next = mix(next, code);
  }
  return next;
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
