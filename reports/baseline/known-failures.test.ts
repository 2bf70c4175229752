import {describe, expect, test} from 'vitest';
import {matchesStars as matches} from '../../base/patterns/star-pattern.ts';
import type {CaseLine} from '../../model/journal.ts';
import {aCaseLine, aFailedCase, aFinding} from '../../test/support/journal-lines.ts';
import {watchBaseline} from './known-failures.ts';
import {readBaseline, type BaselineEntry} from './read-entries.ts';

const id = 'hosting/labels/replace';
const finding = '/0/name: expected "kind/bug", got *';

function entry(changes: Partial<BaselineEntry> = {}): BaselineEntry {
  return {case: id, findings: [finding], reason: 'slow work', isFlaky: false, ...changes};
}

function watch(entries: readonly BaselineEntry[], lines: readonly CaseLine[], ids = [id]) {
  const one = watchBaseline({file: 'known.yaml', entries, ids, today: '2030-01-02', isStaleAllowed: false, matches});
  const marked = lines.map(line => one.mark(line));
  return {
    marked,
    facts: one.facts(),
    told: one.facts().stale.map(({kind, entry: of, message}) => `${kind} ${of}: ${message}`),
  };
}

test('a listed red is known, costs nothing and says why', () => {
  const {marked, facts} = watch([entry({owner: 'ada', issue: '#1', expires: '2030-01-02'})], [aFailedCase()]);
  expect(marked[0]?.known).toEqual({entry: id, reason: 'slow work', owner: 'ada', issue: '#1', expires: '2030-01-02'});
  expect(facts).toEqual({file: 'known.yaml', entries: 1, knownRed: 1, stale: [], isStaleAllowed: false});
});

test('what is not listed stays what it is', () => {
  const line = aFailedCase({id: 'hosting/labels/other'});
  const {marked, facts} = watch([], [line]);
  expect(marked).toEqual([line]);
  expect(facts.knownRed).toBe(0);
});

test.each<[string, BaselineEntry, CaseLine, string[]]>([
  ['passing now', entry(), aCaseLine(), [`passes ${id}: passes now`]],
  ['only warning now', entry(), aCaseLine({verdict: 'warn'}), [`passes ${id}: passes now`]],
  ['passing, but known to waver', entry({isFlaky: true}), aCaseLine(), []],
  ['skipped', entry(), aCaseLine({verdict: 'skip', cause: 'filtered'}), []],
  ['in error', entry(), aCaseLine({verdict: 'error', cause: 'reset'}), []],
  [
    'failing in another way',
    entry({findings: ['status: expected 200, got *']}),
    aFailedCase(),
    [`other-finding ${id}: fails in another way than the entry says: /0/name: expected "kind/bug", got "kind/feature"`],
  ],
  [
    'failing in the listed way and one more',
    entry(),
    aFailedCase({findings: [aFinding(), aFinding({path: 'status', message: 'expected 200, got 500'})]}),
    [`other-finding ${id}: fails in another way than the entry says: status: expected 200, got 500`],
  ],
  ['expired', entry({expires: '2030-01-01'}), aFailedCase(), [`expired ${id}: the entry counted until 2030-01-01`]],
  [
    'a pattern of one case that passes',
    entry({case: 'hosting/*'}),
    aCaseLine(),
    [`passes hosting/*: ${id}: passes now`],
  ],
  [
    'a pattern that matches no case',
    entry({case: 'hosting/x/*'}),
    aCaseLine(),
    ['matches-nothing hosting/x/*: no case has this id'],
  ],
])('%s', (_name, one, line, told) => {
  expect(watch([one], [line]).told).toEqual(told);
});

test('a case that was not selected does not make its entry pointless', () => {
  expect(watch([entry()], []).told).toEqual([]);
});

test('one pattern may cover 20 cases and no more', () => {
  const ids = (count: number) => Array.from({length: count}, (_, n) => `hosting/labels/${n}`);
  expect(watch([entry({case: 'hosting/labels/*'})], [], ids(20)).told).toEqual([]);
  expect(watch([entry({case: 'hosting/labels/*'})], [], ids(21)).told).toEqual([
    'too-broad hosting/labels/*: the pattern covers 21 cases, and 20 is the most',
  ]);
});

test('two entries may share the findings of one case', () => {
  const line = aFailedCase({findings: [aFinding(), aFinding({path: 'status', message: 'expected 200, got 500'})]});
  const {told, facts} = watch([entry(), entry({findings: ['status: *']})], [line]);
  expect(told).toEqual([]);
  expect(facts.knownRed).toBe(1);
});

test('a red case without findings is held against why it is red', () => {
  const line = aFailedCase({findings: [], cause: 'crash', detail: 'the decoder ended with signal SIGSEGV'});
  expect(watch([entry({findings: ['*SIGSEGV']})], [line]).told).toEqual([]);
});

describe('reading', () => {
  const head = 'baseline: 1\nknown:\n';
  test.each([
    ['', ['undefined:undefined the file is empty']],
    ['[]', ['1:1 this is not a baseline: no line begins with "baseline:" or "known:"']],
    ['baseline: 2\nknown: []', ['1:11 "baseline" is the number 2']],
    ['baseline: 1\nknown: x', ['2:8 "known" must be a list, not the text "x"']],
    ['baseline: 1\nbaseline: 1\nknown: []', ['2:1 the key "baseline" appears twice in one mapping']],
    [`${head}  - hosting/x`, ['3:5 an entry must be a mapping, not the text "hosting/x"']],
    [`${head}  - {case: a, finding: b}`, ['3:5 an entry has no "reason"']],
    [`${head}  - {case: a, reason: r}`, ['3:5 an entry has no "finding"']],
    [
      `${head}  - {case: a, finding: [b, 3], reason: r}`,
      ['3:28 each entry of "finding" must be a text, not the number 3'],
    ],
    [`${head}  - {case: a, finding: b, reason: r, ownr: x}`, ['3:38 unknown key "ownr" in an entry']],
    [`${head}  - {case: a, finding: b, reason: r, expires: 2030-02-30}`, ['3:47 "expires" is "2030-02-30"']],
    [
      `${head}  - {case: a, finding: b, reason: r, flaky: maybe}`,
      ['3:45 "flaky" must be true or false, not the text "maybe"'],
    ],
    [`${head}  - {case: [], finding: b, reason: r}`, ['3:12 "case" must be a text, not an empty list']],
    [`${head}  - !secret {case: a, finding: b, reason: r}`, ['3:5 the tag "!secret" is not supported']],
  ])('%j is refused', (text, told) => {
    const {problems} = readBaseline({text, file: 'known.yaml'});
    expect(problems.map(({line, column, message}) => `${line}:${column} ${message}`)).toEqual(told);
    expect(problems.every(({fix}) => fix !== '')).toBe(true);
  });

  test('an entry has everything that was written', () => {
    const text = `${head}  - case: a/*\n    finding: [x, y]\n    reason: r\n    owner: o\n    issue: 12\n    expires: 2031-01-01\n    flaky: true\n`;
    const {entries, problems} = readBaseline({text, file: 'known.yaml'});
    expect(problems).toEqual([]);
    expect(entries).toEqual([
      {case: 'a/*', findings: ['x', 'y'], reason: 'r', owner: 'o', issue: '12', expires: '2031-01-01', isFlaky: true},
    ]);
  });
});

describe('contexts', () => {
  const inOrganization = `${id}@owner=organization`;
  const isPrivate = `${id}@visibility=private`;

  test('an entry without a context covers all contexts of its case, and is stale when none of them fails', () => {
    const ids = [id, inOrganization, isPrivate];
    const lines = [aCaseLine(), aFailedCase({id: inOrganization}), aCaseLine({id: isPrivate})];
    const {marked, told} = watch([entry()], lines, ids);
    expect(marked.map(({known}) => known?.entry)).toEqual([undefined, id, undefined]);
    expect(told).toEqual([]);
    const green = ids.map(one => aCaseLine({id: one}));
    expect(watch([entry()], green, ids).told).toEqual([`passes ${id}: passes now`]);
  });

  test('an entry with a context covers that one alone', () => {
    const ids = [id, inOrganization, isPrivate];
    const entries = [entry({case: inOrganization})];
    const lines = [aCaseLine(), aFailedCase({id: inOrganization}), aFailedCase({id: isPrivate})];
    const {marked, told} = watch(entries, lines, ids);
    expect(marked.map(({known}) => known?.entry)).toEqual([undefined, inOrganization, undefined]);
    expect(told).toEqual([]);
    const green = ids.map(one => aCaseLine({id: one}));
    expect(watch(entries, green, ids).told).toEqual([`passes ${inOrganization}: passes now`]);
  });

  test('RN-21 an entry of a context that this run does not have is not stale, and one of no case is', () => {
    expect(watch([entry({case: inOrganization})], [aCaseLine()], [id]).told).toEqual([]);
    const gone = 'hosting/labels/gone@owner=organization';
    expect(watch([entry({case: gone})], [aCaseLine()], [id]).told).toEqual([
      `matches-nothing ${gone}: no case has this id`,
    ]);
  });
});
