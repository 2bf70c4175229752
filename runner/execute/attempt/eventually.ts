// Waiting for an effect: the same question again, less and less often, until its answer is enough or the time is over.
import {giveUp, learnWait, patienceMs} from './patience.ts';
import type {Story} from './story.ts';

/** Asks at once and then again for as long as `withinMs` lasts, and gives the last answer. */
export async function eventually<Answer>(
  story: Story,
  withinMs: number,
  {ask, isEnough}: {readonly ask: () => Promise<Answer>; readonly isEnough: (answer: Answer) => boolean},
): Promise<Answer> {
  const {run, signal} = story;
  const startedMs = run.ports.clock.monotonicMs();
  const limitMs = patienceMs(story, withinMs, 'effect');
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 1.5, 1_000)) {
    const answer = await ask();
    const waitedMs = run.ports.clock.monotonicMs() - startedMs;
    const isEnd = isEnough(answer);
    if (isEnd && withinMs > 0) learnWait(run.learnt, 'effect', waitedMs);
    if (isEnd || signal.aborted) return answer;
    if (waitedMs + pauseMs > limitMs) {
      giveUp(story, withinMs, limitMs);
      return answer;
    }
    await run.ports.clock.wait(pauseMs, signal);
  }
}
