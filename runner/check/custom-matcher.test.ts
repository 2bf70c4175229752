// Tests matchers of users: what is refused when they are loaded, and what a broken one costs.
import {ownWords} from '../../model/redacted.ts';
import {expect, test} from 'vitest';
import {matcher, type MatcherDefinition} from '../../model/custom-matcher.ts';
import type {Json} from '../../model/json.ts';
import {prepareCheckers} from './checkers.ts';
import {isCustomMatcher, makeCustomMatcher} from './custom-matcher.ts';
import {matchTree} from './match-tree.ts';
import {checkMatcherArgument} from './matchers.ts';
import {pointerPlace} from './tree-path.ts';

const checkers = {...(await prepareCheckers(['regex', 'schema'])), redaction: ownWords};

const even: MatcherDefinition = {
  keyword: '$x-multiple',
  doc: 'The value is a multiple of the argument.',
  needs: 'a whole number from 1',
  schema: {type: 'integer', minimum: 1},
  passes: {argument: 2, actual: 4},
  fails: {argument: 2, actual: 3},
  match: (actual, argument) =>
    (typeof actual === 'number' && actual % Number(argument) === 0) || `a multiple of ${Number(argument)}`,
};

function made(change: Partial<MatcherDefinition>) {
  return makeCustomMatcher(matcher({...even, ...change}), checkers);
}

function withMatcher(change: Partial<MatcherDefinition> = {}) {
  const one = made(change);
  if (one.kind === 'problem') throw new Error(one.why);
  return {...checkers, custom: new Map([[even.keyword, one.matcher]])};
}

function messages(
  argument: Json,
  actual: Json | undefined,
  change: Partial<MatcherDefinition> = {},
): readonly string[] {
  const found = matchTree({n: {'$x-multiple': argument}}, actual === undefined ? {} : {n: actual}, {
    place: pointerPlace('body'),
    pointer: '/expect/body',
    checkers: withMatcher(change),
  });
  return found.map(({path, message}) => `${path}: ${message}`);
}

test.each<[Json, Json | undefined, readonly string[]]>([
  [3, 9, []],
  [3, 10, ['/n: expected a multiple of 3, got 10']],
  [3, undefined, ['/n: expected a multiple of 3, but nothing is there']],
])('{$x-multiple: %j} against %j', (argument, actual, expected) => {
  expect(messages(argument, actual)).toEqual(expected);
});

test('it stands inside the matchers of ours', () => {
  const tree = {$each: {$not: {'$x-multiple': 2}}};
  const at = {place: pointerPlace('body'), pointer: '', checkers: withMatcher()};
  expect(matchTree(tree, [1, 3], at)).toEqual([]);
  expect(matchTree(tree, [1, 4], at)).toHaveLength(1);
});

test.each<[Json, string | undefined]>([
  [2, undefined],
  ['${row.by}', undefined],
  [0, '"$x-multiple" needs a whole number from 1, and this one must be >= 1'],
  ['two', '"$x-multiple" needs a whole number from 1, and this one must be integer'],
])('the argument %j is judged when the suite is read', (argument, message) => {
  expect(checkMatcherArgument('$x-multiple', argument, withMatcher())?.message).toBe(message);
});

test.each<[Partial<MatcherDefinition>, string]>([
  [
    {keyword: '$multiple'},
    'the matcher "$multiple" needs a keyword that begins with $x-, in small letters with dashes',
  ],
  [{schema: {type: 'numbre'}}, 'the matcher "$x-multiple" has a schema that does not compile'],
  [{passes: {argument: 2, actual: 5}}, 'the matcher "$x-multiple" does not hold for its example "passes"'],
  [{fails: {argument: 2, actual: 4}}, 'the matcher "$x-multiple" holds for its example "fails"'],
  [
    {fails: {argument: 0, actual: 4}},
    'the matcher "$x-multiple" cannot be tried with its example "fails": "$x-multiple" needs a whole number from 1',
  ],
  [{match: () => ''}, 'the matcher "$x-multiple" cannot be tried with its example "passes": $x-multiple gave '],
])('a definition with %j is refused', (change, why) => {
  const one = made(change);
  expect(one.kind === 'problem' ? one.why : one.kind).toContain(why);
});

test('one that breaks is no finding about the target', () => {
  const match: MatcherDefinition['match'] = actual => {
    if (actual === 100) throw new Error('too large for me');
    return even.match(actual, 2);
  };
  expect(() => messages(2, 100, {match})).toThrow('$x-multiple broke: too large for me; fix its "match"');
});

test('only what matcher(…) made counts as one', () => {
  expect([matcher(even), even, {kind: 'matcher'}, null, 'text'].map(isCustomMatcher)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
