// Executes the examples of the table, and holds what a reader is told about arguments and trees.
import {ownWords} from '../../model/redacted.ts';
import {readFileSync} from 'node:fs';
import {beforeAll, describe, expect, test} from 'vitest';
import {matcherDocsFile, renderMatcherDocs} from '../../scripts/make-matcher-docs.ts';
import type {Json} from '../../model/json.ts';
import {readTestSuite} from '../../test/support/read-our-suites.ts';
import {prepareCheckers, type Checkers} from './checkers.ts';
import {enginesOf} from './engines-of.ts';
import {asLiteral} from './literal.ts';
import {matchTree} from './match-tree.ts';
import {checkMatcherArgument, dataMatcherNames, matcherNames, matchers, patternMatcherNames} from './matchers.ts';
import {pointerPlace} from './tree-path.ts';

let checkers: Checkers;

beforeAll(async () => {
  checkers = {...(await prepareCheckers(['regex', 'schema'])), redaction: ownWords};
});

/** What the reader says of a tree that a case expects as a body. */
function problemsOf(tree: Json): readonly string[] {
  const steps = [{call: 'issueGetLabels', params: {owner: 'a', repo: 'b', index: 1}, expect: {body: tree}}];
  const cases = [{id: 'one', title: 'a claim', proves: ['LABEL-SCOPE'], steps}];
  const text = JSON.stringify({suite: 'labels', title: 'Labels', cases});
  const {problems} = readTestSuite(
    text,
    {},
    {
      matchers: matcherNames,
      dataMatchers: dataMatcherNames,
      patternMatchers: patternMatcherNames,
      matcherProblem: checkMatcherArgument,
    },
  );
  return problems.map(({message, fix}) => `${message}; ${fix}`);
}

const listed =
  '$eq $ne $exact $literal $present $absent $type $format $gt $gte $lt $lte $within $regex $contains $startsWith $endsWith $length $count $each $unordered $sorted $in $not $any $schema';

test('the table holds the matchers that are listed here', () => {
  expect(
    [...matcherNames].sort(),
    'write the names of all matchers in `listed` of this file, and run `npm run generate` (docs/matchers.md, suites/suite.schema.json)',
  ).toEqual(listed.split(' ').sort());
});

describe.each(Object.entries(matchers))('%s', (keyword, matcher) => {
  const findings = (example: {readonly argument: Json; readonly actual?: Json}) =>
    matchTree({[keyword]: example.argument}, example.actual, {place: pointerPlace('body'), pointer: '', checkers});

  test('its examples pass and fail', () => {
    expect(findings(matcher.passes)).toEqual([]);
    expect(findings(matcher.fails)).not.toEqual([]);
  });

  test('nothing at the place is a finding, but for $absent and what says so', () => {
    const isHeld = findings({argument: matcher.passes.argument}).length === 0;
    expect(isHeld).toBe(keyword === '$absent');
  });

  test('the reader accepts its examples', () => {
    expect(problemsOf({[keyword]: matcher.passes.argument})).toEqual([]);
    expect(problemsOf({[keyword]: matcher.fails.argument})).toEqual([]);
  });
});

test('docs/matchers.md is what the table says (npm run generate makes it anew)', () => {
  expect(readFileSync(matcherDocsFile, 'utf8')).toBe(renderMatcherDocs());
});

describe('arguments', () => {
  test.each<[string, Json, string]>([
    ['$present', false, '"$present" needs true, not false; the opposite is {$absent: true}'],
    ['$type', 'array', '"$type" needs one of string, integer, number, boolean, null, list, object, not "array"'],
    ['$gt', 'x', '"$gt" needs a number or an RFC 3339 date-time, not "x"'],
    ['$gt', true, '"$gt" needs a number or an RFC 3339 date-time, not true'],
    [
      '$within',
      {of: 1},
      '"$within" needs {of: a date-time, by: a duration} or {of: a number, by: a number of at least 0}, not {"of": 1}',
    ],
    [
      '$within',
      {of: 1, by: -1},
      '"$within" needs {of: a date-time, by: a duration} or {of: a number, by: a number of at least 0}, not {"of": 1, "by": -1}',
    ],
    [
      '$regex',
      '(?=a)',
      '"$regex" needs a regular expression in RE2 syntax, and this one does not compile: invalid or unsupported Perl syntax: `(?=`',
    ],
    ['$startsWith', '', '"$startsWith" needs a text that is not empty, not ""'],
    ['$length', 1.5, '"$length" needs a whole number of at least 0 or a matcher of numbers, not 1.5'],
    ['$count', {a: 1}, '"$count" needs a whole number of at least 0 or a matcher of numbers, not {"a": 1}'],
    ['$unordered', 'a', '"$unordered" needs a list of trees, not "a"'],
    [
      '$sorted',
      'up',
      '"$sorted" needs asc, desc, or {by: a JSON Pointer into each item, order: asc or desc}, not "up"',
    ],
    [
      '$sorted',
      {by: 'id', order: 'asc'},
      '"$sorted" needs asc, desc, or {by: a JSON Pointer into each item, order: asc or desc}, not {"by": "id", "order": "asc"}',
    ],
    ['$in', [], '"$in" needs a list of at least one value, not []'],
    ['$any', {}, '"$any" needs a list of at least one tree, not {}'],
    ['$schema', 5, '"$schema" needs a JSON Schema, not 5'],
    [
      '$schema',
      {typ: 'string'},
      '"$schema" needs a JSON Schema, and this one does not compile: strict mode: unknown keyword: "typ"',
    ],
  ])('%s %j', (keyword, argument, message) => {
    expect(checkMatcherArgument(keyword, argument, checkers)?.message).toBe(message);
  });

  test.each<[string, Json]>([
    ['$gt', '${row.n}'],
    ['$within', {of: '${x}', by: '2s'}],
    ['$unordered', '${row.left}'],
    ['$in', '${row.statuses}'],
    ['$regex', '^${name}$'],
  ])('%s %j waits for its values', (keyword, argument) => {
    expect(checkMatcherArgument(keyword, argument, checkers)).toBeUndefined();
  });
});

describe('trees', () => {
  test.each<[Json, readonly string[]]>([
    [{a: [{$equal: 1}]}, ['unknown matcher "$equal"; did you mean "$eq"?']],
    [{$startswith: 'a'}, ['unknown matcher "$startswith"; did you mean "$startsWith"?']],
    [
      {a: {$gt: 1, b: 2}},
      [
        'the plain key "b" is among matchers; write either matchers or plain keys into one mapping; data with "$" in its keys goes below "$literal:"',
      ],
    ],
    [
      {$each: {id: {$type: 'int'}}},
      [
        '"$type" needs one of string, integer, number, boolean, null, list, object, not "int"; write for example {"$type": "integer"}',
      ],
    ],
    [{$not: {$any: [{$regx: 'a'}]}}, ['unknown matcher "$regx"; did you mean "$regex"?']],
    [{$eq: {$ref: 1}, $literal: {$x: 1}}, []],
    [{$length: {$gtt: 1}}, ['unknown matcher "$gtt"; did you mean "$gt"?']],
  ])('%j', (tree, problems) => {
    expect(problemsOf(tree)).toEqual(problems);
  });
});

describe('engines', () => {
  test('are loaded only where they are needed', async () => {
    expect(await prepareCheckers([])).toEqual({});
    expect([...enginesOf([{pointer: '', body: {a: [{$eq: 'x'}]}, at: {'/a': 1}}])]).toEqual([]);
    expect([...enginesOf([{pointer: '', body: {a: [{$regex: 'x'}]}, at: {'/a': 1}}])]).toEqual(['regex']);
    expect([...enginesOf([{pointer: '', at: {'$[*]': {$schema: {}}}}])]).toEqual(['jsonPath', 'schema']);
  });

  test.each(Object.entries(matchers))('%s uses no engine but the one it declares', async (keyword, matcher) => {
    const {engine, passes, fails} = matcher;
    const declared = {...(await prepareCheckers(engine === undefined ? [] : [engine])), redaction: ownWords};
    const place = pointerPlace('body');
    for (const {argument, actual} of [passes, fails])
      expect(() => matchTree({[keyword]: argument}, actual, {place, pointer: '', checkers: declared})).not.toThrow();
  });

  test('one that was not prepared is a bug of ours, never a pass', () => {
    expect(() =>
      matchTree({$regex: 'a'}, 'b', {place: pointerPlace('body'), pointer: '', checkers: {redaction: ownWords}}),
    ).toThrow('the regular expression engine was not prepared');
  });
});

test('asLiteral leaves values alone that hold no "$" key', () => {
  const value = {a: [1, {b: 'x'}]};
  expect(asLiteral(value)).toBe(value);
  expect(asLiteral([{$any: []}])).toEqual([{$literal: {$any: []}}]);
});
