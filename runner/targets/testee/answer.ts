// Judges whether an answer is one that its question can have, and turns value text into a value.
import {isUtf8} from 'node:buffer';
import {isJsonObject, newJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {TesteeAnswer, TesteeQuestion} from '../../../model/peer.ts';
import type {EnvelopeAnswer} from './envelope.ts';
import {shownBytes} from './form.ts';

/** The answer, or what is wrong with it; `detail` completes a sentence that begins with "the decoder". */
export type AnswerReading =
  | {readonly kind: 'answer'; readonly answer: TesteeAnswer}
  | {readonly kind: 'bad'; readonly detail: string};

/** Reads the answer to a question; `depthMax` bounds how deep a value may be nested. */
export function readAnswer(question: TesteeQuestion, answer: EnvelopeAnswer, depthMax: number): AnswerReading {
  switch (answer.kind) {
    case 'reject':
    case 'unsupported':
      if (!isUtf8(answer.text)) return noText(answer.text);
      return {kind: 'answer', answer: {kind: answer.kind, text: textOf(answer.text)}};
    case 'encoded':
      if (question.kind === 'encode')
        return {kind: 'answer', answer: {kind: 'encoded', bytes: Uint8Array.from(answer.bytes)}};
      return wrongKind(question, 'bytes');
    case 'value':
      if (question.kind === 'decode') return readValue(answer.text, depthMax);
      return wrongKind(question, 'a value');
    case 'description':
      return wrongKind(question, 'a description');
  }
}

// "A string must always contain UTF-8 encoded text": bytes that are none would be fixed silently, and a wrong value with them.
function noText(bytes: Uint8Array): AnswerReading {
  return {kind: 'bad', detail: `answered a text that is not UTF-8: ${shownBytes(bytes)}`};
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function wrongKind({kind, message}: TesteeQuestion, got: string): AnswerReading {
  return {kind: 'bad', detail: `was asked to ${kind} ${message} and answered ${got}`};
}

function readValue(bytes: Uint8Array, depthMax: number): AnswerReading {
  if (!isUtf8(bytes)) return noText(bytes);
  const text = textOf(bytes);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text, isRisky(text) ? exactNumber : undefined);
  } catch {
    return {kind: 'bad', detail: `answered a value that is not JSON: ${shownBytes(bytes)}`};
  }
  const value = ownJson(parsed, depthMax);
  if (value === undefined) return {kind: 'bad', detail: `answered a value nested deeper than ${depthMax}`};
  if (isJsonObject(value)) return {kind: 'answer', answer: {kind: 'value', value}};
  return {kind: 'bad', detail: `answered a value that is not a JSON object: ${shownBytes(bytes)}`};
}

// Sixteen digits in a row may be a number that a double cannot hold; in a hex string they only cost this slower way.
function isRisky(text: string): boolean {
  return /[:[,]\s*-?\d{16}/.test(text);
}

// JSON.parse has rounded already. What it rounded becomes a bigint, so that nobody takes it for an exact uint32; a uint64 is a
// string in the value text, so no right answer comes here.
function exactNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Copies into objects without prototype, so that `__proto__` and `constructor` are ordinary keys; undefined when too deep. */
function ownJson(value: unknown, depthLeft: number): Json | undefined {
  if (typeof value !== 'object' || value === null) return value as Json;
  if (depthLeft <= 0) return undefined;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      const own = ownJson(item, depthLeft - 1);
      if (own === undefined) return undefined;
      items.push(own);
    }
    return items;
  }
  return ownObject(value as JsonObject, depthLeft);
}

function ownObject(value: JsonObject, depthLeft: number): JsonObject | undefined {
  const object = newJsonObject();
  for (const key of Object.keys(value)) {
    const item = value[key]!;
    const own = typeof item === 'object' ? ownJson(item, depthLeft - 1) : item;
    if (own === undefined) return undefined;
    object[key] = own;
  }
  return object;
}
