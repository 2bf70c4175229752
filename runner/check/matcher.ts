// What one matcher is, and what matchers share: contexts, misses, and the phrases of their messages.
import type {Json, JsonObject} from '../../model/json.ts';
import type {Checkers, Engines, Engine} from './checkers.ts';
import {namedPlace, type Place} from './tree-path.ts';
import {isSmall, keptBeginning, showValue} from './show-value.ts';
import {defined} from '../../base/json/defined.ts';
import type {Redaction} from '../../model/redacted.ts';

/** One matcher of the table. */
export interface Matcher {
  /** One line that says when it holds. */
  readonly doc: string;
  /** What its argument is, e.g. `a whole number or a matcher`; stands after "needs". */
  readonly needs: string;
  readonly passes: MatcherExample;
  readonly fails: MatcherExample;
  /** Tells whether an argument, templates filled in, is one; a text says what is wrong beyond that. */
  readonly accepts: (argument: Json, engines: Engines) => boolean | string;
  /** Whether its argument is a tree, or holds some; else it is data, whatever its keys look like. */
  readonly takesTrees?: true;
  /** The engine that `accepts` and `match` take from the checkers; it is loaded only for cases that use such a matcher. */
  readonly engine?: Engine;
  /** JSON Schema of its argument for editors, made with the parts of `matcher-schema.ts`; it may allow more than `accepts`. */
  readonly schema: JsonObject | boolean;
  /** Compares; `actual` is undefined when there is nothing at the place. An empty list means that it holds. */
  readonly match: (argument: Json, actual: Json | undefined, context: MatchContext) => readonly Miss[];
}

/** An example of the docs page, which a test executes. Without `actual` there is nothing at the place. */
export interface MatcherExample {
  readonly argument: Json;
  readonly actual?: Json;
}

/** One difference, its path and message not yet written: most are made while alternatives are tried. */
export interface Miss {
  readonly path: string;
  /** JSON Pointer of the expectation in its file. */
  readonly pointer: string;
  readonly message: () => string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/** Where a comparison stands: in the observed value and in the suite. */
export interface MatchContext {
  readonly place: Place;
  readonly pointer: string;
  /** Objects may have no other keys than the expected ones. */
  readonly isClosed: boolean;
  /** Keys that begin with `$` are plain keys. */
  readonly isLiteral: boolean;
  readonly checkers: Checkers;
  /** How many misses are still wanted; loops over a target's data stop at 0. */
  readonly budget: {left: number};
  /** Compares a tree; a matcher reaches the others through it. */
  readonly match: (tree: Json, actual: Json | undefined, context: MatchContext) => readonly Miss[];
}

/** Nothing is different. */
export const holds: readonly Miss[] = [];

/** Makes one miss at the context's place. */
export function miss(
  context: MatchContext,
  message: () => string,
  sides: {readonly expected?: Json | undefined; readonly actual?: Json | undefined} = {},
): readonly Miss[] {
  context.budget.left -= 1;
  const {place, pointer} = context;
  if (place === nowhere) return missed;
  const {expected, actual} = sides;
  return [
    {
      get path() {
        return place.text;
      },
      pointer,
      message,
      expected,
      actual,
    },
  ];
}

/** Gives no miss when `isTrue`, else one that says `expected <phrase>, got <actual>`. */
export function expectThat(
  isTrue: boolean,
  context: MatchContext,
  sides: {readonly phrase: () => string; readonly expected: Json; readonly actual: Json | undefined},
): readonly Miss[] {
  if (isTrue) return holds;
  return miss(context, () => `expected ${sides.phrase()}, ${butGot(sides.actual, context)}`, sides);
}

/** Says what was found: `got 3`, or that nothing was. */
export function butGot(actual: Json | undefined, {checkers}: Pick<MatchContext, 'checkers'>): string {
  return actual === undefined ? 'but nothing is there' : `got ${showValue(actual, checkers.redaction)}`;
}

/** The context one step down: `key` in the observed value, `below` under the expectation's pointer. */
export function inside(context: MatchContext, key: string | number, below: string): MatchContext {
  if (context.place === nowhere) return context;
  return {...context, place: context.place.child(key), pointer: `${context.pointer}/${below}`};
}

/** One item of the observed list, judged by the same part of the expectation. */
export function atItem(context: MatchContext, index: number): MatchContext {
  if (context.place === nowhere) return context;
  return {...context, place: context.place.child(index)};
}

/** The same place, one step down in the expectation. */
export function under(context: MatchContext, below: string): MatchContext {
  if (context.place === nowhere) return context;
  return {...context, pointer: `${context.pointer}/${below}`};
}

/** Something about the same place, under a name of its own. */
export function namedAs(context: MatchContext, name: () => string): MatchContext {
  if (context.place === nowhere) return context;
  return {...context, place: namedPlace(name())};
}

/** Tells whether a tree holds, and stops at the first miss. */
export function treeHolds(tree: Json, actual: Json | undefined, context: MatchContext): boolean {
  return holdsIn(context)(tree, actual);
}

/** Tells of one tree and value after the other whether it holds there: a long list is not followed place by place. */
export function holdsIn(context: MatchContext): (tree: Json, actual: Json | undefined) => boolean {
  const quick = {...context, place: nowhere, budget: {left: 1}};
  return (tree, actual) => {
    quick.budget.left = 1;
    try {
      return context.match(tree, actual, quick).length === 0;
    } catch {
      // A tree that is none throws, and says where: that is known only to one who keeps track of the places.
      return context.match(tree, actual, {...context, budget: {left: 1}}).length === 0;
    }
  };
}

/** What is missed there is never printed, and nothing is below it. */
const nowhere: Place = {text: '', child: () => nowhere};
const missed: readonly Miss[] = [{path: '', pointer: '', message: () => '', expected: undefined, actual: undefined}];

/** Tells whether no more misses are wanted. */
export function isSpent(context: MatchContext): boolean {
  return context.budget.left <= 0;
}

/** Both sides as a finding keeps them: of one that is huge the beginning. Where both are, the message says where they part, and neither is kept. */
export function keptSides(
  {expected, actual}: {readonly expected?: Json | undefined; readonly actual?: Json | undefined},
  redaction: Redaction,
): {readonly expected?: Json; readonly actual?: Json} {
  const isHuge = (value: Json | undefined): boolean => value !== undefined && !isSmall(value);
  if (isHuge(expected) && isHuge(actual)) return {};
  const side = (value: Json | undefined): Json | undefined =>
    value === undefined || !isHuge(value) ? value : keptBeginning(value, redaction);
  return defined({expected: side(expected), actual: side(actual)});
}
