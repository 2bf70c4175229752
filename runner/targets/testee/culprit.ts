// Finds out which of many open questions broke a decoder under test.
import type {TesteeAnswer} from '../../../model/peer.ts';

/** How questions are asked again; each has a number, the oldest 0. */
export interface Again {
  readonly count: number;
  /** Asks in a fresh session one question after the other, from this one on, until the session breaks or all are answered; gives at least one answer. */
  readonly inTurn: (from: number) => Promise<Turn>;
  /** Asks a question in a fresh session of its own. */
  readonly alone: (index: number) => Promise<TesteeAnswer>;
}

/** The answers that came in one session, and whether it broke. */
export interface Turn {
  readonly answers: readonly TesteeAnswer[];
  readonly isBroken: boolean;
}

/** The answers from the oldest question on; the last one of them is that of one which breaks the decoder alone, where such a one ended the search. */
export interface Findings {
  readonly answers: readonly TesteeAnswer[];
  readonly hasCulprit: boolean;
}

/**
 * "The others are innocent until shown otherwise": they are asked in turn until the session breaks again; then the one that was asked is asked alone,
 * and after it the one before, whose answer had come already. Where neither breaks alone, it goes on behind them; so it does where the first question
 * of a session broke it, as many will that breaks at anything: all together they would only break it once more.
 */
export async function findCulprit({count, inTurn, alone}: Again): Promise<Findings> {
  const answers: TesteeAnswer[] = [];
  let hasCulprit = false;
  while (answers.length < count) {
    const from = answers.length;
    const {answers: more, isBroken} = await inTurn(from);
    answers.push(...more);
    if (isBroken && more[0]?.kind === 'broken') {
      hasCulprit = true;
      continue;
    }
    const first = isBroken ? Math.max(from, answers.length - 2) : answers.length;
    for (let index = answers.length - 1; index >= first; index -= 1) {
      const answer = await alone(index);
      answers[index] = answer;
      if (answer.kind === 'broken') return {answers: answers.slice(0, index + 1), hasCulprit: true};
    }
  }
  return {answers, hasCulprit};
}
