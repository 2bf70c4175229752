// Says what a run would do on a target: how much, how long, and what it would leave out.
import {program} from '../../../base/text/program.ts';
import {counted} from '../../../base/text/counted.ts';
import type {Actor} from '../../../model/actor.ts';
import type {Offer, Plan, PlannedCase, Runnable} from '../../../model/plan.ts';
import {rolesIn} from '../../plan/contexts/roles-in.ts';
import {knownVariants} from '../../plan/known-variants.ts';
import {variantWhy} from '../../plan/gate-case.ts';
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
  const made = objects === 0 ? '' : ` and makes and removes about ${counted(objects, 'thing')}`;
  const time =
    oneMs === undefined || took === undefined
      ? ''
      : `; with ${String(target.bounds.jobs)} at a time that takes ${took}, as reading took ${oneMs.toFixed(1)} ms a request`;
  const says = `a run has ${counted(running, 'case')}, sends about ${counted(requests, 'request')}${made}${time}`;
  return [{weight: running === 0 ? 'obstacle' : 'good', says}];
}

// Nobody reads more of them; where nearly all are lost, the reasons above say it.
const lostShown = 40;

/** Says of each variant that cases ask for whether it is there, and what waits for it where it is not. */
export function variantsOfRun({cases}: Plan): readonly DiagnosisLine[] {
  const asked = new Map<string, PlannedCase[]>();
  for (const planned of cases) {
    const {runnable} = planned;
    const {variant} = runnable.definition;
    if (variant === undefined) continue;
    asked.set(variant, [...(asked.get(variant) ?? []), planned]);
  }
  return [...asked].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, waiting]) => variantLine(name, waiting));
}

function variantLine(name: string, waiting: readonly PlannedCase[]): DiagnosisLine {
  const missing = waiting.filter(({skip}) => skip?.why.startsWith(variantWhy) === true);
  const known = Object.hasOwn(knownVariants, name) ? knownVariants[name] : undefined;
  const what = `${name}${known === undefined ? '' : ` (${known.title})`}`;
  if (missing.length === 0) {
    const running = waiting.filter(({skip}) => skip === undefined).length;
    if (running > 0) return {weight: 'good', says: `${what}: ${counted(running, 'case')}`};
    // Whether it is there was not asked: what skips these cases comes before their variant.
    return {weight: 'note', says: `${what}: its ${counted(waiting.length, 'case')} cannot run here for other reasons`};
  }
  const [again, own] = partition(
    missing,
    ({runnable}) => runnable.kind === 'example' && runnable.context !== undefined,
  );
  const statements = [...new Set(own.flatMap(({runnable}) => runnable.definition.proves))].toSorted();
  const waits = [
    ...(own.length === 0 ? [] : [`${counted(own.length, 'case')} about ${statements.join(', ')}`]),
    ...(again.length === 0 ? [] : [`${counted(again.length, 'repetition')} of cases that run without it`]),
  ];
  return {
    weight: 'note',
    says: `${what} is not there, for which ${waits.join(' and ')} ${missing.length === 1 ? 'waits' : 'wait'}`,
    fix: `${known === undefined ? '' : `${known.settings}; `}name it under variants: in the target file, docs/variants.md`,
  };
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(test), items.filter(item => !test(item))];
}

/** Says what is skipped and why, and which statements that costs; what waits for a variant is said there. */
export function skipsOfRun(plan: Plan): readonly DiagnosisLine[] {
  const lost = lostStatements(plan);
  const others = plan.cases.filter(({skip}) => skip?.why.startsWith(variantWhy) !== true);
  const reasons = skipReasons({cases: others}).map(([why, count]): DiagnosisLine => ({
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
