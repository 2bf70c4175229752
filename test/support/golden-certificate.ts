// A small certificate with everything that can stand in one, for golden files and for tests that change it.
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import type {Profile} from '../../model/profile.ts';
import type {Requirement} from '../../model/requirement.ts';
import {makeCertificate, type Certificate, type Issuer} from '../../reports/certificate/certificate.ts';
import type {OwnTables} from '../../reports/certificate/offline-check.ts';
import {readJournal} from '../../reports/journal/reader.ts';
import {machineSigning} from '../../runner/targets/host/signing.ts';
import {aCaseLine, aFinding, aJournalText} from './journal-lines.ts';

const {sha256} = machineSigning();
const digest = (text: string): string => sha256(Buffer.from(text));

export const goldenProfile: Profile = {
  id: 'hosting-core',
  area: 'hosting',
  title: 'Code-hosting API, as far as requests alone can show it',
  needs: 'one base URL',
  requirements: ['LABEL-SCOPE', 'REACTION-DUP'],
  anyCase: [],
  noDifference: [],
  ifOffered: [],
  beside: [],
};

function aRequirement(changes: Partial<Requirement> & {readonly id: string}): Requirement {
  return {
    area: 'hosting',
    level: 'must',
    observe: 'api',
    contested: false,
    quote: `The record says ${changes.id}.`,
    ...changes,
  };
}

export const goldenRows: ReadonlyMap<string, Requirement> = new Map(
  [
    aRequirement({id: 'LABEL-SCOPE'}),
    aRequirement({id: 'REACTION-DUP'}),
    aRequirement({id: 'HOOK-ORG', observe: 'hook'}),
    aRequirement({id: 'MILE-ORDER', contested: true}),
    aRequirement({id: 'API-DOC', observe: 'contract'}),
    aRequirement({id: 'LOG-LEVEL', observe: 'none'}),
    aRequirement({id: 'TIME-ZONE', level: 'should'}),
  ].map(row => [row.id, row]),
);

/** The lines of the journal that the certificate is about. */
export const goldenCases = [
  aCaseLine(),
  aCaseLine({
    id: 'hosting/labels/nested[deep]',
    verdict: 'warn',
    findings: [aFinding({basis: 'usual', path: 'status', message: 'expected 200, got 201'})],
  }),
  aCaseLine({id: 'hosting/reactions/again', suite: 'hosting/reactions', requirements: ['REACTION-DUP']}),
  aCaseLine({
    id: 'hosting/reactions/withdrawn',
    suite: 'hosting/reactions',
    requirements: ['REACTION-DUP'],
    verdict: 'skip',
    cause: 'withdrawn',
    detail: 'withdrawn on 2030-01-01: it asked too much',
  }),
  aCaseLine({
    id: 'hosting/milestones/order',
    suite: 'hosting/milestones',
    requirements: ['MILE-ORDER'],
    verdict: 'fail',
    cause: 'expectation',
    findings: [aFinding({path: '$[*].title', message: 'expected "one", got "two"'})],
  }),
  aCaseLine({
    id: 'hosting/webhooks/organization',
    suite: 'hosting/webhooks',
    requirements: ['HOOK-ORG'],
    verdict: 'skip',
    cause: 'no-webhook-route',
    detail: 'the probe hook delivered nothing',
  }),
];

/** The journal of these cases, or of others. */
export function aCertifyingJournal(lines: readonly CaseLine[] = goldenCases, header: Partial<HeaderLine> = {}): string {
  return aJournalText(lines, {
    header: {certifies: {profile: 'hosting-core'}, contractDigest: 'c'.repeat(64), dialect: 'gitea', ...header},
    footer: {exitCode: 1},
  });
}

export const goldenJournal = aCertifyingJournal();

export const goldenIssuer: Issuer = {
  name: 'the laboratory',
  issuedAt: '2030-01-02T04:00:00.000Z',
  expiresAt: '2030-07-01T04:00:00.000Z',
  observedBy: 'an inspector',
  journals: 'made',
  commit: '0123abc',
  configuration: 'app.ini of the test lab',
  implementation: {name: 'a server', version: '1.2.3', contact: 'https://example.org/contact'},
  targetFile: 'a'.repeat(64),
  killScore: {
    faults: 300,
    noticed: 299,
    mutants: {
      drawn: 160,
      of: 12_000,
      seed: 7,
      on: '2026-11-22',
      noticed: 50,
      judged: 112,
      from: 36,
      to: 54,
    },
  },
  reproduce: ['npx --no-install touchstone certify --profile hosting-core --target URL'],
};

export const goldenOwn: OwnTables = {
  suites: 'd'.repeat(64),
  requirementsDigest: 'e'.repeat(64),
  contract: 'c'.repeat(64),
  requirements: goldenRows,
  profiles: digest('profiles'),
  errata: digest('errata'),
  profileOf: id => (id === goldenProfile.id ? goldenProfile : undefined),
  canonicalOf: () => goldenCases.slice(0, 4).map(({id}) => id),
};

/** Makes the certificate of a journal. */
export function certificateOf(text: string, issuer: Issuer = goldenIssuer): Certificate {
  const journal = readJournal(text);
  if (journal.kind !== 'complete') throw new Error(journal.why);
  return makeCertificate({
    journals: [{journal, sha256: digest(text)}],
    requirements: goldenRows,
    profile: goldenProfile,
    tables: {profiles: goldenOwn.profiles, errata: goldenOwn.errata},
    issuer,
    sha256,
  });
}
