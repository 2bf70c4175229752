// What the law of a property missed: noted, and the end of the run where it was stated.
import type {Finding} from '../../../model/verdict.ts';
import {CaseEnded} from '../attempt/failures.ts';
import type {PropertyRun} from './property-run.ts';

/** Ends a run of which enough is known, although nothing stated broke: its story is told as far as it went. */
export class EnoughShown extends Error {}

/**
 * Notes findings of a run. A stated miss ends it, so that the story stops where the law broke; of a probe, everything is only usual, and so is
 * what was refused in a context to somebody whose right no sentence states.
 */
export function missed(
  {events, isProbe, isUsualRed}: Pick<PropertyRun, 'events' | 'isProbe' | 'isUsualRed'>,
  news: readonly Finding[],
): void {
  const barred = new Set(events.flatMap(event => (event.kind === 'barred' ? [event.step.index] : [])));
  const isSoftened = news.some(({basis, step = -1}) => basis === 'stated' && barred.has(step));
  const findings = news.map((finding): Finding => ({
    ...finding,
    ...(isSoftened ? {basis: 'usual', cause: 'context-refused'} : {}),
    ...(isProbe ? {basis: 'usual'} : {}),
  }));
  events.push({kind: 'missed', findings});
  const stated = findings.find(({basis}) => basis === 'stated');
  if (stated !== undefined) throw new CaseEnded('fail', stated.cause ?? 'expectation', stated.message);
  if (isSoftened || (isUsualRed && findings.length > 0)) throw new EnoughShown();
}
