// The statement that each operation is about, for those that a history misses.
import {statements} from './usual-answers.ts';

/** Gives the statement; of what no case judges, the one on the API as a whole. */
export function statementOf(operation: string): string {
  return statements[operation] ?? 'API-PREFIX';
}
