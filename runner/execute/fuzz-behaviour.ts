// Tells how a decoder behaved on an input, roughly: two inputs with the same behaviour teach little more than one.
import {isJsonObject, type Json, type JsonObject} from '../model/json.ts';
import type {OverlayMessage, TesteeAnswer} from '../model/peer.ts';
import type {Reading} from '../overlay/reading.ts';
import {heldSchema, schema, type OverlayField, type OverlaySchema} from '../overlay/schema.ts';

/** Gives a text that is equal for equal behaviour: what our model says, and the outline of each decoder's answer. */
export function behaviourOf(message: OverlayMessage, reading: Reading, answers: readonly TesteeAnswer[]): string {
  const why = reading.kind === 'accept' ? String(reading.hasUnknown) : reading.why;
  let text = `${message} ${reading.kind} ${why}`;
  for (const answer of answers) text += ` ${outlineOf(message, answer)}`;
  return text;
}

function outlineOf(message: OverlayMessage, answer: TesteeAnswer): string {
  switch (answer.kind) {
    case 'value':
      return isJsonObject(answer.value) ? messageOutline(schema[message], answer.value) : 'no object';
    case 'reject':
      return `reject ${plainWords(answer.text)}`;
    case 'broken':
      return `broken ${answer.cause}`;
    case 'encoded':
    case 'unsupported':
    case 'lost':
      return answer.kind;
  }
}

const textLengthMax = 60;

/** The text of a refusal without its numbers, which change from input to input. */
function plainWords(text: string): string {
  return text.slice(0, textLengthMax).replaceAll(/[0-9]+/g, '#');
}

function messageOutline(of: OverlaySchema, value: JsonObject): string {
  let text = '';
  for (const field of of.fields) text += fieldOutline(field, value[field.name]);
  return text;
}

function fieldOutline(field: OverlayField, held: Json | undefined): string {
  if (held === undefined) return '-';
  if (Array.isArray(held)) return `[${listSize(held.length)}${elementOutline(field, held[0])}]`;
  if (field.kind === 'message') return isJsonObject(held) ? `{${messageOutline(heldSchema(field), held)}}` : '?';
  return scalarOutline(held);
}

function elementOutline(field: OverlayField, item: Json | undefined): string {
  return field.message !== undefined && isJsonObject(item) ? messageOutline(heldSchema(field), item) : '';
}

function listSize(length: number): string {
  return length < 3 ? String(length) : length < 100 ? 'n' : 'N';
}

function scalarOutline(held: Json): string {
  switch (typeof held) {
    case 'number':
      return held === 0 ? '0' : held < 0 ? 'm' : held < 0x80 ? 's' : held < 0x8000_0000 ? 'l' : 'h';
    case 'string':
      return held === '' || held === '0' ? '0' : held.length < 16 ? 's' : 'l';
    default:
      return '?';
  }
}
