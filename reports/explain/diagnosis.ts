// What a look at a target found out: lines for people, each with how much it matters.
import type {TargetFacts} from '../../model/journal.ts';
import type {Json} from '../../model/json.ts';

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

/** A name that the server has otherwise than the dialect: where it is in `values`, such as `hookType` or `scopes.issueRead`. */
export interface DifferingName {
  readonly path: string;
  /** What the server has; absent where the dialect's name is refused and no other one was found. */
  readonly instead?: Json;
}

/** The dialect that a server was spoken to in, and where its names differ; `touchstone new dialect` is made of this. */
export interface SpokenDialect {
  /** The dialect that comes with us and is nearest. */
  readonly name: string;
  readonly version?: string;
  /** The title of the server's API document. */
  readonly document?: string;
  readonly differs: readonly DifferingName[];
}

/** Everything that was found out. */
export interface Diagnosis {
  readonly target: TargetFacts;
  readonly isReadOnly: boolean;
  /** It gave no reply, so no run can start. */
  readonly isUnreachable?: true;
  readonly sections: readonly DiagnosisSection[];
  /** Absent where nobody could try the names. */
  readonly dialect?: SpokenDialect;
}

/** Counts what stands in the way. */
export function obstaclesOf({sections}: Diagnosis): number {
  return sections.flatMap(({lines}) => lines).filter(({weight}) => weight === 'obstacle').length;
}
