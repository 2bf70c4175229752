// Says, before the first case, why no certificate can come of a run.
import {counted} from '../../../base/text/counted.ts';
import type {Plan, PlannedCase} from '../../../model/plan.ts';
import {isAboutProfile, type Profile} from '../../../model/profile.ts';
import type {Area} from '../../../model/suite.ts';
import {isExcused, isOurReference} from '../../../reports/certificate/certificate.ts';
import type {CertifyOptions} from './certificate-options.ts';
import type {Refusal, RunHooks} from '../run/run-hooks.ts';
import {targetFacts} from '../run/run-header.ts';

/** What a certification is for. */
export interface Certifying {
  readonly options: CertifyOptions;
  readonly profile: Profile;
  /** Gives the ids of every case of the profile, in the contexts that runs with these seeds choose. */
  readonly canonical: (seeds: readonly number[]) => readonly string[];
}

/** The name under which our reference may be certified. */
export const referenceName = 'touchstone reference';

/** Refuses another name for our reference, a target of the wrong kind, and any skip of a case of the profile. */
export function refuseEarly(
  {target, entry, plan}: Parameters<NonNullable<RunHooks['refuse']>>[0],
  {options, profile}: Certifying,
): Refusal | undefined {
  const facts = targetFacts(target, entry);
  if (isOurReference({isSelfTest: target.isReference, target: facts}) && options.implementation !== referenceName) {
    return {
      exitCode: 2,
      why: `the target says that it is the reference server of touchstone, and --implementation says "${options.implementation ?? ''}"\n  our own server is certified as --implementation "${referenceName}" and its certificate says REFERENCE`,
    };
  }
  return skipRefusal(plan, profile);
}

/** Says which flag is missing when the profile is about another kind of target than was given. */
export function missingTarget(
  {target, peer, livePeer, reference, from}: CertifyOptions,
  {id, area}: Profile,
): string | undefined {
  const given: {readonly [kind in Area]: boolean} = {
    hosting: target !== undefined || from?.server !== undefined,
    'overlay-codec': peer !== undefined,
    'overlay-live': livePeer !== undefined,
  };
  return given[area] || reference === true
    ? undefined
    : `the profile ${id} is about another kind of target: give ${flagOf[area]}`;
}

const flagOf: {readonly [area in Area]: string} = {
  hosting: '--target URL',
  'overlay-codec': '--peer ADDRESS',
  'overlay-live': '--live-peer URL',
};

// So many reasons are told, each with so many statements; what is missing is fixed one after the other.
const shownMax = 10;
const namedMax = 5;

function skipRefusal(plan: Plan, profile: Profile): Refusal | undefined {
  const proven = new Set(
    plan.cases
      .filter(planned => isOfProfile(planned, profile) && planned.skip === undefined)
      .flatMap(({runnable}) => runnable.definition.proves),
  );
  const skipped = plan.cases.filter(
    planned =>
      isOfProfile(planned, profile) &&
      planned.skip !== undefined &&
      planned.skip.cause !== 'withdrawn' &&
      // The certificate names what contexts the target does not offer.
      planned.skip.cause !== 'context-unavailable' &&
      !isExcused(planned.runnable.definition.proves, profile, proven),
  );
  const reasons = new Map<string, string>();
  for (const {runnable, skip} of skipped)
    for (const id of runnable.definition.proves) if (!reasons.has(id)) reasons.set(id, skip?.why ?? '');
  for (const id of profile.requirements) if (!proven.has(id) && !reasons.has(id)) reasons.set(id, 'no case proves it');
  if (reasons.size === 0) return undefined;
  const isDeclared = skipped.some(({skip}) => skip?.cause === 'capability-absent');
  const lines = linesOf(reasons);
  const more = lines.length > shownMax ? [`  and ${counted(lines.length - shownMax, 'more reason')}`] : [];
  const head = isDeclared
    ? `a statement of the profile ${profile.id} cannot be declared absent`
    : `no certificate of the profile ${profile.id} can come of this run: a case that is skipped proves nothing`;
  return {exitCode: isDeclared ? 2 : 6, why: [head, ...lines.slice(0, shownMax), ...more].join('\n')};
}

/** Gives a line for each reason, with the statements that it costs. */
function linesOf(reasons: ReadonlyMap<string, string>): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const [id, why] of reasons) byReason.set(why, [...(byReason.get(why) ?? []), id]);
  return [...byReason].map(([why, ids]) => {
    const more = ids.length > namedMax ? ` and ${String(ids.length - namedMax)} more` : '';
    return `  ${ids.slice(0, namedMax).join(', ')}${more}: ${why}`;
  });
}

function isOfProfile({runnable}: PlannedCase, profile: Profile): boolean {
  return isAboutProfile(runnable.definition.proves, profile);
}
