// Holds the table of statements to the record: every quote is there word for word, and none is missing.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import type {Requirement} from '../model/requirement.ts';

type Row = Omit<Requirement, 'contested'> & {readonly contested?: boolean};

const record = readFileSync(new URL('../fixtures/record.md', import.meta.url), 'utf8');
const rows = parse(readFileSync(new URL('./requirements.yaml', import.meta.url), 'utf8')) as readonly Row[];

test('there are 114 hosting and 20 overlay statements', () => {
  const count = (area: string): number => rows.filter(row => row.area === area).length;
  expect({hosting: count('hosting'), overlay: count('overlay'), all: rows.length}).toEqual({
    hosting: 114,
    overlay: 20,
    all: 134,
  });
});

test('no id stands twice', () => {
  expect(new Set(rows.map(row => row.id)).size).toBe(rows.length);
});

test.each(rows.map(row => [row.id, row] as const))('%s is quoted word for word and complete', (id, row) => {
  expect(id).toMatch(/^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*$/);
  expect(record, `the quote of ${id} is not in fixtures/record.md`).toContain(row.quote);
  expect(['must', 'should']).toContain(row.level);
  expect(['wire', 'api', 'hook', 'config', 'browser', 'contract', 'none']).toContain(row.observe);
  const known = new Set(['id', 'area', 'level', 'observe', 'contested', 'quote', 'reading', 'notClaimed']);
  expect(Object.keys(row).filter(key => !known.has(key))).toEqual([]);
});
