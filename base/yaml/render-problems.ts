// Writes all problems of a run, and how many they are.
import {counted} from '../text/counted.ts';
import type {Problem} from '../../model/problem.ts';
import {renderProblem, type RenderOptions} from './render-problem.ts';

/** Gives the problems one after the other and a last line that counts them; an empty text when there are none. */
export function renderProblems(problems: readonly Problem[], options: RenderOptions): string {
  if (problems.length === 0) return '';
  const files = new Set(problems.map(({file}) => file)).size;
  const count = `${counted(problems.length, 'problem')} in ${counted(files, 'file')}`;
  return [...problems.map(problem => renderProblem(problem, options)), count].join('\n\n');
}
