// Says what a decoder must answer to an input of a search, in whichever way it is asked.
import type {FuzzInput} from '../../model/decoder-search.ts';
import {jsonText, type Json} from '../../model/json.ts';
import type {TesteeQuestion} from '../../model/peer.ts';
import {AcceptedValue} from './draft-value.ts';
import {readPlainValueText} from './plain-value-text.ts';
import {readProtoJson} from './proto-json.ts';
import type {Reading} from './reading.ts';
import {isOverlayMessage, schema} from './message-schema.ts';
import {readStrictly} from './strict-reader.ts';
import {valueFromText} from './value-text.ts';
import {draftOfValue} from './message-writer.ts';

/** Reads an input: what a decoder makes of it, or the value that it has to write. */
export function readInput({message, way, bytes}: FuzzInput): Reading {
  switch (way) {
    case 'binary':
      return readStrictly(message, bytes);
    case 'json':
      return readProtoJson(message, utf8(bytes));
    case 'encode':
    case 'encode-json':
      return readValueText(message, bytes);
  }
}

/** Only a value that keeps the convention may be asked for; a text that is none is nobody's question. */
function readValueText(message: FuzzInput['message'], bytes: Uint8Array): Reading {
  const draft = readPlainValueText(schema[message], bytes);
  if (draft !== undefined) return new AcceptedValue(draft, 'protocol');
  const checked = valueFromText(message, parsed(bytes) ?? null);
  if (checked.kind === 'value') return new AcceptedValue(draftOfValue(schema[message], checked.value), 'protocol');
  return {kind: 'reject', basis: 'protocol', why: 'not-json', offset: 0};
}

function parsed(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(utf8(bytes)) as Json;
  } catch {
    return undefined;
  }
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

/** Gives the question that an input is. */
export function questionOf({message, way, bytes}: FuzzInput): TesteeQuestion {
  switch (way) {
    case 'binary':
      return {kind: 'decode', message, form: 'binary', bytes};
    case 'json':
      return {kind: 'decode', message, form: 'json', bytes};
    case 'encode':
      return encodeQuestion(message, 'binary', bytes);
    case 'encode-json':
      return encodeQuestion(message, 'json', bytes);
  }
}

/** Gives the input that a question is; the other way around. */
export function inputOf(question: TesteeQuestion): FuzzInput | undefined {
  const {kind, message, form} = question;
  if (!isOverlayMessage(message)) return undefined;
  if (kind === 'decode') return {message, way: form, bytes: question.bytes};
  const bytes = question.text ?? Buffer.from(jsonText(question.value));
  return {message, way: form === 'json' ? 'encode-json' : 'encode', bytes};
}

function encodeQuestion(message: FuzzInput['message'], form: 'binary' | 'json', text: Uint8Array): TesteeQuestion {
  if (readPlainValueText(schema[message], text) !== undefined) return new PlainEncode(message, form, text);
  return {kind: 'encode', message, form, value: parsed(text) ?? null};
}

/** A question to encode a value whose text goes out as it is; the value is made only when somebody asks for it. */
class PlainEncode {
  readonly kind = 'encode';
  readonly message: string;
  readonly form: 'binary' | 'json';
  readonly text: Uint8Array;

  constructor(message: string, form: 'binary' | 'json', text: Uint8Array) {
    this.message = message;
    this.form = form;
    this.text = text;
  }

  get value(): Json {
    return parsed(this.text) ?? null;
  }
}

/** Reads what a decoder wrote, in the form that it was asked for. */
export function readBack({message, way}: FuzzInput, bytes: Uint8Array): Reading {
  return way === 'encode-json' ? readProtoJson(message, utf8(bytes)) : readStrictly(message, bytes);
}
