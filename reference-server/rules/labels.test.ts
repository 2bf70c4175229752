import {describe, expect, test} from 'vitest';
import {makeRules} from './make-rules.ts';

const rules = makeRules();

const idOf = (name: string) => Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
const label = (name: string, isExclusive = true) => ({id: idOf(name), name, isExclusive});

describe('the scope of a label is the part before its last slash', () => {
  test.each([
    ['kind/bug', 'kind'],
    ['scope/alpha/name', 'scope/alpha'],
    ['bug', undefined],
    ['/bug', undefined],
    ['kind/', undefined],
    ['a//b', 'a/'],
  ])('%s has %s', (name, scope) => expect(rules.scopeOf(name)).toBe(scope));
});

describe('adding a label drives out exclusive labels of its scope and nothing else', () => {
  test.each([
    {has: ['a/x'], add: ['a/y'], left: ['a/y']},
    {has: ['a/b/x'], add: ['a/c/x'], left: ['a/b/x', 'a/c/x']},
    {has: ['a/x', 'b/x', 'free'], add: ['a/y'], left: ['b/x', 'free', 'a/y']},
    {has: ['A/x'], add: ['a/y'], left: ['A/x', 'a/y']},
    {has: ['axb/x'], add: ['a_b/y'], left: ['axb/x', 'a_b/y']},
    {has: ['a/b/y'], add: ['a/x'], left: ['a/b/y', 'a/x']},
    {has: ['a/x'], add: ['a/x'], left: ['a/x']},
    {has: [], add: ['a/y', 'a/x'], left: ['a/y']},
  ])('$has + $add = $left', ({has, add, left}) => {
    const after = rules.labelsAfterAdding(
      has.map(name => label(name)),
      add.map(name => label(name)),
    );
    expect(after.map(({name}) => name)).toEqual(left);
  });
});

test('a label that is not exclusive neither drives out nor is driven out', () => {
  const plain = label('a/plain', false);
  expect(rules.labelsAfterAdding([label('a/x')], [plain])).toHaveLength(2);
  expect(rules.labelsAfterAdding([plain], [label('a/x')])).toHaveLength(2);
});

test('replacing keeps one label of each exclusive scope', () => {
  const after = rules.labelsAfterReplacing([label('a/old')], [label('a/y'), label('b/z'), label('a/x')], 'labels');
  expect(after.map(({name}) => name)).toEqual(['a/y', 'b/z']);
});
