// Checks a certificate offline: that nobody changed a byte of it or of its journals, and that everything in it follows from them.
import {defined} from '../../base/json/defined.ts';
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import type {Profile} from '../../model/profile.ts';
import type {TrustedKey} from '../../model/signing.ts';
import type {Requirements} from '../case/details.ts';
import {certificateShape} from './statement-shape.ts';
import {certificateText, makeCertificate, payloadType, withChecksum, type Certificate} from './certificate.ts';
import {whyNoCertificate} from './certifiable.ts';
import {envelopeShape, envelopeText, openEnvelope, type Envelope} from './dsse.ts';
import {readJournal, type CompleteJournal} from '../journal/reader.ts';

/** What is checked, and what this version knows to check it with. */
export interface CheckInputs {
  readonly text: string;
  /** The journals, each by the name that messages call it. */
  readonly journals: readonly {readonly name: string; readonly text: string}[];
  /** Keys that the reader trusts; absent when none were given. */
  readonly keys?: readonly TrustedKey[];
  readonly own: OwnTables;
  readonly sha256: (bytes: Uint8Array) => string;
}

/** The suites and tables of this version; a certificate made with others cannot be recomputed. */
export interface OwnTables {
  readonly suites: string;
  readonly requirementsDigest: string;
  readonly contract: string;
  readonly requirements: Requirements;
  readonly profiles: string;
  readonly errata: string;
  profileOf(id: string): Profile | undefined;
  /** Ids of the cases that a profile is judged by, in the contexts that runs with these seeds choose. */
  canonicalOf(profile: Profile, seeds: readonly number[]): readonly string[];
}

/** What checking comes to. `undecided`: intact as far as could be looked, but this reader lacks what it takes to look at the rest. */
export type Check =
  | {
      readonly kind: 'intact';
      readonly certificate: Certificate;
      readonly keyId?: string;
      readonly journals: readonly CompleteJournal[];
    }
  | {readonly kind: 'undecided'; readonly why: readonly string[]}
  | {readonly kind: 'changed'; readonly why: readonly string[]};

/** Checks everything that can be checked without the target. */
export function checkCertificate(inputs: CheckInputs): Check {
  const unsealed = unseal(inputs);
  if (unsealed.kind !== 'statement') return unsealed;
  const statement = readStatement(unsealed.text, inputs.sha256);
  if (statement.kind === 'changed') return statement;
  const {certificate} = statement;
  const read = journalsOf(certificate, inputs);
  if (read.kind === 'changed') return read;
  const strange = strangeTables(certificate, inputs.own);
  if (strange.length > 0) return {kind: 'undecided', why: strange};
  const why = recomputed(certificate, read.journals, inputs);
  if (why.length > 0) return {kind: 'changed', why};
  return {
    kind: 'intact',
    certificate,
    journals: read.journals.map(({journal}) => journal),
    ...defined({keyId: unsealed.keyId}),
  };
}

/** Reads what a certificate says before anything but its own form is checked, signed or not; a text says why that is impossible. */
export function readUnchecked(text: string, sha256: CheckInputs['sha256']): Certificate | string {
  const value = parsed(text);
  const isSigned = isJsonObject(value) && 'payloadType' in value;
  if (isSigned && envelopeShape.check(value, '') !== undefined) return 'it is not a DSSE envelope';
  const inner = isSigned ? Buffer.from((value as unknown as Envelope).payload, 'base64').toString('utf8') : text;
  const read = readStatement(inner, sha256);
  return read.kind === 'read' ? read.certificate : read.why.join('; ');
}

type Unsealed =
  | {readonly kind: 'statement'; readonly text: string; readonly keyId?: string}
  | Exclude<Check, {kind: 'intact'}>;

function unseal({text, keys}: CheckInputs): Unsealed {
  const value = parsed(text);
  if (value === undefined) return changed('it is not JSON');
  if (!isJsonObject(value) || !('payloadType' in value)) {
    return keys === undefined
      ? {kind: 'statement', text}
      : changed('it is not signed, and --trusted-keys asks for a signature of one of these keys');
  }
  const misshapen = envelopeShape.check(value, '');
  if (misshapen !== undefined) return changed(`it is not a DSSE envelope: ${misshapen}`);
  const envelope = value as unknown as Envelope;
  if (envelopeText(envelope) !== text)
    return changed('the envelope is not written as touchstone writes it, so it was edited');
  if (envelope.payloadType !== payloadType)
    return changed(`its payload is ${envelope.payloadType}, not ${payloadType}`);
  if (keys === undefined)
    return {kind: 'undecided', why: ['it is signed, but no trusted keys were given: give --trusted-keys FILE']};
  const opened = openEnvelope(envelope, keys);
  if (opened.kind === 'broken') return changed(opened.why);
  if (opened.kind === 'unknown-key')
    return changed(`it is signed with key ${opened.keyIds.join(', ')}, which is not a trusted one, or changed since`);
  // Bytes that decode to the same text are the same payload to a reader and another one to whoever signed it.
  const bytes = Buffer.from(opened.payload);
  return bytes.equals(Buffer.from(bytes.toString('utf8')))
    ? {kind: 'statement', text: bytes.toString('utf8'), keyId: opened.keyId}
    : changed('its payload is not the UTF-8 text that was signed');
}

function readStatement(
  text: string,
  sha256: CheckInputs['sha256'],
): {readonly kind: 'read'; readonly certificate: Certificate} | Extract<Check, {kind: 'changed'}> {
  const value = parsed(text);
  if (value === undefined) return changed('the statement in it is not JSON');
  const misshapen = certificateShape.check(value, '');
  if (misshapen !== undefined) return changed(`it is not a certificate: ${misshapen}`);
  const certificate = value as unknown as Certificate;
  if (certificateText(certificate) !== text)
    return changed('it is not written as touchstone writes it, so it was edited');
  if (withChecksum(certificate, sha256).predicate.checksum !== certificate.predicate.checksum)
    return changed('its checksum does not fit: something in it was changed');
  return {kind: 'read', certificate};
}

interface ReadJournal {
  readonly sha256: string;
  readonly journal: CompleteJournal;
}

function journalsOf(
  {subject}: Certificate,
  {journals, sha256}: CheckInputs,
): {readonly kind: 'read'; readonly journals: readonly ReadJournal[]} | Extract<Check, {kind: 'changed'}> {
  const given = journals.map(({name, text}) => ({name, text, sha256: sha256(Buffer.from(text))}));
  const wanted = new Set(subject.map(({digest}) => digest.sha256));
  const strangers = given.filter(one => !wanted.has(one.sha256));
  const missing = subject.filter(({digest}) => !given.some(one => one.sha256 === digest.sha256));
  const why = [
    ...strangers.map(
      ({name}) => `${name} is not the journal that the certificate is about, or a byte of it was changed`,
    ),
    ...(strangers.length === 0
      ? missing.map(({name}) => `the journal ${name} is missing: give it with --results`)
      : []),
  ];
  const read: ReadJournal[] = [];
  for (const {digest} of subject) {
    const one = given.find(other => other.sha256 === digest.sha256);
    if (one === undefined) continue;
    const journal = readJournal(one.text);
    if (journal.kind === 'complete') read.push({journal, sha256: one.sha256});
    else why.push(`${one.name}: ${journal.why}`);
  }
  return why.length > 0 ? {kind: 'changed', why} : {kind: 'read', journals: read};
}

function strangeTables({predicate: {found}}: Certificate, own: OwnTables): readonly string[] {
  const {suites, digests, tool} = found;
  const pairs: readonly (readonly [string, string, string])[] = [
    ['suites', suites.digest, own.suites],
    ['statements of the record', digests.requirements, own.requirementsDigest],
    ['contracts', digests.contract, own.contract],
    ['profiles', digests.profiles, own.profiles],
    ['withdrawn cases (--errata FILE gives those that were used)', digests.errata, own.errata],
  ];
  return pairs
    .filter(([, theirs, ours]) => theirs !== ours)
    .map(
      ([what, theirs, ours]) =>
        `the certificate was made with others than the ${what} of this touchstone: ${theirs.slice(0, 12)}, not ${ours.slice(0, 12)}; verify it with touchstone ${tool.version}, edition ${suites.edition}`,
    );
}

function recomputed(
  certificate: Certificate,
  journals: readonly ReadJournal[],
  {own, sha256}: CheckInputs,
): readonly string[] {
  const {predicate} = certificate;
  const profile = own.profileOf(predicate.found.profile.id);
  if (profile === undefined) return [`there is no profile ${predicate.found.profile.id}`];
  const reasons = whyNoCertificate({
    journals: journals.map(({journal}) => journal),
    profile,
    canonical: own.canonicalOf(
      profile,
      journals.map(({journal}) => journal.header.seed),
    ),
  });
  if (reasons.length > 0) return reasons.map(reason => `it should never have been issued: ${reason}`);
  const again = makeCertificate({
    journals,
    requirements: own.requirements,
    profile,
    tables: {profiles: own.profiles, errata: own.errata},
    issuer: predicate.issuer,
    sha256,
  });
  const at = firstDifference(asJson(certificate), asJson(again), '');
  return at === undefined ? [] : [`${at} does not follow from the journals`];
}

/** Gives the JSON Pointer of the first place where two values differ. */
function firstDifference(one: Json | undefined, other: Json | undefined, at: string): string | undefined {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other ? undefined : at;
  if (isJsonList(one) !== isJsonList(other)) return at;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  const missing = [...theirs.keys()].find(key => !mine.some(([own]) => own === key));
  if (missing !== undefined) return `${at}/${missing}`;
  for (const [key, value] of mine) {
    const found = firstDifference(value, theirs.get(key), `${at}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function asJson(certificate: Certificate): Json {
  return certificate as unknown as Json;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function changed(why: string): Extract<Check, {kind: 'changed'}> {
  return {kind: 'changed', why: [why]};
}
