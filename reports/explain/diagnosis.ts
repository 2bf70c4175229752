// What a look at a target found out: lines for people, each with how much it matters.
import type {TargetFacts} from '../../model/journal.ts';

/** How much a line matters: `obstacle` keeps a run from judging something and can be fixed. */
export type Weight = 'good' | 'note' | 'obstacle';

/** One thing that was found out. */
export interface DiagnosisLine {
  readonly weight: Weight;
  readonly says: string;
  /** What to do about it. */
  readonly fix?: string;
}

/** One part of the page. */
export interface DiagnosisSection {
  readonly title: string;
  readonly lines: readonly DiagnosisLine[];
}

/** Everything that was found out. */
export interface Diagnosis {
  readonly target: TargetFacts;
  readonly isReadOnly: boolean;
  readonly sections: readonly DiagnosisSection[];
}

/** Counts what stands in the way. */
export function obstaclesOf({sections}: Diagnosis): number {
  return sections.flatMap(({lines}) => lines).filter(({weight}) => weight === 'obstacle').length;
}
