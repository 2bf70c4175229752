// Reads JSON text (RFC 8259) into a tree that keeps numbers as they were spelled and every key, doubled ones too.
import {Malformed} from './message.ts';

/** One JSON value; a number keeps its text, so that no uint64 loses digits. */
export type JsonNode =
  | {readonly kind: 'null'}
  | {readonly kind: 'boolean'}
  | {readonly kind: 'number' | 'string'; readonly text: string}
  | {readonly kind: 'array'; readonly items: readonly JsonNode[]}
  | {readonly kind: 'object'; readonly entries: readonly (readonly [string, JsonNode])[]};

/** Reads one JSON value and nothing after it; `stringOf` gives what a string literal says. Throws Malformed with the character position. */
export function readJsonText(text: string, stringOf: (literal: string) => string): JsonNode {
  const reader: Reader = {text, stringOf, at: 0};
  const node = readValue(reader, 0);
  skipSpace(reader);
  if (reader.at < text.length) fail(reader, 'something follows the JSON value');
  return node;
}

interface Reader {
  readonly text: string;
  readonly stringOf: (literal: string) => string;
  at: number;
}

// The messages nest three deep; a limit keeps hostile text from exhausting the stack.
const jsonDepthMax = 100;

function readValue(reader: Reader, depth: number): JsonNode {
  if (depth > jsonDepthMax) fail(reader, `JSON is nested deeper than ${jsonDepthMax}`);
  skipSpace(reader);
  const first = reader.text[reader.at];
  if (first === '{') return {kind: 'object', entries: readItems(reader, '}', () => readEntry(reader, depth))};
  if (first === '[') return {kind: 'array', items: readItems(reader, ']', () => readValue(reader, depth + 1))};
  if (first === '"') return {kind: 'string', text: readString(reader)};
  if (takeMatch(reader, /null/y) !== undefined) return {kind: 'null'};
  if (takeMatch(reader, /true|false/y) !== undefined) return {kind: 'boolean'};
  const number = takeMatch(reader, /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  return number === undefined ? fail(reader, 'no JSON value begins here') : {kind: 'number', text: number};
}

function readItems<Item>(reader: Reader, close: string, readItem: () => Item): Item[] {
  const items: Item[] = [];
  reader.at++;
  skipSpace(reader);
  if (takeMatch(reader, close === '}' ? /\}/y : /\]/y) !== undefined) return items;
  for (;;) {
    items.push(readItem());
    skipSpace(reader);
    const next = reader.text[reader.at++];
    if (next === close) return items;
    if (next !== ',') fail(reader, `"," or "${close}" is missing`);
  }
}

function readEntry(reader: Reader, depth: number): readonly [string, JsonNode] {
  skipSpace(reader);
  const key = readString(reader);
  skipSpace(reader);
  if (reader.text[reader.at++] !== ':') fail(reader, '":" is missing after a key');
  return [key, readValue(reader, depth + 1)];
}

function readString(reader: Reader): string {
  const literal = takeMatch(reader, /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy);
  return literal === undefined ? fail(reader, 'no JSON string begins here') : reader.stringOf(literal);
}

function skipSpace(reader: Reader): void {
  takeMatch(reader, /[ \t\r\n]*/y);
}

function takeMatch(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function fail(reader: Reader, why: string): never {
  throw new Malformed(`${why} (character ${reader.at})`);
}
