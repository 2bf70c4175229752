// What the pages of known servers, decoders and nodes say of a statement is what its cell in the matrix says.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {CellState} from '../reports/matrix/cell.ts';
import {wireRules} from '../reports/matrix/wire-rules.ts';
import {knownMatrix, runsOf, type Known} from './known-pages.ts';

/** The tables of a page: each row by the heads of its columns. */
function tableRows(known: Known): readonly ReadonlyMap<string, string>[] {
  const page = readFileSync(new URL(`../docs/${known}.md`, import.meta.url), 'utf8');
  const cells = (line: string): readonly string[] =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(cell => cell.trim());
  return page.split(/\n(?!\|)/).flatMap(part => {
    const [head = '', , ...rows] = part.split('\n').filter(line => line.startsWith('|'));
    return rows.map(row => new Map(cells(row).map((cell, n) => [cells(head)[n] ?? '', cell] as const)));
  });
}

test('docs/decoders.md leaves a field empty where the matrix says that the rule holds, and nowhere else', () => {
  const rows = tableRows('decoders');
  for (const {id, does} of wireRules) {
    const row = rows.find(one => one.get('a right decoder')?.startsWith(`${does} (`));
    for (const {name, version, cells} of runsOf(knownMatrix('decoders'))) {
      const field = row?.get(`${name.replace(/ \d+$/, '')} ${version}`);
      expect([id, name, field === '']).toEqual([id, name, cells.get(id)?.state === 'holds']);
    }
  }
});

test.each<readonly [Known, readonly CellState[]]>([
  ['servers', ['fails', 'in-part']],
  ['nodes', ['fails', 'in-part', 'unusual']],
])('docs/%s.md marks what is %j in the matrix, and nothing that holds', (known, marked) => {
  const rows = tableRows(known).filter(row => row.has('statements'));
  expect(rows.length).toBeGreaterThan(3);
  const idsIn = (text: string | undefined): readonly string[] => text?.match(/[A-Z]+(?:-[A-Z0-9]+)+/g) ?? [];
  const titleOf = ({name, version}: {readonly name: string; readonly version: string}): string =>
    `${name.split(' ')[0] ?? name} ${version}`;
  const runs = runsOf(knownMatrix(known));
  for (const run of runs) {
    const own = rows.filter(row => !['·', undefined].includes(row.get(titleOf(run))));
    const named = new Set(own.flatMap(row => idsIn(row.get('statements')?.replaceAll(/\(.*?\)/g, ''))));
    const missing = [...run.cells].filter(([id, {state}]) => marked.includes(state) && !named.has(id));
    expect([titleOf(run), ...missing.map(([id]) => id)]).toEqual([titleOf(run)]);
  }
  for (const row of rows)
    for (const title of new Set(runs.map(titleOf))) {
      if (row.get(title) === '·') continue;
      const states = idsIn(row.get('statements')?.replaceAll(/\(.*?\)/g, '')).flatMap(id =>
        runs.filter(run => titleOf(run) === title).map(({cells}) => cells.get(id)?.state ?? 'not-judged'),
      );
      expect([
        title,
        row.get('statements'),
        states.some(state => marked.includes(state) || state === 'not-judged'),
      ]).toEqual([title, row.get('statements'), true]);
    }
});
