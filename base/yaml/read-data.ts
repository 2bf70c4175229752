// Reads a plain data file with the strictness of suites.
import type {Json} from '../../model/json.ts';
import type {Problem} from '../../model/problem.ts';
import {parseYaml} from './parse-yaml.ts';
import {problemsOf} from './source.ts';

/** Gives the value of a YAML file, or every problem of it. */
export function readData({text, file}: {readonly text: string; readonly file: string}): {
  readonly data?: Json;
  readonly problems: readonly Problem[];
} {
  const source = parseYaml({text, file});
  const problems = problemsOf(source);
  return source.value === undefined || problems.length > 0 ? {problems} : {data: source.value, problems};
}
