// Compares two targets that the same cases were run on: only where they differ, and blamed on nothing but what is not the targets themselves.
import {caseMessage} from '../case/plain-story.ts';
import {compareRuns, type ComparedCase, type Comparison} from './comparison.ts';
import type {Journal} from '../journal/reader.ts';

/** Compares them; targets that share no case cannot be. */
export function compareTargets(first: Journal, second: Journal): ReturnType<typeof compareRuns> {
  const result = compareRuns(first, second);
  if (result.kind === 'not-comparable') return result;
  const {comparison} = result;
  const onFirst = new Map(first.cases.map(line => [line.id, line]));
  const cases = comparison.cases
    .filter(({before, after}) => before !== after)
    .map(one => {
      const line = one.before === 'pass' ? undefined : onFirst.get(one.id);
      return {...withoutBlame(one), ...(line === undefined ? {} : {messageBefore: caseMessage(line)})};
    });
  return {
    kind: 'compared',
    comparison: {
      ...comparison,
      of: 'targets',
      // That they are two targets is the question, no finding.
      changes: comparison.changes.filter(({factor}) => factor !== 'target'),
      cases,
      regressions: 0,
      unchanged: comparison.unchanged + comparison.cases.length - cases.length,
    },
  };
}

// Neither target is the better one: nothing is a regression.
function withoutBlame({blame, why, ...one}: ComparedCase): ComparedCase {
  const isWorthTelling = blame !== undefined && blame !== 'target' && why !== undefined;
  return {...one, isRegression: false, ...(isWorthTelling ? {blame, why} : {})};
}

/** Says whether the two can be told apart at all: something was judged on both, nothing failed to be judged, and both came to their end. */
export function isWholeEvidence({before, after, alike, cases}: Comparison): boolean {
  const judged = alike.pass + alike.fail + alike.warn + alike.flaky;
  return before.problem === undefined && after.problem === undefined && alike.error === 0 && judged + cases.length > 0;
}
