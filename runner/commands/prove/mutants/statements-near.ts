// Names the statements of the rules near a mutant: of the rule that it changes, of those that its function uses, or of the cases that reach it.
import type {Runnable} from '../../../../model/plan.ts';
import type {DescribedMutant} from '../../../../reports/mutants/mutant-result.ts';
import type {ReadSource} from './described.ts';
import {functionsOf} from './functions.ts';

/** Where the reference says which statements each rule carries. */
const requirementsFile = 'reference-server/rules/requirements.ts';

const namedMax = 4;

/** Gives a function that names the statements near a mutant, at most four. */
export function statementsNear(
  readSource: ReadSource,
  runnables: ReadonlyMap<string, Runnable>,
): (mutant: DescribedMutant, cases: readonly string[]) => readonly string[] {
  const byRule = rulesWithStatements(readSource(requirementsFile));
  return ({file, function: name}, cases) => {
    const text = functionsOf(readSource(file))
      .filter(one => one.name === name)
      .map(one => one.text)
      .join('\n');
    const own = name.split('.')[1] ?? '';
    const used = [...text.matchAll(/\b(?:rules|this)\.(\w+)/g)].map(([, rule = '']) => rule);
    const near = [own, ...used].flatMap(rule => byRule.get(rule) ?? []);
    return [...new Set(near.length > 0 ? near : mostProven(cases, runnables))].slice(0, namedMax);
  };
}

function rulesWithStatements(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...text.matchAll(/^ {2}(\w+): \[([^\]]*)\]/gm)].map(([, rule = '', ids = '']) => [
      rule,
      [...ids.matchAll(/'([^']+)'/g)].map(([, id = '']) => id),
    ]),
  );
}

function mostProven(cases: readonly string[], runnables: ReadonlyMap<string, Runnable>): readonly string[] {
  const counts = new Map<string, number>();
  for (const id of cases.flatMap(one => runnables.get(one)?.definition.proves ?? []))
    counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}
