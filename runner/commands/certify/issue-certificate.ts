// Makes a certificate of journals, or says why there is none.
import {defined} from '../../../base/json/defined.ts';
import {program} from '../../../base/text/program.ts';
import type {Machine} from '../../../model/machine.ts';
import type {SigningKey} from '../../../model/signing.ts';
import {
  certificateText,
  makeCertificate,
  payloadType,
  isOurReference,
  type Certificate,
  type Issuer,
} from '../../../reports/certificate/certificate.ts';
import {renderCertificate} from '../../../reports/certificate/terminal-text.ts';
import {whyNoCertificate} from '../../../reports/certificate/certifiable.ts';
import {envelopeText, sealEnvelope} from '../../../reports/certificate/dsse.ts';
import type {CompleteJournal, Journal} from '../../../reports/journal/reader.ts';
import {shellWord} from '../../../base/text/shell-word.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {isJudgedByProfile} from '../../../model/profile.ts';
import {killScore} from './statement-tables.ts';
import type {Catalog} from '../load/catalog.ts';
import {referenceName, type Certifying} from './no-certificate.ts';
import {digestOf} from '../words/digest.ts';
import {readJournalFile} from '../run/journal-file.ts';
import {repeatOptions} from '../run/repeat-options.ts';

/** Where the certificate goes. */
export function certificateFile(folder: string): string {
  return `${folder}/certificate.json`;
}

/** Everything that issuing needs. */
export interface Issuing extends Certifying {
  readonly machine: Machine;
  readonly catalog: Catalog;
  readonly tables: {readonly profiles: string; readonly errata: string};
  readonly key: SigningKey | undefined;
}

/** Reads the key to sign with; none was given, none is used. */
export function readSigningKey(
  file: string | undefined,
  machine: Machine,
): {readonly kind: 'key'; readonly key: SigningKey | undefined} | {readonly kind: 'unusable'; readonly why: string} {
  if (file === undefined) return {kind: 'key', key: undefined};
  const text = machine.files.readText(file);
  if (text.kind === 'unreadable') return {kind: 'unusable', why: `--key ${file}: ${text.why}`};
  const read = machine.signing.readPrivateKey(text.text);
  return read.kind === 'key'
    ? read
    : {kind: 'unusable', why: `--key ${file}: ${read.why}; ${program} keygen FILE makes one`};
}

/** Writes the certificate and gives the exit code: that of the run where it was red, 6 where something is missing. */
export function issueCertificate(issuing: Issuing, places: readonly string[], runExitCode: number): number {
  const {machine, profile, options} = issuing;
  const read = places.map(place => readJournalFile(place, machine));
  const unusable = read.flatMap(one => (one.kind === 'unusable' ? [one.why] : []));
  if (unusable.length > 0) return deny(issuing, unusable, 2);
  const files = read.flatMap(one => (one.kind === 'journal' ? [one] : []));
  const journals = files.map(({journal}) => journal);
  const reasons = [
    ...whyNoCertificate({journals, profile, canonical: issuing.canonical(journals.map(({header}) => header.seed))}),
    ...strangers(journals, issuing),
    ...sameRuns(journals),
  ];
  if (reasons.length > 0) return deny(issuing, reasons, isRed(journals, issuing) ? 1 : 6);
  const certificate = makeCertificate({
    journals: files.flatMap(({journal, bytes}) =>
      journal.kind === 'complete' ? [{journal, sha256: machine.signing.sha256(bytes)}] : [],
    ),
    requirements: issuing.catalog.requirements,
    profile,
    tables: issuing.tables,
    issuer: issuerOf(issuing, journals),
    sha256: bytes => machine.signing.sha256(bytes),
  });
  machine.files.writeWhole(certificateFile(options.output), sealedText(certificate, issuing.key));
  const notes =
    runExitCode === 6
      ? ['something outside the profile could not be judged, or could not be removed; the report says what']
      : [];
  machine.print(
    `${renderCertificate(certificate, {file: certificateFile(options.output), keyId: issuing.key?.keyId, notes, check: checkCommand(issuing, places)})}\n`,
  );
  return 0;
}

function checkCommand({options, machine}: Issuing, places: readonly string[]): string {
  const publicKey = `${options.key ?? ''}.pub`;
  return [
    `${program} verify ${shellWord(certificateFile(options.output))}`,
    `--results ${places.map(place => shellWord(place)).join(' ')}`,
    ...(options.key === undefined
      ? []
      : [`--trusted-keys ${machine.files.exists(publicKey) ? shellWord(publicKey) : 'PUBLIC.pem'}`]),
  ].join(' ');
}

function sealedText(certificate: Certificate, key: SigningKey | undefined): string {
  const text = certificateText(certificate);
  return key === undefined ? text : envelopeText(sealEnvelope(payloadType, Buffer.from(text), key));
}

function deny({machine, profile}: Issuing, reasons: readonly string[], exitCode: number): number {
  const lines = reasons.map(reason => `  ${visibleText(reason)}\n`);
  machine.talk(`touchstone certify: no certificate of the profile ${profile.id}\n${lines.join('')}`);
  return exitCode;
}

// A joined journal may be of anybody; the name on the certificate must not be another than that of our reference here either.
function strangers(journals: readonly Journal[], {options, catalog}: Issuing): readonly string[] {
  const isReference = journals.some(({header}) => isOurReference(header));
  const isOther = journals.some(
    ({header}) =>
      header.suites.digest !== catalog.suitesDigest || header.requirementsDigest !== catalog.requirementsDigest,
  );
  return [
    ...(isReference && options.implementation !== referenceName
      ? [
          `the target said that it is the reference server of touchstone; it is certified as --implementation "${referenceName}"`,
        ]
      : []),
    ...(isOther ? ['a journal was made with other suites than those of this version'] : []),
  ];
}

function sameRuns(journals: readonly Journal[]): readonly string[] {
  const runs = journals.map(({header}) => header.run);
  const twice = [...new Set(runs.filter((run, n) => runs.indexOf(run) !== n))];
  return twice.map(run => `the run ${run} is given more than once: name each journal once`);
}

function isRed(journals: readonly Journal[], {profile}: Issuing): boolean {
  return journals
    .flatMap(({cases}) => cases)
    .some(
      ({verdict, requirements}) =>
        (verdict === 'fail' || verdict === 'flaky') && isJudgedByProfile(requirements, profile),
    );
}

const dayMs = 86_400_000;

function issuerOf({options, machine, profile}: Issuing, journals: readonly (Journal | CompleteJournal)[]): Issuer {
  const issuedAt = machine.clock.now();
  const target = journals[0]?.header.target;
  const own = target?.hosting?.version ?? target?.peer?.version ?? 'not said';
  const targetFile = options.targetFile === undefined ? undefined : machine.files.readText(options.targetFile);
  return {
    name: options.issuer ?? '',
    issuedAt: issuedAt.toISOString(),
    expiresAt: new Date(issuedAt.getTime() + options.valid * dayMs).toISOString(),
    ...defined({observedBy: options.observedBy, commit: options.commit, configuration: options.configuration}),
    journals: options.join === undefined ? 'made' : 'given',
    implementation: {
      name: options.implementation ?? '',
      version: options.implementationVersion ?? own,
      contact: options.contact ?? '',
    },
    ...(targetFile?.kind === 'text' ? {targetFile: digestOf(targetFile.text)} : {}),
    killScore: killScore(machine),
    reproduce: [
      [
        `${program} certify`,
        `--profile ${profile.id}`,
        options.reference === true ? '--reference' : targetWords(target),
        ...repeatOptions(options),
      ].join(' '),
      `${program} verify certificate.json --results results.jsonl`,
    ],
  };
}

function targetWords(target: Journal['header']['target'] | undefined): string {
  return [
    ...(target?.hosting === undefined ? [] : ['--target URL']),
    ...(target?.peer === undefined ? [] : ['--peer ADDRESS']),
    ...(target?.livePeer === undefined ? [] : ['--live-peer URL']),
  ].join(' ');
}
