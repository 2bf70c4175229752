// `touchstone verify`: checks a certificate against its journals, offline, and on demand tries a sample of its cases again.
import {counted} from '../../base/text/counted.ts';
import {defined} from '../../base/json/defined.ts';
import type {Machine} from '../../model/machine.ts';
import type {TrustedKey} from '../../model/signing.ts';
import {bodyHashes} from '../../reports/journal/body-hashes.ts';
import type {Certificate} from '../../reports/certificate/certificate.ts';
import type {Revocation} from '../../model/profile.ts';
import {checkCertificate, readUnchecked, type Check} from '../../reports/certificate/offline-check.ts';
import {renderCertificate} from '../../reports/certificate/terminal-text.ts';
import {visibleText} from '../../base/text/visible-text.ts';
import type {HeaderLine} from '../../model/journal.ts';
import {ownTables, readTrustedKeys} from './certify/own-tables.ts';
import {isAboutNodes} from './certify/statement-tables.ts';
import {loadCatalog} from './load/catalog.ts';
import {checkTargetOptions} from './words/check-target-options.ts';
import {readCommandLine} from './words/command-line.ts';
import {folderOf} from '../../base/text/dirname.ts';
import {loadErrata} from './load/load-errata.ts';
import {loadRevocations, whyLapsed} from './certify/lapsed.ts';
import {loadTargetFile} from './load/load-target-file.ts';
import {configureVerify, type VerifyOptions} from './certify/verification-options.ts';
import {printProblems} from './words/print-problems.ts';

const bytesMax = 512 * 1024 * 1024;

export {configureVerify as configure} from './certify/verification-options.ts';

/** Runs the command: 0 when it is intact, 1 when something was changed or went otherwise now, 6 when this touchstone cannot tell. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<VerifyOptions>(argv, machine, configureVerify);
  if (line.kind === 'stop') return line.exitCode;
  const loaded = await loadTargetFile(line.options, machine);
  if (loaded.kind === 'unusable') return refuse(machine, [loaded.why]);
  const {options} = loaded;
  const problems = options.rerun === undefined ? [] : checkTargetOptions(options);
  if (problems.length > 0) return refuse(machine, problems);
  const read = readInputs(line.operands[0] ?? '', options, machine);
  if (read.kind === 'unusable') return refuse(machine, read.why);
  const catalog = await loadCatalog(machine, {own: true, users: [], mesh: read.inputs.journals.some(isOfNodes)});
  const errata = await loadErrata(options.errata, machine);
  if (errata.kind === 'unusable') return refuse(machine, [errata.why]);
  const revocations = await loadRevocations(options.revoked, machine);
  if (revocations.kind === 'unusable') return refuse(machine, [revocations.why]);
  const own = await ownTables(catalog, errata.digest, machine);
  const check = checkCertificate({...read.inputs, own, sha256: bytes => machine.signing.sha256(bytes)});
  const lapses = (certificate: Certificate): boolean => tellLapsed(certificate, revocations.revoked, machine);
  if (check.kind !== 'intact') {
    const exitCode = tellNotIntact(check, machine);
    // Whatever a reader with the same suites would find: one that was revoked or has expired does not count.
    const unchecked = readUnchecked(read.inputs.text, bytes => machine.signing.sha256(bytes));
    return check.kind === 'undecided' && typeof unchecked !== 'string' && lapses(unchecked) ? 1 : exitCode;
  }
  const bodies = bodiesOf(check.journals, options.results, machine);
  if (bodies.changed.length > 0)
    return tellNotIntact({kind: 'changed', why: bodies.changed.map(hash => `bodies/${hash} was changed`)}, machine);
  tellIntact(check, {file: line.operands[0] ?? '', missing: bodies.missing}, machine);
  if (lapses(check.certificate)) return 1;
  if (options.rerun === undefined) return 0;
  const {rerunSample} = await import('./certify/rerun-sample.ts');
  return rerunSample({
    certificate: check.certificate,
    journals: check.journals,
    options,
    share: options.rerun,
    catalog,
    errata: errata.withdrawn,
    machine,
  });
}

/** Says whether a certificate does not count any more, and prints why. */
function tellLapsed(certificate: Certificate, revoked: readonly Revocation[], machine: Machine): boolean {
  const lapsed = whyLapsed(certificate, revoked, () => machine.clock.now());
  if (lapsed.length > 0) machine.print(`NOT VALID\n${lapsed.map(({why}) => `  ${visibleText(why)}\n`).join('')}`);
  return lapsed.length > 0;
}

/** The profile is in the first line of each journal; what it is worth is checked later. */
function isOfNodes({text}: {readonly text: string}): boolean {
  try {
    const header = JSON.parse(text.split('\n', 1)[0] ?? '') as HeaderLine;
    return isAboutNodes(header.certifies?.profile);
  } catch {
    return false;
  }
}

function refuse(machine: Machine, problems: readonly string[]): number {
  printProblems(machine, 'verify', problems);
  return 2;
}

type Inputs =
  | {
      readonly kind: 'read';
      readonly inputs: {
        readonly text: string;
        readonly journals: readonly {readonly name: string; readonly text: string}[];
        readonly keys?: readonly TrustedKey[];
      };
    }
  | {readonly kind: 'unusable'; readonly why: readonly string[]};

function readInputs(file: string, {results, trustedKeys}: VerifyOptions, machine: Machine): Inputs {
  const why: string[] = [];
  const textOf = (path: string): string => {
    const read = machine.files.readText(path, bytesMax);
    if (read.kind === 'text') return read.text;
    why.push(`${path}: ${read.why}`);
    return '';
  };
  const text = textOf(file);
  const journals = results.map(name => ({name, text: textOf(name)}));
  const keys = trustedKeys === undefined ? undefined : readTrustedKeys(trustedKeys, machine, why);
  return why.length > 0 ? {kind: 'unusable', why} : {kind: 'read', inputs: {text, journals, ...defined({keys})}};
}

/** Bodies have their hash for a name; a missing one is told, a changed one is a change of the journal. */
function bodiesOf(
  journals: readonly {readonly exchanges: readonly unknown[]}[],
  results: readonly string[],
  machine: Machine,
): {readonly changed: readonly string[]; readonly missing: number} {
  const folders = results.map(folderOf);
  const changed: string[] = [];
  let missing = 0;
  for (const hash of new Set(journals.flatMap(({exchanges}) => [...bodyHashes(exchanges)]))) {
    const path = folders.map(folder => `${folder}/bodies/${hash}`).find(one => machine.files.exists(one));
    const bytes = path === undefined ? undefined : machine.files.readBytes(path, bytesMax);
    if (bytes === undefined) missing += 1;
    else if (machine.signing.sha256(bytes) !== hash) changed.push(hash);
  }
  return {changed, missing};
}

function tellNotIntact(check: Exclude<Check, {kind: 'intact'}>, machine: Machine): number {
  const head = check.kind === 'changed' ? 'NOT INTACT' : 'UNDECIDED';
  machine.print(`${head}\n${check.why.map(why => `  ${visibleText(why)}\n`).join('')}`);
  return check.kind === 'changed' ? 1 : 6;
}

function tellIntact(
  {certificate, keyId}: Extract<Check, {kind: 'intact'}>,
  {file, missing}: {readonly file: string; readonly missing: number},
  machine: Machine,
): void {
  const notes =
    missing === 0
      ? []
      : [
          `${counted(missing, 'body of the journal is not beside it, so its bytes', 'bodies of the journal are not beside it, so their bytes')} were not checked`,
        ];
  machine.print(
    [
      'INTACT; not evidence that the target behaved so.',
      '  It shows: certificate and journal belong together, no byte of them was changed, and everything that the certificate found follows from the journal',
      `  and from the suites of this touchstone.${keyId === undefined ? ' It is not signed, so nothing shows who wrote it.' : ' The holder of the trusted key signed it.'}`,
      '  It does not show: that the journal reports what the target did. The person who ran the tests wrote it; --rerun 10% with a target of yours tries a sample again.',
      renderCertificate(certificate, {file, keyId, notes}),
      '',
    ].join('\n'),
  );
}
