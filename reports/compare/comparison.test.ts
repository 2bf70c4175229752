import {Ajv2020} from 'ajv/dist/2020.js';
import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {aCaseLine, aFailedCase, aHeaderLine, aJournalText} from '../../test/support/journal-lines.ts';
import {renderComparisonHtml} from './comparison-page.ts';
import {comparisonSchema, comparisonShape, renderComparisonJson} from './comparison-json.ts';
import {renderComparisonMarkdown} from './comparison-markdown.ts';
import {renderComparison} from './comparison-text.ts';
import {compareRuns, type Comparison} from './comparison.ts';
import {htmlStyle} from '../html/page-style.ts';
import {readJournal, type Journal} from '../journal/reader.ts';
import {trendOf} from './trend.ts';

type State = CaseLine['verdict'] | 'absent';

test.each<[State, State, string, boolean]>([
  ['pass', 'fail', 'newly-failing', true],
  ['warn', 'fail', 'newly-failing', true],
  ['pass', 'flaky', 'newly-failing', true],
  ['pass', 'error', 'newly-in-error', true],
  ['pass', 'skip', 'newly-skipped', true],
  ['pass', 'absent', 'vanished', true],
  ['absent', 'fail', 'newly-failing', false],
  ['skip', 'fail', 'newly-failing', false],
  ['error', 'fail', 'newly-failing', false],
  ['fail', 'error', 'newly-in-error', false],
  ['fail', 'skip', 'newly-skipped', false],
  ['fail', 'absent', 'vanished', false],
  ['fail', 'fail', 'still-failing', false],
  ['flaky', 'fail', 'still-failing', false],
  ['error', 'error', 'still-in-error', false],
  ['fail', 'pass', 'fixed', false],
  ['flaky', 'pass', 'fixed', false],
  ['fail', 'warn', 'fixed', false],
  ['pass', 'warn', 'newly-warning', false],
  ['error', 'pass', 'newly-run', false],
  ['skip', 'pass', 'newly-run', false],
  ['absent', 'pass', 'added', false],
  ['absent', 'skip', 'added', false],
  ['pass', 'pass', '', false],
  ['warn', 'pass', 'no-longer-warning', false],
  ['skip', 'skip', '', false],
])('%s → %s is %s (regression: %s)', (before, after, kind, isRegression) => {
  const {cases, regressions} = compared(journal(linesOf(before)), journal(linesOf(after)));
  expect(cases.map(one => one.kind)).toEqual(kind === '' ? [] : [kind]);
  expect(regressions).toBe(isRegression ? 1 : 0);
});

test.each([
  ['pass', 'absent'],
  ['fail', 'absent'],
  ['absent', 'fail'],
  ['absent', 'pass'],
] as const)('a case in a context that only one run had is not comparable: %s → %s', (before, after) => {
  const id = 'hosting/labels/a-case@owner=organization';
  const linesIn = (state: State): readonly CaseLine[] =>
    linesOf(state).map(line => (line.id === 'a/keep' ? line : {...line, id, context: {owner: 'organization'}}));
  const {cases, regressions} = compared(journal(linesIn(before)), journal(linesIn(after)));
  expect(cases.map(one => `${one.kind} ${one.id}`)).toEqual([`not-comparable ${id}`]);
  expect(regressions).toBe(0);
});

test.each([
  ['absent', 'fail', 'newly-failing', 1],
  ['fail', 'absent', 'vanished', 0],
  ['fail', 'fail', 'still-failing', 0],
] as const)('of a search, a bug that is %s → %s is %s', (before, after, kind, count) => {
  const search = {isSearch: true} as const;
  const {cases, regressions} = compared(journal(linesOf(before), search), journal(linesOf(after), search));
  expect(cases.map(one => one.kind)).toEqual([kind]);
  expect(regressions).toBe(count);
});

test('what a case newer than the pinned edition found is shown and is no regression', () => {
  const comparison = compared(
    journal([aCaseLine()]),
    journal([aFailedCase({newIn: '2031.1'})], {pinnedEdition: '2030.1'}),
  );
  expect(comparison.cases.map(({kind, isRegression}) => `${kind} ${isRegression}`)).toEqual(['newly-failing false']);
  expect(comparison.regressions).toBe(0);
  const pages = [
    renderComparison(comparison, {color: false, width: 100}).replaceAll(/\s+/g, ' '),
    renderComparisonMarkdown(comparison).replaceAll('`', ''),
    renderComparisonHtml(comparison),
  ];
  for (const page of pages) {
    expect(page).toMatch(/new in edition 2031\.1: not counted as a regression/i);
    expect(page).toMatch(/edition 2030\.1 counts|edition that counts.*2030\.1/);
  }
});

test.each([
  [100, 1_101, true],
  [100, 1_099, false],
  [3_000, 5_000, false],
])('from %i ms to %i ms: slower %s', (beforeMs, durationMs, isSlower) => {
  const {cases} = compared(journal([aCaseLine({durationMs: beforeMs})]), journal([aCaseLine({durationMs})]));
  expect(cases.map(one => one.kind)).toEqual(isSlower ? ['slower'] : []);
});

test('RN-22 runs without a common case are not comparable', () => {
  const result = compareRuns(journal([aCaseLine({id: 'a/b'})]), journal([aCaseLine({id: 'a/c'})]));
  expect(result).toEqual({kind: 'not-comparable', why: 'the runs r-0001 and r-0001 have no case in common'});
});

describe('blame', () => {
  const pass = aCaseLine({digest: 'd1'});
  const fail = aFailedCase({digest: 'd1'});
  const otherTarget = {target: {hosting: {url: 'http://127.0.0.1:3000', version: '1.3.0', isInsecure: false}}};
  const otherSuites = {suites: {digest: 'f'.repeat(64), edition: '2030.2'}};
  const otherHarness = {tool: {name: 'touchstone', version: '0.2.0', node: 'v20.19.0'}} as const;
  const property = {kind: 'property', digest: undefined} as const;

  test.each<[string, CaseLine, CaseLine, Partial<HeaderLine>, string]>([
    ['another version of the target', pass, fail, otherTarget, 'target'],
    ['the case was changed', pass, {...fail, digest: 'd2'}, {...otherTarget, ...otherSuites}, 'suites'],
    ['other cases were changed', pass, fail, {...otherTarget, ...otherSuites}, 'target'],
    ['other cases were changed and nothing else', pass, fail, otherSuites, 'target'],
    ['an older journal without digests', aCaseLine(), aFailedCase(), otherSuites, 'suites'],
    ['another seed, for a property', without(pass, property), without(fail, property), {seed: 43}, 'seed'],
    ['another seed, for an example', pass, fail, {seed: 43}, 'target'],
    ['another dialect', pass, fail, {dialect: 'other'}, 'dialect'],
    ['another contract', pass, fail, {contractDigest: 'c2'}, 'dialect'],
    ['another touchstone', pass, fail, otherHarness, 'harness'],
    ['an error of ours', pass, aCaseLine({digest: 'd1', verdict: 'error', cause: 'harness'}), otherTarget, 'harness'],
    [
      'a skip that the dialect explains',
      pass,
      aCaseLine({digest: 'd1', verdict: 'skip', cause: 'not-in-dialect'}),
      {...otherTarget, dialect: 'x'},
      'dialect',
    ],
    ['a fault of our reference', pass, fail, {seed: 43, options: ['--fault', 'x', '--admin-user', 'root']}, 'target'],
    ['nothing', pass, fail, {}, 'target'],
  ])('%s', (_name, before, after, header, blame) => {
    const {cases} = compared(journal([before]), journal([after], header));
    expect(cases.map(one => one.blame)).toEqual([blame]);
    expect(cases[0]?.why).not.toBe('');
  });

  test.each<[string, Partial<HeaderLine>, string]>([
    ['the suites lost it', otherSuites, 'suites'],
    ['another selection', {planned: 1}, 'selection'],
  ])('vanished: %s', (_name, header, blame) => {
    const keep = aCaseLine({id: 'a/keep'});
    const {cases} = compared(journal([pass, keep]), journal([keep], header));
    expect(cases.map(one => `${one.kind} ${one.blame ?? ''}`)).toEqual([`vanished ${blame}`]);
  });

  test('credentials are another way in, not another target', () => {
    expect(compared(journal([pass], {options: ['--admin-user', 'a']}), journal([pass], {options: []})).changes).toEqual(
      [],
    );
  });

  test('our own reference listens elsewhere in every run and is still the same target', () => {
    const at = (port: number) => ({
      isSelfTest: true,
      target: {hosting: {url: `http://127.0.0.1:${port}`, isInsecure: false}},
    });
    expect(compared(journal([pass], at(1)), journal([pass], at(2))).changes).toEqual([]);
  });
});

describe('the reports', () => {
  const hostile = '<script>alert(1)</script> `x` | ::error::y \u001b[2J\u202e @all';
  const before = journal([
    aCaseLine({digest: 'd'}),
    aCaseLine({id: 'hosting/labels/gone'}),
    aFailedCase({id: 'hosting/labels/fixed'}),
    aFailedCase({id: 'hosting/labels/old'}),
    aCaseLine({id: 'hosting/labels/slow'}),
    aCaseLine({id: 'hosting/labels/same'}),
  ]);
  const afterLines = [
    aFailedCase({digest: 'd', title: hostile, detail: hostile, findings: []}),
    aCaseLine({id: 'hosting/labels/fixed'}),
    aFailedCase({id: 'hosting/labels/old'}),
    aCaseLine({id: 'hosting/labels/slow', durationMs: 4_000}),
    aCaseLine({id: 'hosting/labels/same'}),
  ];
  const after = journal(afterLines, {
    target: {hosting: {url: 'http://127.0.0.1:3000', version: '1.3.0', isInsecure: false}},
    run: 'r-0002',
  });
  const comparison = compared(before, after);
  // The same target in all three, so that what turns twice wavers.
  const trend = trendOf([before, journal(afterLines, {run: 'r-0002'}), before]);

  test.each<[string, (one: Comparison) => string]>([
    ['txt', one => renderComparison(one, {color: false, width: 100, trend})],
    ['md', one => renderComparisonMarkdown(one, {trend})],
    ['html', one => renderComparisonHtml(one, {trend})],
    ['json', one => renderComparisonJson(one, {trend})],
  ])('%s', async (ending, render) => {
    const text = render(comparison);
    // The style is not what this is about.
    const golden = text.replace(htmlStyle, '…').replace(/sha256-[\w+/=]+/, 'sha256-…');
    await expect(golden).toMatchFileSnapshot(`../../test/golden/comparison.${ending}`);
    expect(render(comparison)).toBe(text);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text).not.toMatch(/^\s*::/m);
  });

  test('the page holds no markup of a target', () => {
    expect(renderComparisonHtml(comparison, {trend})).not.toContain('<script');
  });

  test('the JSON has the form that reports/compare/comparison.schema.json describes', () => {
    const value = JSON.parse(renderComparisonJson(comparison, {trend})) as Json;
    expect(comparisonShape.check(value, '')).toBeUndefined();
    const file = JSON.parse(readFileSync(new URL('comparison.schema.json', import.meta.url), 'utf8')) as object;
    expect(file).toEqual(JSON.parse(jsonText(comparisonSchema())));
    expect(new Ajv2020().validate(file, value)).toBe(true);
  });
});

describe('the trend', () => {
  test.each<[State[], boolean | undefined]>([
    [['pass', 'fail', 'pass'], true],
    [['pass', 'fail', 'fail'], false],
    [['fail', 'pass', 'pass'], false],
    [['pass', 'flaky', 'pass'], true],
    [['flaky', 'flaky', 'flaky'], true],
    [['pass', 'skip', 'pass'], false],
    [['pass', 'pass', 'pass'], undefined],
  ])('%j: flaky %s', (states, isFlaky) => {
    const keep = aCaseLine({id: 'a/keep'});
    const {cases} = trendOf(states.map(state => journal([...linesOf(state), keep])));
    expect(cases.map(one => one.isFlaky)).toEqual(isFlaky === undefined ? [] : [isFlaky]);
  });

  test('a case that turns with the version of the target does not waver', () => {
    const on = (version: string) => ({target: {hosting: {url: 'http://127.0.0.1:3000', version, isInsecure: false}}});
    const runs = [
      ['pass', '1'],
      ['fail', '2'],
      ['pass', '3'],
    ] as const;
    const {cases} = trendOf(runs.map(([state, version]) => journal(linesOf(state), on(version))));
    expect(cases.map(one => one.isFlaky)).toEqual([false]);
  });
});

function linesOf(state: State): CaseLine[] {
  const keep = aCaseLine({id: 'a/keep'});
  if (state === 'absent') return [keep];
  if (state === 'fail' || state === 'flaky') return [keep, aFailedCase({verdict: state})];
  if (state === 'error') return [keep, aCaseLine({verdict: 'error', cause: 'reset'})];
  if (state === 'skip') return [keep, aCaseLine({verdict: 'skip', cause: 'needs-variant'})];
  return [keep, aCaseLine({verdict: state})];
}

function without(line: CaseLine, {kind}: {readonly kind: 'property'}): CaseLine {
  const {digest: _, ...rest} = line;
  return {...rest, kind};
}

function compared(before: Journal, after: Journal): Comparison {
  const result = compareRuns(before, after);
  if (result.kind === 'not-comparable') throw new Error(result.why);
  return result.comparison;
}

function journal(lines: readonly CaseLine[], header: Partial<HeaderLine> = {}): Journal {
  const ids = new Set<string>();
  const unique = lines.filter(({id}) => !ids.has(id) && ids.add(id));
  const read = readJournal(aJournalText(unique, {header: {...aHeaderLine(), planned: unique.length, ...header}}));
  if (read.kind === 'refused') throw new Error(read.why);
  return read;
}

test('what all changes of a kind are blamed on is said once', () => {
  const ids = ['hosting/labels/a', 'hosting/labels/b'];
  const before = journal(ids.map(id => aCaseLine({id})));
  const told = (after: Journal): string => renderComparison(compared(before, after), {color: false, width: 100});
  const all = told(
    journal(
      ids.map((id, n) => aFailedCase({id, title: `claim ${String(n)}`})),
      {dialect: 'other'},
    ),
  );
  expect(all.match(/^Newly failing \(2\)\n  all blamed on (\w+): .+\n  hosting\/labels\/a/m)?.[1]).toBe('dialect');
  expect(all.match(/blamed on/g)).toHaveLength(1);
  const comparison = compared(
    before,
    journal(
      ids.map(id => aFailedCase({id})),
      {dialect: 'other'},
    ),
  );
  expect(renderComparisonMarkdown(comparison)).toMatch(/^Blamed on \*\*dialect\*\*: .+\n\n- `hosting/m);
  for (const page of [renderComparisonMarkdown(comparison), renderComparisonHtml(comparison)])
    expect(page.match(/blamed on/gi)).toHaveLength(1);
  const one = told(
    journal([aFailedCase({id: 'hosting/labels/a'}), aCaseLine({id: 'hosting/labels/b'})], {dialect: 'other'}),
  );
  expect(one).toMatch(/\n {6}blamed on dialect: /);
});
