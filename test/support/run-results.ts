// Reads what a run left in its folder, and refuses a report that is not whole.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {readJournal, type Journal} from '../../reports/journal/reader.ts';
import type {CaseLine} from '../../model/journal.ts';
import {readStrictXml, type XmlElement} from './strict-xml.ts';

/** What a run left. */
export interface RunResults {
  readonly journal: Journal;
  readonly cases: ReadonlyMap<string, CaseLine>;
  readonly junit: XmlElement;
  readonly markdown: string;
}

/** Reads journal and reports; every case of the journal must stand in the JUnit report, once. */
export function runResults(folder: string): RunResults {
  const journal = readJournal(readFileSync(join(folder, 'results.jsonl'), 'utf8'));
  if (journal.kind === 'refused') throw new Error(`the journal is refused: ${journal.why}`);
  const cases = new Map(journal.cases.map(line => [line.id, line]));
  const junit = readStrictXml(readFileSync(join(folder, 'junit.xml'), 'utf8'));
  const named = elementsOf(junit, 'testcase').map(({attributes}) => attributes['name'] ?? '');
  for (const id of cases.keys()) expect(named.filter(name => name.startsWith(`${id}: `))).toHaveLength(1);
  return {journal, cases, junit, markdown: readFileSync(join(folder, 'report.md'), 'utf8')};
}

/** The same of a run that came to its end; one that was cut is refused. */
export function completeResults(folder: string): RunResults & {readonly journal: Extract<Journal, {kind: 'complete'}>} {
  const {journal, ...rest} = runResults(folder);
  if (journal.kind !== 'complete') throw new Error('the journal has no footer');
  return {journal, ...rest};
}

/** Gives every element of this name, at any depth. */
export function elementsOf(root: XmlElement, name: string): readonly XmlElement[] {
  const here = root.name === name ? [root] : [];
  return [...here, ...root.children.flatMap(child => elementsOf(child, name))];
}

/** Gives id → verdict and cause, e.g. `error timeout-headers`. */
export function verdictsOf({cases}: RunResults): {readonly [id: string]: string} {
  return Object.fromEntries(
    [...cases.values()].map(({id, verdict, cause}): [string, string] => [
      id,
      cause === undefined ? verdict : `${verdict} ${cause}`,
    ]),
  );
}
