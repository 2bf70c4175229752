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

/** The answers from the oldest question on; where one breaks the decoder alone, its answer is the last. */
export interface Findings {
  readonly answers: readonly TesteeAnswer[];
  readonly hasCulprit: boolean;
}

/**
 * "The others are innocent until shown otherwise": they are asked in turn until the session breaks again; then the one that was asked is asked alone,
 * and after it the one before, whose answer had come already. Where neither breaks alone, it goes on behind them.
 */
export async function findCulprit({count, inTurn, alone}: Again): Promise<Findings> {
  const answers: TesteeAnswer[] = [];
  while (answers.length < count) {
    const from = answers.length;
    const {answers: more, isBroken} = await inTurn(from);
    answers.push(...more);
    const first = isBroken ? Math.max(from, answers.length - 2) : answers.length;
    for (let index = answers.length - 1; index >= first; index -= 1) {
      // The first of a session was alone when it broke it.
      const answer = index === from && answers[index]!.kind === 'broken' ? answers[index]! : await alone(index);
      answers[index] = answer;
      if (answer.kind === 'broken') return {answers: answers.slice(0, index + 1), hasCulprit: true};
    }
  }
  return {answers, hasCulprit: false};
}
