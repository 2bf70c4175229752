// Removes what a case made, newest first, within a bound of its own.
import type {Story} from './story.ts';

// A clean-up may use this long in all; what is left by then is listed.
const cleanUpMs = 10_000;

/** Removes everything; what could not be removed is listed in the story's leftovers and changes no verdict. */
export async function cleanUp(story: Story): Promise<void> {
  if (story.cleanups.length === 0) return;
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort('clean-up');
  }, cleanUpMs);
  // When the run is abandoned, each removal ends at once and says what it leaves.
  story.signal = AbortSignal.any([controller.signal, story.run.abandon]);
  story.phase = 'clean-up';
  story.step = undefined;
  for (const {label, remove} of story.cleanups.toReversed()) {
    const left = controller.signal.aborted
      ? `${label} of ${story.caseId}: the clean-up ran out of its ${String(cleanUpMs / 1_000)} s`
      : await remove();
    if (left !== undefined) story.leftovers.push(left);
  }
  clearTimeout(timer);
}
