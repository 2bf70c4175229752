// What one statement of the record is.

/** The id of one statement of the record, e.g. `LABEL-SCOPE`. */
export type RequirementId = string;

/** One row of suites/requirements.yaml. */
export interface Requirement {
  readonly id: RequirementId;
  readonly area: 'overlay' | 'hosting';
  /** must: the record states it; should: the record names it without what a test needs. */
  readonly level: 'must' | 'should';
  /** What has to be at hand to observe it. */
  readonly observe: 'wire' | 'api' | 'hook' | 'config' | 'browser' | 'contract' | 'none';
  /** No known server does as the record says: judged and shown, in no core profile. */
  readonly contested: boolean;
  /** Verbatim from the record. */
  readonly quote: string;
  /** How we read it; an `expect` claims this and nothing more. */
  readonly reading?: string;
  /** What the record leaves open. */
  readonly notClaimed?: string;
}
