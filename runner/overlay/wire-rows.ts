// One row of a wire-case table of fixtures/overlay, and what our model says to it.
import {defined} from '../../base/json/defined.ts';
import {isJsonObject, jsonText, type Json, type JsonObject} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {bytesFromHex, bytesFromHexRepeat, hexOf} from '../../base/text/hex.ts';
import {readProtoJson} from './proto-json.ts';
import {readValueOf, readValuesOf, type Preference, type Reading} from './reading.ts';
import {isOverlayMessage} from './message-schema.ts';
import {readStrictly} from './strict-reader.ts';
import {normalizeValue} from './value-text.ts';

/** One row. Exactly one of `hex`, `hexRepeat` and `jsonInput` is there; `canonical` is left out where it is the input itself. */
export interface WireRow {
  readonly id: string;
  /** Group of the rule that the row shows, e.g. `MERGE`. */
  readonly rule: string;
  readonly message: OverlayMessage;
  readonly input: WireInput;
  readonly verdict: 'accept' | 'reject' | 'open';
  readonly basis: 'protocol' | 'defacto' | 'impl';
  readonly preferred?: Preference;
  /** The value of an accepted input; of an open one, the value that an accepting decoder gives. */
  readonly value?: JsonObject;
  /** Of an open row: every value that an accepting decoder may give, `value` first. */
  readonly values?: readonly JsonObject[];
  readonly canonical?: Uint8Array;
  readonly hasUnknown: boolean;
  readonly why: string;
}

export type WireInput =
  | {readonly kind: 'binary'; readonly bytes: Uint8Array}
  | {readonly kind: 'json'; readonly text: string};

/** Reads one parsed row, or says what is wrong with it. */
export function readWireRow(row: Json): WireRow | string {
  if (!isJsonObject(row)) return 'a row must be a mapping';
  const id = textOf(row, 'id');
  const message = textOf(row, 'message');
  const input = inputOf(row);
  if (id === undefined) return 'a row needs an id';
  if (message === undefined || !isOverlayMessage(message)) return `row ${id}: message must be one of the six`;
  if (input === undefined) return `row ${id}: one of hex, hexRepeat and jsonInput must be there and well-formed`;
  const verdict = oneOf(row, 'verdict', ['accept', 'reject', 'open'] as const);
  const basis = oneOf(row, 'basis', ['protocol', 'defacto', 'impl'] as const);
  const preferred = oneOf(row, 'preferred', ['accept', 'reject', 'either'] as const);
  if (verdict === undefined || basis === undefined) return `row ${id}: verdict and basis must be known words`;
  if ((verdict === 'open') !== (preferred !== undefined))
    return `row ${id}: preferred belongs to open rows and to them alone`;
  const {value} = row;
  if ((verdict === 'reject') === (value !== undefined))
    return `row ${id}: a value belongs to every row that is not rejected`;
  const {values} = row;
  if ((verdict === 'open') !== Array.isArray(values)) return `row ${id}: values belongs to open rows and to them alone`;
  const canonical = canonicalOf(row, input);
  if (value !== undefined && canonical === undefined) return `row ${id}: canonical must be hex`;
  return {
    id,
    rule: textOf(row, 'rule') ?? '',
    message,
    input,
    verdict,
    basis,
    hasUnknown: row['hasUnknown'] === true,
    why: textOf(row, 'why') ?? '',
    ...defined({preferred}),
    ...(isJsonObject(value) ? {value} : {}),
    ...(Array.isArray(values) ? {values: values.filter(isJsonObject)} : {}),
    ...defined({canonical}),
  };
}

function textOf(row: JsonObject, key: string): string | undefined {
  const text = row[key];
  return typeof text === 'string' ? text : undefined;
}

function oneOf<Word extends string>(row: JsonObject, key: string, words: readonly Word[]): Word | undefined {
  return words.find(word => word === row[key]);
}

function inputOf(row: JsonObject): WireInput | undefined {
  const hex = textOf(row, 'hex');
  const json = textOf(row, 'jsonInput');
  const repeats = row['hexRepeat'];
  if ([hex, json, repeats].filter(given => given !== undefined).length !== 1) return undefined;
  if (json !== undefined) return {kind: 'json', text: json};
  const bytes = hex === undefined ? bytesFromHexRepeat(repeats as [string, number][]) : bytesFromHex(hex);
  return bytes === undefined ? undefined : {kind: 'binary', bytes};
}

function canonicalOf(row: JsonObject, input: WireInput): Uint8Array | undefined {
  const hex = textOf(row, 'canonical');
  if (hex !== undefined) return bytesFromHex(hex);
  return row['value'] !== undefined && input.kind === 'binary' ? input.bytes : undefined;
}

/** Reads a row's input by our model. */
export function readingOf(message: OverlayMessage, input: WireInput): Reading {
  return input.kind === 'json' ? readProtoJson(message, input.text) : readStrictly(message, input.bytes);
}

/** Lists every difference between what a row says and what our model says; none when they agree. */
export function differencesOf(row: WireRow): readonly string[] {
  const reading = readingOf(row.message, row.input);
  const differences: string[] = [];
  const compare = (what: string, said: string, model: string): void => {
    if (said !== model) differences.push(`${what}: the row says ${said}, our model says ${model}`);
  };
  compare('verdict', row.verdict, reading.kind);
  compare('basis', row.basis, reading.basis);
  compare('preferred', row.preferred ?? 'nothing', reading.kind === 'open' ? reading.preferred : 'nothing');
  const read = readValueOf(reading);
  if (row.value !== undefined && read !== undefined) {
    compare('value', jsonText(normalizeValue(row.message, row.value)), jsonText(read.value));
    compare('canonical', hexOf(row.canonical ?? new Uint8Array()), hexOf(read.canonical));
    compare('hasUnknown', String(row.hasUnknown), String(read.hasUnknown));
  }
  if (row.values !== undefined) {
    const said = row.values.map(value => normalizeValue(row.message, value));
    compare('values', jsonText(said), jsonText(readValuesOf(reading).map(({value}) => value)));
  }
  return differences;
}
