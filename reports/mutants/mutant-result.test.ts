// Scores count what cases reach and can judge, with the interval that few draws deserve.
import {expect, test} from 'vitest';
import {scoresOf, wilson, type MutantEntry, type MutantOutcome, type MutantRow} from './mutant-result.ts';
import {renderMutants, renderMutantsMarkdown} from './mutant-text.ts';

test.each([
  [0, 0, {low: 0, high: 100}],
  [8, 10, {percent: 80, low: 49, high: 94.3}],
  [10, 10, {percent: 100, low: 72.2, high: 100}],
  [0, 10, {percent: 0, low: 0, high: 27.8}],
  [360, 400, {percent: 90, low: 86.7, high: 92.6}],
])('%i of %i', (noticed, of, score) => {
  expect(wilson(noticed, of)).toEqual({noticed, of, ...score});
});

function aRow(id: number, outcome: MutantOutcome, folder = 'rules'): MutantRow {
  const mutant = {
    id,
    key: String(id),
    file: `reference-server/${folder}/labels.ts`,
    folder,
    line: id,
    column: 1,
    function: 'labelRules.scopeOf',
    mutator: 'EqualityOperator',
    before: `a > ${String(id)}`,
    after: `a >= ${String(id)}`,
  };
  return {mutant, outcome, reachedBy: 2, ran: 1, ms: 5, isAtLoad: false, statements: ['LABEL-SCOPE']};
}

const noticed: MutantOutcome = {kind: 'noticed', case: 'hosting/labels/x', verdict: 'fail', detail: 'd'};
const rows = [
  aRow(1, noticed),
  aRow(2, noticed),
  aRow(3, {kind: 'not-visible'}),
  aRow(4, {kind: 'not-judged', case: 'hosting/labels/y', where: 'status', healthy: '200', mutant: '201'}),
  aRow(5, {kind: 'not-reached'}),
  aRow(6, {kind: 'broken', how: 'hang', detail: 'a loop does not end'}),
  aRow(7, noticed, 'overlay'),
];
const entry: MutantEntry = {
  file: 'reference-server/rules/labels.ts',
  function: 'labelRules.scopeOf',
  mutator: 'EqualityOperator',
  old: 'a > 3',
  new: 'a >= 3',
  kind: 'equivalent',
  reason: 'r',
  confirmedBy: 'c',
};
// One that was noticed after all explains no survivor.
const entries = [entry, {...entry, old: 'a > 1', new: 'a >= 1'}];

test('what is not reached or cannot be judged is in no score, and an entry takes a survivor out of one of two', () => {
  const [overlay, rules, all] = scoresOf({rows, entries});
  expect(rules).toMatchObject({drawn: 6, notReached: 1, broken: 1, notVisible: 1, notJudged: 1});
  expect(rules?.raw).toMatchObject({noticed: 2, of: 4, percent: 50});
  expect(rules?.withoutEntries).toMatchObject({noticed: 2, of: 3, percent: 66.7});
  expect(rules?.entries).toEqual({equivalent: 1, unobservable: 0, 'record silent': 0});
  expect(overlay?.raw).toMatchObject({noticed: 1, of: 1, percent: 100});
  expect(all?.raw).toMatchObject({noticed: 3, of: 5, percent: 60});
});

const result = {seed: 7, date: '2026-11-22', outOf: 12_000, wanted: 7, of: 'all' as const, rows, entries, problems: []};

test('survivors without an entry are listed with place, change, what shows, and the statements nearby', () => {
  const text = renderMutants(result);
  expect(text).toMatch(/^7 of 12000 mutants, seed 7, 2026-11-22\n/);
  expect(text).toContain(
    '1 survivor without an entry:\n' +
      '  reference-server/rules/labels.ts:4  labelRules.scopeOf  EqualityOperator: a > 4 → a >= 4\n' +
      '    visible in hosting/labels/y: status: 200 became 201; near LABEL-SCOPE\n',
  );
  expect(text).toContain('1 cannot be judged:\n');
  expect(text).toContain('    hang: a loop does not end');
  expect(text).toContain('1 are reached by no case:\n');
});

test('the page has both scores of each folder', () => {
  expect(renderMutantsMarkdown(result)).toContain(
    '| rules | 6 | 50 % (2 of 4; 15 to 85 %) | 67 % (2 of 3; 21 to 94 %) | 1 | 1 | 1 | 1 | 1 equivalent |',
  );
});
