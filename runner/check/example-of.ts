// Makes an example of what an expectation takes and of what it refuses; both are tried before they are given.
import {isJsonList, isJsonObject, jsonObject, type Json} from '../../model/json.ts';
import type {Checkers} from './checkers.ts';
import {checkStatus} from './check-status.ts';
import {dataOf, isMatcher} from './literal.ts';
import {BadMatcher, matchTree, type TreeFinding} from './match-tree.ts';
import {matcherNamed} from './matchers.ts';
import {namedPlace} from './tree-path.ts';

/** What an expectation takes and what it refuses. `actual` is absent where nothing at all stands at the place. */
export interface ExpectationExample {
  readonly right?: {readonly actual?: Json};
  readonly wrong?: {readonly actual?: Json; readonly says: string};
}

/** Gives an example for a tree at a place that a reader knows by this name. `otherwise` are values that a wrong target most probably gives there. */
export function exampleOf(
  tree: Json,
  name: string,
  checkers: Checkers,
  otherwise: readonly Json[] = [],
): ExpectationExample {
  const judge = (actual: Json | undefined): readonly TreeFinding[] =>
    matchTree(tree, actual, {place: namedPlace(name), pointer: '', checkers});
  const drafts = [...samplesOf(tree), ...pool];
  const right = drafts.find(draft => holds(judge, draft));
  return exampleFrom(judge, right, [...otherwise, ...twistsOf(right), ...pool, undefined]);
}

/** Gives an example for an expected status. */
export function exampleOfStatus(status: Json, checkers: Checkers): ExpectationExample {
  const judge = (actual: Json | undefined): readonly TreeFinding[] =>
    checkStatus(status, Number(actual), {pointer: '', checkers});
  const right = usualStatuses.find(draft => holds(judge, draft));
  return exampleFrom(judge, right, [...(right !== undefined && right < 300 ? [404] : [200]), 500, 204]);
}

const usualStatuses = [200, 201, 204, 400, 401, 403, 404, 409, 422, 302, 303, 202, 205, 405, 413, 423, 500];

type Judge = (actual: Json | undefined) => readonly TreeFinding[];

function exampleFrom(judge: Judge, right: Json | undefined, drafts: readonly (Json | undefined)[]): ExpectationExample {
  for (const draft of drafts) {
    const finding = holds(judge, draft) ? undefined : firstOf(judge, draft);
    if (finding !== undefined) return {...rightOf(right), wrong: {...given(draft), says: finding}};
  }
  return rightOf(right);
}

function rightOf(right: Json | undefined): Pick<ExpectationExample, 'right'> {
  return right === undefined ? {} : {right: {actual: right}};
}

function given(actual: Json | undefined): {readonly actual?: Json} {
  return actual === undefined ? {} : {actual};
}

// A tree whose names are not filled in may be none; then there is no example of it.
function holds(judge: Judge, draft: Json | undefined): boolean {
  try {
    return judge(draft).length === 0;
  } catch (problem) {
    if (problem instanceof BadMatcher) return false;
    throw problem;
  }
}

function firstOf(judge: Judge, draft: Json | undefined): string | undefined {
  try {
    const [finding] = judge(draft);
    return finding === undefined ? undefined : `${finding.path}: ${finding.message}`;
  } catch (problem) {
    if (problem instanceof BadMatcher) return undefined;
    throw problem;
  }
}

const pool: readonly Json[] = [
  'text',
  1,
  true,
  [],
  ['text'],
  jsonObject([]),
  null,
  0,
  '',
  'abc123',
  '0123456789abcdef'.repeat(4).slice(0, 40),
  '2026-01-02T03:04:05Z',
];

/** Drafts that probably hold, nearest first. */
function samplesOf(tree: Json): readonly Json[] {
  if (isJsonList(tree)) return [tree.map((item: Json) => firstSample(item))];
  if (!isJsonObject(tree)) return [tree];
  const entries = Object.entries(tree);
  if (isMatcher(tree)) return entries.flatMap(([keyword, argument]) => samplesOfMatcher(keyword, argument));
  return [jsonObject(entries.map(([key, below]): [string, Json] => [key, firstSample(below)]))];
}

function firstSample(tree: Json): Json {
  return samplesOf(tree)[0] ?? null;
}

function samplesOfMatcher(keyword: string, argument: Json): readonly Json[] {
  const example = matcherNamed(keyword)?.passes.actual;
  return [...(samplers[keyword]?.(argument) ?? []), ...(example === undefined ? [] : [example])];
}

const samplers: {readonly [keyword: string]: (argument: Json) => readonly Json[]} = {
  $eq: argument => [dataOf(argument)],
  $exact: argument => samplesOf(argument),
  $literal: argument => [argument],
  $unordered: argument => (isJsonList(argument) ? [argument.map((item: Json) => firstSample(item))] : []),
  $contains: argument => (typeof argument === 'string' ? [`… ${argument} …`, [argument]] : [[firstSample(argument)]]),
  $startsWith: argument => [`${text(argument)}…`, argument],
  $endsWith: argument => [`…${text(argument)}`, argument],
  $each: argument => [[firstSample(argument)]],
  $in: argument => (isJsonList(argument) ? argument : []),
  $any: argument => (isJsonList(argument) ? argument.map((item: Json) => firstSample(item)) : []),
  $length: argument => (typeof argument === 'number' ? [itemsOf(argument)] : []),
  $count: argument => (typeof argument === 'number' ? [itemsOf(argument)] : []),
  $gt: argument => (typeof argument === 'number' ? [argument + 1] : []),
  $gte: argument => [argument],
  $lt: argument => (typeof argument === 'number' ? [argument - 1] : []),
  $lte: argument => [argument],
};

function text(argument: Json): string {
  return typeof argument === 'string' ? argument : '';
}

function itemsOf(count: number): readonly Json[] {
  return Array.from({length: Math.min(count, 100)}, (_, index) => `item ${String(index + 1)}`);
}

/** Values near one that holds: what a wrong server would plausibly answer. */
function twistsOf(right: Json | undefined): readonly (Json | undefined)[] {
  if (typeof right === 'string' && /^(?:0|-?[1-9]\d*)$/.test(right)) return [neighbourOf(BigInt(right))];
  if (typeof right === 'string') return [`${right}-other`, ''];
  if (typeof right === 'boolean') return [!right];
  if (typeof right === 'number') return [right + 1, right - 1];
  if (isJsonList(right)) return [[...right, 'one more'], right.slice(0, -1)];
  if (!isJsonObject(right)) return [];
  const entries = Object.entries(right);
  return entries.flatMap(([key, value]) =>
    twistsOf(value).flatMap(twisted =>
      twisted === undefined
        ? []
        : [jsonObject(entries.map(([name, old]): [string, Json] => [name, name === key ? twisted : old]))],
    ),
  );
}

// Towards zero, so that it fits whatever type the number has.
function neighbourOf(number: bigint): string {
  return String(number > 0n ? number - 1n : number + 1n);
}
