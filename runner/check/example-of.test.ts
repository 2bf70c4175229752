// Shows the examples that expectations are explained with.
import {ownWords} from '../../model/redacted.ts';
import {expect, test} from 'vitest';
import {exampleOf, exampleOfStatus} from './example-of.ts';
import {prepareCheckers} from './checkers.ts';

const checkers = {...(await prepareCheckers(['jsonPath', 'regex'])), redaction: ownWords};

test.each([
  ['a/x', 'a/x', 'a/x-other', 'name: expected "a/x", got "a/x-other"'],
  [7, 7, 8, 'name: expected 7, got 8'],
  ['18446744073709551615', '18446744073709551615', '18446744073709551614', '18446744073709551614'],
  ['-7', '-7', '-6', 'name: expected "-7", got "-6"'],
  [true, true, false, 'name: expected true, got false'],
  [{$unordered: ['a', 'b']}, ['a', 'b'], ['a', 'b', 'one more'], 'one more'],
  [{$each: {state: 'open'}}, [{state: 'open'}], [{state: 'open'}, 'one more'], 'one more'],
  [{$in: [200, 204]}, 200, 201, '201'],
  [{$not: 'text'}, 'all public', 'text', 'name'],
  [{$regex: '^[a-f0-9]+$'}, 'abc123', 'abc123-other', 'abc123-other'],
  [{$length: 2}, ['item 1', 'item 2'], ['item 1', 'item 2', 'one more'], 'name'],
  [{login: 'alice', id: {$type: 'integer'}}, {login: 'alice', id: 7}, {login: 'alice-other', id: 7}, 'alice-other'],
])('%j is taken and refused by example', (tree, right, wrong, says) => {
  const example = exampleOf(tree, 'name', checkers);
  expect(example.right?.actual).toEqual(right);
  expect(example.wrong?.actual).toEqual(wrong);
  expect(example.wrong?.says).toContain(says);
});

test('a value that must be absent is refused when it is there', () => {
  const example = exampleOf({$absent: true}, 'secret', checkers);
  expect(example.right).toBeUndefined();
  expect(example.wrong?.says).toContain('secret');
});

test.each([
  ['2xx', 200, 404],
  [201, 201, 404],
  ['4xx', 400, 200],
  [{$in: [403, 404]}, 403, 200],
])('the status %j is taken as %d and refused as %d', (status, right, wrong) => {
  expect(exampleOfStatus(status, checkers)).toMatchObject({right: {actual: right}, wrong: {actual: wrong}});
});

test('what a wrong target probably answers comes first', () => {
  const wrongFor = (tree: string) => exampleOf(tree, 'answer', checkers, ['value', 'reject']).wrong?.actual;
  expect([wrongFor('value'), wrongFor('reject')]).toEqual(['reject', 'value']);
});

test('a tree that is none has no example', () => {
  expect(exampleOf({$regex: '<row.pattern', a: 1}, 'name', checkers)).toEqual({});
});
