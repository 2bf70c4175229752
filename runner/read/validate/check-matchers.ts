// Checks the matchers of an expectation tree: their names, what they are mixed with, and the patterns in them.
import {RE2JS} from 're2js';
import {regexCompiler} from '../../../base/patterns/regex.ts';
import {isJsonObject} from '../../../model/json.ts';
import type {MatcherCheck} from './known.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {entriesOf, itemsOf, note, noteType, type Place} from '../../../base/yaml/yaml-place.ts';
import {writtenValues, type Row} from './rows.ts';

/** What an expectation tree may use. */
export interface MatcherContext {
  readonly matchers: readonly string[];
  readonly dataMatchers: readonly string[];
  readonly patternMatchers: readonly string[];
  readonly rows: readonly Row[];
  readonly matcherProblem?: MatcherCheck | undefined;
}

/** Checks a whole tree, and the row values that stand in it. */
export function checkMatchers(place: Place, context: MatcherContext): void {
  if (typeof place.value === 'string') {
    for (const value of writtenValues(place, context.rows))
      if (typeof value.value === 'object') checkMatchers(value, {...context, rows: []});
  }
  for (const item of itemsOf(place)) checkMatchers(item, context);
  if (isJsonObject(place.value)) checkMapping(place, context);
}

function checkMapping(place: Place, context: MatcherContext): void {
  const entries = entriesOf(place);
  const plain = entries.filter(([key]) => !isMatcher(key));
  if (plain.length > 0 && plain.length < entries.length) noteMixture(plain);
  for (const [key, argument] of entries) {
    if (!isMatcher(key)) checkMatchers(argument, context);
    else if (!context.matchers.includes(key)) noteUnknown(argument, key, context.matchers);
    else checkArgument(argument, key, context);
  }
}

// A key that holds a template has its own message.
function isMatcher(key: string): boolean {
  return key.startsWith('$') && !key.startsWith('${');
}

function checkArgument(argument: Place, key: string, context: MatcherContext): void {
  for (const written of writtenValues(argument, context.rows)) {
    const problem = context.matcherProblem?.(key, written.value);
    if (problem !== undefined) {
      note(written, problem.message, problem.fix);
      return;
    }
  }
  if (context.patternMatchers.includes(key)) checkPattern(argument, key, context.rows);
  else if (!context.dataMatchers.includes(key)) checkMatchers(argument, context);
}

function noteMixture(plain: readonly (readonly [key: string, place: Place])[]): void {
  for (const [key, at] of plain) {
    const fix =
      'write either matchers or plain keys into one mapping; data with "$" in its keys goes below "$literal:"';
    note(at, `the plain key "${key}" is among matchers`, fix, 'key');
  }
}

function noteUnknown(argument: Place, key: string, matchers: readonly string[]): void {
  const known = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined;
  note(argument, `unknown matcher "${key}"`, known ?? suggestName(key, matchers, 'matchers'), 'key');
}

/** Names that other tools give to what a matcher does. */
const otherNames: {readonly [key: string]: string} = {
  $matches: 'write $regex',
  $match: 'write $regex',
  $pattern: 'write $regex',
  $exists: 'write $present: true, or $absent: true',
  $isNull: 'write null',
  $nin: 'write $not: {$in: […]}',
  $or: 'write $any: […]',
  $oneOf: 'write $any: […], or $in: […] for values',
  $anyOf: 'write $any: […]',
  $and: 'write the matchers into one mapping; all of them must hold',
  $all: 'write $each: … for every item, or several matchers in one mapping',
  $every: 'write $each: …',
  $some: 'write $contains: …',
  $includes: 'write $contains: …',
  $has: 'write $contains: …',
  $size: 'write $count: 2 for a list, $length: 2 for a text',
  $len: 'write $count: 2 for a list, $length: 2 for a text',
  $min: 'write $gte',
  $max: 'write $lte',
  $empty: 'write $count: 0',
  $isEmpty: 'write $count: 0',
};

function checkPattern(place: Place, key: string, rows: readonly Row[]): void {
  for (const pattern of writtenValues(place, rows)) {
    if (typeof pattern.value !== 'string')
      noteType(pattern, `"${key}"`, 'a text', 'write the pattern in single quotes');
    else noteUncompilable(pattern, pattern.value);
  }
}

function noteUncompilable(place: Place, pattern: string): void {
  const compiled = compileRegex(pattern);
  if (compiled.kind === 'problem')
    note(
      place,
      `the pattern does not compile: ${compiled.why}`,
      'write it in the syntax of RE2, which has no look-around and no back references',
    );
}

const compileRegex = regexCompiler(pattern => RE2JS.compile(pattern));
