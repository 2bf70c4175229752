// What a suite may refer to by name.
import type {Arrangement} from '../../../model/arrangement.ts';
import type {Json} from '../../../model/json.ts';
import type {Operation} from '../../../model/operation.ts';

/** Looks at the argument of one matcher as it is written. */
export type MatcherCheck = (
  keyword: string,
  argument: Json,
) => {readonly message: string; readonly fix: string} | undefined;

/** Everything that exists outside of a suite file. */
export interface Known {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly arrangements: ReadonlyMap<string, Arrangement>;
  readonly requirements: ReadonlySet<string>;
  /** Roles that can act; `anonymous` is always one of them. */
  readonly actors: readonly string[];
  /** Matcher names with their dollar sign, e.g. `$eq`. */
  readonly matchers: readonly string[];
  /** Those of them whose argument is data, whatever its keys look like. */
  readonly dataMatchers: readonly string[];
  /** Those of them whose argument is a regular expression. */
  readonly patternMatchers: readonly string[];
  /** Says what is wrong with the argument of a known matcher; without it only patterns are checked. */
  readonly matcherProblem?: MatcherCheck;
  readonly capabilities: readonly string[];
  /** Overlay message names; without them message names are not checked. */
  readonly messages?: readonly string[];
  /** The suite is the user's: it may act as anyone, needs no statements, and takes its name from its file where it says none. */
  readonly users?: {
    readonly suiteName: string;
    /** Who can act, where the target is known; otherwise any name may be one of its actors. */
    readonly actors?: readonly string[];
    /** Variables that the suites need not give themselves: those of target files and of the command line; absent where others may be given. */
    readonly vars?: readonly string[];
  };
}
