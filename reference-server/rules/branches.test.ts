import {describe, expect, test} from 'vitest';
import {makeRules} from './make-rules.ts';

const rules = makeRules();

describe('a branch pattern', () => {
  test.each([
    ['main', 'main', true],
    ['main', 'Main', true],
    ['main*', 'Main', false],
    ['a[0-9]*', 'a-b', false],
    ['release/*', 'release/1', true],
    ['release/*', 'release/1/2', false],
    ['release/*', 'release', false],
    ['release/**', 'release/1/2', true],
    ['**', 'a/b/c', true],
    ['*', 'a/b', false],
    ['*', 'a', true],
    ['**/x', 'a/b/x', true],
    ['a*c', 'abc', true],
    ['a?c', 'a/c', false],
    ['v[0-9]', 'v7', true],
    ['v[!0-9]', 'v7', false],
    ['{main,next}', 'next', true],
    [String.raw`lit\*`, 'lit*', true],
    [String.raw`lit\*`, 'lite', false],
  ])('%s against %s is %s', (pattern, branch, matches) =>
    expect(rules.matchesBranchPattern(pattern, branch)).toBe(matches),
  );

  test('with many stars takes no time on a long name', () => {
    expect(rules.matchesBranchPattern(`${'*a'.repeat(40)}b`, 'a'.repeat(4000))).toBe(false);
  });
});

describe('an exact name takes priority over a glob, whichever is older and whether the branch existed', () => {
  const exact = (id: number, branchExisted: boolean) => ({id, ruleName: 'release/1', branchExisted});
  const glob = (id: number) => ({id, ruleName: 'release/*', branchExisted: false});
  test.each([
    [[exact(1, true), glob(2)]],
    [[glob(1), exact(2, true)]],
    [[glob(1), exact(2, false)]],
    [[glob(1), glob(2), exact(3, false)]],
  ])('%j', protections => expect(rules.pickProtection(protections, 'release/1')?.ruleName).toBe('release/1'));

  test('and the older of two globs holds', () =>
    expect(rules.pickProtection([glob(2), glob(1)], 'release/9')?.id).toBe(1));
  test('and a branch that nothing matches has none', () =>
    expect(rules.pickProtection([glob(1)], 'main')).toBeUndefined());
});
