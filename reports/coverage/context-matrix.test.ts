// Shows where a statement counts as seen in a context, and that every hole says why.
import {defined} from '../../base/json/defined.ts';
import {expect, test} from 'vitest';
import type {Verdict} from '../../model/verdict.ts';
import type {Journal} from '../journal/reader.ts';
import {contextMatrixMarkdown, contextMatrixText} from './context-matrix-text.ts';
import {contextMatrix, contextValues, sharedHoles, type ContextCase} from './context-matrix.ts';

type ClosedAs = readonly [kind: 'fixed' | 'derived' | 'nothing', why: string];

const nothing: ClosedAs = ['nothing', 'it starts from nothing'];

/** A case that is closed to every value but those that are named otherwise; undefined means open. */
function aCase(id: string, values: {readonly [value: string]: ClosedAs | undefined}, chosen: readonly string[] = []) {
  const closed = contextValues.flatMap(value => {
    const own = value in values ? values[value] : nothing;
    return own === undefined ? [] : [[value, {kind: own[0], why: own[1]}] as const];
  });
  return {id, proves: ['A'], chosen, closed: new Map(closed)} satisfies ContextCase;
}

function aJournal(...lines: readonly (readonly [id: string, verdict: Verdict, detail?: string])[]) {
  const cases = lines.map(([id, verdict, detail]) => ({
    id,
    verdict,
    requirements: ['A'],
    findings: [],
    ...defined({detail}),
  }));
  return {kind: 'complete', header: {run: 'r1'}, cases} as unknown as Journal;
}

function cell(value: string, cases: readonly ContextCase[], journal?: Journal) {
  return contextMatrix(['A'], cases, journal)[0]?.cells.find(one => one.value === value);
}

const owner = 'owner=organization';
const open = aCase('c', {[owner]: undefined}, ['c@owner=organization,twin=elsewhere']);

test.each<[string, readonly ContextCase[], Journal | undefined, object]>([
  ['chosen, without a journal', [open], undefined, {state: 'chosen'}],
  ['seen where a case passed', [open], aJournal(['c@owner=organization', 'pass']), {state: 'seen'}],
  ['seen where a case warned', [open], aJournal(['c@actor=team-member,owner=organization', 'warn']), {state: 'seen'}],
  [
    'red where one of two failed',
    [open],
    aJournal(['c@owner=organization', 'pass'], ['d@owner=organization', 'fail']),
    {state: 'red'},
  ],
  [
    'unavailable where it was skipped, with what the run said',
    [open],
    aJournal(['c@owner=organization', 'skip', 'no organization can be made']),
    {state: 'unavailable', why: 'no organization can be made'},
  ],
  [
    'not run where the run left it out, though it ran plain',
    [open],
    aJournal(['c', 'pass'], ['c@owner=user', 'pass']),
    {state: 'not-run', why: 'not in this run'},
  ],
  [
    'not run where an open case was not chosen',
    [aCase('c', {[owner]: undefined})],
    undefined,
    {state: 'not-run', why: 'each suite is seen there once, this one with another statement'},
  ],
  [
    'fixed where its cases say so, for the reason of most',
    [
      aCase('c', {[owner]: ['fixed', 'one']}),
      aCase('d', {[owner]: ['fixed', 'two']}),
      aCase('e', {[owner]: ['fixed', 'two']}),
      aCase('f', {}),
    ],
    undefined,
    {state: 'fixed', why: 'two'},
  ],
  [
    'derived where a rule excludes it',
    [aCase('c', {}), aCase('d', {[owner]: ['derived', 'a rule']})],
    undefined,
    {state: 'derived', why: 'a rule'},
  ],
  ['nothing', [aCase('c', {})], undefined, {state: 'nothing', why: 'it starts from nothing'}],
])('%s', (_name, cases, journal, wanted) => {
  expect(cell(owner, cases, journal)).toEqual({value: owner, ...wanted});
});

test('statements without examples, and those of the overlay, have no row', () => {
  const overlay = Object.fromEntries(
    contextValues.map(value => [value, ['derived', 'overlay cases have no contexts'] as const]),
  );
  expect(contextMatrix(['A', 'B'], [aCase('c', overlay)], undefined)).toEqual([]);
});

test('holes with one reason are put together, most statements first', () => {
  const cases = [
    {...aCase('c', {}), proves: ['A', 'B']},
    {...aCase('d', {[owner]: ['fixed', 'its claim is about a user']}), proves: ['C']},
  ] as const;
  const rows = contextMatrix(['A', 'B', 'C'], cases, undefined);
  expect(sharedHoles(rows).slice(0, 2)).toEqual([
    {value: owner, why: 'it starts from nothing', statements: ['A', 'B']},
    {value: owner, why: 'its claim is about a user', statements: ['C']},
  ]);
});

test('the text has a column for each value and a line for each reason, and Markdown has the same', () => {
  const rows = contextMatrix(['A'], [open], aJournal(['c@owner=organization', 'fail']));
  const text = contextMatrixText(rows);
  expect(text).toContain('   1 owner=organization');
  expect(text).toContain(
    `  A   F  ${contextValues
      .slice(1)
      .map(() => '.')
      .join('  ')}`,
  );
  expect(text).toContain('  twin=elsewhere: it starts from nothing (1 statement): A');
  const page = contextMatrixMarkdown(rows);
  expect(page).toContain(
    `| A | \`F\` | ${contextValues
      .slice(1)
      .map(() => '`.`')
      .join(' | ')} |`,
  );
  expect(page).toContain('| `twin=elsewhere` | it starts from nothing | A |');
  expect([contextMatrixText([]), contextMatrixMarkdown([])]).toEqual([[], []]);
});
