// Shows how statements are laid beside cases and verdicts: nothing untested, red or unjudged ever reads as proven.
import {defined} from '../../base/json/defined.ts';
import {expect, test} from 'vitest';
import type {Requirement} from '../../model/requirement.ts';
import type {Verdict} from '../../model/verdict.ts';
import {coverageCounts, coverageOf, groupedCases, type CoverageCase} from './statement-coverage.ts';
import {renderCoverageJson, renderCoverageMarkdown, renderCoverageText} from './statement-coverage-text.ts';
import type {Journal} from '../journal/reader.ts';

function aStatement(id: string, more: Partial<Requirement> = {}): readonly [string, Requirement] {
  const usual = {area: 'hosting', level: 'must', observe: 'api', contested: false, quote: `what ${id} says`} as const;
  return [id, {id, ...usual, ...more}];
}

function aCase(id: string, proves: readonly string[], operations: readonly string[] = []): CoverageCase {
  return {id, proves, operations};
}

function aJournal(
  lines: readonly (readonly [id: string, verdict: Verdict, proves: readonly string[], cause?: string])[],
) {
  const cases = lines.map(([id, verdict, requirements, cause]) => ({
    id,
    verdict,
    requirements,
    findings: [],
    ...defined({cause}),
  }));
  return {kind: 'complete', header: {run: 'r1'}, cases} as unknown as Journal;
}

const none: ReadonlySet<string> = new Set();

test.each<readonly [what: string, verdicts: readonly Verdict[], state: string]>([
  ['passing cases prove', ['pass', 'pass'], 'proven'],
  ['a warning proves: what is stated held', ['warn'], 'proven'],
  ['a skip beside a pass costs nothing', ['pass', 'skip'], 'proven'],
  ['one red case is red', ['pass', 'fail'], 'red'],
  ['a flaky case is red', ['pass', 'flaky'], 'red'],
  ['a case in error leaves it unproven', ['pass', 'error'], 'unproven'],
  ['skips alone prove nothing', ['skip', 'skip'], 'unproven'],
])('%s', (_what, verdicts, state) => {
  const cases = verdicts.map((_, index) => aCase(`c${String(index)}`, ['A']));
  const journal = aJournal(verdicts.map((verdict, index) => [`c${String(index)}`, verdict, ['A']]));
  const {rows} = coverageOf({requirements: new Map([aStatement('A')]), cases, journal, referenceOnly: none});
  expect(rows[0]?.state).toBe(state);
  expect(rows[0]?.isMissing).toBe(state !== 'proven');
});

test('cases that were not in the run prove nothing, and a case that the suites no longer have still counts', () => {
  const requirements = new Map([aStatement('A'), aStatement('B')]);
  const journal = aJournal([['old', 'pass', ['B']]]);
  const {rows} = coverageOf({requirements, cases: [aCase('new', ['A'])], journal, referenceOnly: none});
  expect(rows.map(({state}) => state)).toEqual(['unproven', 'proven']);
});

test('only rows that nothing can show, and contract rows of targets without a contract, may stay unproven', () => {
  const requirements = new Map([
    aStatement('NONE', {observe: 'none'}),
    aStatement('CONTRACT', {observe: 'contract'}),
    aStatement('UNTRIED', {observe: 'contract'}),
    aStatement('CONFIG', {observe: 'config'}),
  ]);
  const cases = [aCase('c', ['CONTRACT']), aCase('d', ['UNTRIED']), aCase('e', ['CONFIG'])];
  const journal = aJournal([
    ['c', 'skip', ['CONTRACT'], 'no-contract'],
    ['d', 'skip', ['UNTRIED'], 'filtered'],
    ['e', 'skip', ['CONFIG'], 'needs-variant'],
  ]);
  const {rows} = coverageOf({requirements, cases, journal, referenceOnly: none});
  expect(rows.filter(({isMissing}) => isMissing).map(({requirement}) => requirement.id)).toEqual(['UNTRIED', 'CONFIG']);
});

test('a statement whose every case speaks a name of our reference alone says so', () => {
  const requirements = new Map([aStatement('A'), aStatement('B')]);
  const cases = [aCase('a', ['A'], ['noteSet', 'get']), aCase('b', ['B'], ['noteSet']), aCase('c', ['B'], ['get'])];
  const coverage = coverageOf({requirements, cases, referenceOnly: new Set(['noteSet'])});
  expect(coverage.rows.map(({isReferenceOnly}) => isReferenceOnly)).toEqual([true, false]);
  expect(renderCoverageText(coverage)).toContain('A  (proven on our reference only)');
});

test('rows of one table are told together', () => {
  const cases = [
    {id: 's/t[a]', verdict: 'pass'},
    {id: 's/t[b]', verdict: 'skip', cause: 'filtered'},
    {id: 's/t[c]'},
    {id: 's/u', verdict: 'pass'},
  ] as const;
  expect(groupedCases(cases, true)).toEqual([
    {name: 's/t[3 rows]', told: '1 pass, 1 skip (filtered), 1 not in this run'},
    {name: 's/u', told: '1 pass'},
  ]);
});

const requirements = new Map([
  aStatement('GOOD'),
  aStatement('BAD', {contested: true}),
  aStatement('BARE', {quote: 'a | b'}),
  aStatement('HIDDEN', {observe: 'none'}),
]);
const cases = [aCase('s/good', ['GOOD']), aCase('s/bad[a]', ['BAD']), aCase('s/bad[b]', ['BAD'])];
const journal = aJournal([
  ['s/good', 'pass', ['GOOD']],
  ['s/bad[a]', 'fail', ['BAD']],
  ['s/bad[b]', 'pass', ['BAD']],
]);

test('as text, what is untested stands first and the last line counts', () => {
  expect(renderCoverageText(coverageOf({requirements, cases, journal, referenceOnly: none}))).toBe(
    `UNTESTED: no case proves them (1)
  BARE
    "a | b"

RED: a case that proves them failed (1)
  BAD  (contested)
    s/bad[2 rows]: 1 pass, 1 fail

PROVEN (1)
  GOOD
    s/good: 1 pass

NOT OBSERVABLE: nothing outside the target shows them (1)
  HIDDEN  (seen by none)
    "what HIDDEN says"

4 statements by the run r1: 1 untested, 1 red, 1 proven, 1 not observable. 2 that could be proven are not.`,
  );
});

test('as Markdown, a cell cannot break its table', () => {
  const text = renderCoverageMarkdown(coverageOf({requirements, cases, journal, referenceOnly: none}));
  expect(text).toContain(String.raw`| BARE | **untested** | "a \| b" |`);
  expect(text).toContain('| BAD  (contested) | **red** | `s/bad[2 rows]` 1 pass, 1 fail |');
});

test('as JSON, it holds every row and names what is missing', () => {
  const coverage = coverageOf({requirements, cases, referenceOnly: none});
  const read = JSON.parse(renderCoverageJson(coverage)) as {missing: string[]; statements: object[]; counts: object};
  expect(read).toMatchObject({missing: ['BARE'], counts: coverageCounts(coverage)});
  expect(read.statements).toHaveLength(4);
});
