// Compares two JSON values exactly and finds the first place where they differ.
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import {escapeKey} from '../../base/json/json-pointer.ts';

/** The first difference of two values. A side that has nothing at the pointer is undefined. */
interface Difference {
  readonly pointer: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/** Tells whether two values are equal: objects by keys in any order, lists in order, numbers by exact value (bigint or not). */
export function equalJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return equalScalars(left, right);
  return firstDifference(left, right) === undefined;
}

/** Finds the first difference in the order of the expected value's keys; undefined when both are equal. Stops there, so its cost is bounded by the common part. */
function firstDifference(expected: Json, actual: Json, pointer = ''): Difference | undefined {
  if (isJsonList(expected) && isJsonList(actual)) return firstInLists(expected, actual, pointer);
  if (isJsonObject(expected) && isJsonObject(actual)) {
    for (const key of Object.keys(expected)) {
      const found = firstBelow(expected[key], own(actual, key), `${pointer}/${escapeKey(key)}`);
      if (found !== undefined) return found;
    }
    const extra = Object.keys(actual).find(key => !Object.hasOwn(expected, key));
    if (extra === undefined) return undefined;
    return {pointer: `${pointer}/${escapeKey(extra)}`, expected: undefined, actual: own(actual, extra)};
  }
  return equalScalars(expected, actual) ? undefined : {pointer, expected, actual};
}

/** Compares two numbers by exact value: negative, zero or positive like a subtraction, NaN never. */
export function compareNumbers(left: number | bigint, right: number | bigint): number {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

/** Tells whether a value is a number, exact or not. */
export function isNumeric(value: Json | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function firstInLists(expected: readonly Json[], actual: readonly Json[], pointer: string): Difference | undefined {
  const length = Math.max(expected.length, actual.length);
  for (let index = 0; index < length; index += 1) {
    const found = firstBelow(expected[index], actual[index], `${pointer}/${index}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstBelow(expected: Json | undefined, actual: Json | undefined, pointer: string): Difference | undefined {
  if (expected === undefined || actual === undefined) return {pointer, expected, actual};
  if (expected === actual) return undefined;
  return firstDifference(expected, actual, pointer);
}

function own(object: {readonly [key: string]: Json}, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function equalScalars(left: Json, right: Json): boolean {
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right) === 0;
  return left === right;
}
