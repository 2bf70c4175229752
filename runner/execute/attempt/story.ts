// One attempt of one case while it runs: its names, its exchanges, and what it has to clean up.
import type {Json} from '../../../model/json.ts';
import type {RawExchange} from '../../../model/raw-exchange.ts';
import type {Haste} from './patience.ts';
import type {RunContext} from './run-context.ts';

/** The state of one attempt. Everything that happens is appended here, in order. */
export interface Story {
  readonly run: RunContext;
  readonly caseId: string;
  /** The file that the case stands in, for the places of findings. */
  readonly file: string;
  /** Random name part of this attempt. */
  readonly name: string;
  readonly proves: readonly string[];
  /** Only a step of shrinking has any. */
  readonly haste?: Haste;
  readonly exchanges: RawExchange[];
  /** Newest last. */
  readonly cleanups: Cleanup[];
  readonly leftovers: string[];
  readonly notes: string[];
  /** Ends the attempt's exchanges; the clean-up gets one of its own. */
  signal: AbortSignal;
  bytesReceived: number;
  phase: RawExchange['phase'];
  step: number | undefined;
}

/** Something that was made and has to be removed; `remove` says what could not be removed, or nothing. */
interface Cleanup {
  readonly label: string;
  readonly remove: () => Promise<string | undefined>;
}

/** Names that templates can refer to. */
export type Scope = Map<string, Json>;

/** What an attempt begins with. */
export type StoryBeginning = Pick<Story, 'caseId' | 'file' | 'proves' | 'signal' | 'haste'>;

/** Begins an attempt. */
export function beginStory(run: RunContext, beginning: StoryBeginning): Story {
  return {
    run,
    ...beginning,
    name: run.random.name(8),
    exchanges: [],
    cleanups: [],
    leftovers: [],
    notes: [],
    bytesReceived: 0,
    phase: 'arrange',
    step: undefined,
  };
}
