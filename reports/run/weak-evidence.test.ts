// Shows each sign of a run that may have shown nothing, and the runs that come near and are fine.
import {expect, test} from 'vitest';
import type {PropertyFacts} from '../../model/journal.ts';
import {vacuityOf, type VacuityInputs} from './weak-evidence.ts';

type Line = VacuityInputs['cases'][number];
const row = (name: string, verdict: Line['verdict'], detail = ''): Line => ({
  id: `hosting/x/y[${name}]`,
  verdict,
  ...(detail === '' ? {} : {detail}),
});
const property = (done: number, facts: Partial<PropertyFacts> = {}): PropertyFacts => ({
  seed: 1,
  asked: 100,
  done,
  skipped: 0,
  floor: 10,
  commands: {},
  ...facts,
});
const messages = (inputs: Partial<VacuityInputs>): readonly string[] =>
  vacuityOf({cases: [], ...inputs}).map(({message, likely}) => `${message} <- ${likely}`);

test.each([
  ['401', /^18 of 20 replies were 401, 403 or 404 \(401: 18, 403: 0, 404: 0\) <- the credentials are not accepted/],
  ['403', /<- the accounts have no right to act/],
  ['404', /<- the base URL is another one/],
])('nine of ten replies are %s', (status, told) => {
  const [only, ...others] = messages({statuses: {[status]: 18, '200': 2}});
  expect(others).toEqual([]);
  expect(only).toMatch(told);
});

test.each([
  ['less than nine of ten', {'404': 17, '200': 3}],
  ['hardly any replies', {'404': 19}],
  ['other refusals', {'500': 40}],
  ['none', {}],
])('%s: no sign', (_, statuses) => {
  expect(messages({statuses})).toEqual([]);
});

test('a selector that fits nothing is told by its words', () => {
  expect(messages({idle: ['--tags quik']})).toEqual([
    '--tags quik fits no case <- it is mistyped, or the case has another name now; npx --no-install touchstone list shows what there is',
  ]);
});

test('rows without a judgement are told where other rows of their table have one', () => {
  const blocked = row('b', 'error', 'arranging the repository failed');
  expect(messages({cases: [row('a', 'pass'), {...blocked, cause: 'blocked'}, row('c', 'skip')]})).toEqual([
    '2 of 3 rows of hosting/x/y never reached what they expect: b, c <- blocked: arranging the repository failed',
  ]);
  expect(messages({cases: [row('a', 'skip'), row('b', 'skip')]})).toEqual([]);
  expect(messages({cases: [row('a', 'pass'), row('b', 'fail')]})).toEqual([]);
});

test('a green property that did less than three quarters of its runs is told, with what cut it short', () => {
  const line = (verdict: Line['verdict'], facts: PropertyFacts): Line => ({id: 'p', verdict, property: facts});
  expect(messages({cases: [line('pass', property(74, {cut: 'its time was over'}))]})).toEqual([
    'p did 74 of 100 runs: its time was over <- the target is slow, or this machine was busy, also with touchstone itself; --property-time 60s gives each property more',
  ]);
  expect(messages({cases: [line('pass', property(75)), line('fail', property(1))]})).toEqual([]);
});

test.each([
  [
    15,
    5,
    [
      '15 of 20 cases were skipped, 15 of them by needs-credentials <- no credentials were given for those who act; with those of an administrator their accounts are made; npx --no-install touchstone doctor says who each actor is for the target',
    ],
  ],
  [14, 6, []],
  [14, 0, []],
])('%i skipped and %i judged cases', (skipped, judged, told) => {
  const cases = [
    ...Array.from({length: skipped}, (_, n): Line => ({id: `s/${n}`, verdict: 'skip', cause: 'needs-credentials'})),
    ...Array.from({length: judged}, (_, n): Line => ({id: `j/${n}`, verdict: 'pass'})),
  ];
  expect(messages({cases})).toEqual(told);
});

test('cases that only warn show nothing, from ten on', () => {
  const warned = (count: number): readonly Line[] =>
    Array.from({length: count}, (_, at) => ({id: `overlay/live/${String(at)}`, verdict: 'warn' as const}));
  expect(messages({cases: warned(10)})).toEqual([
    'none of the 10 judged cases passed; each differs from what is usual <- no peer answers there, or one that means something else: is the address right, and is it up?',
  ]);
  expect(messages({cases: warned(9)})).toEqual([]);
  expect(messages({cases: [...warned(20), {id: 'overlay/live/x', verdict: 'pass'}]})).toEqual([]);
});
