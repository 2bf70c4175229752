// Finds cases of users whose failures would accuse no statement, because they prove several and no expectation names one.
import type {SuiteDefinition} from '../../../model/suite.ts';

/** Gives one note for each such case; a case with a table is told once. */
export function unnamedStatements(suites: readonly SuiteDefinition[]): readonly string[] {
  const notes = suites
    .filter(({isUsers}) => isUsers === true)
    .flatMap(({cases}) => cases)
    .filter(({proves, steps}) => {
      const expectations = steps.flatMap(({expect}) => expect);
      return proves.length > 1 && expectations.length > 0 && expectations.every(one => one.proves === undefined);
    })
    .map(
      ({file, lines, proves}) =>
        `${file}:${String(lines.first)}: the case proves ${proves.join(', ')}, and no expectation says which of them it is for: a failure breaks none of them\n` +
        '  write e.g. expect: {proves: ID, …}',
    );
  return [...new Set(notes)];
}
