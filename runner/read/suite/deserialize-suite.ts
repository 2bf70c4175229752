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
  const parsed = parse(text);
  if (parsed === undefined) return undefined;
  const {suite, tables, groups} = revive(parsed) as SerializedSuite;
  if (tables.some(table => digestOf(table) !== table.digest)) return undefined;
  return {
    ...suite,
    cases: groups.flatMap(({shared, cases, digests}) => {
      const definitions = casesOfTable(shared, cases);
      for (const [index, definition] of definitions.entries()) keepDigest(definition, digests[index] ?? '');
      return definitions;
    }),
  };
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

/** Turns marked texts into what they stand for, and makes every object one without prototype. */
function revive(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('\u0000') ? unmark(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(revive);
  const read = value as {readonly [key: string]: unknown};
  const object: Record<string, unknown> = newJsonObject();
  for (const key of Object.keys(read)) object[key] = revive(read[key]);
  return object;
}

function unmark(text: string): bigint | string {
  return text.startsWith(bigintMark) ? BigInt(text.slice(bigintMark.length)) : text.slice(textMark.length);
}
