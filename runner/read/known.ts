// What a suite may refer to by name.
import type {Arrangement} from '../model/arrangement.ts';
import type {Operation} from '../model/operation.ts';

/** Everything that exists outside of a suite file. */
export interface Known {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly arrangements: ReadonlyMap<string, Arrangement>;
  readonly requirements: ReadonlySet<string>;
  /** Roles that can act; `anonymous` is always one of them. */
  readonly actors: readonly string[];
  /** Matcher names with their dollar sign, e.g. `$eq`. */
  readonly matchers: readonly string[];
  readonly capabilities: readonly string[];
  /** Overlay message names; without them message names are not checked. */
  readonly messages?: readonly string[];
}
