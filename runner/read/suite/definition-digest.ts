// Digests what a case says, once for each definition.
import {createHash} from 'node:crypto';
import type {CaseDefinition} from '../../../model/suite.ts';

const known = new WeakMap<CaseDefinition, string>();

/** Digests what a case says, wherever it stands in its file, so that two runs can tell whether they judged the same. */
export function definitionDigest(definition: CaseDefinition): string {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const digest = digestOf(definition);
  known.set(definition, digest);
  return digest;
}

/** Remembers the digest of a definition that was kept together with it. */
export function keepDigest(definition: CaseDefinition, digest: string): void {
  known.set(definition, digest);
}

function digestOf(definition: CaseDefinition): string {
  const said = {...definition, file: '', lines: '', row: definition.row?.values, fixed: undefined, contexts: undefined};
  const text = JSON.stringify(said, (key, value: unknown) => {
    if (typeof value === 'bigint') return `${String(value)}n`;
    // A step with one expectation is digested as if it could have no more: journals of edition 2026.1 have it so.
    if ((key === 'expect' || key === 'usual') && Array.isArray(value) && value.length < 2) return value[0] as unknown;
    return key === 'pointer' && typeof value === 'string' && value.startsWith('/cases/') ? undefined : value;
  });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
