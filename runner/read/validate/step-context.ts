// What the reader of one step has to know about its case.
import type {Json, JsonObject} from '../../../model/json.ts';
import type {DataFiles} from './data-files.ts';
import type {Known} from './known.ts';
import type {Row} from './rows.ts';

/** What a suite says for its steps that say nothing else. */
export interface StepDefaults {
  readonly as?: string;
  /** What paths of `request` begin with. */
  readonly base?: string;
  readonly headers?: JsonObject;
  /** The status that is expected where a step expects none. */
  readonly status?: Json;
  /** Whether cookies are kept where a step says nothing. */
  readonly cookies?: boolean;
}

export interface StepContext {
  readonly known: Known;
  /** Rows of the case's table; none when there is no table. */
  readonly rows: readonly Row[];
  /** Names that a capture may not take. */
  readonly givenNames: ReadonlySet<string>;
  /** Inboxes of the case's `listen`. */
  readonly inboxes: readonly string[];
  /** Statements that the case proves. */
  readonly proves: readonly string[];
  readonly defaults?: StepDefaults;
  /** Files beside the suite. */
  readonly files: DataFiles;
}
