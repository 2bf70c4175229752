// Says why a run as a whole is no evidence, so that no report of a broken run looks green.
import type {Journal} from '../journal/reader.ts';
import {reachText, runNumbers} from '../words/verdict-words.ts';

/** What kept a run from its end. */
export interface RunProblem {
  readonly kind: 'interrupted' | 'incomplete';
  /** One sentence. */
  readonly message: string;
}

/** Gives the problem, or nothing when every planned case has its verdict. */
export function runProblem(journal: Journal): RunProblem | undefined {
  const {isComplete, isInterrupted, notRun, planned} = runNumbers(journal);
  if (isComplete && !isInterrupted && notRun === 0) return undefined;
  return {
    kind: isInterrupted ? 'interrupted' : 'incomplete',
    message:
      journal.kind === 'incomplete'
        ? journal.why
        : [...(journal.footer.gone === undefined ? [] : [journal.footer.gone]), reachText({notRun, planned})].join(
            '; ',
          ),
  };
}
