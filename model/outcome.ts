// What became of one case, before it is written into the journal.
import type {Cause, Finding, Verdict} from './verdict.ts';
import type {Context} from './contexts/context.ts';
import type {ChangeBeside, Narrowing, PropertyFacts} from './journal.ts';
import type {RawExchange} from './raw-exchange.ts';

/** The judgement of one attempt of one case, with everything that led to it. */
export interface Attempt {
  /** `flaky` of a decoder that broke once and not again when it was asked afresh. */
  readonly verdict: Verdict;
  readonly cause?: Cause;
  readonly detail?: string;
  readonly findings: readonly Finding[];
  readonly exchanges: readonly RawExchange[];
  readonly bytesReceived: number;
  readonly durationMs: number;
  readonly notes: readonly string[];
  /** Objects that the clean-up could not remove, e.g. `repository ts-a1/ts-b2`. */
  readonly leftovers: readonly string[];
  /** What the operations changed besides what they were asked to change. */
  readonly changedBeside?: readonly ChangeBeside[];
  readonly property?: PropertyFacts;
  /** The smallest input of a property that failed, so that exactly it can be repeated. */
  readonly failingInput?: {readonly value: unknown; readonly context: Context};
  /** Of a property: the context that its law broke in, where that is not the plain one, and what is left of it. */
  readonly context?: Context;
  readonly narrowed?: Narrowing;
  /**
   * A shorter story, found by waits that were too short to be evidence; it is told instead of this one when it fails again with whole
   * waits.
   */
  readonly unconfirmed?: Attempt;
}
