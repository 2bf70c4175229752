// The score stands beside the listed faults, and stays when either of them is written again.
import {expect, test} from 'vitest';
import type {Files} from '../../../../model/ports.ts';
import {keepScore, writeScore} from './write-score.ts';

const page = '400 faults, 400 noticed\n\nWords.\n\n## ACTIONS\n\n| a |\n';
const result = {
  seed: 7,
  date: '2026-11-22',
  outOf: 12,
  wanted: 3,
  of: 'all' as const,
  rows: [],
  entries: [],
  problems: [],
};

function written(text: string): string {
  let content = text;
  const files = {
    readText: () => ({kind: 'text', text: content}),
    writeWhole: (_path: string, changed: string) => (content = changed),
  } as unknown as Files;
  writeScore({files}, 'page.md', result);
  return content;
}

test('the score is put before the first table, and a later one takes its place', () => {
  const once = written(page);
  expect(once).toMatch(
    /^400 faults, 400 noticed\n\nWords\.\n\n<!-- mutants -->\n\n## Mutants[^]*seed 7[^]*\n\n<!-- end of mutants -->\n\n## ACTIONS\n/,
  );
  expect(written(once)).toBe(once);
});

test('a matrix that is written again keeps the score', () => {
  const again = page.replaceAll('400', '401');
  expect(keepScore(again, written(page))).toBe(written(page).replaceAll('400 ', '401 '));
  expect(keepScore(again, page)).toBe(again);
});
