import {expect, test} from 'vitest';
import type {CaseLine, FooterLine, HeaderLine} from '../../model/journal.ts';
import {aCaseLine, aFailedCase, aJournalText, anExchangeLine, aProbeLine} from '../../test/support/journal-lines.ts';
import {readJournal, type Journal} from '../journal/reader.ts';
import {lineText} from '../journal/writer.ts';
import {mergeJournals} from './join-journals.ts';

const skipped = {verdict: 'skip', cause: 'needs-variant'} as const;
const one = [aProbeLine(), aCaseLine(), aFailedCase({id: 'a/red'})];
const two = [
  aProbeLine(),
  anExchangeLine({case: 'a/green'}),
  aCaseLine({id: 'a/green'}),
  aCaseLine({id: 'a/skip', ...skipped}),
];

test('two shards become the journal of the whole run', () => {
  const merged = mergeJournals([shard(2, two, {exitCode: 0}), shard(1, one, {exitCode: 1})]);
  if (merged.kind === 'refused') throw new Error(merged.problems.join('\n'));
  const whole = readJournal(merged.lines.map(lineText).join(''));
  if (whole.kind !== 'complete') throw new Error(whole.why);
  const {shard: _, ...header} = whole.header;
  expect(whole.header.shard).toBeUndefined();
  expect(header).toMatchObject({planned: 4, mergedFrom: ['r-1', 'r-2'], startedAt: '2030-01-02T03:04:01.000Z'});
  expect(whole.cases.map(({id}) => id)).toEqual(['hosting/labels/replace', 'a/red', 'a/green', 'a/skip']);
  expect(whole.probes).toHaveLength(1);
  expect(whole.footer).toMatchObject({
    counts: {pass: 2, fail: 1, skip: 1},
    skips: {'needs-variant': 1},
    exitCode: 1,
    filtered: 7,
    durationMs: 6_000,
  });
});

test.each<[string, readonly ReturnType<typeof shard>[], string]>([
  ['a shard is missing', [shard(1, one)], 'shard 2/2 is missing: its cases would go unjudged without a sign'],
  [
    'a shard is there twice',
    [shard(1, one), shard(1, two), shard(2, [aCaseLine({id: 'a/x'})])],
    'shard 1/2 is there more than once: s1, s1',
  ],
  [
    'another seed',
    [shard(1, one), shard(2, two, {}, {seed: 43})],
    's2 is of another run than s1: its seed is 43, and there it is 42',
  ],
  [
    'other suites',
    [shard(1, one), shard(2, two, {}, {suites: {digest: 'f', edition: '2030.1'}})],
    `s2 is of another run than s1: its suites digest is "2030.1 f", and there it is "2030.1 ${'d'.repeat(64)}"`,
  ],
  [
    'another target',
    [shard(1, one), shard(2, two, {}, {target: {hosting: {url: 'http://h', isInsecure: false}}})],
    's2 is of another run than s1: its target is {"hosting":{"url":"http://h","isInsecure":false}}, and there it is {"hosting":{"url":"http://127.0.0.1:3000","version":"1.2.3","isInsecure":false}}',
  ],
  [
    'another number of shards',
    [shard(1, one), shard(2, two, {}, {shard: {index: 2, count: 3}})],
    's2 is of another run than s1: its number of shards is 3, and there it is 2',
  ],
  ['a case in both', [shard(1, one), shard(2, one)], 'the case "hosting/labels/replace" is in two of the journals'],
])('%s: refused', (_name, named, problem) => {
  const merged = mergeJournals(named);
  expect(merged.kind === 'refused' ? merged.problems : []).toContain(problem);
});

test('a journal that is no shard is refused', () => {
  const whole = {name: 'all', journal: read(aJournalText(one))};
  expect(mergeJournals([whole])).toEqual({
    kind: 'refused',
    problems: ['all is not a shard: it was not run with --shard, so there is nothing to join it with'],
  });
});

test('a shard that was killed is refused', () => {
  const text = aJournalText(two, {header: {shard: {index: 2, count: 2}}});
  const killed = {name: 's2', journal: read(text.slice(0, text.trimEnd().lastIndexOf('\n') + 1))};
  const merged = mergeJournals([shard(1, one), killed]);
  expect(merged.kind === 'refused' ? merged.problems.join() : '').toMatch(
    /^s2: the run was killed before it ended.*; run this shard again$/,
  );
});

test.each<[string, readonly CaseLine[], readonly CaseLine[], Partial<FooterLine>, number]>([
  ['all green', [aCaseLine()], [aCaseLine({id: 'a/b'})], {}, 0],
  ['one shard without any case', [aCaseLine()], [], {}, 0],
  ['no shard judged anything', [aCaseLine(skipped)], [], {}, 6],
  ['interrupted', [aCaseLine()], [aCaseLine({id: 'a/b'})], {isInterrupted: true, notRun: 1}, 130],
  ['an error', [aCaseLine()], [aCaseLine({id: 'a/b', verdict: 'error', cause: 'reset'})], {}, 6],
  ['ours', [aCaseLine()], [aCaseLine({id: 'a/b', verdict: 'error', cause: 'harness'})], {}, 3],
])('the exit code of the whole: %s', (_name, first, second, footer, exitCode) => {
  const merged = mergeJournals([shard(1, first), shard(2, second, footer)]);
  expect(merged.kind === 'merged' ? merged.exitCode : merged.problems).toBe(exitCode);
});

test('a stale entry that two shards tell is told once, with the cases of both', () => {
  const stale = (id: string) =>
    ({
      baseline: {
        file: 'k',
        entries: 1,
        knownRed: 0,
        isStaleAllowed: false,
        stale: [{kind: 'passes', entry: 'a/*', cases: [id], message: 'm'}],
      },
    }) as const;
  const merged = mergeJournals([
    shard(1, [aCaseLine()], stale('a/1')),
    shard(2, [aCaseLine({id: 'a/b'})], stale('a/2')),
  ]);
  const footer = merged.kind === 'merged' ? merged.lines.at(-1) : undefined;
  expect(footer).toMatchObject({exitCode: 4, baseline: {stale: [{entry: 'a/*', cases: ['a/1', 'a/2']}]}});
});

function shard(
  index: number,
  lines: Parameters<typeof aJournalText>[0],
  footer: Partial<FooterLine> = {},
  header: Partial<HeaderLine> = {},
) {
  const planned = lines.filter(({type}) => type === 'case').length + (footer.notRun ?? 0);
  const text = aJournalText(lines, {
    header: {
      shard: {index, count: 2},
      run: `r-${index}`,
      startedAt: `2030-01-02T03:04:0${index}.000Z`,
      planned,
      ...header,
    },
    footer: {filtered: 7, ...footer},
  });
  return {name: `s${index}`, journal: read(text)};
}

function read(text: string): Journal {
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
}
