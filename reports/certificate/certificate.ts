// What a certificate says: what its issuer states, and what follows from the journals; the same inputs always give the same text.
import {counted} from '../../base/text/counted.ts';
import {defined} from '../../base/json/defined.ts';
import type {CaseLine, HeaderLine, TargetFacts} from '../../model/journal.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {isAboutProfile, type Profile} from '../../model/profile.ts';
import type {Verdict} from '../../model/verdict.ts';
import type {Requirements} from '../case/details.ts';
import {pairsSeen, valuesSeen, type Hole, type SeenContexts} from './contexts-seen.ts';
import {joinCases} from '../compare/join-cases.ts';
import type {CompleteJournal} from '../journal/reader.ts';
import {requirementVerdicts, type StatementVerdict} from '../run/requirement-verdicts.ts';
import {countVerdicts} from '../words/verdict-words.ts';

export const payloadType = 'application/vnd.in-toto+json';
export const statementType = 'https://in-toto.io/Statement/v1';
export const predicateType = 'urn:touchstone:certificate:1';

/** An in-toto statement about the journals. */
export interface Certificate {
  readonly _type: typeof statementType;
  readonly subject: readonly {readonly name: string; readonly digest: {readonly sha256: string}}[];
  readonly predicateType: typeof predicateType;
  readonly predicate: {
    /** What a reader may conclude. */
    readonly means: string;
    readonly issuer: Issuer;
    readonly found: Found;
    /** SHA-256 of the whole statement written with this text empty: notices accidents, where only a signature notices intent. */
    readonly checksum: string;
  };
}

/** What the issuer states; nothing recomputes it. */
export interface Issuer {
  readonly name: string;
  readonly issuedAt: string;
  /** From then on it shows nothing about the implementation as it is. */
  readonly expiresAt?: string;
  /** Who else watched the run; without this it is self-declared. */
  readonly observedBy?: string;
  /** `given`: the run was not this command's, so the journals are the word of who made them. */
  readonly journals?: 'made' | 'given';
  /** The commit and the configuration of the implementation, in the issuer's words. */
  readonly commit?: string;
  readonly configuration?: string;
  readonly implementation: {readonly name: string; readonly version: string; readonly contact: string};
  /** SHA-256 of the target file that was used. */
  readonly targetFile?: string;
  /** How much of what is wrong the suites notice, measured on our reference when this version was made. */
  readonly killScore: KillScore;
  /** Command lines; the target and its secrets are the reader's own. */
  readonly reproduce: readonly string[];
}

/** What follows from the journals and the tables of this version. */
interface Found {
  readonly isReference: boolean;
  readonly profile: {
    readonly id: string;
    readonly title: string;
    readonly statements: number;
    /** All statements of the record, in a profile or not. */
    readonly ofStatements: number;
    /** Statements of the profile that are not of the record, such as those about nodes; absent where there are none. */
    readonly others?: number;
    readonly cases: number;
  };
  readonly target: TargetFacts;
  readonly dialect?: string;
  readonly tool: {readonly version: string; readonly node: string};
  readonly suites: {readonly edition: string; readonly digest: string};
  readonly digests: {
    readonly requirements: string;
    readonly contract: string;
    readonly profiles: string;
    readonly errata: string;
  };
  readonly journals: readonly {
    readonly sha256: string;
    readonly run: string;
    readonly seed: number;
    readonly startedAt: string;
    readonly endedAt: string;
    readonly cases: number;
  }[];
  /** Of all cases that ran, those of other profiles included. */
  readonly counts: {readonly [verdict in Verdict]: number};
  readonly statements: readonly {
    readonly id: string;
    /** `profile`: the certificate stands for it; else why it does not. */
    readonly standing: Standing;
    readonly verdict: StatementVerdict;
    readonly cases: number;
    /** Values of contexts that its cases were seen with besides the plain ones; absent where there are none. */
    readonly values?: readonly string[];
    /** Values that the target did not offer. */
    readonly holes?: readonly Hole[];
  }[];
  /** Pairs of owner, visibility and actor by suite; absent where no case of it has one. */
  readonly pairs?: readonly ({readonly suite: string} & SeenContexts)[];
  /** Every case that broke a statement, or could not be judged: known deviations. */
  readonly deviations: readonly Deviation[];
  /** Every case that breaks no statement and warned: what differs from known implementations. */
  readonly differs: readonly Deviation[];
  readonly withdrawn: readonly string[];
}

/** One case and the first thing that was found. */
interface Deviation {
  readonly case: string;
  readonly verdict: Verdict;
  readonly requirements: readonly string[];
  readonly detail: string;
}

/** Faults were chosen by somebody; mutants are a drawn sample of mechanical changes that nobody chose. */
export interface KillScore {
  readonly faults: number;
  readonly noticed: number;
  /** Absent from certificates of versions that did not measure it. */
  readonly mutants?: {
    /** Mutants drawn, and from how many. */
    readonly drawn: number;
    readonly of: number;
    readonly seed: number;
    readonly on: string;
    /** Of those that a case reaches and that can be judged. */
    readonly noticed: number;
    readonly judged: number;
    /** The interval in percent that holds the true share in 95 of 100 samples. */
    readonly from: number;
    readonly to: number;
  };
}

/** Whether the certificate stands for a statement. */
export type Standing = 'profile' | 'contested' | 'contract' | 'none' | 'should' | 'other';

export const standings = [
  'profile',
  'contested',
  'contract',
  'none',
  'should',
  'other',
] as const satisfies readonly Standing[];

/** Everything that a certificate is made of. */
export interface CertificateInputs {
  readonly journals: readonly {readonly sha256: string; readonly journal: CompleteJournal}[];
  readonly requirements: Requirements;
  readonly profile: Profile;
  /** Digests of the tables that this version carries. */
  readonly tables: {readonly profiles: string; readonly errata: string};
  readonly issuer: Issuer;
  readonly sha256: (bytes: Uint8Array) => string;
}

/** Makes the certificate. Whether one may be issued, `whyNoCertificate` says. */
export function makeCertificate(inputs: CertificateInputs): Certificate {
  const found = findingsOf(inputs);
  const certificate: Certificate = {
    _type: statementType,
    subject: inputs.journals.map(({sha256}, index) => ({
      name: inputs.journals.length === 1 ? 'results.jsonl' : `results-${String(index + 1)}.jsonl`,
      digest: {sha256},
    })),
    predicateType,
    predicate: {means: meaning(found, inputs.issuer), issuer: inputs.issuer, found, checksum: ''},
  };
  return withChecksum(certificate, inputs.sha256);
}

/** Writes a certificate; the same certificate is always the same text. */
export function certificateText(certificate: Certificate): string {
  return `${jsonText(certificate as unknown as Json, 2)}\n`;
}

/** Gives the certificate with the checksum that belongs to it. */
export function withChecksum(certificate: Certificate, sha256: (bytes: Uint8Array) => string): Certificate {
  const bare = {...certificate, predicate: {...certificate.predicate, checksum: ''}};
  return {...bare, predicate: {...bare.predicate, checksum: sha256(Buffer.from(certificateText(bare)))}};
}

/** Tells whether a target is the reference server or peer of touchstone, as it says itself. */
export function isOurReference({isSelfTest, target}: Pick<HeaderLine, 'isSelfTest' | 'target'>): boolean {
  return (
    isSelfTest ||
    target.hosting?.version?.endsWith('+touchstone-reference') === true ||
    target.peer?.name.startsWith('touchstone reference') === true
  );
}

/** Tells whether a case is judged for a profile: everything that it proves belongs to the profile. */
export function isOfProfile({requirements}: Pick<CaseLine, 'requirements'>, profile: Profile): boolean {
  return isAboutProfile(requirements, profile);
}

/** Tells whether a case may be skipped: one case is enough for all that it proves, and another one proves it. */
export function isExcused(
  requirements: readonly string[],
  {anyCase, beside}: Pick<Profile, 'anyCase' | 'beside'>,
  proven: ReadonlySet<string>,
): boolean {
  const own = requirements.filter(id => !beside.includes(id));
  return own.length > 0 && own.every(id => anyCase.includes(id) && proven.has(id));
}

function meaning({isReference, profile}: Found, issuer: Issuer): string {
  const whom = isReference ? 'REFERENCE SELF-TEST: our own server was judged, no other. ' : '';
  return `${whom}${standingOfIssuer(issuer)}. The issuer says that on the day of the run every case of the profile ${profile.id} held. The record has ${counted(profile.ofStatements, 'statement')}; this stands for ${String(profile.statements)} of them${othersText(profile)}, and a test shows what it tried and nothing more.`;
}

/** Names the statements of a profile that are not of the record. */
export function othersText({others}: {readonly others?: number}): string {
  return others === undefined ? '' : ` and ${String(others)} about nodes that seal their datagrams`;
}

/** Says whose word a certificate is. */
export function standingOfIssuer({observedBy, journals}: Issuer): string {
  const observed =
    observedBy === undefined
      ? 'Self-declared: only the issuer observed the run'
      : `The issuer says that ${observedBy} observed the run`;
  return journals === 'given'
    ? `${observed}; the journals were given, so they are only as trustworthy as the person who made them`
    : observed;
}

function findingsOf({journals, requirements, profile, tables}: CertificateInputs): Found {
  const [first] = journals;
  if (first === undefined) throw new Error('a certificate is made of one journal at least');
  const {header} = first.journal;
  const cases = joinCases(journals.map(({journal}) => journal.cases));
  const rows = requirementVerdicts(cases, requirements);
  // What is not of the record names its source.
  const isOther = (id: string): boolean => requirements.get(id)?.source !== undefined;
  const ofProfile = cases.filter(line => isOfProfile(line, profile));
  return {
    isReference: isOurReference(header),
    profile: {
      id: profile.id,
      title: profile.title,
      statements: profile.requirements.filter(id => !isOther(id)).length,
      ofStatements: [...requirements.keys()].filter(id => !isOther(id)).length,
      ...(profile.requirements.some(isOther) ? {others: profile.requirements.filter(isOther).length} : {}),
      cases: ofProfile.length,
    },
    target: header.target,
    ...defined({dialect: header.dialect}),
    tool: {version: header.tool.version, node: header.tool.node},
    suites: {edition: header.suites.edition, digest: header.suites.digest},
    digests: {requirements: header.requirementsDigest, contract: header.contractDigest ?? '', ...tables},
    journals: journals.map(({sha256, journal}) => ({
      sha256,
      run: journal.header.run,
      seed: journal.header.seed,
      startedAt: journal.header.startedAt,
      endedAt: journal.footer.endedAt,
      cases: journal.cases.length,
    })),
    counts: countVerdicts(cases),
    statements: rows.map(({id, verdict, requirement}) => {
      const own = cases.filter(line => line.requirements.includes(id));
      const {seen, holes} = valuesSeen(own);
      return {
        id,
        standing: standingOf(id, requirement, profile),
        verdict,
        cases: own.length,
        ...(seen.length === 0 ? {} : {values: seen}),
        ...(holes.length === 0 ? {} : {holes}),
      };
    }),
    ...pairsOf(cases),
    deviations: cases
      .filter(({verdict}) => verdict !== 'pass' && verdict !== 'warn' && verdict !== 'skip')
      .map(deviationOf),
    differs: cases.filter(({verdict}) => verdict === 'warn').map(deviationOf),
    withdrawn: cases.filter(({cause}) => cause === 'withdrawn').map(({id}) => id),
  };
}

function pairsOf(cases: readonly CaseLine[]): Pick<Found, 'pairs'> {
  const suites = [...new Set(cases.map(({suite}) => suite))].toSorted();
  const pairs = suites
    .map(suite => ({suite, ...pairsSeen(cases.filter(line => line.suite === suite))}))
    .filter(({seen, holes}) => seen.length + holes.length > 0);
  return pairs.length === 0 ? {} : {pairs};
}

function standingOf(id: string, row: ReturnType<Requirements['get']>, {requirements}: Profile): Standing {
  if (requirements.includes(id)) return 'profile';
  if (row === undefined) return 'other';
  if (row.contested) return 'contested';
  if (row.observe === 'contract' || row.observe === 'none') return row.observe;
  return row.level === 'should' ? 'should' : 'other';
}

function deviationOf({id, verdict, requirements, findings, detail, cause}: CaseLine): Deviation {
  const [first] = findings;
  const found = first === undefined ? (detail ?? cause ?? '') : `${first.path}: ${first.message}`;
  return {case: id, verdict, requirements, detail: found};
}
