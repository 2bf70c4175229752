// Judges one run of a property, or the last one of many.
import type {Attempt} from '../../../model/outcome.ts';
import type {Finding} from '../../../model/verdict.ts';
import type {Ending} from '../attempt/events.ts';
import {judgeAttempt} from '../attempt/judge-attempt.ts';
import type {Story} from '../attempt/story.ts';

/** Gives the verdict on what happened, on what was found in it, and on how it ended. */
export function judgeStory(
  {events}: Pick<Story, 'events'>,
  findings: readonly Finding[],
  ending: Ending,
  durationMs: number,
): Attempt {
  const end = ending.kind === 'told' ? [] : [{kind: 'ended', ending} as const];
  return judgeAttempt([...events, {kind: 'judged', findings}, ...end], durationMs);
}
