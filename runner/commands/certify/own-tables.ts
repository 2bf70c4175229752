// What this touchstone checks a certificate with: its suites and tables, and the keys that the reader trusts.
import type {Machine} from '../../../model/machine.ts';
import type {TrustedKey} from '../../../model/signing.ts';
import type {OwnTables} from '../../../reports/certificate/offline-check.ts';
import type {Catalog} from '../load/catalog.ts';
import {gatherRunnables} from '../load/gather-runnables.ts';
import {canonicalIds} from '../run/canonical-cases.ts';
import {loadProfile} from './statement-tables.ts';

/** Gives the tables of this version. */
export async function ownTables(catalog: Catalog, errataDigest: string, machine: Machine): Promise<OwnTables> {
  const all = await gatherRunnables(catalog, machine, {withProperties: true});
  const known = new Set(catalog.requirements.keys());
  const profileOf: OwnTables['profileOf'] = id => {
    const found = loadProfile(id, known, machine);
    return found.kind === 'profile' ? found.profile : undefined;
  };
  const any = loadProfile('hosting-core', known, machine);
  return {
    suites: catalog.suitesDigest,
    requirementsDigest: catalog.requirementsDigest,
    contract: catalog.contractDigest,
    requirements: catalog.requirements,
    profiles: any.kind === 'profile' ? any.digest : '',
    errata: errataDigest,
    profileOf,
    canonicalOf: (profile, seeds) => canonicalIds(all, profile, {seeds, data: catalog}),
  };
}

/** Reads public keys in PEM; `problems` gets a sentence for each file that has none. */
export function readTrustedKeys(
  paths: readonly string[],
  {files, signing}: Pick<Machine, 'files' | 'signing'>,
  problems: string[],
): readonly TrustedKey[] {
  return paths.flatMap(path => {
    const read = files.readText(path);
    const reading =
      read.kind === 'text' ? signing.readPublicKeys(read.text) : {kind: 'unusable' as const, why: read.why};
    if (reading.kind === 'keys') return reading.keys;
    problems.push(`--trusted-keys ${path}: ${reading.why}`);
    return [];
  });
}
