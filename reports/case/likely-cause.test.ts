// Shows that failures of different cases with one likely cause are one group, and that different causes stay apart.
import {expect, test} from 'vitest';
import type {CaseLine, ExchangeLine} from '../../model/journal.ts';
import {aFailedCase, aFinding, anExchangeLine} from '../../test/support/journal-lines.ts';
import {causeText, likelyCauses, sidesOf} from './likely-cause.ts';

type Row = readonly [id: string, called: string | undefined, finding: Parameters<typeof aFinding>[0]];

function groupsOf(rows: readonly Row[], changes: Partial<CaseLine> = {}): readonly (readonly string[])[] {
  const lines = rows.map(([id, , finding]) => aFailedCase({id, findings: [aFinding(finding)], ...changes}));
  return likelyCauses(lines, exchangesOf(rows)).map(({first, others}) => [first.id, ...others.map(({id}) => id)]);
}

function exchangesOf(rows: readonly Row[]): ReadonlyMap<string, readonly ExchangeLine[]> {
  return new Map(rows.flatMap(([id, called]) => (called === undefined ? [] : [[id, [exchange(id, called)]] as const])));
}

function exchange(id: string, called: string): ExchangeLine {
  if (!called.startsWith('decode ')) return anExchangeLine({case: id, operation: called});
  const {operation: _, ...line} = anExchangeLine({case: id});
  const answer = {kind: 'value', value: {}} as const;
  const message = called.slice('decode '.length);
  return {...line, exchange: {kind: 'testee', question: 'decode', message, form: 'binary', given: '', answer} as never};
}

const text = (path: string, expected: string, actual: string) => ({
  path,
  message: `expected "${expected}", got "${actual}"`,
  expected,
  actual,
});

test('the same field of the same kind of thing is one cause, whichever operation gives it', () => {
  const unordered = {message: 'expected ["a"] in any order, got ["a\\n"]', expected: ['a'], actual: ['a\n']};
  const rows: readonly Row[] = [
    ['c/one', 'issueGetComment', text('/body', 'a', 'a\n')],
    ['c/list', 'issueGetComments', {path: '$[*].body', ...unordered}],
    ['r/list', 'repoGetPullReviewComments', {path: '$[*].body', ...unordered}],
    ['i/body', 'issueGetIssue', text('/body', 'a', 'a\n')],
    ['c/other-field', 'issueGetComment', text('/user/login', 'a', 'b')],
  ];
  expect(groupsOf(rows)).toEqual([['c/one', 'c/list', 'r/list'], ['i/body'], ['c/other-field']]);
});

test('which items a list has is another cause than what is in them', () => {
  const rows: readonly Row[] = [
    ['a', 'issueGetComments', {path: '$[*].body', message: 'x', expected: ['a'], actual: ['a', 'b']}],
    ['b', 'issueGetComments', {path: '$[*].body', message: 'y', expected: ['a'], actual: ['b']}],
  ];
  expect(groupsOf(rows)).toEqual([['a'], ['b']]);
});

test('a status is of its operation, and a case without an operation is alone', () => {
  const status = {path: 'status', message: 'expected 2xx, got 500', expected: '2xx', actual: 500};
  const rows: readonly Row[] = [
    ['a', 'issueDeleteLabel', status],
    ['b', 'issueDeleteLabel', status],
    ['c', 'issueDeleteIssue', status],
    ['d', undefined, text('/body', 'a', 'b')],
    ['e', undefined, text('/body', 'a', 'b')],
  ];
  expect(groupsOf(rows)).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
});

test('a property that compares whole values joins the examples of the field that differs', () => {
  const whole = {expected: {Type: 0, Time: '4294967296'}, actual: {Time: '0'}};
  const message = 'decode OverlayPing 10: expected {"Type":0,"Time":"4294967296"}, got {"Time":"0"}';
  const rows: readonly Row[] = [
    ['o/ping', 'decode OverlayPing', text('/Time', '4294967296', '0')],
    ['o/details', 'decode OverlayHandshakeDetails', text('/Details/Time', '4294967296', '0')],
    ['p/ping', 'decode OverlayPing', {path: 'value', message, ...whole}],
    ['o/type', 'decode OverlayPing', {path: '/Type', message: 'expected 11, got 0', expected: 11, actual: 0}],
  ];
  expect(groupsOf(rows)).toEqual([['o/ping', 'o/details', 'p/ping'], ['o/type']]);
  expect(sidesOf({findings: [aFinding({path: 'value', message, ...whole})]})).toEqual({
    path: '/Time',
    wanted: '"4294967296"',
    got: '"0"',
  });
});

test('cases that could not be judged for one reason are one group, after all failures', () => {
  const blocked = {verdict: 'error', cause: 'blocked', detail: 'issueRemoveLabel answered 500', findings: []} as const;
  const lines = [aFailedCase({id: 'a', ...blocked}), aFailedCase({id: 'b', ...blocked}), aFailedCase({id: 'c'})];
  expect(likelyCauses(lines, new Map()).map(({first}) => first.id)).toEqual(['c', 'a']);
});

test('a large group is shown before small ones of other statements', () => {
  const of = (id: string, count: number, path: string): readonly Row[] =>
    Array.from({length: count}, (_, n) => [`${id}/${String(n)}`, 'issueGetIssue', text(path, 'a', 'b')]);
  const rows = [...of('large', 20, '/title'), ...of('larger', 30, '/body'), ...of('small', 2, '/state')];
  expect(groupsOf(rows, {requirements: ['LABEL-SCOPE']}).map(([first]) => first)).toEqual([
    'larger/0',
    'large/0',
    'small/0',
  ]);
});

test('a cause is one line: what was called, where, and both sides', () => {
  const rows: readonly Row[] = [
    ['a', 'repoGetPullRequest', {path: '/merged', message: 'expected true, got false', expected: true, actual: false}],
  ];
  const line = aFailedCase({id: 'a', findings: [aFinding(rows[0]![2])]});
  expect(causeText(line, exchangesOf(rows))).toBe('repoGetPullRequest /merged: expected true, got false');
});
