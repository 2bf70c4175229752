// What another command changes in a run: which cases it has, how it appears to the target, when it may begin.
import type {Guise} from '../../execute/attempt/run-parts.ts';
import type {HeaderLine} from '../../../model/journal.ts';
import type {ContextChoice} from './cases-in-contexts.ts';
import type {Plan, Runnable} from '../../../model/plan.ts';
import type {Catalog} from '../load/catalog.ts';
import type {Entry} from '../open/enter-target.ts';
import type {OpenTarget} from '../open/opening.ts';

/** Why a run must not begin. */
export interface Refusal {
  readonly why: string;
  readonly exitCode: number;
}

/** The differences between `run` and a command that runs cases for a purpose of its own. */
export interface RunHooks {
  /** The command, as messages name it. */
  readonly command: string;
  /** Gives the cases that the run has, from all that there are. */
  readonly cases?: (runnables: readonly Runnable[], seed: number) => readonly Runnable[];
  /** Gives the data that cases refer to. */
  readonly catalog?: (catalog: Catalog, seed: number) => Catalog;
  readonly guise?: Guise;
  /** How it chooses contexts, in place of the options of `run`. */
  readonly contexts?: (seed: number) => ContextChoice;
  /** Says why the run must not begin, with its exit code; nothing was arranged by then. */
  readonly refuse?: (facts: {
    readonly target: OpenTarget;
    readonly entry: Entry;
    readonly plan: Plan;
  }) => Refusal | undefined | Promise<Refusal | undefined>;
  /** What the journal says of it. */
  readonly header?: Pick<HeaderLine, 'certifies'>;
}
