// Says what a run would do on a target: how much, how long, and what it would leave out.
import {program} from '../../../base/text/program.ts';
import {counted} from '../../../base/text/counted.ts';
import type {Actor} from '../../../model/actor.ts';
import type {Offer, Plan, Runnable} from '../../../model/plan.ts';
import {rolesIn} from '../../plan/contexts/roles-in.ts';
import {lostStatements, skipReasons} from '../../plan/skip-reasons.ts';
import type {DiagnosisLine} from '../../../reports/explain/diagnosis.ts';
import type {OpenTarget} from '../open/opening.ts';
import {planTime} from '../run/plan-time.ts';

/** Says how much a run does and how long that takes. */
export function sizeOfRun(plan: Plan, target: OpenTarget): readonly DiagnosisLine[] {
  const running = plan.cases.filter(({skip}) => skip === undefined).length;
  const {requests, objects} = plan;
  const oneMs = target.requestMs?.();
  const took = planTime(target, requests);
  const made = objects === 0 ? '' : ` and makes and removes about ${String(objects)} things`;
  const time =
    oneMs === undefined || took === undefined
      ? ''
      : `; with ${String(target.bounds.jobs)} at a time that takes ${took}, as reading took ${oneMs.toFixed(1)} ms a request`;
  const says = `a run has ${String(running)} cases, sends about ${String(requests)} requests${made}${time}`;
  return [{weight: running === 0 ? 'obstacle' : 'good', says}];
}

// Nobody reads more of them; where nearly all are lost, the reasons above say it.
const lostShown = 40;

/** Says what is skipped and why, and which statements that costs. */
export function skipsOfRun(plan: Plan): readonly DiagnosisLine[] {
  const lost = lostStatements(plan);
  const reasons = skipReasons(plan).map(([why, count]): DiagnosisLine => ({
    weight: 'note',
    says: `${String(count)} ${count === 1 ? 'case is' : 'cases are'} skipped because ${why}`,
  }));
  const more = lost.length > lostShown ? ` and ${String(lost.length - lostShown)} more` : '';
  if (lost.length === 0) return reasons.length === 0 ? [{weight: 'good', says: 'nothing is skipped'}] : reasons;
  return [
    ...reasons,
    {
      weight: 'note',
      says: `${counted(lost.length, 'statement')} cannot be judged here: ${lost.slice(0, lostShown).join(', ')}${more}`,
      fix: `${program} explain ID says what each is`,
    },
  ];
}

/** The offer as it will be once the run has made its accounts, for a look that makes none. */
export function withAccounts(offer: Offer, actors: ReadonlyMap<string, Actor>, isAdmin: boolean): Offer {
  if (isAdmin) return {...offer, actors: new Set([...offer.actors, 'alice', 'bob'])};
  if (!actors.has('admin')) return offer;
  // One account that is no administrator acts as alice.
  const others = [...offer.actors].filter(role => role !== 'admin');
  return {...offer, actors: new Set([...others, 'alice'])};
}

/** Adds the accounts that a run makes for the contexts of its cases, where it makes accounts. */
export function withContextAccounts(offer: Offer, runnables: readonly Runnable[]): Offer {
  if (!offer.actors.has('admin')) return offer;
  return {...offer, actors: new Set([...offer.actors, ...rolesIn(runnables, offer.isDestructiveAllowed)])};
}
