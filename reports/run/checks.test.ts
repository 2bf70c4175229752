import {expect, test} from 'vitest';
import type {CaseLine, FooterLine, HeaderLine, Vacuity} from '../../model/journal.ts';
import {aCaseLine, aJournalText} from '../../test/support/journal-lines.ts';
import {readJournal, type Journal} from '../journal/reader.ts';
import {exitWords, runChecks} from './checks.ts';

const skip = aCaseLine({id: 'a/skip', verdict: 'skip', cause: 'needs-variant', bytesReceived: 0, attempts: 0});
const unasked = aCaseLine({id: 'a/unasked', verdict: 'skip', cause: 'harness', bytesReceived: 0, attempts: 0});
const error = aCaseLine({id: 'a/error', verdict: 'error', cause: 'timeout-total'});
const sign: Vacuity = {kind: 'idle-selector', message: '--id x fits no case', likely: 'it is mistyped'};
const baseline = {file: 'known.yaml', entries: 1, knownRed: 0, isStaleAllowed: false} as const;
const staleEntry = {kind: 'passes', entry: 'a/b', cases: ['a/b'], message: 'passes now'} as const;

interface Example {
  readonly cases?: readonly CaseLine[];
  readonly header?: Partial<HeaderLine>;
  readonly footer: Partial<FooterLine>;
}

test.each<readonly [what: string, example: Example, kinds: readonly string[], words: string | undefined]>([
  ['green', {footer: {}}, [], undefined],
  ['only skips that were declared', {cases: [skip], footer: {exitCode: 6}}, ['nothing-judged'], 'nothing was judged'],
  ['a shard of nothing but skips', {cases: [skip], footer: {exitCode: 0}}, [], undefined],
  [
    '--require-all',
    {cases: [aCaseLine(), skip], footer: {exitCode: 6}},
    ['skipped'],
    'something was skipped that had to run',
  ],
  [
    'a skip that nobody declared',
    {cases: [aCaseLine(), unasked], footer: {exitCode: 6}},
    ['skipped'],
    'something was skipped that had to run',
  ],
  ['a skip beside an error', {cases: [skip, error], footer: {exitCode: 6}}, [], undefined],
  [
    'something left behind',
    {footer: {exitCode: 6, leftovers: ['user a', 'user b']}},
    ['left-behind'],
    '2 things left behind on the target',
  ],
  ['a sign of weak evidence', {footer: {vacuous: [sign]}}, ['(shows-little)'], undefined],
  [
    'such a sign under --strict',
    {header: {isStrict: true}, footer: {exitCode: 6, vacuous: [sign]}},
    ['shows-little'],
    'the evidence is weak, which --strict does not allow',
  ],
  [
    'a stale baseline',
    {footer: {exitCode: 4, baseline: {...baseline, stale: [staleEntry]}}},
    ['stale-baseline'],
    'the baseline is stale',
  ],
  [
    'a stale baseline under --stale=warn',
    {footer: {baseline: {...baseline, isStaleAllowed: true, stale: [staleEntry]}}},
    ['(stale-baseline)'],
    undefined,
  ],
])('%s', (_what, {cases = [aCaseLine()], header = {}, footer}, kinds, words) => {
  const journal = read(aJournalText(cases, {header, footer}));
  const [end, ...others] = runChecks(journal);
  expect([end.isBroken, end.said]).toEqual([false, []]);
  expect(others.map(({kind, isBroken}) => (isBroken ? kind : `(${kind})`))).toEqual(kinds);
  expect(exitWords(journal)).toBe(words === undefined ? undefined : `Exit code ${String(footer.exitCode)}: ${words}.`);
});

test('each way in which a baseline is stale comes with the command that fixes it', () => {
  const expired = {kind: 'expired', entry: 'a/*', cases: [], message: 'the entry counted until 2030-01-01'} as const;
  const journal = read(
    aJournalText([aCaseLine()], {footer: {exitCode: 4, baseline: {...baseline, stale: [staleEntry, expired]}}}),
  );
  const usual = 'touchstone-results/results.jsonl --baseline known.yaml';
  expect(runChecks(journal)[1]?.said).toEqual([
    'a/b: passes now',
    `to fix what passes now: npx --no-install touchstone baseline prune ${usual}`,
    'a/*: the entry counted until 2030-01-01',
    `to fix what expired: npx --no-install touchstone baseline update ${usual} --expires YYYY-MM-DD`,
  ]);
});

function read(text: string): Journal {
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
}
