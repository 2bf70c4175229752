// A matcher of the user's own: what a file in their `matchers/` folder exports.
import type {Json, JsonObject} from './json.ts';

/** One matcher as its author writes it. */
export interface MatcherDefinition {
  /** The keyword in suites; begins with `$x-`, e.g. `$x-hex-color`. */
  readonly keyword: string;
  /** One line that says when it holds. */
  readonly doc: string;
  /** What its argument is, e.g. `a whole number`; stands after "needs". */
  readonly needs: string;
  /** JSON Schema (2020-12) of its argument, templates filled in. */
  readonly schema: JsonObject | boolean;
  /** An example that holds, and one that does not: both are tried whenever the file is loaded. Without `actual` there is nothing at the place. */
  readonly passes: {readonly argument: Json; readonly actual?: Json};
  readonly fails: {readonly argument: Json; readonly actual?: Json};
  /** Gives true when it holds, else what was expected as the end of a sentence: `a colour such as #00aabb`. Pure, and never waits. */
  readonly match: (actual: Json | undefined, argument: Json) => true | string;
}

/** A declared matcher; the mark is how the runner finds it among the exports of its file. */
export interface CustomMatcher extends MatcherDefinition {
  readonly kind: 'matcher';
}

/** Declares a matcher; the runner finds it as an export of its file. */
export function matcher(definition: MatcherDefinition): CustomMatcher {
  return {...definition, kind: 'matcher'};
}
