// Finds what a decoder must have been asked before, where a case is red among others and green in a fresh process.
import {counted} from '../../../base/text/counted.ts';
import type {Attempt} from '../../../model/outcome.ts';
import type {TesteePort, TesteeQuestion} from '../../../model/peer.ts';
import {questionWords} from '../../../model/peers/question-words.ts';
import {shrinkSequence} from '../../overlay/shrink/shrink-input.ts';

/** What the process was asked before the first question of a red case; empty where the case asked no decoder. */
export function askedBeforeCase(testee: TesteePort | undefined, {exchanges}: Attempt): readonly TesteeQuestion[] {
  const first = exchanges.find(({traffic}) => traffic.kind === 'testee');
  return testee === undefined || first?.traffic.kind !== 'testee' ? [] : testee.askedBefore(first.traffic.question);
}

/** How often it is asked again to find fewer questions; each time costs the start of a process, and of a decoder that hangs the reply timeout. */
export const sequenceTries = {hang: 4, other: 16} as const;

/**
 * Gives the fewest questions found after which the case is red again in a process that was asked nothing else; undefined where it is green even
 * after all of them. `isRed` runs the case against a port.
 */
export async function redOnlyAfter(
  testee: TesteePort,
  before: readonly TesteeQuestion[],
  isRed: (port: TesteePort) => Promise<boolean>,
  triesMax: number = sequenceTries.other,
): Promise<readonly TesteeQuestion[] | undefined> {
  const isRedAfter = async (questions: readonly TesteeQuestion[]): Promise<boolean> => {
    const port = testee.fresh();
    try {
      for (const question of questions) await port.ask(question);
      return await isRed(port);
    } finally {
      await port.close();
    }
  };
  if (before.length === 0 || !(await isRedAfter(before))) return undefined;
  return shrinkSequence(before, isRedAfter, triesMax);
}

const shownMax = 8;

/** Says what came before: `only after: decode OverlayPing 0801; decode OverlayPing 1002`. */
export function onlyAfterText(questions: readonly TesteeQuestion[]): string {
  const left = questions.length - shownMax;
  const more = left > 0 ? `${counted(left, 'other question')}; ` : '';
  return `only after: ${more}${questions
    .slice(-shownMax)
    .map(question => questionWords(question))
    .join('; ')}`;
}
