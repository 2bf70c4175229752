// Runs and time of a property, with a clock that only the test moves.
import {expect, test} from 'vitest';
import {propertyBudget, whyOver, type BudgetInputs} from './budget.ts';

/** Counts the runs that are done when each takes this long, with bounds as given. */
function runsDone(runMs: number, given: Partial<BudgetInputs> = {}): number {
  const definition = {runs: 25, floor: 15};
  const budget = propertyBudget({definition, propertyRuns: 0, propertyTimeMs: 0, ...given});
  const firstMs = [runMs, 2 * runMs, 3 * runMs];
  let done = 0;
  while (
    done < budget.asked &&
    whyOver(budget, {done, ms: done * runMs, firstMs: firstMs.slice(0, done)}) === undefined
  )
    done += 1;
  return done;
}

test.each([
  ['a fast server gets all runs', 20, {}, 25],
  ['a slow one is left in peace at the default time', 1_200, {}, 17],
  ['and never below the floor', 10_000, {}, 15],
  ['a time that was given counts', 100, {propertyTimeMs: 2_000}, 20],
  ['but the floor is done all the same', 100, {propertyTimeMs: 50}, 15],
  ['runs that were asked for have no usual time', 1_200, {propertyRuns: 500}, 500],
  ['unless one is given', 100, {propertyRuns: 500, propertyTimeMs: 30_000}, 300],
  ['fewer runs than the floor are the floor then', 10_000, {propertyRuns: 4}, 4],
])('%s', (_what, runMs, given, done) => {
  expect(runsDone(runMs, given)).toBe(done);
});

test('a server that becomes much slower than it was measured ends the property below its floor', () => {
  const budget = propertyBudget({definition: {runs: 25, floor: 15}, propertyRuns: 0, propertyTimeMs: 0});
  const firstMs = [100, 200, 300];
  expect(whyOver(budget, {done: 4, ms: 40_300, firstMs})).toBeUndefined();
  expect(whyOver(budget, {done: 5, ms: 80_300, firstMs})).toBe(
    'stopped after 60 s, three times what its first runs predicted',
  );
});
