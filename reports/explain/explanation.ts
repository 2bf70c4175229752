// What an explanation says: a statement, a case or a fault with everything that belongs to it.
import type {Requirement} from '../../model/requirement.ts';

/** Any explanation. */
export type Explanation = StatementExplanation | CaseExplanation | FaultExplanation;

/** A statement of the record. */
export interface StatementExplanation {
  readonly kind: 'statement';
  readonly requirement: Requirement;
  readonly cases: readonly {readonly id: string; readonly title: string}[];
  /** Of the first case that shows one. */
  readonly example?: ExampleOfCase;
  readonly faults: readonly CaughtFault[];
  /** What is known of servers that differ. */
  readonly differ: readonly string[];
  readonly last: LastResult;
}

/** A case, or all rows of one. */
export interface CaseExplanation {
  readonly kind: 'case';
  readonly id: string;
  readonly title: string;
  /** `file:line`, or the file of a property. */
  readonly place: string;
  /** It is of a suite outside the project, which may be about any API. */
  readonly isUsers?: true;
  /** Ids of its rows, when it is a table and no row was named. */
  readonly rows: readonly string[];
  readonly statements: readonly Requirement[];
  /** What a target must have for it, in words. */
  readonly needs: readonly string[];
  /** One sentence per thing that is arranged and per step. */
  readonly steps: readonly string[];
  readonly example?: ExampleOfCase;
  readonly faults: readonly CaughtFault[];
  readonly differ: readonly string[];
  readonly last: LastResult;
}

/** A wrong behaviour of the reference. */
export interface FaultExplanation {
  readonly kind: 'fault';
  readonly name: string;
  readonly says: string;
  readonly basis: string;
  readonly requirement?: Requirement;
  readonly noticedBy: readonly {readonly case: string; readonly verdict: string; readonly detail?: string}[];
  /** The command that shows it. */
  readonly command: string;
}

/** What a case takes and refuses at one of its steps. */
export interface ExampleOfCase {
  readonly case: string;
  /** The step whose answer is judged. */
  readonly step: string;
  readonly lines: readonly ExampleLine[];
}

/** One judged part of an answer; the texts are JSON. */
export interface ExampleLine {
  readonly what: string;
  readonly right?: string;
  readonly wrong?: string;
  /** What a run says of the wrong one. */
  readonly says?: string;
  /** A miss is `fail`, or `warn` where the behaviour is only usual. */
  readonly miss: 'fail' | 'warn';
}

/** A fault that the cases in question notice. */
export interface CaughtFault {
  readonly name: string;
  readonly says: string;
  /** What the first of these cases found. */
  readonly found?: string;
}

/** What became of it in the newest journal, or why nothing is known. */
export type LastResult =
  | {readonly kind: 'none'; readonly why: string}
  | {
      readonly kind: 'result';
      readonly journal: string;
      readonly startedAt: string;
      readonly target: string;
      readonly cases: readonly {readonly id: string; readonly verdict: string; readonly detail?: string}[];
    };
