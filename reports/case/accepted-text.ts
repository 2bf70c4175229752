// Writes an expectation as what it accepts: values as JSON, matchers in words.
import {isJsonList, isJsonObject, jsonText, type Json} from '../../model/json.ts';

/** Writes the expectation; one without matchers is JSON, on lines of its own where it is long. */
export function acceptedText(tree: Json): string {
  return hasWords(tree) ? written(tree, '', depthMax) : jsonText(tree, longText(tree) ? 2 : undefined);
}

/** Writes it on one line. */
export function acceptedLine(tree: Json): string {
  return acceptedText(tree)
    .replaceAll(/([[{])\n\s*|\n\s*([\]}])/g, '$1$2')
    .replaceAll(/\n\s*/g, ' ');
}

const depthMax = 30;
const lineMax = 80;

function longText(tree: Json): boolean {
  return typeof tree === 'object' && tree !== null && jsonText(tree).length > lineMax;
}

/** Tells whether it holds a matcher, so that words are needed. */
export function hasWords(tree: Json): boolean {
  return hasMatcher(tree, depthMax);
}

function hasMatcher(tree: Json, depth: number): boolean {
  if (depth === 0) return false;
  if (isJsonList(tree)) return tree.some(item => hasMatcher(item, depth - 1));
  return (
    isJsonObject(tree) &&
    Object.entries(tree).some(([key, value]) => Object.hasOwn(words, key) || hasMatcher(value, depth - 1))
  );
}

/** A text without quotation marks. */
function bare(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value);
}

type Write = (tree: Json) => string;

const plain =
  (lead: string) =>
  (argument: Json): string =>
    `${lead} ${jsonText(argument)}`;
const tree =
  (lead: string) =>
  (argument: Json, write: Write): string =>
    `${lead} ${write(argument)}`;
const list =
  (lead: string, between = ', ') =>
  (argument: Json, write: Write): string =>
    `${lead} ${isJsonList(argument) ? argument.map(write).join(between) : write(argument)}`;

const words: {readonly [matcher: string]: (argument: Json, write: Write) => string} = {
  $eq: argument => jsonText(argument),
  $in: list('one of'),
  $any: list('one of', ', or '),
  $ne: plain('anything but'),
  $exact: argument => `exactly ${acceptedText(argument)}`,
  $literal: argument => jsonText(argument),
  $schema: () => 'a value that is valid under the schema',
  $sorted: argument => `a list in order ${jsonText(argument)}`,
  $not: tree('anything but'),
  $present: argument => (argument === false ? 'nothing here' : 'any value'),
  $absent: argument => (argument === false ? 'any value' : 'nothing here'),
  $type: argument => `a value of type ${bare(argument)}`,
  $format: argument => `a text in the format ${bare(argument)}`,
  $regex: argument => `a text that matches ${bare(argument)}`,
  $contains: tree('a value that contains'),
  $startsWith: plain('a text that begins with'),
  $endsWith: plain('a text that ends with'),
  $unordered: argument => `${acceptedText(argument)} in any order`,
  $each: (argument, write) => `a list whose every item is ${write(argument)}`,
  $length: tree('a length of'),
  $count: tree('a count of'),
  $gt: plain('more than'),
  $gte: plain('at least'),
  $lt: plain('less than'),
  $lte: plain('at most'),
  $within: argument =>
    isJsonObject(argument)
      ? `a value within ${bare(argument['by'] ?? null)} of ${jsonText(argument['of'] ?? null)}`
      : jsonText(argument),
};

function written(value: Json, indent: string, depth: number): string {
  if (depth === 0) return jsonText(value);
  const next = `${indent}  `;
  const write: Write = part => written(part, indent, depth - 1);
  if (isJsonList(value))
    return block(
      ['[', ']'],
      value.map(item => written(item, next, depth - 1)),
      indent,
    );
  if (!isJsonObject(value)) return jsonText(value);
  const entries = Object.entries(value);
  const [matcher] = entries;
  if (matcher !== undefined && entries.every(([key]) => Object.hasOwn(words, key)))
    return entries.map(([key, argument]) => words[key]?.(argument, write) ?? '').join(', and ');
  return block(
    ['{', '}'],
    entries.map(([key, item]) => `${JSON.stringify(key)}: ${written(item, next, depth - 1)}`),
    indent,
  );
}

function block([start, end]: readonly [string, string], parts: readonly string[], indent: string): string {
  const line = `${start}${parts.join(', ')}${end}`;
  if (line.length <= lineMax && !line.includes('\n')) return line;
  return `${start}\n${parts.map(part => `${indent}  ${part}`).join(',\n')}\n${indent}${end}`;
}
