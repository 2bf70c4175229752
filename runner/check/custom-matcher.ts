// Makes a user's matcher one of the table: its schema judges the argument, its function the value, its examples are tried.
import type {CustomMatcher} from '../../model/custom-matcher.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {ownWords} from '../../model/redacted.ts';
import type {Engines} from './checkers.ts';
import {BadMatcher, BrokenMatcher, matchTree} from './match-tree.ts';
import {expectThat, type MatchContext, type Matcher, type Miss} from './matcher.ts';
import {pointerPlace} from './tree-path.ts';

/** A matcher that can be used, or one sentence that says what is wrong with its definition. */
export type MadeMatcher =
  | {readonly kind: 'matcher'; readonly matcher: Matcher}
  | {readonly kind: 'problem'; readonly why: string};

/** Tells whether an export is a matcher that was declared with `matcher(…)`. */
export function isCustomMatcher(value: unknown): value is CustomMatcher {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'matcher' && 'keyword' in value
  );
}

const keywordForm = /^\$x-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Makes it; `checkers` has the schema engine. */
export function makeCustomMatcher(definition: CustomMatcher, checkers: Engines): MadeMatcher {
  const {keyword} = definition;
  const problem = (why: string): MadeMatcher => ({kind: 'problem', why: `the matcher ${jsonText(keyword)} ${why}`});
  if (!keywordForm.test(keyword)) return problem('needs a keyword that begins with $x-, in small letters with dashes');
  const missing = (['doc', 'needs', 'match', 'passes', 'fails', 'schema'] as const).find(key => !(key in definition));
  if (missing !== undefined) return problem(`has no "${missing}"`);
  if (checkers.schema === undefined) throw new Error('the schema engine was not prepared');
  const compiled = checkers.schema.strict(definition.schema);
  if (compiled.kind === 'problem') return problem(`has a schema that does not compile: ${compiled.why}`);
  const matcher: Matcher = {
    doc: definition.doc,
    needs: definition.needs,
    schema: definition.schema,
    passes: definition.passes,
    fails: definition.fails,
    accepts: argument => {
      const [first] = compiled.violations(argument);
      return first === undefined || `and ${first.pointer === '' ? 'this one' : first.pointer} ${first.message}`;
    },
    match: (argument, actual, context) => judge(definition, argument, actual, context),
  };
  const flaw = flawOfExamples(keyword, matcher);
  return flaw === undefined ? {kind: 'matcher', matcher} : problem(flaw);
}

function judge(
  {keyword, match}: CustomMatcher,
  argument: Json,
  actual: Json | undefined,
  context: MatchContext,
): readonly Miss[] {
  const verdict = verdictOf(keyword, () => match(actual, argument), context);
  return expectThat(verdict === true, context, {
    phrase: () => String(verdict),
    expected: {[keyword]: argument},
    actual,
  });
}

// A matcher that breaks says nothing about the target, so its case can only be an error.
function verdictOf(keyword: string, match: () => unknown, {pointer}: MatchContext): true | string {
  let verdict: unknown;
  try {
    verdict = match();
  } catch (problem) {
    const why = problem instanceof Error ? problem.message : String(problem);
    throw new BrokenMatcher(pointer, {message: `${keyword} broke: ${why}`, fix: 'fix its "match"'});
  }
  if (verdict === true || (typeof verdict === 'string' && verdict !== '')) return verdict;
  const given = typeof verdict === 'object' && verdict !== null ? 'an object' : String(verdict);
  throw new BrokenMatcher(pointer, {
    message: `${keyword} gave ${given}`,
    fix: 'give true, or the text that says what was expected',
  });
}

function flawOfExamples(keyword: string, matcher: Matcher): string | undefined {
  for (const name of ['passes', 'fails'] as const) {
    const {argument, actual} = matcher[name];
    const custom = new Map([[keyword, matcher]]);
    try {
      const misses = matchTree({[keyword]: argument}, actual, {
        place: pointerPlace('the value'),
        pointer: '',
        checkers: {custom, redaction: ownWords},
      });
      const isHolding = misses.length === 0;
      if (isHolding !== (name === 'passes'))
        return `${isHolding ? 'holds' : 'does not hold'} for its example "${name}"`;
    } catch (problem) {
      if (problem instanceof BadMatcher)
        return `cannot be tried with its example "${name}": ${problem.problem.message}`;
      throw problem;
    }
  }
  return undefined;
}
