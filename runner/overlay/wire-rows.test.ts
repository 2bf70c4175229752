// Holds every row of fixtures/overlay against our model, and the tables against the promises of their form.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {parse} from 'yaml';
import type {Json} from '../../model/json.ts';
import {overlayMessages} from '../../model/peer.ts';
import {differencesOf, readWireRow} from './wire-rows.ts';

// Tests never run from dist/, so the package root is always two folders up.
const packageRoot = join(import.meta.dirname, '..', '..');

const folder = join(packageRoot, 'fixtures', 'overlay');
const tables = readdirSync(folder)
  .filter(file => file.endsWith('.yaml'))
  .map(file => ({file, rows: rowsOf(join(folder, file))}));
const rows = tables.flatMap(table => table.rows);

describe.each(tables)('$file', ({rows: own}) => {
  test.each(own.map(row => [row.id, row] as const))('%s', (_, row) => {
    expect(differencesOf(row)).toEqual([]);
  });
});

test('there are at least 600 rows, and no id and no input stands twice', () => {
  expect(rows.length).toBeGreaterThanOrEqual(600);
  expect(new Set(rows.map(({id}) => id)).size).toBe(rows.length);
  const inputs = rows.map(({message, input}) =>
    input.kind === 'json' ? `${message} ${input.text}` : `${message}:${Buffer.from(input.bytes).toString('hex')}`,
  );
  expect(new Set(inputs).size).toBe(rows.length);
});

test('every message is accepted and rejected by some row', () => {
  const seen = new Set(rows.map(({message, verdict}) => `${message} ${verdict}`));
  for (const message of overlayMessages)
    expect([...seen]).toEqual(expect.arrayContaining([`${message} accept`, `${message} reject`]));
});

test('every id is lower-case words with dashes, and every row says why', () => {
  for (const row of rows) {
    expect(row.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(`${row.id}: ${row.why}`).toMatch(/: .{12,}$/);
  }
});

test.each([
  [{}, 'a row needs an id'],
  [{id: 'x', message: 'Ping', hex: ''}, 'row x: message must be one of the six'],
  [
    {id: 'x', message: 'OverlayPing', hex: '0'},
    'row x: one of hex, hexRepeat and jsonInput must be there and well-formed',
  ],
  [{id: 'x', message: 'OverlayPing', hex: '', verdict: 'maybe'}, 'row x: verdict and basis must be known words'],
  [
    {id: 'x', message: 'OverlayPing', hex: '', verdict: 'open', basis: 'impl', value: {}},
    'row x: preferred belongs to open rows and to them alone',
  ],
  [
    {id: 'x', message: 'OverlayPing', hex: '', verdict: 'accept', basis: 'protocol'},
    'row x: a value belongs to every row that is not rejected',
  ],
])('%j is refused: %s', (row, problem) => {
  expect(readWireRow(row)).toBe(problem);
});

test('a row that is wrong in any part is told from our model', () => {
  const right = {
    id: 'x',
    message: 'OverlayPing',
    hex: '1005',
    verdict: 'accept',
    basis: 'protocol',
    value: {Time: '5'},
    canonical: '1005',
  };
  const wrong = [
    {...right, value: {Time: '6'}},
    {...right, canonical: '1006'},
    {...right, basis: 'defacto'},
    {...right, hasUnknown: true},
    {...right, verdict: 'reject', value: undefined},
  ];
  for (const row of wrong) {
    const read = readWireRow(JSON.parse(JSON.stringify(row)) as Json);
    if (typeof read === 'string') throw new Error(read);
    expect(differencesOf(read)).toHaveLength(1);
  }
});

function rowsOf(path: string) {
  const table = parse(readFileSync(path, 'utf8')) as {rows: Json[]};
  return table.rows.map(row => {
    const read = readWireRow(row);
    if (typeof read === 'string') throw new Error(`${path}: ${read}`);
    return read;
  });
}
