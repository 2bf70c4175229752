// Finds which engines the checks of a plan need, so that a run loads no other.
import {allEngines, type Engine} from '../../check/checkers.ts';
import {enginesOf} from '../../check/engines-of.ts';
import type {Plan, Runnable} from '../../../model/plan.ts';
import type {JsonObject} from '../../../model/json.ts';
import type {CaseDefinition, Expectation, Step} from '../../../model/suite.ts';

/** Gives the engines of all cases that are not skipped, with the set-up of their suites. A property is code and may check anything. */
export function enginesOfPlan({cases}: Plan, vars: JsonObject): Iterable<Engine> {
  const runnables = cases.filter(({skip}) => skip === undefined).map(({runnable}) => runnable);
  if (runnables.some(({kind}) => kind === 'property')) return allEngines;
  const examples = runnables.flatMap(exampleOf);
  const commons = [...new Set(examples.map(({common}) => common).filter(common => common !== undefined))];
  const around = commons.flatMap(({setup, teardown}) => [...setup, ...teardown]);
  // Values of variables get into expectations as those of rows do.
  const values = [vars, ...commons.map(common => common.vars)].map(body => ({pointer: '', body}));
  const engines = enginesOf([...examples.flatMap(expectationsOf), ...around.flatMap(writtenIn), ...values]);
  const isContractMet = examples.some(meetsContract) || around.some(({kind}) => kind === 'call');
  return isContractMet ? [...engines, 'schema'] : engines;
}

function exampleOf(runnable: Runnable): readonly CaseDefinition[] {
  return runnable.kind === 'example' ? [runnable.definition] : [];
}

// A table row may hold matchers too: `${row.name}` puts them into an expectation.
function expectationsOf({steps, row, pointer}: CaseDefinition): readonly Expectation[] {
  const written = steps.flatMap(writtenIn);
  return row === undefined ? written : [...written, {pointer, body: row.values}];
}

function writtenIn(step: Step): readonly Expectation[] {
  const where = step.kind === 'deliveries' ? step.where : undefined;
  return [...step.expect, ...step.usual, ...(where === undefined ? [] : [where])];
}

// Only replies of operations are held against the contract; arrangements call them too.
function meetsContract({given, steps}: CaseDefinition): boolean {
  return given.length > 0 || steps.some(({kind}) => kind === 'call');
}
