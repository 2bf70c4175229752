// Shapes keep what all replies have in common, and name what is otherwise.
import {expect, test} from 'vitest';
import {joined, kindsOf, masked, misfitsOf, namesOf, shapeOf} from './reply-shapes.ts';

const names = namesOf([
  ['alice', 'alice-x7f3k2m9'],
  ['repo', 'ts-of6tj79qe5'],
  ['short', 'a'],
  ['again', 'alice-x7f3k2m9'],
]);

test.each([
  ['http://127.0.0.1:4000/git/alice-x7f3k2m9/ts-of6tj79qe5/issues/7', '{server}/{alice}/{repo}/issues/#'],
  ['https://git.example.org/api/v1/repos/alice-x7f3k2m9', '{server}/api/v#/repos/{alice}'],
  ['2026-11-23T10:00:00+01:00', '{time}'],
  [`tree ${'0a'.repeat(20)}`, 'tree {hash}'],
  ['comment qjfs6g4t62', 'comment {made}'],
  ['repository', 'repository'],
])('%s becomes %s', (text, shape) => {
  expect(masked(text, names)).toBe(shape);
});

test('what two replies have in common is what both hold, and kinds where values differ', () => {
  const one = shapeOf(
    {id: 4, open: true, title: 'a', left: 0, labels: [], user: {login: 'alice-x7f3k2m9', old: null}},
    names,
  );
  const other = shapeOf(
    {id: 5, open: true, title: 'b', left: 0, labels: [{id: 1}], user: {login: 'alice-x7f3k2m9'}},
    names,
  );
  expect(joined(one, other)).toEqual({
    id: {$kind: 'number'},
    open: true,
    title: {$kind: 'text'},
    left: 0,
    labels: {$each: {id: {$kind: 'number'}}},
    user: {login: '{alice}'},
  });
  expect(kindsOf({open: true, labels: shapeOf([], names)})).toEqual({
    open: {$kind: 'flag'},
    labels: {$each: {$kind: 'any'}},
  });
});

test.each([
  [{open: true}, {open: false, more: 1}, [{pointer: '/open', wanted: 'true', got: 'false'}]],
  [{title: ''}, {}, [{pointer: '/title', wanted: 'an empty text', got: 'nothing'}]],
  [{at: '{time}'}, {at: '2026-11-23T10:00:00Z'}, []],
  [{n: {$kind: 'number'} as const}, {n: '1'}, [{pointer: '/n', wanted: 'a number', got: '1'}]],
  [{list: {$each: {$kind: 'none'}} as const}, {list: ['x']}, [{pointer: '/list/0', wanted: 'nothing', got: 'x'}]],
  [{list: {$each: {$kind: 'none'}} as const}, {list: null}, []],
  [{has_issues: {$kind: 'flag'} as const, internal_tracker: {}}, {has_issues: false}, []],
  [
    {has_issues: {$kind: 'flag'} as const, internal_tracker: {}},
    {has_issues: true},
    [{pointer: '/internal_tracker', wanted: 'an object', got: 'nothing'}],
  ],
  [
    {client_secret: ''},
    {client_secret: 'hidden'},
    [{pointer: '/client_secret', wanted: 'an empty text', got: 'a string'}],
  ],
])('%j against %j', (shape, value, misfits) => {
  expect(misfitsOf(shape, value, names)).toEqual(misfits);
});

test('somebody who was removed need not have the members that others have', () => {
  const shape = {user: {id: {$kind: 'number'}, login: '{alice}', html_url: {$kind: 'text'}}} as const;
  expect(misfitsOf(shape, {user: {id: -1, login: 'Ghost'}}, names)).toEqual([]);
  expect(misfitsOf(shape, {user: {id: 4, login: 'Ghost'}}, names)).toHaveLength(2);
});

test.each([
  ['issue mcnlcrmcck', 0],
  ['issue mcnlc7mcck', 0],
  ['issue of somebody', 1],
  ['an issue mcnlcrmcck', 1],
])('"issue {made}" and %s differ %i times', (text, count) => {
  expect(misfitsOf('issue {made}', text, names)).toHaveLength(count);
});
