// Finds cases that leave all others out.
import type {Problem} from '../../../model/problem.ts';
import type {SuiteDefinition} from '../../../model/suite.ts';

/** Gives one problem for each case with `only: true`; a case with a table is reported once. */
export function casesAlone(suites: readonly SuiteDefinition[]): readonly Problem[] {
  const places = new Map<string, Problem>();
  for (const {only, file, lines} of suites.flatMap(({cases}) => cases)) {
    const message = 'the case has "only: true", which leaves out every other case';
    const problem = {file, line: lines.first, column: 1, message, fix: 'take it out; --id chooses single cases'};
    if (only === true) places.set(`${file}:${String(lines.first)}`, problem);
  }
  return [...places.values()];
}
