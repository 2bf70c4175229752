// Tests what a test runner is told about each way in which a case can end.
import {expect, test} from 'vitest';
import {readJournal, type Journal} from '../../reports/journal/reader.ts';
import type {CaseLine, JournalLine} from '../../model/journal.ts';
import {aCaseLine, aFooterLine, aHeaderLine, aProbeLine} from '../../test/support/journal-lines.ts';
import {judgeCase, type CaseEnd} from './judge-case.ts';

const id = 'hosting/labels/replace';

function journalOf(lines: readonly JournalLine[], footer: 'whole' | 'cut short' | 'none' = 'whole'): Journal {
  const notRun = footer === 'cut short' ? 1 : 0;
  const all = [
    aHeaderLine({planned: lines.length + notRun}),
    ...lines,
    ...(footer === 'none' ? [] : [aFooterLine(lines, {notRun})]),
  ];
  const journal = readJournal(all.map(line => `${JSON.stringify(line)}\n`).join(''));
  if (journal.kind === 'refused') throw new Error(journal.why);
  return journal;
}

const story = (line: CaseLine): string => `the story of ${line.id}`;

test.each<[string, Partial<CaseLine>, CaseEnd]>([
  ['pass', {verdict: 'pass'}, {kind: 'green'}],
  ['warn', {verdict: 'warn'}, {kind: 'green', warning: `the story of ${id}`}],
  ['fail', {verdict: 'fail'}, {kind: 'red', why: `fail: the story of ${id}`}],
  ['flaky', {verdict: 'flaky'}, {kind: 'red', why: `flaky: the story of ${id}`}],
  ['error', {verdict: 'error', cause: 'blocked'}, {kind: 'red', why: `error: the story of ${id}`}],
  [
    'skip',
    {verdict: 'skip', cause: 'needs-variant', detail: 'no such variant'},
    {kind: 'skipped', why: 'no such variant'},
  ],
  ['skip without a sentence', {verdict: 'skip', cause: 'withdrawn'}, {kind: 'skipped', why: 'withdrawn'}],
  [
    'a known failure',
    {verdict: 'fail', known: {entry: id, reason: 'issue 12'}},
    {kind: 'skipped', why: 'known failure: issue 12'},
  ],
  [
    'a failure newer than the pinned edition',
    {verdict: 'fail', newIn: '2031.1'},
    {kind: 'skipped', why: 'red, but newer than the pinned edition (2031.1), so it does not fail the run'},
  ],
])('%s', (_name, change, end) => {
  expect(judgeCase(id, journalOf([aCaseLine({id, ...change})]), story)).toEqual(end);
});

test.each<[string, Journal, CaseEnd]>([
  [
    'of another kind of target',
    journalOf([aCaseLine({id: 'other/case'})]),
    {kind: 'skipped', why: 'the run has no target of its kind, or its settings left it out'},
  ],
  [
    'that was probed',
    journalOf([aProbeLine({name: id})]),
    {kind: 'skipped', why: 'it was probed, which is reported and never scored'},
  ],
  [
    'of a run that was cut short',
    journalOf([aCaseLine({id: 'other/case'})], 'cut short'),
    {kind: 'red', why: 'it did not run: the run was cut short'},
  ],
  [
    'of a run that died',
    journalOf([aCaseLine({id: 'other/case'})], 'none'),
    {
      kind: 'red',
      why: 'it did not run: the run was killed before it ended, so 1 of 1 case has a verdict; its journal has no footer',
    },
  ],
])('a case %s', (_name, journal, end) => {
  expect(judgeCase(id, journal, story)).toEqual(end);
});
