// Renders docs/servers.md, docs/decoders.md and docs/nodes.md from the matrices in fixtures/known, and from nothing else that runs left: what a page
// says of a statement is what its cell says.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {idWithoutContext} from '../model/contexts/context.ts';
import {markdownOfOurs} from '../base/text/markdown-text.ts';
import {matchesStars} from '../base/patterns/star-pattern.ts';
import {readBaseline, type BaselineEntry} from '../reports/baseline/read-entries.ts';
import {readMatrixJson} from '../reports/matrix/matrix-json.ts';
import type {MatrixCell} from '../reports/matrix/cell.ts';
import {matrixOf, type Matrix, type MatrixRun} from '../reports/matrix/matrix-of-runs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The matrices that are kept. */
export type Known = 'servers' | 'decoders' | 'nodes';

/** Where a matrix is kept. */
export function knownFile(known: Known): string {
  return join(root, 'fixtures/known', `${known}.json`);
}

/** Reads a kept matrix. */
export function knownMatrix(known: Known): Matrix {
  const read = readMatrixJson(readFileSync(knownFile(known), 'utf8'), new Set());
  if (read.kind === 'refused') throw new Error(`${knownFile(known)} ${read.why}`);
  return matrixOf(read.runs, read.statements);
}

/** Every run of a kept matrix: of each version its newest one, in the order of names and versions. */
export function runsOf({implementations}: Matrix): readonly MatrixRun[] {
  return implementations.flatMap(({versions}) => versions);
}

/** Reads a list of known failures of fixtures/servers or fixtures/nodes. Throws where it has a problem, as its entries would be missing. */
export function listIn(folder: 'servers' | 'nodes', name: string): readonly BaselineEntry[] {
  const file = join('fixtures', folder, `${name}.yaml`);
  const {entries, problems} = readBaseline({text: readFileSync(join(root, file), 'utf8'), file});
  const [first] = problems;
  if (first !== undefined) throw new Error(`${file}:${String(first.line)}: ${first.message}`);
  return entries;
}

/** The lists that there are, oldest version first. */
export function listsIn(folder: 'servers' | 'nodes'): readonly string[] {
  return readdirSync(join(root, 'fixtures', folder))
    .filter(name => name.endsWith('.yaml'))
    .map(name => name.replace(/\.yaml$/, ''))
    .toSorted((a, b) => a.localeCompare(b, 'en', {numeric: true}));
}

/** Gives the reasons of what a run does not do, or of what is only unusual, each with the statements that its cells show so. Throws where a list, in this file, gives none. */
export function reasonsOf(
  {cells}: MatrixRun,
  which: 'red' | 'unusual',
  {entries, file}: {readonly entries: readonly Pick<BaselineEntry, 'case' | 'reason'>[]; readonly file: string},
): ReadonlyMap<string, readonly string[]> {
  const reasons = new Map<string, readonly string[]>();
  for (const [id, cell] of cells)
    for (const line of casesIn(cell)[which]) {
      const entry = entries.find(one => matchesStars(one.case, idWithoutContext(line)));
      if (entry === undefined) throw new Error(`${file} gives no reason for ${line}`);
      reasons.set(entry.reason, [...new Set([...(reasons.get(entry.reason) ?? []), id])]);
    }
  return reasons;
}

/** The cases that a cell names: those that are red come first. */
function casesIn({shown, others, failed}: MatrixCell): {readonly [which in 'red' | 'unusual']: readonly string[]} {
  const all = shown === undefined ? [] : [shown.id, ...others];
  return {red: all.slice(0, failed), unusual: all.slice(failed)};
}

/** Writes a table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(row => line(row.map(cellText)))].join('\n');
}

/** In a table even a code span ends at a bar, and a row at its line. */
function cellText(text: string): string {
  return markdownOfOurs(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s*\n\s*/g, ' ');
}
