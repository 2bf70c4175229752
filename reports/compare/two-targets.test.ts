import {expect, test} from 'vitest';
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import {aCaseLine, aFailedCase, aJournalText} from '../../test/support/journal-lines.ts';
import {renderComparisonHtml} from './comparison-page.ts';
import {renderComparisonMarkdown} from './comparison-markdown.ts';
import {renderComparison} from './comparison-text.ts';
import type {Comparison} from './comparison.ts';
import {readJournal, type Journal} from '../journal/reader.ts';
import {compareTargets, isWholeEvidence} from './two-targets.ts';

const at = (port: number): Partial<HeaderLine> => ({
  target: {hosting: {url: `http://127.0.0.1:${port}`, version: '1.2.3', isInsecure: false}},
});
const skipped = {verdict: 'skip', cause: 'not-in-dialect', detail: 'the dialect has no such operation'} as const;

const first = journal(
  [
    aCaseLine({id: 'a/both-green'}),
    aFailedCase({id: 'a/both-red'}),
    aFailedCase({id: 'a/first-red'}),
    aCaseLine({id: 'a/first-warns', verdict: 'warn', detail: 'a 201 is usual'}),
    aCaseLine({id: 'a/second-red'}),
    aCaseLine({id: 'a/second-skips'}),
    aFailedCase({id: 'a/second-in-error'}),
    aCaseLine({id: 'a/slower'}),
    aCaseLine({id: 'a/skipped-on-both', ...skipped}),
  ],
  {...at(3000), dialect: 'gitea'},
);
const second = journal(
  [
    aCaseLine({id: 'a/both-green'}),
    aFailedCase({id: 'a/both-red'}),
    aCaseLine({id: 'a/first-red'}),
    aCaseLine({id: 'a/first-warns'}),
    aFailedCase({id: 'a/second-red'}),
    aCaseLine({id: 'a/second-skips', ...skipped}),
    aCaseLine({id: 'a/second-in-error', verdict: 'error', cause: 'reset', detail: 'the connection was reset'}),
    aCaseLine({id: 'a/slower', durationMs: 9_000}),
    aCaseLine({id: 'a/skipped-on-both', ...skipped}),
  ],
  {...at(3001), dialect: 'forgejo'},
);

test('shows where the targets differ, each side with what it said, and nothing else', async () => {
  const text = renderComparison(compared(first, second), {color: false, width: 100});
  await expect(text).toMatchFileSnapshot('../../test/golden/targets.txt');
  for (const id of ['both-green', 'both-red', 'slower', 'skipped-on-both']) expect(text).not.toContain(id);
});

test('what was skipped for one reason is told once, and failures one by one', () => {
  const ids = Array.from({length: 60}, (_, n) => `a/${String(n).padStart(2, '0')}`);
  const green = journal(ids.map(id => aCaseLine({id})));
  const skips = compared(green, journal(ids.map(id => aCaseLine({id, ...skipped}))));
  const text = renderComparison(skips, {color: false, width: 100});
  expect(text).toContain('a/00 (first pass, second skip)\n      and 59 more like it, e.g. a/01, a/02\n');
  expect(text).not.toContain('a/03');
  expect(renderComparisonMarkdown(skips)).toContain('- `a/00` and 59 more like it (first pass, second skip)');
  const fails = compared(green, journal(ids.map(id => aFailedCase({id}))));
  expect(renderComparison(fails, {color: false, width: 100})).toMatch(/a\/49 [^]*… and 10 more\n/);
});

test('Markdown and HTML use the same words', () => {
  const comparison = compared(first, second);
  const html = renderComparisonHtml(comparison).replaceAll(/<[^>]*>/g, ' ');
  for (const page of [renderComparisonMarkdown(comparison), html]) {
    expect(page).toContain('The targets differ in 5 of 9 cases; 1 red on both, 1 judged on neither.');
    expect(page).toContain('Fails on the first only (1)');
    expect(page).toContain('first fail, second error');
    expect(page).not.toContain('regression');
  }
});

test('nothing is a regression, because neither target is the better one', () => {
  expect(compared(first, second).regressions).toBe(0);
});

test.each<[string, readonly CaseLine[], readonly CaseLine[], boolean]>([
  ['both green', [aCaseLine()], [aCaseLine()], true],
  ['both red', [aFailedCase()], [aFailedCase()], true],
  [
    'in error on both',
    [aCaseLine({verdict: 'error'}), aCaseLine({id: 'b'})],
    [aCaseLine({verdict: 'error'}), aCaseLine({id: 'b'})],
    false,
  ],
  ['nothing judged', [aCaseLine(skipped)], [aCaseLine(skipped)], false],
])('whole evidence, %s', (_name, before, after, isWhole) => {
  expect(isWholeEvidence(compared(journal(before), journal(after)))).toBe(isWhole);
});

test('a run that did not come to its end shows nothing', () => {
  const cut = journal([aCaseLine()], {}, 3);
  expect(isWholeEvidence(compared(journal([aCaseLine()]), cut))).toBe(false);
});

function compared(before: Journal, after: Journal): Comparison {
  const result = compareTargets(before, after);
  if (result.kind === 'not-comparable') throw new Error(result.why);
  return result.comparison;
}

function journal(lines: readonly CaseLine[], header: Partial<HeaderLine> = {}, notRun = 0): Journal {
  const read = readJournal(aJournalText(lines, {header, footer: {notRun}}));
  if (read.kind === 'refused') throw new Error(read.why);
  return read;
}
