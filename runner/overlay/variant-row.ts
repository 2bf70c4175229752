// Makes a variant of one table row of fixtures/overlay, in the row's own form, so that every case over the table can run with it.
import {isJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import type {OverlayMessage} from '../../model/peer.ts';
import {bytesFromHex, hexOf} from '../../base/text/hex.ts';
import {withoutDefaults} from './value-text.ts';
import {readValueOf, readValuesOf, type OpenReading, type ReadValue} from './reading.ts';
import {isOverlayMessage, schema} from './message-schema.ts';
import {variantOf} from './variant.ts';
import {readWireRow, type WireInput} from './wire-rows.ts';

/** Gives a row with other values and the same keys; undefined for a row that is none of fixtures/overlay or has no variant. */
export function variantRow(row: JsonObject, seed: number): JsonObject | undefined {
  const {message} = row;
  if (typeof message !== 'string' || !isOverlayMessage(message)) return undefined;
  return typeof row['verdict'] === 'string'
    ? variantOfWireRow(row, message, seed)
    : variantOfValueRow(row, message, seed);
}

function variantOfWireRow(row: JsonObject, message: OverlayMessage, seed: number): JsonObject | undefined {
  const read = readWireRow(row);
  if (typeof read === 'string') return undefined;
  const variant = variantOf(message, read.input, seed);
  if (variant === undefined) return undefined;
  const value = readValueOf(variant.reading);
  return {
    ...row,
    ...inputKeys(row, variant.input),
    ...(value === undefined ? {} : valueKeys(message, value)),
    ...(variant.reading.kind === 'open' ? {values: valuesOf(message, variant.reading)} : {}),
    ...controlKeys(row, message, seed),
  };
}

function inputKeys(row: JsonObject, input: WireInput): JsonObject {
  if (input.kind === 'json') return {jsonInput: input.text};
  return row['hexRepeat'] === undefined ? {hex: hexOf(input.bytes)} : {hexRepeat: [[hexOf(input.bytes), 1]]};
}

function valuesOf(message: OverlayMessage, reading: OpenReading): readonly JsonObject[] {
  return readValuesOf(reading).map(({value}) => withoutDefaults(schema[message], value));
}

function valueKeys(message: OverlayMessage, {value, canonical, hasUnknown}: ReadValue): JsonObject {
  return {value: withoutDefaults(schema[message], value), canonical: hexOf(canonical), hasUnknown};
}

function controlKeys(row: JsonObject, message: OverlayMessage, seed: number): JsonObject {
  const {control} = row;
  if (typeof control !== 'string') return {};
  const isJson = row['jsonInput'] !== undefined;
  const input: WireInput | undefined = isJson ? {kind: 'json', text: control} : binary(control);
  const variant = input === undefined ? undefined : variantOf(message, input, seed + 1);
  const value = variant === undefined ? undefined : readValueOf(variant.reading);
  if (variant === undefined || value === undefined) return {};
  return {
    control: variant.input.kind === 'json' ? variant.input.text : hexOf(variant.input.bytes),
    controlValue: withoutDefaults(schema[message], value.value),
  };
}

/** Rows of values: one given as bytes, another one asked for as bytes. */
function variantOfValueRow(row: JsonObject, message: OverlayMessage, seed: number): JsonObject | undefined {
  // A row that gives the JSON of its value as well is about this very value: the name of one enum number.
  if (row['json'] !== undefined) return undefined;
  const given = valueVariant(row['hex'], message, seed);
  if (given === undefined) return undefined;
  const other = isJsonObject(row['other']) ? valueVariant(row['otherHex'], message, seed + 1) : undefined;
  const otherKeys: JsonObject = other === undefined ? {} : {other: other.value, otherHex: other.hex};
  return {...row, ...given, ...otherKeys};
}

function valueVariant(
  hex: Json | undefined,
  message: OverlayMessage,
  seed: number,
): {hex: string; value: JsonObject} | undefined {
  const input = typeof hex === 'string' ? binary(hex) : undefined;
  const variant = input === undefined ? undefined : variantOf(message, input, seed);
  const read = variant === undefined ? undefined : readValueOf(variant.reading);
  if (read === undefined) return undefined;
  return {hex: hexOf(read.canonical), value: withoutDefaults(schema[message], read.value)};
}

function binary(hex: string): WireInput | undefined {
  const bytes = bytesFromHex(hex);
  return bytes === undefined ? undefined : {kind: 'binary', bytes};
}
