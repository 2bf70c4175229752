/** A fault: one realistic wrong reading of one statement, switched on to prove that the suites notice it. */
import type {Patch} from '../rules/make-rules.ts';

export interface Fault {
  readonly name: string;
  /** The id of the requirement that it breaks. */
  readonly requirement: string;
  /** Whether the record states what it breaks, or only known servers do it; the second must be noticed by a warning. */
  readonly basis: 'stated' | 'usual';
  readonly says: string;
  readonly patch: Patch;
}
