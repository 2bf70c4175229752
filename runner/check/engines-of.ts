// Finds which engines expectations need: what the matchers in them declare, and JSONPath where a selector is one.
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import type {Expectation} from '../../model/suite.ts';
import type {Engine} from './checkers.ts';
import {matcherNamed} from './matchers.ts';

/** Gives what a list of expectations needs, not counting the contract. */
export function enginesOf(expectations: Iterable<Expectation>): ReadonlySet<Engine> {
  const engines = new Set<Engine>();
  for (const {pointer: _pointer, proves: _proves, ...trees} of expectations) {
    if (Object.keys(trees.at ?? {}).some(key => key.startsWith('$'))) engines.add('jsonPath');
    if (trees.html !== undefined || trees.xml !== undefined) engines.add('markup');
    for (const tree of Object.values(trees) as readonly Json[]) addEngines(tree, engines);
  }
  return engines;
}

// Keys inside data are looked at too: an engine too many costs a few milliseconds, and one too few would break the run.
function addEngines(tree: Json, engines: Set<Engine>): void {
  if (isJsonList(tree)) {
    for (const item of tree) addEngines(item, engines);
  } else if (isJsonObject(tree)) {
    for (const [key, below] of Object.entries(tree)) {
      const engine = matcherNamed(key)?.engine;
      if (engine !== undefined) engines.add(engine);
      addEngines(below, engines);
    }
  }
}
