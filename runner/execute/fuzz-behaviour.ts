// Tells how a decoder behaved on an input, roughly: two inputs with the same behaviour teach little more than one.
import {isJsonObject, type Json, type JsonObject} from '../model/json.ts';
import type {OverlayMessage, TesteeAnswer} from '../model/peer.ts';
import type {Reading} from '../overlay/reading.ts';
import {heldSchema, schema, type OverlaySchema} from '../overlay/schema.ts';

/** Gives a 32-bit number that is equal for equal behaviour: what our model says, and the outline of each decoder's answer. */
export function behaviourOf(message: OverlayMessage, reading: Reading, answers: readonly TesteeAnswer[]): number {
  let mixed = mixText(seedOfMixing, message);
  mixed = mixText(mixed, reading.kind === 'accept' ? String(reading.hasUnknown) : reading.why);
  for (const answer of answers) mixed = mixAnswer(mixed, message, answer);
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
    if (Array.isArray(held)) next = mix(next, 2 + Math.min(held.length, 2));
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
