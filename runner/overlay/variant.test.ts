// Draws variants of every row of fixtures/overlay: each agrees with our model, and none is the row again.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {parse} from 'yaml';
import {jsonText, type JsonObject} from '../../model/json.ts';
import {bytesFromHex, hexOf} from '../../base/text/hex.ts';
import {variantOf} from './variant.ts';
import {variantRow} from './variant-row.ts';
import {differencesOf, readWireRow} from './wire-rows.ts';

// Tests never run from dist/, so the package root is always two folders up.
const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'overlay');
const rows = rowsIn(folder);
const valueRows = rowsIn(join(folder, 'values'));

describe.each([1, 2, 3, 4, 5, 20_261_121])('seed %d', seed => {
  const variants = rows.map(row => ({row, variant: variantRow(row, seed)}));

  test('every row has a variant, which our model confirms', () => {
    const wrong = variants.flatMap(({row, variant}) => {
      const read = variant === undefined ? 'no variant' : readWireRow(variant);
      return typeof read === 'string' ? [`${jsonText(row['id'] ?? null)}: ${read}`] : differencesOf(read);
    });
    expect(wrong).toEqual([]);
  });

  test('no variant is the row again, and 97 of 100 accepted ones have another value', () => {
    const again = variants.filter(({row, variant}) => inputText(row) === inputText(variant ?? row));
    expect(again.map(({row}) => row['id'])).toEqual([]);
    const accepted = variants.filter(({row}) => row['verdict'] === 'accept');
    const same = accepted.filter(
      ({row, variant}) => jsonText(row['value'] ?? null) === jsonText(variant?.['value'] ?? null),
    );
    expect(same.length).toBeLessThan(accepted.length * 0.03);
  });
});

test('the control of a rejected row has other values too', () => {
  const row = rows.find(({id}) => id === 'trail-00') ?? {};
  const variant = variantRow(row, 3);
  expect(variant?.['control']).not.toBe(row['control']);
  expect(Object.keys(variant ?? {})).toEqual(Object.keys(row));
});

test('every value row has a variant of both its values, where the value is free', () => {
  const fields = valueRows.filter(({other}) => other !== undefined);
  expect(fields.length).toBeGreaterThan(20);
  for (const row of fields) {
    const variant = variantRow(row, 5) ?? {};
    expect(variant['hex']).not.toBe(row['hex']);
    expect(variant['otherHex']).not.toBe(row['otherHex']);
  }
});

test('what a row is about stays', () => {
  // The four bytes of a wrong wire type look like two other fields; a variant with other octets would not.
  const input = {kind: 'binary', bytes: bytesFromHex('0d07188500') ?? new Uint8Array()} as const;
  const variant = variantOf('OverlayMetaDetails', input, 9);
  expect(variant?.input.kind === 'binary' && hexOf(variant.input.bytes)).toMatch(/0d07188500$/);
});

test('the same seed gives the same variant, another seed another one', () => {
  const row = rows.find(({id}) => id === 'full-meta') ?? {};
  expect(variantRow(row, 4)).toEqual(variantRow(row, 4));
  expect(variantRow(row, 4)).not.toEqual(variantRow(row, 5));
});

function inputText(row: JsonObject): string {
  return jsonText(row['hex'] ?? row['jsonInput'] ?? row['hexRepeat'] ?? null);
}

function rowsIn(path: string): readonly JsonObject[] {
  return readdirSync(path)
    .filter(file => file.endsWith('.yaml'))
    .flatMap(file => (parse(readFileSync(join(path, file), 'utf8')) as {rows: JsonObject[]}).rows);
}
