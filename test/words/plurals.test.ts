// Holds that a count that can be one has its noun from `counted`, so that no message speaks of "1 cases".
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {linesOf, textsIn} from './user-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const nouns = [
  'accounts, bodies, bytes, cases, cells, columns, connections, contexts, datagrams, deliveries, exchanges, faults, files, findings, groups',
  'inputs, items, journals, kinds, messages, mutants, operations, others, pairs, problems, properties, questions, replies, requests, rows, runs',
  'shards, statements, steps, suites, survivors, things, values, variants, versions',
].flatMap(line => line.split(', '));

/** A count in a text, with a noun in the plural behind it. */
const bare = new RegExp(
  `\\$\\{(?!counted\\()([^{}]*)\\} (?:more |other |earlier |drawn )*(?:${nouns.join('|')})\\b`,
  'g',
);

/** These are more than one wherever they are said: limits, and counts that were compared with one. */
const many =
  /(?:Max|Min)\b|^(?:all|length\.toLocale.*|own\.size|covered\.length|body\.bytes|id|requests\.length|story\.length|(?:String\()?(?:bytes|mostBytes|witnessesShown|before\.length \+ 1|Math\.ceil\(hex\.length \/ 2\))\)?|bytes\.length)$/;

/** Gives the counts of a line of source that are followed by a plural whatever they are. */
function bareCounts(line: string): readonly string[] {
  if (/=== 1n? \?/.test(line)) return [];
  return [...line.matchAll(bare)].filter(([, count = '']) => !many.test(count)).map(([text]) => text);
}

test('counts in messages and reports have their noun from "counted"', () => {
  const lines = textsIn(root, ['base', 'model', 'runner', 'reports'], /(?<!\.test)\.ts$/, linesOf);
  expect(lines.length).toBeGreaterThan(50_000);
  const found = lines.flatMap(({file, line, text}) =>
    bareCounts(text).map(count => `${file}:${String(line)} ${count}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['`${String(count)} cases`', ['${String(count)} cases']],
  ['`and ${rest.length} more findings`', ['${rest.length} more findings']],
  ['`${counted(count, "case")}`', []],
  ['`${count === 1 ? "case" : "cases"}`', []],
  ['`more than ${String(casesMax)} cases`', []],
])('%s', (line, counts) => expect(bareCounts(line)).toEqual(counts));
