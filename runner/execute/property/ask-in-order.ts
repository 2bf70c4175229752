// The questions that a property asks of a process of its own: what it answers can depend on these alone.
import type {WorldAnswer} from '../../../model/property.ts';
import type {TesteeAnswer, TesteeQuestion} from '../../../model/peer.ts';
import {ended} from '../attempt/failures.ts';
import {abortCause} from '../http/exchange.ts';
import type {Story} from '../attempt/story.ts';
import {recorded} from '../steps/overlay-step.ts';
import {worldAnswer} from './ask-decoder.ts';

/** So many are sent before the first answer is awaited: a decoder reads them in order, and nobody waits for it to be woken for each. */
const aheadMax = 64;

/** Asks one after the other in a fresh process, and gives the answers; the last one where it broke. `pauseMs` is a pause before the last question. */
export async function askInOrder(
  story: Story,
  questions: readonly TesteeQuestion[],
  {pauseMs = 0}: {readonly pauseMs?: number} = {},
): Promise<readonly WorldAnswer[]> {
  const port = story.run.ports.testee?.fresh();
  if (port === undefined) throw ended('harness', 'a property was planned without a decoder under test');
  const answers: WorldAnswer[] = [];
  const ask = (question: TesteeQuestion): Promise<TesteeAnswer> => recorded(story, question, () => port.ask(question));
  const giveUp = (): void => void port.close();
  story.signal.addEventListener('abort', giveUp, {once: true});
  try {
    // A signal that was aborted before calls no listener any more.
    if (story.signal.aborted) throw ended(abortCause(story.signal), 'the questions were not asked');
    const size = pauseMs === 0 ? aheadMax : 1;
    for (let at = 0; at < questions.length; at += size) {
      if (pauseMs > 0 && at > 0 && at === questions.length - 1) await story.run.ports.clock.wait(pauseMs, story.signal);
      for (const answer of await Promise.all(questions.slice(at, at + size).map(ask))) {
        if (answer.kind === 'lost')
          throw ended(story.signal.reason === 'interrupted' ? 'interrupted' : 'target-unavailable', answer.detail);
        answers.push(worldAnswer(answer));
        // What comes after it was answered by another process.
        if (answer.kind === 'broken') return answers;
      }
    }
    return answers;
  } finally {
    story.signal.removeEventListener('abort', giveUp);
    await port.close();
  }
}
