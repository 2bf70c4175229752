// Finds variables that suites use and do not give themselves.
import {nearestName} from '../../../base/text/nearest-name.ts';
import {jsonObject} from '../../../model/json.ts';
import type {SuiteDefinition} from '../../../model/suite.ts';
import {variablesIn, variablesOfCase} from '../../read/validate/template-scope.ts';

/** Gives one note that names them all, each with the one that may have been meant. */
export function openVariables(suites: readonly SuiteDefinition[]): readonly string[] {
  const open = new Map<string, string>();
  for (const one of suites.flatMap(({cases}) => cases)) {
    const vars = one.common?.vars ?? jsonObject([]);
    const own = Object.keys(vars);
    for (const name of [...variablesOfCase(one), ...variablesIn(vars)]) {
      const near = nearestName(name, own);
      const meant = near === undefined ? '' : ` (did you mean \${vars.${near}}?)`;
      if (!own.includes(name)) open.set(name, `\${vars.${name}}${meant}`);
    }
  }
  return open.size === 0
    ? []
    : [
        `a run has to give ${[...open.values()].join(', ')}\n  to find misspelled names, check the target file with the suites, or give check --var NAME=VALUE as you give it to run`,
      ];
}
