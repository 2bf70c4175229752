// Holds the overlay suites against the rows of their tables: each row is asked by a case, and where its answer is open every value that is right is compared.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {parse} from 'yaml';

interface Row {
  readonly id: string;
  readonly verdict: string;
  readonly why: string;
  readonly jsonInput?: string;
  readonly [key: string]: unknown;
}

interface Expected {
  readonly answer?: unknown;
  readonly value?: unknown;
}

interface Case {
  readonly id: string;
  readonly table?: {readonly from?: string; readonly where?: {readonly [key: string]: unknown}};
  readonly steps: readonly {readonly decode?: object; readonly expect?: Expected; readonly usual?: Expected}[];
}

const root = join(import.meta.dirname, '..');
const tables = readdirSync(join(root, 'fixtures/overlay'))
  .filter(file => file.endsWith('.yaml'))
  .map(file => `fixtures/overlay/${file}`);
const texts = readdirSync(join(root, 'suites/overlay')).map(file => read(`suites/overlay/${file}`));
const cases = texts.flatMap(text => (parse(text) as {readonly cases: readonly Case[]}).cases);

/** What the first step must expect of a row, by the verdict of the row and whether its basis is a guide. */
const wanted: {readonly [verdict: string]: {readonly expect?: Expected; readonly usual?: Expected}} = {
  'accept protocol': {expect: {answer: 'value', value: '${row.value}'}},
  'accept defacto': {expect: {answer: {$in: ['value', 'reject']}, value: '${row.value}'}, usual: {answer: 'value'}},
  'open impl': {expect: {answer: {$in: ['value', 'reject']}, value: {$in: '${row.values}'}}},
  'reject protocol': {expect: {answer: 'reject'}},
  'reject defacto': {usual: {answer: 'reject'}},
};

describe.each(tables)('%s', table => {
  const {rows} = parse(read(table)) as {readonly rows: readonly Row[]};

  test('each row is decoded by one case, which expects what the row says', () => {
    const wrong = rows.flatMap(row => {
      const asking = cases.filter(one => asks(one, table, row));
      const step = asking[0]?.steps[0];
      const key = `${row.verdict} ${String(row['basis'])}`;
      const isRight = asking.length === 1 && step !== undefined && holds(step, wanted[key]);
      return isRight ? [] : [`${row.id}: ${key}, asked by ${asking.map(({id}) => id).join(', ')}`];
    });
    expect(wrong).toEqual([]);
  });

  test('no row claims what every decoder does', () => {
    expect(rows.filter(({why}) => claim.test(why)).map(({id, why}) => `${id}: ${why}`)).toEqual([]);
  });
});

test('no suite claims what every decoder does', () => {
  expect(texts.filter(text => claim.test(text))).toEqual([]);
});

test.each(['every known decoder reads it', 'all decoders', 'no known library refuses it', 'each known peer'])(
  '"%s" is such a claim',
  text => {
    expect(text).toMatch(claim);
  },
);

/** Nobody has tried every decoder: what a row may say is which guide, and which limit was measured. */
const claim = /\b(every|all|each|any|no)( known| other)? (decoder|librar(y|ies)|implementation|parser|peer)s?\b/i;

function asks(one: Case, table: string, row: Row): boolean {
  const {from, where = {}} = one.table ?? {};
  return (
    from === table &&
    one.steps[0]?.decode !== undefined &&
    Object.entries(where).every(([key, value]) => row[key] === value)
  );
}

function holds(step: Case['steps'][number], wantedOf: (typeof wanted)[string] | undefined): boolean {
  if (wantedOf === undefined) return false;
  return (['expect', 'usual'] as const).every(key => {
    const of = wantedOf[key];
    return of === undefined || Object.entries(of).every(([name, value]) => same(step[key], name, value));
  });
}

function same(expected: Expected | undefined, name: string, value: unknown): boolean {
  return JSON.stringify(expected?.[name as keyof Expected]) === JSON.stringify(value);
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
