// What a certificate stands for, and what was taken back or added since an edition of the suites.
import type {RequirementId} from './requirement.ts';
import type {Area} from './suite.ts';

/** One row of suites/profiles.yaml; what it includes is among its requirements. */
export interface Profile {
  readonly id: string;
  /** The kind of target whose cases judge it. */
  readonly area: Area;
  readonly title: string;
  /** What has to be at hand. */
  readonly needs: string;
  readonly requirements: readonly RequirementId[];
  /** Those of them whose cases show the same in different ways in, so that one of the cases is enough. */
  readonly anyCase: readonly RequirementId[];
  /** Those of them whose cases may not even warn: what known implementations do is what the statement says. */
  readonly noDifference: readonly RequirementId[];
  /** Statements that its cases may prove beside its own: what only known implementations do, which is listed and not demanded. */
  readonly beside: readonly RequirementId[];
  /** Statements beside its own that a target need not offer; what it offers of them must hold. */
  readonly ifOffered: readonly RequirementId[];
}

/** Tells whether a case that proves these statements is one of a profile's. */
export function isAboutProfile(proves: readonly string[], {requirements, beside}: Profile): boolean {
  return (
    proves.some(id => requirements.includes(id)) && proves.every(id => requirements.includes(id) || beside.includes(id))
  );
}

/** Tells whether a red case that proves these statements prevents a certificate of the profile. */
export function isJudgedByProfile(proves: readonly string[], profile: Profile): boolean {
  return isAboutProfile(proves, profile) || proves.some(id => profile.ifOffered.includes(id));
}

/** A case that was found to be wrong: nobody is judged by it any more. */
export interface Withdrawal {
  /** A case id, or a pattern with `*`. */
  readonly case: string;
  /** The day of the withdrawal, `YYYY-MM-DD`. */
  readonly since: string;
  readonly reason: string;
  /** Where it was discussed. */
  readonly dispute?: string;
}

/** A certificate that its issuer took back. */
export interface Revocation {
  /** Its identifier: `predicate.checksum`. */
  readonly certificate: string;
  /** The day, `YYYY-MM-DD`. */
  readonly since: string;
  readonly reason: string;
}

/** The suites as they were published at one time. */
export interface Edition {
  readonly id: string;
  readonly title: string;
  /** Every case whose verdict can differ from the edition before, on a target that did not change. */
  readonly changes: readonly EditionChange[];
}

export interface EditionChange {
  /** A case id, or a pattern with `*`. */
  readonly case: string;
  readonly change: 'new' | 'tightened';
  readonly reason: string;
}

/** The edition of the suites of this version: the last one of suites/editions.yaml. */
export const currentEdition = '2026.2';
