// Finds which engines the checks of a plan need, so that a run loads no other.
import {allEngines, type Engine} from '../../check/checkers.ts';
import {enginesOf} from '../../check/engines-of.ts';
import type {Plan, Runnable} from '../../../model/plan.ts';
import type {CaseDefinition, Expectation} from '../../../model/suite.ts';

/** Gives the engines of all cases that are not skipped. A property is code and may check anything. */
export function enginesOfPlan({cases}: Plan): Iterable<Engine> {
  const runnables = cases.filter(({skip}) => skip === undefined).map(({runnable}) => runnable);
  if (runnables.some(({kind}) => kind === 'property')) return allEngines;
  const examples = runnables.flatMap(exampleOf);
  const engines = enginesOf(examples.flatMap(expectationsOf));
  return examples.some(meetsContract) ? [...engines, 'schema'] : engines;
}

function exampleOf(runnable: Runnable): readonly CaseDefinition[] {
  return runnable.kind === 'example' ? [runnable.definition] : [];
}

// A table row may hold matchers too: `${row.name}` puts them into an expectation.
function expectationsOf({steps, row, pointer}: CaseDefinition): readonly Expectation[] {
  const written = steps
    .flatMap(step => [...step.expect, ...step.usual, step.kind === 'deliveries' ? step.where : undefined])
    .filter(one => one !== undefined);
  return row === undefined ? written : [...written, {pointer, body: row.values}];
}

// Only replies of operations are held against the contract; arrangements call them too.
function meetsContract({given, steps}: CaseDefinition): boolean {
  return given.length > 0 || steps.some(({kind}) => kind === 'call');
}
