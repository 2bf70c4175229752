// The matchers of kinds, numbers and times.
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import {compareNumbers, isNumeric} from './compare-json.ts';
import {formatNamed, formats} from './string-formats.ts';
import {expectThat, type Matcher} from './matcher.ts';
import {orTemplate} from './matcher-schema.ts';
import {showValue} from './show-value.ts';
import {readDuration, readInstant} from './time.ts';

const types = {
  string: (value: Json) => typeof value === 'string',
  integer: (value: Json) => typeof value === 'bigint' || Number.isInteger(value),
  number: (value: Json) => isNumeric(value),
  boolean: (value: Json) => typeof value === 'boolean',
  null: (value: Json) => value === null,
  list: (value: Json) => isJsonList(value),
  object: (value: Json) => isJsonObject(value),
};

/** Type, format, order and nearness of one value. */
export const compareMatchers: {readonly [keyword: string]: Matcher} = {
  $type: {
    doc: 'The value is of this JSON type; a number without fraction is also an integer.',
    needs: 'one of string, integer, number, boolean, null, list, object',
    schema: orTemplate({enum: Object.keys(types)}),
    passes: {argument: 'integer', actual: 7},
    fails: {argument: 'integer', actual: '7'},
    accepts: argument => typeof argument === 'string' && Object.hasOwn(types, argument),
    match: (argument, actual, context) =>
      expectThat(actual !== undefined && types[argument as TypeName](actual), context, {
        phrase: () => `a value of type ${argument as string}`,
        expected: {$type: argument},
        actual,
      }),
  },
  $format: {
    doc: `The value is a text of this format: ${Object.entries(formats)
      .map(([name, {is}]) => `\`${name}\` (${is})`)
      .join(', ')}.`,
    needs: `one of ${Object.keys(formats).join(', ')}`,
    schema: orTemplate({enum: Object.keys(formats)}),
    passes: {argument: 'date-time', actual: '2024-02-29T12:00:00+01:00'},
    fails: {argument: 'date-time', actual: '2023-02-29T12:00:00Z'},
    accepts: argument => typeof argument === 'string' && formatNamed(argument) !== undefined,
    match: (argument, actual, context) => {
      const format = formatNamed(argument as string)!;
      return expectThat(typeof actual === 'string' && format.holds(actual), context, {
        phrase: () => format.is,
        expected: {$format: argument},
        actual,
      });
    },
  },
  $gt: ordering(
    {doc: 'greater than', keyword: '$gt', words: 'more than', later: 'a time after', fits: order => order > 0},
    [3, 4, 3],
  ),
  $gte: ordering(
    {
      doc: 'greater than or equal to',
      keyword: '$gte',
      words: 'at least',
      later: 'a time not before',
      fits: order => order >= 0,
    },
    [3, 3, 2],
  ),
  $lt: ordering(
    {doc: 'less than', keyword: '$lt', words: 'less than', later: 'a time before', fits: order => order < 0},
    [3, 2, 3],
  ),
  $lte: ordering(
    {
      doc: 'less than or equal to',
      keyword: '$lte',
      words: 'at most',
      later: 'a time not after',
      fits: order => order <= 0,
    },
    [3, 3, 4],
  ),
  $within: {
    doc: 'The value differs from `of` by at most `by`: two times by a duration (`500ms`, `2s`, `1m`), or two numbers by a number.',
    needs: '{of: a date-time, by: a duration} or {of: a number, by: a number of at least 0}',
    schema: orTemplate({
      type: 'object',
      properties: {of: {type: ['number', 'string']}, by: {type: ['number', 'string']}},
      required: ['of', 'by'],
      additionalProperties: false,
    }),
    passes: {argument: {of: '2024-01-01T00:00:00Z', by: '2s'}, actual: '2024-01-01T01:00:01+01:00'},
    fails: {argument: {of: 10, by: 2}, actual: 13},
    accepts: argument => nearness(argument) !== undefined,
    match: (argument, actual, context) => {
      const {of, by} = argument as {readonly of: Json; readonly by: Json};
      return expectThat(actual !== undefined && nearness(argument)!(actual), context, {
        phrase: () =>
          `a value within ${typeof by === 'string' ? by : showValue(by, context.checkers.redaction)} of ${showValue(of, context.checkers.redaction)}`,
        expected: {$within: argument},
        actual,
      });
    },
  },
};

type TypeName = keyof typeof types;

interface Ordering {
  readonly keyword: string;
  readonly doc: string;
  readonly words: string;
  readonly later: string;
  readonly fits: (order: number) => boolean;
}

function ordering(
  {doc, keyword, words, later, fits}: Ordering,
  [limit, good, bad]: readonly [number, number, number],
): Matcher {
  return {
    doc: `The value is ${doc} the argument: two numbers, or two RFC 3339 date-times as instants.`,
    needs: 'a number or an RFC 3339 date-time',
    schema: {type: ['number', 'string']},
    passes: {argument: limit, actual: good},
    fails: {argument: limit, actual: bad},
    accepts: argument => instantOrNumber(argument) !== undefined,
    match: (argument, actual, context) => {
      const order = compareOrdered(actual, argument);
      return expectThat(order !== undefined && fits(order), context, {
        phrase: () =>
          `${typeof argument === 'string' ? later : words} ${showValue(argument, context.checkers.redaction)}`,
        expected: {[keyword]: argument},
        actual,
      });
    },
  };
}

/** Compares two numbers or two instants; undefined when they cannot be compared. */
function compareOrdered(left: Json | undefined, right: Json): number | undefined {
  if (left === undefined || (typeof left !== 'string') !== (typeof right !== 'string')) return undefined;
  const [a, b] = [instantOrNumber(left), instantOrNumber(right)];
  return a === undefined || b === undefined ? undefined : compareNumbers(a, b);
}

function instantOrNumber(value: Json): number | bigint | undefined {
  if (typeof value === 'string') return readInstant(value);
  return isNumeric(value) && !Number.isNaN(value) ? value : undefined;
}

/** Gives the test that an argument of `$within` stands for; undefined when it is none. */
function nearness(argument: Json): ((actual: Json) => boolean) | undefined {
  if (!isJsonObject(argument) || Object.keys(argument).sort().join() !== 'by,of') return undefined;
  const {of, by} = argument as {readonly of: Json; readonly by: Json};
  if (typeof of === 'string') {
    const middle = readInstant(of);
    const reach = typeof by === 'string' ? readDuration(by) : undefined;
    if (middle === undefined || reach === undefined) return undefined;
    return actual => typeof actual === 'string' && Math.abs((readInstant(actual) ?? NaN) - middle) <= reach;
  }
  if (!isNumeric(of) || !isNumeric(by) || by < 0) return undefined;
  return actual => isNumeric(actual) && compareNumbers(distance(actual, of), by) <= 0;
}

/** Exact where both are integers. */
function distance(left: number | bigint, right: number | bigint): number | bigint {
  if (isWhole(left) && isWhole(right)) {
    const between = BigInt(left) - BigInt(right);
    return between < 0n ? -between : between;
  }
  return Math.abs(Number(left) - Number(right));
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}
