// Judges a status code: `201`, a class such as `2xx`, or a matcher over numbers and classes.
import type {Json} from '../../model/json.ts';
import type {Checkers} from './checkers.ts';
import {isMatcher} from './literal.ts';
import {BadMatcher, matchTree, type TreeFinding} from './match-tree.ts';
import {namedPlace} from './tree-path.ts';

/** Gives the finding of a status code that is not as expected. */
export function checkStatus(
  expected: Json,
  actual: number,
  {pointer, checkers}: {readonly pointer: string; readonly checkers: Checkers},
): readonly TreeFinding[] {
  const problem = statusProblem(expected);
  if (problem !== undefined) throw new BadMatcher(pointer, problem);
  if (typeof expected !== 'string')
    return matchTree(expected, actual, {place: namedPlace('status'), pointer, checkers});
  if (Math.floor(actual / 100) === Number(expected[0])) return [];
  return [{path: 'status', pointer, message: `expected ${expected}, got ${actual}`, expected, actual}];
}

/** Says what is wrong with an expected status whose templates are filled in. */
function statusProblem(expected: Json): {readonly message: string; readonly fix: string} | undefined {
  if (typeof expected === 'number' && Number.isInteger(expected) && expected >= 100 && expected <= 599)
    return undefined;
  if (typeof expected === 'string' && /^[1-5]xx$/.test(expected)) return undefined;
  if (isMatcher(expected)) return undefined;
  return {
    message: 'a status is a number from 100 to 599, a class, or a matcher',
    fix: 'write 201, 2xx or {$in: [200, 204]}',
  };
}
