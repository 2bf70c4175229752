// Writes a read suite as one JSON text that keeps integers exact.
import type {CaseDefinition, SuiteDefinition} from '../../../model/suite.ts';
import {definitionDigest} from './definition-digest.ts';
import type {OwnOfCase} from './cases-of-table.ts';
import type {TableDigest} from './read-suite.ts';

/** Form of the text: cases of one table share their steps, so they are written once. */
export interface SerializedSuite {
  readonly suite: Omit<SuiteDefinition, 'cases'>;
  readonly tables: readonly TableDigest[];
  readonly groups: readonly {
    readonly shared: Omit<CaseDefinition, keyof OwnOfCase>;
    readonly cases: readonly OwnOfCase[];
    /** Of each case, in the same order. */
    readonly digests: readonly string[];
  }[];
}

/** Marks a bigint; a text that begins with it is marked a second time. */
export const bigintMark = '\u0000n';
export const textMark = '\u0000s';

/** Gives the text for `deserializeSuite`. */
export function serializeSuite({
  suite,
  tables,
}: {
  readonly suite: SuiteDefinition;
  readonly tables: readonly TableDigest[];
}): string {
  const {cases, ...rest} = suite;
  const groups = new Map<string, CaseDefinition[]>();
  for (const one of cases) {
    const group = groups.get(one.pointer);
    if (group === undefined) groups.set(one.pointer, [one]);
    else group.push(one);
  }
  const serialized: SerializedSuite = {
    suite: rest,
    tables,
    groups: [...groups.values()].map(group => ({
      shared: sharedOf(group),
      cases: group.map(ownOf),
      digests: group.map(definitionDigest),
    })),
  };
  return JSON.stringify(serialized, markSpecial);
}

function sharedOf([first]: readonly CaseDefinition[]): Omit<CaseDefinition, keyof OwnOfCase> {
  const {id: _id, title: _title, row: _row, ...shared} = first as CaseDefinition;
  return shared;
}

function ownOf({id, title, row}: CaseDefinition): OwnOfCase {
  return row === undefined ? {id, title} : {id, title, row};
}

function markSpecial(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return bigintMark + value.toString();
  return typeof value === 'string' && value.startsWith('\u0000') ? textMark + value : value;
}
