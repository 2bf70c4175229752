/** A fault: one realistic wrong reading of one statement, switched on to prove that the suites notice it. */
import type {Patch} from '../rules/make-rules.ts';

export interface Fault {
  readonly name: string;
  /** The id of the requirement that it breaks. */
  readonly requirement: string;
  /** Whether the record states what it breaks, or only known servers do it; the second must be noticed by a warning. */
  readonly basis: 'stated' | 'usual';
  readonly says: string;
  /** Why this fault alone is enough for its statement; every other statement that can be observed has two. */
  readonly alone?: string;
  /** The command that notices it, where that is not `run`. */
  readonly noticedBy?: 'certify';
  /** The value of a context that it shows in, and nowhere else. */
  readonly onlyIn?: {readonly dimension: string; readonly value: string};
  readonly patch: Patch;
}
