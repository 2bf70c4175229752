// The matchers of lists and sizes.
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import {compareNumbers, isNumeric} from './compare-json.ts';
import {pointerProblem, selectPointer} from '../../base/json/json-pointer.ts';
import {isMatcher} from './literal.ts';
import {
  atItem,
  butGot,
  expectThat,
  holds,
  holdsIn,
  isSpent,
  miss,
  namedAs,
  type MatchContext,
  type Matcher,
  type Miss,
} from './matcher.ts';
import {aTree, orTemplate} from './matcher-schema.ts';
import {showValue} from './show-value.ts';
import {readInstant} from './time.ts';
import {pairUp} from './pair-up.ts';

const orders = ['asc', 'desc'];

/** Sizes, every item, any order, and order. */
export const listMatchers: {readonly [keyword: string]: Matcher} = {
  $length: sizeMatcher({
    doc: 'The number of characters (code points) of a text or of items of a list is this, or satisfies the matcher.',
    noun: 'length',
    of: 'a text or a list',
    sizeOf: value => (typeof value === 'string' ? codePoints(value) : isJsonList(value) ? value.length : undefined),
    passes: {argument: 3, actual: 'abc'},
    fails: {argument: {$gte: 2}, actual: ['a']},
  }),
  $count: sizeMatcher({
    doc: 'The number of items of a list or of keys of an object is this, or satisfies the matcher.',
    noun: 'count',
    of: 'a list or an object',
    sizeOf: value => (isJsonList(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : undefined),
    passes: {argument: 2, actual: [1, 2]},
    fails: {argument: 0, actual: [1, 2]},
  }),
  $each: {
    doc: 'The value is a list with at least one item, and the tree holds for every item.',
    needs: 'a tree',
    schema: aTree,
    passes: {argument: {id: {$type: 'integer'}}, actual: [{id: 1}, {id: 2}]},
    fails: {argument: {id: {$type: 'integer'}}, actual: []},
    accepts: () => true,
    takesTrees: true,
    match: (argument, actual, context) => {
      if (!isJsonList(actual) || actual.length === 0) {
        return miss(context, () => `expected a list with at least one item, ${butGot(actual, context)}`, {actual});
      }
      const misses: Miss[] = [];
      const holdsFor = holdsIn(context);
      for (const [index, item] of actual.entries()) {
        if (isSpent(context)) break;
        if (!holdsFor(argument, item)) misses.push(...context.match(argument, item, atItem(context, index)));
      }
      return misses;
    },
  },
  $unordered: {
    doc: 'The value is a list with exactly these items, as often as they are listed, in any order; items may be trees.',
    needs: 'a list of trees',
    schema: orTemplate({type: 'array', items: aTree}),
    passes: {argument: ['a', 'b', 'b'], actual: ['b', 'a', 'b']},
    fails: {argument: ['a', 'b', 'b'], actual: ['a', 'a', 'b']},
    accepts: argument => isJsonList(argument),
    takesTrees: true,
    match: (argument, actual, context) => unordered(argument as readonly Json[], actual, context),
  },
  $sorted: {
    doc: 'The value is a list of at least two items in this order; equal neighbours are fine. Numbers go by value, date-times by instant, other texts by code point.',
    needs: 'asc, desc, or {by: a JSON Pointer into each item, order: asc or desc}',
    schema: orTemplate({
      anyOf: [
        {enum: orders},
        {
          type: 'object',
          properties: {by: {type: 'string'}, order: orTemplate({enum: orders})},
          required: ['by', 'order'],
          additionalProperties: false,
        },
      ],
    }),
    passes: {argument: {by: '/id', order: 'desc'}, actual: [{id: 3}, {id: 1}]},
    fails: {argument: 'asc', actual: [1, 3, 2]},
    accepts: argument => sorting(argument) !== undefined,
    match: (argument, actual, context) => sorted(sorting(argument)!, actual, context),
  },
};

interface Size {
  readonly doc: string;
  readonly noun: string;
  readonly of: string;
  readonly sizeOf: (value: Json) => number | undefined;
  readonly passes: Matcher['passes'];
  readonly fails: Matcher['fails'];
}

function sizeMatcher({doc, noun, of, sizeOf, passes, fails}: Size): Matcher {
  return {
    doc,
    needs: 'a whole number of at least 0 or a matcher of numbers',
    schema: orTemplate({
      anyOf: [
        {type: 'integer', minimum: 0},
        {type: 'object', minProperties: 1, allOf: [aTree]},
      ],
    }),
    passes,
    fails,
    accepts: argument =>
      (typeof argument === 'number' && Number.isInteger(argument) && argument >= 0) || isMatcher(argument),
    takesTrees: true,
    match: (argument, actual, context) => {
      const size = actual === undefined ? undefined : sizeOf(actual);
      if (size === undefined)
        return miss(context, () => `expected ${of} with a ${noun}, ${butGot(actual, context)}`, {actual});
      if (isNumeric(argument)) {
        return expectThat(size === argument, context, {
          phrase: () => `a ${noun} of ${argument}`,
          expected: argument,
          actual: size,
        });
      }
      return context.match(
        argument,
        size,
        namedAs(context, () => `${noun} of ${context.place.text}`),
      );
    },
  };
}

/** Text may be megabytes: pairs of surrogates are looked for, and nothing else is looked at. */
function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function unordered(expected: readonly Json[], actual: Json | undefined, context: MatchContext): readonly Miss[] {
  if (!isJsonList(actual))
    return miss(context, () => `expected a list, ${butGot(actual, context)}`, {expected, actual});
  const {withoutPartner, surplus} = pairUp(expected, actual, context);
  if (withoutPartner.length === 0 && surplus.length === 0) return holds;
  const told = [
    ...itemsTold(
      'missing',
      withoutPartner.map(index => expected[index] as Json),
      context,
    ),
    ...itemsTold(
      'too many',
      surplus.map(index => actual[index] as Json),
      context,
    ),
  ].join('; ');
  return miss(
    context,
    () =>
      `expected ${showValue(expected, context.checkers.redaction)} in any order, ${butGot(actual, context)}; ${told}`,
    {
      expected,
      actual,
    },
  );
}

const itemsToldMax = 5;

/** Names the first items of one side that have no partner on the other, e.g. `missing "a", "b" and 3 more`. */
function itemsTold(word: string, items: readonly Json[], context: MatchContext): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length - itemsToldMax;
  return [
    `${word} ${items
      .slice(0, itemsToldMax)
      .map(item => showValue(item, context.checkers.redaction))
      .join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  ];
}

interface Sorting {
  readonly by: string;
  readonly isDescending: boolean;
}

function sorting(argument: Json): Sorting | undefined {
  if (argument === 'asc' || argument === 'desc') return {by: '', isDescending: argument === 'desc'};
  if (!isJsonObject(argument) || Object.keys(argument).sort().join() !== 'by,order') return undefined;
  const {by, order} = argument as {readonly by: Json; readonly order: Json};
  if (typeof by !== 'string' || pointerProblem(by) !== undefined || (order !== 'asc' && order !== 'desc'))
    return undefined;
  return {by, isDescending: order === 'desc'};
}

function sorted({by, isDescending}: Sorting, actual: Json | undefined, context: MatchContext): readonly Miss[] {
  if (!isJsonList(actual) || actual.length < 2) {
    return miss(
      context,
      () => `expected a list of at least two items, so that it has an order, ${butGot(actual, context)}`,
      {
        actual,
      },
    );
  }
  const misses: Miss[] = [];
  const keys = actual.map(item => selectPointer(item, by));
  for (const [index, key] of keys.entries()) {
    if (isSpent(context)) break;
    const here = atItem(context, index);
    if (key.kind === 'nothing') {
      misses.push(
        ...miss(here, () => `expected an item with a value at ${by} to sort by, ${butGot(actual[index], context)}`),
      );
      continue;
    }
    const before = keys[index - 1];
    if (before === undefined || before.kind === 'nothing') continue;
    const order = compareKeys(before.value, key.value);
    if (order !== undefined && (isDescending ? order >= 0 : order <= 0)) continue;
    const words = order === undefined ? 'an item that can be compared with' : isDescending ? 'at most' : 'at least';
    misses.push(
      ...miss(
        here,
        () =>
          `expected ${words} ${showValue(before.value, context.checkers.redaction)} (the item before), ${butGot(key.value, context)}`,
        {
          actual: key.value,
        },
      ),
    );
  }
  return misses;
}

function compareKeys(left: Json, right: Json): number | undefined {
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right);
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  const [a, b] = [readInstant(left), readInstant(right)];
  return a !== undefined && b !== undefined ? a - b : Buffer.compare(Buffer.from(left), Buffer.from(right));
}
