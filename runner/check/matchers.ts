// The one table of matchers, put together from the `matchers-*.ts` beside it: the keyword in a suite is the key. `npm run generate` makes
// docs/matchers.md and the `tree` of suites/suite.schema.json from it.
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import {readTemplate} from '../../model/template.ts';
import {ownWords, type Redaction} from '../../model/redacted.ts';
import type {Engines} from './checkers.ts';
import {compareMatchers} from './matchers-compare.ts';
import {listMatchers} from './matchers-list.ts';
import {logicMatchers} from './matchers-logic.ts';
import {textMatchers} from './matchers-text.ts';
import type {Matcher} from './matcher.ts';
import {showValue} from './show-value.ts';

/** Every matcher of ours by keyword; a user's own stand in `Checkers`. */
export const matchers: {readonly [keyword: string]: Matcher} = {
  ...logicMatchers,
  ...compareMatchers,
  ...textMatchers,
  ...listMatchers,
};

/** The keywords, in the order of the docs page. */
export const matcherNames: readonly string[] = Object.keys(matchers);

/** Looks up one matcher, ours or a user's. */
export function matcherNamed(keyword: string, {custom}: Engines = {}): Matcher | undefined {
  return Object.hasOwn(matchers, keyword) ? matchers[keyword] : custom?.get(keyword);
}

/** Those whose argument is data and no tree. */
export const dataMatcherNames: readonly string[] = matcherNames.filter(name => matchers[name]?.takesTrees !== true);

/** Those whose argument is a regular expression. */
export const patternMatcherNames: readonly string[] = matcherNames.filter(name => matchers[name]?.engine === 'regex');

/** What is wrong with a matcher, and what to do. */
export interface MatcherProblem {
  readonly message: string;
  readonly fix: string;
}

/**
 * Checks the argument of a known matcher as a suite writes it; the reader checks the trees inside it. A templated argument is
 * checked when its values are known. Without the engine in `checkers`, a regular expression or schema is not compiled.
 */
export function checkMatcherArgument(
  keyword: string,
  argument: Json,
  engines: Engines = {},
): MatcherProblem | undefined {
  const matcher = matcherNamed(keyword, engines);
  if (matcher === undefined) throw new Error(`"${keyword}" is not a matcher; ask matcherNamed first`);
  if (isTemplated(argument, matcher.takesTrees === true)) return undefined;
  return argumentProblem(keyword, matcher, argument, {...engines, redaction: ownWords});
}

/** Checks an argument whose templates are filled in. */
export function argumentProblem(
  keyword: string,
  matcher: Matcher,
  argument: Json,
  checkers: Engines & {readonly redaction: Redaction},
): MatcherProblem | undefined {
  const verdict = matcher.accepts(argument, checkers);
  if (verdict === true) return undefined;
  const why = verdict === false ? `not ${showValue(argument, checkers.redaction, 60)}` : verdict;
  const example = showValue({[keyword]: matcher.passes.argument}, ownWords);
  return {message: `"${keyword}" needs ${matcher.needs}, ${why}`, fix: `write for example ${example}`};
}

/** Templates inside trees are ordinary leaves; anywhere else they hide what the argument will be. */
function isTemplated(argument: Json, isTree: boolean): boolean {
  if (typeof argument === 'string') return readTemplate(argument).kind !== 'text';
  if (isTree) return false;
  if (isJsonList(argument)) return argument.some(item => isTemplated(item, false));
  return isJsonObject(argument) && Object.values(argument).some(item => isTemplated(item, false));
}
