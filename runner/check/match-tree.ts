// Compares an expectation tree with an observed value: objects open, lists closed, mappings of `$` keys are matchers.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../model/json.ts';
import type {Checkers} from './checkers.ts';
import {equalJson} from './compare-json.ts';
import {escapeKey} from '../../base/json/json-pointer.ts';
import {isMatcher} from './literal.ts';
import {
  atItem,
  butGot,
  holds,
  inside,
  isSpent,
  keptSides,
  miss,
  treeHolds,
  under,
  type MatchContext,
  type Matcher,
  type Miss,
} from './matcher.ts';
import {argumentProblem, matcherNamed, type MatcherProblem} from './matchers.ts';
import type {Place} from './tree-path.ts';
import {showTexts, showValue} from './show-value.ts';

/** One difference as text, without what only a step knows (basis, file). */
export interface TreeFinding {
  readonly path: string;
  readonly message: string;
  /** JSON Pointer of the expectation in its file; it may reach into a value that a template put there. */
  readonly pointer: string;
  readonly expected?: Json;
  readonly actual?: Json;
}

/** Gives every difference, at most 1,000; the last one says so when there were more. Throws BadMatcher for a tree that is none. */
export function matchTree(
  tree: Json,
  actual: Json | undefined,
  {place, pointer, checkers}: {readonly place: Place; readonly pointer: string; readonly checkers: Checkers},
): readonly TreeFinding[] {
  const budget = {left: findingsMax};
  const context: MatchContext = {
    place,
    pointer,
    isClosed: false,
    isLiteral: false,
    checkers,
    budget,
    match: compare,
  };
  if (checkers.isMute === true) return treeHolds(tree, actual, context) ? [] : [{path: '', message: '', pointer}];
  const misses = compare(tree, actual, context);
  const findings = misses.map(one => toFinding(one, checkers));
  if (budget.left > 0) return findings;
  return [
    ...findings,
    {path: place.text, pointer, message: `there may be more differences; only the first ${findingsMax} are listed`},
  ];
}

/** A list of a million wrong items must not fill the memory; nobody reads further. */
const findingsMax = 1_000;

/** Thrown when a tree, its templates filled in, is no tree: a fault of the suite, never of the target. */
export class BadMatcher extends Error {
  readonly pointer: string;
  readonly problem: MatcherProblem;

  constructor(pointer: string, problem: MatcherProblem) {
    super(`${pointer}: ${problem.message}; ${problem.fix}`);
    this.name = 'BadMatcher';
    this.pointer = pointer;
    this.problem = problem;
  }
}

/** Thrown when the code of a user's matcher breaks. */
export class BrokenMatcher extends BadMatcher {}

function toFinding({path, pointer, message, expected, actual}: Miss, {redaction}: Checkers): TreeFinding {
  return {
    path,
    message: message(),
    pointer,
    ...keptSides({expected, actual}, redaction),
  };
}

function compare(tree: Json, actual: Json | undefined, context: MatchContext): readonly Miss[] {
  if (isJsonObject(tree))
    return isPlain(tree, context) ? compareObject(tree, actual, context) : compareMatchers(tree, actual, context);
  if (isJsonList(tree)) return compareList(tree, actual, context);
  if (actual !== undefined && equalJson(tree, actual)) return holds;
  return miss(context, () => scalarMessage(tree, actual, context), {expected: tree, actual});
}

function isPlain(tree: JsonObject, {isLiteral, pointer}: MatchContext): boolean {
  if (isLiteral) return true;
  if (isMatcher(tree)) return false;
  const odd = Object.keys(tree).find(key => key.startsWith('$'));
  if (odd === undefined) return true;
  throw new BadMatcher(pointer, mixedKeys(odd));
}

/** Says that a mapping has both matchers and plain keys. */
function mixedKeys(keyword: string): MatcherProblem {
  return {
    message: `"${keyword}" is next to keys that are not matchers`,
    fix: 'put the matcher under a key of its own, or escape data with {$literal: …}',
  };
}

function compareMatchers(tree: JsonObject, actual: Json | undefined, context: MatchContext): readonly Miss[] {
  let misses = holds;
  for (const {keyword, argument, matcher} of matchersIn(tree, context)) {
    if (isSpent(context)) break;
    const found = matcher.match(argument, actual, under(context, keyword));
    if (found.length > 0) misses = [...misses, ...found];
  }
  return misses;
}

interface ReadMatcher {
  readonly keyword: string;
  readonly argument: Json;
  readonly matcher: Matcher;
}

/** The matchers of a tree, read once for these checkers: a tree may judge every item of a long list. */
const readMatchers = new WeakMap<Checkers, WeakMap<JsonObject, readonly ReadMatcher[]>>();

function matchersIn(tree: JsonObject, context: MatchContext): readonly ReadMatcher[] {
  const {checkers} = context;
  const known = readMatchers.get(checkers) ?? new WeakMap<JsonObject, readonly ReadMatcher[]>();
  readMatchers.set(checkers, known);
  const before = known.get(tree);
  if (before !== undefined) return before;
  const read = Object.entries(tree).map(([keyword, argument]): ReadMatcher => {
    const {pointer} = under(context, keyword);
    const matcher = matcherNamed(keyword, checkers);
    if (matcher === undefined)
      throw new BadMatcher(pointer, {message: `unknown matcher "${keyword}"`, fix: 'see docs/matchers.md'});
    const problem = argumentProblem(keyword, matcher, argument, checkers);
    if (problem !== undefined) throw new BadMatcher(pointer, problem);
    return {keyword, argument, matcher};
  });
  known.set(tree, read);
  return read;
}

function compareObject(tree: JsonObject, actual: Json | undefined, context: MatchContext): readonly Miss[] {
  if (!isJsonObject(actual))
    return miss(context, () => `expected an object, ${butGot(actual, context)}`, {expected: tree, actual});
  const misses: Miss[] = [];
  for (const key of Object.keys(tree)) {
    if (isSpent(context)) return misses;
    const value = Object.hasOwn(actual, key) ? actual[key] : undefined;
    const wanted = tree[key] as Json;
    if (!isSameScalar(wanted, value)) misses.push(...compare(wanted, value, inside(context, key, escapeKey(key))));
  }
  if (!context.isClosed) return misses;
  for (const key of Object.keys(actual)) {
    if (isSpent(context)) return misses;
    if (Object.hasOwn(tree, key)) continue;
    const value = actual[key];
    misses.push(
      ...miss({...context, place: context.place.child(key)}, () => `expected no such key, ${butGot(value, context)}`, {
        actual: value,
      }),
    );
  }
  return misses;
}

function compareList(tree: readonly Json[], actual: Json | undefined, context: MatchContext): readonly Miss[] {
  if (!isJsonList(actual))
    return miss(context, () => `expected a list, ${butGot(actual, context)}`, {expected: tree, actual});
  const misses: Miss[] = [];
  for (const [index, item] of tree.entries()) {
    if (isSpent(context)) return misses;
    if (isSameScalar(item, actual[index])) continue;
    const here = inside(context, index, String(index));
    if (index < actual.length) misses.push(...compare(item, actual[index], here));
    else
      misses.push(
        ...miss(
          here,
          () =>
            `expected ${showValue(item, context.checkers.redaction)}, but the list ${actual.length === 0 ? 'is empty' : `has only ${itemCount(actual.length)}`}`,
          {
            expected: item,
          },
        ),
      );
  }
  for (let index = tree.length; index < actual.length && !isSpent(context); index += 1) {
    const item = actual[index] as Json;
    misses.push(
      ...miss(atItem(context, index), () => `expected only ${itemCount(tree.length)}, ${butGot(item, context)}`, {
        actual: item,
      }),
    );
  }
  return misses;
}

/** Most values are as they should be: where they are is not asked. */
function isSameScalar(wanted: Json, value: Json | undefined): boolean {
  return wanted === value && (typeof wanted !== 'object' || wanted === null);
}

function itemCount(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

function scalarMessage(expected: Json, actual: Json | undefined, context: MatchContext): string {
  const {redaction} = context.checkers;
  if (typeof expected !== 'string' || typeof actual !== 'string')
    return `expected ${showValue(expected, redaction)}, ${butGot(actual, context)}`;
  const shown = showTexts({expected, actual}, redaction);
  // Where both are secrets, the difference is just what may not be shown.
  if (shown.expected === shown.actual) return `expected ${shown.expected}, got another one`;
  return `expected ${shown.expected}, got ${shown.actual}`;
}
