// What one statement of the record is.

/** The id of one statement of the record, e.g. `LABEL-SCOPE`. */
export type RequirementId = string;

export const requirementAreas = ['overlay', 'hosting'] as const;
export const requirementLevels = ['must', 'should'] as const;
export const requirementWays = ['wire', 'api', 'hook', 'config', 'browser', 'contract', 'none'] as const;

/** One row of a requirements.yaml. */
export interface Requirement {
  readonly id: RequirementId;
  readonly area: (typeof requirementAreas)[number];
  /** must: the record states it; should: the record names it without what a test needs. */
  readonly level: (typeof requirementLevels)[number];
  /** What has to be at hand to observe it. */
  readonly observe: (typeof requirementWays)[number];
  /** No known server does as the record says: judged and shown, in no core profile. */
  readonly contested: boolean;
  /** Verbatim from the record. */
  readonly quote: string;
  /** Where the sentence is from, when it is not of the record: a standard, or what known implementations do. */
  readonly source?: string;
  /** How we read it; an `expect` claims this and nothing more. */
  readonly reading?: string;
  /** What the record leaves open. */
  readonly notClaimed?: string;
}
