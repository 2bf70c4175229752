// Waiting for an effect: the same question again, less and less often, until its answer is enough or the time is over.
import type {Story} from './story.ts';

/** Asks at once and then again for as long as `withinMs` lasts, and gives the last answer. */
export async function eventually<Answer>(
  {run, signal}: Story,
  withinMs: number,
  {ask, isEnough}: {readonly ask: () => Promise<Answer>; readonly isEnough: (answer: Answer) => boolean},
): Promise<Answer> {
  // The target's lag stretches every wait; its default is 10 s.
  const deadline = run.clock.monotonicMs() + (withinMs * run.bounds.lagMs) / 10_000;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 1.5, 1_000)) {
    const answer = await ask();
    if (isEnough(answer) || run.clock.monotonicMs() + pauseMs > deadline || signal.aborted) return answer;
    await run.clock.wait(pauseMs, signal);
  }
}
