// What the pages that compare implementations share: the reasons of what is red, and tables.
import {markdownOfOurs} from '../base/text/markdown-text.ts';
import {matchesStars} from '../base/patterns/star-pattern.ts';
import {idWithoutContext} from '../model/contexts/context.ts';
import type {CaseLine} from '../model/journal.ts';
import {readBaseline, type BaselineEntry} from '../reports/baseline/read-entries.ts';

/** Reads a list of known failures. Throws where it has a problem, as its entries would be missing. */
export function listIn(text: string, file: string): readonly BaselineEntry[] {
  const {entries, problems} = readBaseline({text, file});
  const [first] = problems;
  if (first !== undefined) throw new Error(`${file}:${String(first.line)}: ${first.message}`);
  return entries;
}

/** Gives the reasons of what is red, each with the statements that are red for it. Throws where the list, in this file, has none. */
export function reasonsOf(
  cases: readonly CaseLine[],
  entries: readonly Pick<BaselineEntry, 'case' | 'reason'>[],
  file: string,
): ReadonlyMap<string, readonly string[]> {
  const differs = new Map<string, readonly string[]>();
  for (const line of cases.filter(({verdict}) => verdict === 'fail' || verdict === 'flaky')) {
    const entry = entries.find(one => matchesStars(one.case, idWithoutContext(line.id)));
    if (entry === undefined) throw new Error(`${file} gives no reason for ${line.id}`);
    differs.set(entry.reason, [...new Set([...(differs.get(entry.reason) ?? []), ...line.requirements])]);
  }
  return differs;
}

/** Writes a table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(row => line(row.map(cell)))].join('\n');
}

/** In a table even a code span ends at a bar, and a row at its line. */
function cell(text: string): string {
  return markdownOfOurs(text)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s*\n\s*/g, ' ');
}
