// Says what a decoder must answer to an input of a search, in whichever way it is asked.
import type {FuzzInput} from '../model/fuzz.ts';
import type {Json} from '../model/json.ts';
import type {TesteeQuestion} from '../model/peer.ts';
import {AcceptedValue} from './draft-value.ts';
import {isValueText} from './is-value-text.ts';
import {readProtoJson, writeProtoJson} from './proto-json.ts';
import {readValueOf, type Reading} from './reading.ts';
import {schema} from './schema.ts';
import {readStrictly} from './strict-reader.ts';
import {valueFromText} from './value-text.ts';
import {draftOfValue} from './writer.ts';

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
      return {kind: 'encode', message, form: 'binary', value: parsed(bytes) ?? null};
    case 'encode-json':
      return {kind: 'encode', message, form: 'json', value: parsed(bytes) ?? null};
  }
}

/**
 * Tells whether an answer is right as it stands: the text of the one value, or the canonical bytes or JSON of it. False says nothing: another
 * spelling may be as right, and has to be judged.
 */
export function isPlainlyRight({message, way}: FuzzInput, reading: Reading, payload: Uint8Array): boolean {
  // What careful decoders refuse is worth telling although the value is right.
  if (reading.kind === 'reject' || (reading.kind === 'open' && reading.preferred === 'reject')) return false;
  const read = readValueOf(reading)!;
  switch (way) {
    case 'binary':
    case 'json':
      return isValueText(payload, read.draft);
    case 'encode':
      return isSame(payload, read.canonical);
    case 'encode-json':
      return isSame(payload, Buffer.from(writeProtoJson(message, read.value)));
  }
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** Reads what a decoder wrote, in the form that it was asked for. */
export function readBack({message, way}: FuzzInput, bytes: Uint8Array): Reading {
  return way === 'encode-json' ? readProtoJson(message, utf8(bytes)) : readStrictly(message, bytes);
}
