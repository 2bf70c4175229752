// Finds the certificates that belong to the runs of a matrix, and says of each whether it is intact and still counts.
import {defined} from '../../../base/json/defined.ts';
import type {Machine} from '../../../model/machine.ts';
import type {TrustedKey} from '../../../model/signing.ts';
import type {Certificate} from '../../../reports/certificate/certificate.ts';
import {
  checkCertificate,
  readUnchecked,
  type Check,
  type OwnTables,
} from '../../../reports/certificate/offline-check.ts';
import type {MatrixCertificate} from '../../../reports/matrix/certified.ts';
import {loadCatalog} from '../load/catalog.ts';
import {isAboutNodes} from './statement-tables.ts';
import {loadErrata} from '../load/load-errata.ts';
import {loadRevocations, whyLapsed} from './lapsed.ts';
import {ownTables, readTrustedKeys} from './own-tables.ts';

/** The files that the command line names. */
export interface CertificateFiles {
  readonly certificates: readonly string[];
  readonly trustedKeys?: readonly string[];
  readonly revoked?: string;
}

/** Certificates by the SHA-256 of a journal that they are about. */
export type CertificatesByJournal = ReadonlyMap<string, readonly MatrixCertificate[]>;

/** Reads and checks them; one that was changed, or is about another journal, is a problem. `journals` gives the file of each journal by its SHA-256. */
export async function certificatesOf(
  {certificates, trustedKeys, revoked}: CertificateFiles,
  journals: ReadonlyMap<string, string>,
  machine: Machine,
): Promise<{readonly byJournal: CertificatesByJournal; readonly problems: readonly string[]}> {
  const problems: string[] = [];
  const byJournal = new Map<string, MatrixCertificate[]>();
  const revocations = await loadRevocations(revoked, machine);
  if (revocations.kind === 'unusable') return {byJournal, problems: [revocations.why]};
  const keys = trustedKeys === undefined ? undefined : readTrustedKeys(trustedKeys, machine, problems);
  const errata = await loadErrata(undefined, machine);
  if (errata.kind === 'unusable') problems.push(errata.why);
  if (errata.kind === 'unusable' || problems.length > 0) return {byJournal, problems};
  const tables = tablesBySubject(errata.digest, machine);
  for (const path of certificates) {
    const found = await checked(path, {journals, tables, ...defined({keys})}, machine);
    if (typeof found === 'string') {
      problems.push(found);
      continue;
    }
    const lapsed = whyLapsed(found.certificate, revocations.revoked, () => machine.clock.now());
    const shown = shownCertificate(found, lapsed);
    for (const {digest} of found.certificate.subject)
      byJournal.set(digest.sha256, [...(byJournal.get(digest.sha256) ?? []), shown]);
  }
  return {byJournal, problems};
}

// Certificates of nodes are about other suites, which are read only where there is one.
function tablesBySubject(errataDigest: string, machine: Machine): Ground['tables'] {
  const known = new Map<boolean, Promise<OwnTables>>();
  const load = async (mesh: boolean): Promise<OwnTables> =>
    ownTables(await loadCatalog(machine, {own: true, users: [], mesh}), errataDigest, machine);
  return profile => {
    const mesh = isAboutNodes(profile);
    const tables = known.get(mesh) ?? load(mesh);
    known.set(mesh, tables);
    return tables;
  };
}

interface Found {
  readonly certificate: Certificate;
  readonly text: string;
  readonly keyId?: string;
  readonly unchecked?: string;
}

interface Ground {
  readonly journals: ReadonlyMap<string, string>;
  /** What a certificate of this profile is checked with. */
  readonly tables: (profile: string) => Promise<OwnTables>;
  readonly keys?: readonly TrustedKey[];
}

const bytesMax = 512 * 1024 * 1024;

async function checked(path: string, {journals, tables, keys}: Ground, machine: Machine): Promise<Found | string> {
  const read = machine.files.readText(path, bytesMax);
  if (read.kind !== 'text') return `--certificates ${path}: ${read.why}`;
  const {text} = read;
  const sha256 = machine.signing.sha256;
  const certificate = readUnchecked(text, sha256);
  if (typeof certificate === 'string') return `--certificates ${path}: ${certificate}`;
  const files = certificate.subject.map(({name, digest}) => ({name, file: journals.get(digest.sha256)}));
  const missing = files.filter(({file}) => file === undefined);
  if (missing.length > 0)
    return `--certificates ${path}: it is about a journal that is not given: ${missing.map(({name}) => name).join(', ')}\n  give the journal that was written with it, unchanged`;
  const texts = files.flatMap(({name, file}) => {
    const journal = machine.files.readText(file ?? '', bytesMax);
    return journal.kind === 'text' ? [{name, text: journal.text}] : [];
  });
  const own = await tables(certificate.predicate.found.profile.id);
  return outcome(path, checkCertificate({text, journals: texts, own, sha256, ...defined({keys})}), {certificate, text});
}

function outcome(path: string, check: Check, read: Pick<Found, 'certificate' | 'text'>): Found | string {
  switch (check.kind) {
    case 'changed':
      return `--certificates ${path}: it is not intact: ${check.why.join('; ')}\n  npx --no-install touchstone verify says more`;
    case 'undecided':
      return {...read, unchecked: check.why.join('; ')};
    case 'intact':
      return {...read, certificate: check.certificate, ...defined({keyId: check.keyId})};
  }
}

function shownCertificate(
  {certificate, text, keyId, unchecked}: Found,
  lapsed: MatrixCertificate['lapsed'],
): MatrixCertificate {
  const {issuer, found} = certificate.predicate;
  const {expiresAt, observedBy} = issuer;
  return {
    profile: found.profile.id,
    title: found.profile.title,
    statements: found.profile.statements,
    issuer: issuer.name,
    issuedAt: issuer.issuedAt,
    ...defined({expiresAt, observedBy, keyId, unchecked}),
    lapsed,
    text,
  };
}
