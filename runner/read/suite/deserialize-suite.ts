// Reads back what serializeSuite wrote, without the YAML parser.
import {newJsonObject} from '../../../model/json.ts';
import type {SuiteDefinition} from '../../../model/suite.ts';
import {casesOfTable} from './cases-of-table.ts';
import {keepDigest} from './definition-digest.ts';
import type {TableDigest} from './read-suite.ts';
import {bigintMark, textMark, type SerializedSuite} from './serialize-suite.ts';

/**
 * Gives the suite, or undefined when the text is damaged or a table has changed since. `digestOf` gives the digest of a file that it
 * names, or undefined when it cannot be read.
 */
export function deserializeSuite(
  text: string,
  digestOf: (file: TableDigest) => string | undefined,
): SuiteDefinition | undefined {
  const read = readBack(text);
  return read?.tables.some(table => digestOf(table) !== table.digest) === true ? undefined : read?.suite;
}

interface ReadBack extends Pick<SerializedSuite, 'tables'> {
  readonly suite: SuiteDefinition;
}

/** What was read in this process: one that runs again, as when a file was changed, reads once what is as it was. */
const readBefore = new Map<string, ReadBack>();
/** Several times as many as our own suites. */
const readBeforeMax = 500;

function readBack(text: string): ReadBack | undefined {
  const before = readBefore.get(text);
  if (before !== undefined) return before;
  const parsed = parse(text);
  if (parsed === undefined) return undefined;
  const {suite, tables, groups} = reviver()(parsed) as SerializedSuite;
  const cases = groups.flatMap(({shared, cases: rows, digests}) => {
    const definitions = casesOfTable(shared, rows);
    for (const [index, definition] of definitions.entries()) keepDigest(definition, digests[index] ?? '');
    return definitions;
  });
  const read = {suite: {...suite, cases}, tables};
  if (readBefore.size >= readBeforeMax) readBefore.clear();
  readBefore.set(text, read);
  return read;
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'groups' in value && 'tables' in value && 'suite' in value
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

// Most cases have several of each, and nothing that was read is changed afterwards.
const emptyList: readonly unknown[] = Object.freeze([]);
const emptyObject: object = Object.freeze(newJsonObject());

/** Turns marked texts into what they stand for, and makes every object one without prototype. Of equal texts one is kept: a hundred thousand cases name few files. */
function reviver(): (value: unknown) => unknown {
  const texts = new Map<string, string>();
  const revive = (value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith('\u0000') ? unmark(value) : oneOf(texts, value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.length === 0 ? emptyList : value.map(revive);
    const read = value as {readonly [key: string]: unknown};
    const keys = Object.keys(read);
    if (keys.length === 0) return emptyObject;
    const object: Record<string, unknown> = newJsonObject();
    for (const key of keys) object[key] = revive(read[key]);
    return object;
  };
  return revive;
}

function oneOf(texts: Map<string, string>, text: string): string {
  const known = texts.get(text);
  if (known === undefined) texts.set(text, text);
  return known ?? text;
}

function unmark(text: string): bigint | string {
  return text.startsWith(bigintMark) ? BigInt(text.slice(bigintMark.length)) : text.slice(textMark.length);
}
