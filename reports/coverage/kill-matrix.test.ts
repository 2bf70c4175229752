import {expect, test} from 'vitest';
import type {ReferenceFault} from '../../model/machine.ts';
import type {Requirement} from '../../model/requirement.ts';
import {renderMatrixHtml} from './kill-matrix-html.ts';
import {renderMatrix, renderMatrixMarkdown} from './kill-matrix-text.ts';
import {judgeMatrix, type MatrixInputs, type Noticed} from './kill-matrix.ts';

function aFault(change: Partial<ReferenceFault> = {}): ReferenceFault {
  return {
    role: 'hosting',
    name: 'wrong',
    requirement: 'LABEL-SCOPE',
    basis: 'stated',
    says: 'Does it wrong.',
    rules: ['scopeOf'],
    carries: ['LABEL-SCOPE'],
    digest: 'd',
    ...change,
  };
}

function aNews(change: Partial<Noticed> = {}): Noticed {
  return {
    case: 'hosting/labels/scope',
    proves: ['LABEL-SCOPE'],
    verdict: 'fail',
    detail: 'expected 1, got 2',
    ...change,
  };
}

function aRequirement(id: string, level: Requirement['level'] = 'must'): readonly [string, Requirement] {
  return [id, {id, area: 'hosting', level, observe: 'api', contested: false, quote: ''}];
}

function matrixOf(fault: ReferenceFault, noticed: readonly Noticed[], change: Partial<MatrixInputs> = {}) {
  return judgeMatrix({
    rows: [{fault, ran: 9, noticed}],
    cases: [],
    requirements: new Map(),
    healthy: [],
    isWhole: false,
    ...change,
  });
}

const inOrganizations = aFault({onlyIn: {dimension: 'owner', value: 'organization'}});

test.each<[string, ReferenceFault, readonly Noticed[], number, readonly string[]]>([
  ['a fail of its own statement', aFault(), [aNews()], 1, []],
  ['nobody', aFault(), [], 0, ['wrong (LABEL-SCOPE, stated) is noticed by no case']],
  [
    'errors alone',
    aFault(),
    [aNews({verdict: 'error'})],
    0,
    ['wrong (LABEL-SCOPE, stated) is noticed only through errors, e.g. of hosting/labels/scope'],
  ],
  [
    'a case of another statement',
    aFault(),
    [aNews({proves: ['LABEL-COLOR']})],
    0,
    [
      'wrong (LABEL-SCOPE, stated) is noticed only by cases of other statements or the wrong verdict, e.g. fail of hosting/labels/scope',
    ],
  ],
  [
    'a warning about what is stated',
    aFault(),
    [aNews({verdict: 'warn'})],
    0,
    [
      'wrong (LABEL-SCOPE, stated) is noticed only by cases of other statements or the wrong verdict, e.g. warn of hosting/labels/scope',
    ],
  ],
  [
    'a case that is red only sometimes',
    aFault(),
    [aNews({verdict: 'flaky'})],
    0,
    [
      'wrong (LABEL-SCOPE, stated) is noticed only by cases of other statements or the wrong verdict, e.g. flaky of hosting/labels/scope',
    ],
  ],
  ['a warning about what is usual', aFault({basis: 'usual'}), [aNews({verdict: 'warn', proves: []})], 1, []],
  [
    'a warning and a fail about what is usual',
    aFault({basis: 'usual'}),
    [aNews({verdict: 'warn'}), aNews()],
    1,
    ['wrong breaks only what is usual, and hosting/labels/scope fails for it: expected 1, got 2'],
  ],
  ['nobody, and only the text changes', aFault({basis: 'information'}), [], 0, []],
  ['nobody, and only a certificate can tell', aFault({noticedBy: 'certify'}), [], 0, []],
  [
    'a warning of a case of another statement about what is usual',
    aFault({basis: 'usual'}),
    [aNews({verdict: 'warn', proves: ['LABEL-COLOR']})],
    0,
    [
      'wrong (LABEL-SCOPE, usual) is noticed only by cases of other statements or the wrong verdict, e.g. warn of hosting/labels/scope',
    ],
  ],
  [
    'a case in its context that was narrowed to its value',
    inOrganizations,
    [aNews({case: 'hosting/labels/scope[a]@owner=organization,twin=elsewhere', narrowed: 'owner=organization'})],
    1,
    [],
  ],
  [
    'a case in its context that was narrowed to something else',
    inOrganizations,
    [aNews({case: 'hosting/labels/scope@owner=organization,twin=elsewhere', narrowed: 'twin=elsewhere'})],
    1,
    ['wrong is narrowed to twin=elsewhere, not to owner=organization'],
  ],
  [
    'a case in the plain context as well',
    inOrganizations,
    [aNews(), aNews({case: 'hosting/labels/scope@owner=organization', narrowed: 'owner=organization'})],
    1,
    ['wrong should show only with owner=organization, and hosting/labels/scope fails for it'],
  ],
  [
    'a case in a context that needs an organization',
    aFault({onlyIn: {dimension: 'actor', value: 'team-member'}}),
    [aNews({case: 'hosting/labels/scope@actor=team-member,owner=organization'})],
    1,
    ['wrong is narrowed to nothing, not to actor=team-member,owner=organization'],
  ],
  [
    'a case of another message of the overlay',
    aFault({role: 'overlay', requirement: 'OV-WIRE', basis: 'protocol'}),
    [aNews({proves: ['OV-META']})],
    1,
    [],
  ],
])('noticed by %s', (_name, fault, noticed, count, problems) => {
  const matrix = matrixOf(fault, noticed);
  expect(matrix.noticed).toBe(count);
  expect(matrix.problems).toEqual(problems);
});

test('a fault that could not be run is a problem of its own', () => {
  const rows = [{fault: aFault(), ran: 0, noticed: [], refusal: 'nobody listens'}];
  expect(matrixOf(aFault(), [], {rows}).problems).toEqual([
    'wrong: the faulty reference could not be run: nobody listens',
  ]);
});

test('a case that is red on the healthy reference is a problem', () => {
  expect(matrixOf(aFault(), [aNews()], {healthy: [aNews({verdict: 'warn'})]}).problems).toEqual([
    'hosting/labels/scope is warn on the healthy reference: expected 1, got 2',
  ]);
});

const never = 'hosting/labels/never proves a must, and no fault turns it red';

test.each<[string, Partial<MatrixInputs>, readonly string[]]>([
  ['a case of a must that is never red', {cases: [{id: 'hosting/labels/never', proves: ['LABEL-SCOPE']}]}, [never]],
  [
    'all rows of one, told once',
    {cases: ['one', 'two'].map(row => ({id: `hosting/labels/never[${row}]`, proves: ['LABEL-SCOPE']}))},
    [never],
  ],
  ['one red row for all rows', {cases: [{id: 'hosting/labels/scope[other]', proves: ['LABEL-SCOPE']}]}, []],
  ['a case of a should', {cases: [{id: 'hosting/labels/never', proves: ['REPO-NOTE']}]}, []],
  ['a case of nothing', {cases: [{id: 'hosting/labels/never', proves: []}]}, []],
  ['not all faults ran', {isWhole: false, cases: [{id: 'hosting/labels/never', proves: ['LABEL-SCOPE']}]}, []],
])('no fault turns it red: %s', (_name, change, problems) => {
  const requirements = new Map([aRequirement('LABEL-SCOPE'), aRequirement('REPO-NOTE', 'should')]);
  const noticed = [aNews({case: 'hosting/labels/scope[first]'})];
  expect(matrixOf(aFault(), noticed, {isWhole: true, requirements, ...change}).problems).toEqual(problems);
});

test('the text says the score, the first witness of its own statement and the problems', () => {
  const noticed = [aNews({case: 'other', proves: []}), aNews(), aNews({case: 'third', verdict: 'error'})];
  expect(renderMatrix(matrixOf(aFault(), noticed))).toBe(
    [
      '1 fault, 1 noticed',
      '',
      '  noticed  wrong  hosting/labels/scope and 1 more',
      '',
      'Each of these is noticed as it should be; whether every case of a must can go red, only a run of all faults shows.',
    ].join('\n'),
  );
});

test('the page has the score in its first line and, by subject, a row for each fault', () => {
  const page = renderMatrixMarkdown(
    matrixOf(
      aFault(),
      ['a[1]', 'a[2]', 'b', 'c', 'd'].map(id => aNews({case: id})),
    ),
  ).split('\n');
  expect(page[0]).toBe('1 fault, 1 noticed');
  expect(page.slice(-6)).toEqual([
    '## LABEL',
    '',
    '| statement | fault | basis | noticed by |',
    '|---|---|---|---|',
    '| LABEL-SCOPE | `wrong` | stated | `a`, `b`, `c` and 1 more |',
    '',
  ]);
  const topics = ['OV-PING', 'LABEL-SCOPE', 'API-PREFIX', 'LABEL-COLOR'].map(requirement => ({
    fault: aFault({requirement}),
    ran: 9,
    noticed: [],
  }));
  expect(
    renderMatrixMarkdown(matrixOf(aFault(), [], {rows: topics})).match(/^(?:##|\| [A-Z]).*?(?= \|| *$)/gm),
  ).toEqual(['## API', '| API-PREFIX', '## LABEL', '| LABEL-COLOR', '| LABEL-SCOPE', '## OV', '| OV-PING']);
  expect(renderMatrixMarkdown(matrixOf(aFault(), []))).toContain(
    '- wrong (LABEL-SCOPE, stated) is noticed by no case\n',
  );
});

test('the page lists the faults that show in one context only', () => {
  const rows = ['one', 'two'].map(name => ({fault: aFault({...inOrganizations, name}), ran: 9, noticed: []}));
  expect(
    renderMatrixMarkdown(matrixOf(aFault(), [], {rows}))
      .split('\n')
      .slice(-8),
  ).toEqual([
    '## Faults that show in one context only',
    '',
    'No case notices them in the plain context, and narrowing names this one.',
    '',
    '| context | faults |',
    '|---|---|',
    '| `owner=organization` | `one`, `two` |',
    '',
  ]);
});

test('what no run has to notice is no part of the score', () => {
  const rows = [
    {fault: aFault(), ran: 9, noticed: [aNews()]},
    {fault: aFault({name: 'text', basis: 'information'}), ran: 9, noticed: []},
    {fault: aFault({name: 'mask', noticedBy: 'certify'}), ran: 0, noticed: []},
  ];
  const page = renderMatrixMarkdown(matrixOf(aFault(), [], {rows})).split('\n');
  expect(page[0]).toBe('1 fault, 1 noticed');
  expect(page.at(-2)).toBe('| LABEL-SCOPE | `mask` | stated | (`certify` refuses it) |');
});

test('the page says why one fault is enough for its statement', () =>
  expect(renderMatrixMarkdown(matrixOf(aFault({alone: 'It has one value.'}), [aNews()]))).toContain(
    '\n\n## Statements with one fault, and why it is enough\n\n- LABEL-SCOPE (`wrong`): It has one value.\n',
  ));

test('the page draws a square where a suite notices a fault, once for all rows of a case, and names what nobody notices', () => {
  const news = [
    aNews(),
    aNews({case: 'hosting/labels/scope[deep]'}),
    aNews({case: 'hosting/labels/other'}),
    aNews({case: 'hosting/issues/warned', verdict: 'warn'}),
  ];
  const rows = [
    {fault: aFault({name: 'seen', says: '<b>Does</b> it.'}), ran: 9, noticed: news},
    {fault: aFault({name: 'unseen'}), ran: 9, noticed: []},
  ];
  const page = renderMatrixHtml(judgeMatrix({rows, cases: [], requirements: new Map(), healthy: [], isWhole: true}));
  expect(page).toContain('1 of 2 faults noticed, 1 problem');
  expect(page.match(/<title>seen: [^<]*</g)).toEqual(['<title>seen: hosting/labels/scope, hosting/labels/other<']);
  expect(page).toContain('<rect class="pass several"');
  expect(page.match(/<text class="missed"[^>]*>([^<]*)/)?.[1]).toBe('unseen');
  expect(page).not.toMatch(/<script|<b>Does/);
});
