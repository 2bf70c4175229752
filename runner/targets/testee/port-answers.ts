// The answers that a port gives by itself: the decoder broke, was closed, cannot be started again, or the question was given up.
import {defined} from '../../../base/json/defined.ts';
import type {OpenQuestion, TesteeAnswer} from '../../../model/peer.ts';
import type {Breakage} from './conversation.ts';

/** The answer to a question whose decoder was closed before it was asked again. */
export const notAskedAgain: TesteeAnswer = {kind: 'lost', detail: 'The decoder was closed before it was asked again.'};

/** Gives the answer to a question that was never sent, because the decoder cannot be started again; `detail` says why. */
export function notStarted(detail: string): TesteeAnswer {
  return {kind: 'lost', detail: `The decoder could not be started again: ${detail}`};
}

/** Gives the answer to a question that was to be asked after others, one of which did not come through. */
export function brokeBefore(detail: string): TesteeAnswer {
  return {kind: 'lost', detail: `The decoder did not get as far as the question: ${detail}`};
}

/** Gives the answer to the question that broke a decoder; `when` says more about the moment. */
export function brokenAnswer({cause, how, stderrTail}: Breakage, when?: string): TesteeAnswer {
  const detail = when === undefined ? `The decoder ${how}.` : `The decoder ${how}, ${when}.`;
  return {kind: 'broken', cause, detail, stderrTail};
}

/** What a question needs that is asked by itself. */
export type PlainQuestion = Pick<OpenQuestion, 'question' | 'timeoutMs' | 'isAbandoned'>;

/** Makes a question whose answer is always looked at whole. */
export function wholeQuestion({
  question,
  timeoutMs,
  settle,
  reached,
}: Pick<OpenQuestion, 'question' | 'timeoutMs' | 'settle'> & {
  readonly reached?: OpenQuestion['reached'] | undefined;
}): OpenQuestion & {isAbandoned: boolean} {
  return {
    question,
    timeoutMs,
    settle,
    ...defined({reached}),
    isAbandoned: false,
    isAsExpected: () => false,
    settleAsExpected: () => undefined,
  };
}
