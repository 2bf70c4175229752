// Removes what a case made, newest first, within a bound of its own.
import {defined} from '../../../base/json/defined.ts';
import {toRemoveIn, type MadeThing} from '../attempt/events.ts';
import {withDeadline} from '../attempt/deadline.ts';
import {enter, happened, type Story} from '../attempt/story.ts';
import {removeMade} from './remove-made.ts';

// A clean-up may use this long in all; what is left by then is listed.
const cleanUpMs = 10_000;

/** Removes everything; what could not be removed is left over and changes no verdict. */
export async function cleanUp(story: Story): Promise<void> {
  const things = toRemoveIn(story.events);
  if (things.length === 0) return;
  const {ports, policy} = story.run;
  // When the run is abandoned, each removal ends at once and says what it leaves.
  const deadline = withDeadline(ports.clock, cleanUpMs, {interrupt: policy.abandon, reason: 'clean-up'});
  enter(story, {phase: 'clean-up'});
  for (const thing of things) await remove({...story, signal: deadline.signal}, thing);
  deadline.clear();
}

async function remove(story: Story, thing: MadeThing): Promise<void> {
  const isLate = story.signal.reason === 'clean-up';
  const left = isLate
    ? `${thing.arrangement.name} of ${story.caseId}: the clean-up ran out of its ${String(cleanUpMs / 1_000)} s`
    : await removeMade(story, thing);
  if (left === undefined) thing.mark.gone();
  happened(story, {kind: 'removed', thing, ...defined({left})});
}
