// Says when a target is gone: when so many cases in a row ended in error without one whole reply of it in between.
import type {Attempt} from '../../../model/outcome.ts';

// So many cases in a row without one whole reply in between: the target is not coming back by itself.
const silentCasesMax = 10;

/** What the cases that ended so far show. */
export interface Silence {
  /** Cases in a row that ended in error, and no whole reply came since the first of them began to be counted. */
  readonly cases: number;
  /** Whole replies of the target when the last case ended. */
  readonly wholeReplies: number;
}

/** Before the first case. */
export const noSilence: Silence = {cases: 0, wholeReplies: 0};

/** Counts a case that has ended, with the whole replies that the target has given to all cases by then. */
export function silenceAfter(
  before: Silence,
  {verdict, exchanges}: Pick<Attempt, 'verdict' | 'exchanges'>,
  wholeReplies: number,
): Silence {
  const isSilent =
    verdict === 'error' && wholeReplies === before.wholeReplies && exchanges.some(({whose}) => whose === 'target');
  return {cases: isSilent ? before.cases + 1 : 0, wholeReplies};
}

/** Says why the target is taken for gone, after the case that ended last; nothing while it is not. */
export function whyGone({cases}: Silence, {detail = ''}: Pick<Attempt, 'detail'>): string | undefined {
  if (cases < silentCasesMax) return undefined;
  return `the target gave no whole reply in ${String(silentCasesMax)} cases in a row; the last: ${detail}`;
}
