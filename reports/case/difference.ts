// Shows how two values differ, in bounded time: two short lines, a line diff, or the first place where they part.
import {diffLines} from 'diff/lib/diff/line.js';
import {isJsonList, isJsonObject, jsonText, type Json} from '../../model/json.ts';
import {acceptedLine, hasWords} from './accepted-text.ts';
import {cutText, visibleLines, visibleText} from '../../base/text/visible-text.ts';

/** One line of a comparison; `sign` says whose it is. */
export interface DifferenceLine {
  readonly sign: 'expected' | 'actual' | 'both' | 'note';
  readonly text: string;
}

/** Compares what was expected with what came; undefined stands for a value that is not there. */
export function difference(expected: Json | undefined, actual: Json | undefined): readonly DifferenceLine[] {
  const short = [expected === undefined ? 'nothing' : expectedText(expected), shortText(actual)];
  const isShort = short.every(text => text.length <= shortMax);
  if (isShort || !isComparable(expected, actual)) {
    return [
      {sign: 'expected', text: cutText(short[0] ?? '', valueMax)},
      {sign: 'actual', text: cutText(short[1] ?? '', valueMax)},
    ];
  }
  return lineDifference(expected, actual) ?? firstDifference(expected, actual);
}

const shortMax = 100;
const valueMax = 600;
const linesMax = 40;
/** Past these sizes a diff costs more than it shows: 4,000 lines that all differ took 0.4 s. */
const diffCharactersMax = 256 * 1024;
const editsMax = 400;
const nodesMax = 100_000;

function shortText(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  // Cut before it is made visible: a reply of 8 MB would be rewritten for 600 characters.
  return visibleText(cutText(boundedJson(value), 4_096));
}

function expectedText(expected: Json): string {
  return hasWords(expected) ? visibleText(cutText(acceptedLine(expected), 4_096)) : shortText(expected);
}

function boundedJson(value: Json): string {
  return typeof value === 'string' ? JSON.stringify(cutText(value, 4_096)) : jsonText(value);
}

/** Only values of one form have a line diff; an expectation in matchers has its own words. */
function isComparable(expected: Json | undefined, actual: Json | undefined): boolean {
  if (typeof expected === 'string' && typeof actual === 'string')
    return expected.includes('\n') || actual.includes('\n');
  if (isJsonList(expected) && isJsonList(actual)) return !hasWords(expected);
  return isJsonObject(expected) && isJsonObject(actual) && !hasWords(expected);
}

function lineDifference(expected: Json | undefined, actual: Json | undefined): readonly DifferenceLine[] | undefined {
  const [before, after] = [expected, actual].map(value =>
    typeof value === 'string' ? value : jsonText(value ?? null, 2),
  );
  if (before === undefined || after === undefined || before.length + after.length > diffCharactersMax) return undefined;
  const changes = diffLines(before + '\n', after + '\n', {maxEditLength: editsMax});
  if (changes === undefined) return undefined;
  const lines = changes.flatMap((change, n) => {
    const sign = change.removed ? 'expected' : change.added ? 'actual' : 'both';
    const texts = visibleLines(change.value.replace(/\n$/, ''));
    return sign === 'both'
      ? contextOf(texts, n === 0, n === changes.length - 1)
      : texts.map(text => ({sign, text: cutText(text, valueMax)}) as const);
  });
  return lines.length <= linesMax
    ? lines
    : [...lines.slice(0, linesMax), {sign: 'note', text: `… ${lines.length - linesMax} more lines`}];
}

/** Keeps three equal lines beside a change. */
function contextOf(texts: readonly string[], isFirst: boolean, isLast: boolean): readonly DifferenceLine[] {
  const both = (text: string): DifferenceLine => ({sign: 'both', text: cutText(text, valueMax)});
  const head = isFirst ? 0 : 3;
  const tail = isLast ? 0 : 3;
  if (texts.length <= head + tail + 1) return texts.map(both);
  const left = texts.length - head - tail;
  return [
    ...texts.slice(0, head).map(both),
    {sign: 'note', text: `… ${left} equal lines`},
    ...texts.slice(texts.length - tail).map(both),
  ];
}

function firstDifference(expected: Json | undefined, actual: Json | undefined): readonly DifferenceLine[] {
  const budget = {nodes: nodesMax};
  const at = firstPath(expected, actual, '', budget);
  if (at === undefined)
    return [{sign: 'note', text: `too large to compare in full; no difference in the first ${nodesMax} values`}];
  return [
    {
      sign: 'note',
      text: `too large to compare in full; the first difference is at ${visibleText(at.path) || 'the top'}`,
    },
    {sign: 'expected', text: cutText(shortText(at.expected), valueMax)},
    {sign: 'actual', text: cutText(shortText(at.actual), valueMax)},
  ];
}

interface Place {
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

function firstPath(
  expected: Json | undefined,
  actual: Json | undefined,
  path: string,
  budget: {nodes: number},
): Place | undefined {
  budget.nodes -= 1;
  if (budget.nodes < 0) return undefined;
  if (typeof expected === 'string' && typeof actual === 'string') return firstInText(expected, actual, path);
  if (isJsonList(expected) && isJsonList(actual))
    return firstIn(indexes(expected, actual), key => [expected[key], actual[key]], path, budget);
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return firstIn(
      [...new Set([...Object.keys(expected), ...Object.keys(actual)])],
      key => [own(expected, key), own(actual, key)],
      path,
      budget,
    );
  }
  return expected === actual ? undefined : {path, expected, actual};
}

function firstIn<K extends string | number>(
  keys: readonly K[],
  pair: (key: K) => readonly [Json | undefined, Json | undefined],
  path: string,
  budget: {nodes: number},
): Place | undefined {
  for (const key of keys) {
    const [expected, actual] = pair(key);
    const place = firstPath(
      expected,
      actual,
      `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`,
      budget,
    );
    if (place !== undefined || budget.nodes < 0) return place;
  }
  return undefined;
}

function firstInText(expected: string, actual: string, path: string): Place | undefined {
  if (expected === actual) return undefined;
  let at = 0;
  while (expected[at] === actual[at]) at += 1;
  const from = Math.max(0, at - 20);
  return {
    path: at < 200 ? path : `${path} character ${at}`,
    expected: expected.slice(at < 200 ? 0 : from),
    actual: actual.slice(at < 200 ? 0 : from),
  };
}

function indexes(a: readonly Json[], b: readonly Json[]): readonly number[] {
  return Array.from({length: Math.max(a.length, b.length)}, (_, n) => n);
}

function own(object: {readonly [key: string]: Json}, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
