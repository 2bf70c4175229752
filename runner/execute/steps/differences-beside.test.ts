// What differs between two readings of one thing, and may not.
import {expect, test} from 'vitest';
import type {Json} from '../../../model/json.ts';
import {differencesBeside} from './differences-beside.ts';

const json = (text: string): Json => JSON.parse(text) as Json;

test.each<[what: string, before: string, after: string, paths: readonly string[]]>([
  ['nothing', '{"a":1}', '{"a":1}', []],
  ['a member', '{"a":1,"b":{"c":2}}', '{"a":1,"b":{"c":3}}', ['/b/c']],
  ['a member that is gone', '{"a":1}', '{}', ['/a']],
  ['a member that is new', '{}', '{"a/b":1}', ['/a~1b']],
  ['a counter', '{"counter":1,"below":[{"counter":1}]}', '{"counter":2,"below":[{"counter":5}]}', []],
  [
    'a place that may differ',
    '{"free":{"a":1},"many":[{"x":1,"y":1}]}',
    '{"free":2,"many":[{"x":2,"y":2}]}',
    ['/many/0/y'],
  ],
  ['the order of a list', '[{"id":1},{"id":2}]', '[{"id":2},{"id":1}]', []],
  ['an item with an id', '[{"id":1,"a":1},{"id":2}]', '[{"id":2},{"id":1,"a":2}]', ['/0/a']],
  ['an item that is gone', '[1,2]', '[2]', ['/0']],
  ['an item that is new', '[2]', '[2,1]', ['/1']],
  ['null', '{"a":null}', '{"a":{}}', ['/a']],
])('%s', (_what, before, after, paths) => {
  const found = differencesBeside(
    {status: 200, body: json(before)},
    {status: 200, body: json(after)},
    {anywhere: ['counter'], changes: ['/free', '/many/*/x']},
  );
  expect(found.map(({path}) => path)).toEqual(paths);
});

test('what is not found any more differs as a whole', () => {
  expect(differencesBeside({status: 200, body: {}}, {status: 404, body: {}}, {anywhere: [], changes: ['']})).toEqual([
    {path: '', before: 200, after: 404},
  ]);
});

test('at most ten differences are told', () => {
  const body = (value: number): Json =>
    Object.fromEntries(Array.from({length: 30}, (_, n) => [`k${String(n)}`, value]));
  expect(
    differencesBeside({status: 200, body: body(1)}, {status: 200, body: body(2)}, {anywhere: [], changes: []}),
  ).toHaveLength(10);
});
