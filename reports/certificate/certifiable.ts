// Says why no certificate can come of journals: one sentence for each reason.
import {counted} from '../../base/text/counted.ts';
import {program} from '../../base/text/program.ts';
import {nameAndVersion} from '../words/decoder-name.ts';
import type {CaseLine, HeaderLine} from '../../model/journal.ts';
import {jsonText, type Json} from '../../model/json.ts';
import type {Profile} from '../../model/profile.ts';
import {isExcused, isOfProfile} from './certificate.ts';
import {joinCases} from '../compare/join-cases.ts';
import type {Journal} from '../journal/reader.ts';

/** What journals are held against. */
export interface CertifiableInputs {
  readonly journals: readonly Journal[];
  readonly profile: Profile;
  /** Every case that belongs to the canonical set for this kind of target; absent when this version carries other suites. */
  readonly canonical?: readonly string[];
}

/** Gives every reason; none means that the certificate may be issued. */
export function whyNoCertificate({journals, profile, canonical}: CertifiableInputs): readonly string[] {
  const cases = joinCases(journals.map(journal => journal.cases));
  return [
    ...journals.flatMap(journal => whyNotWhole(journal, profile)),
    ...unlike(journals),
    ...redOf(cases, profile),
    ...redOfOffered(cases, profile),
    ...differingOf(cases, profile),
    ...unprovenOf(cases, profile),
    ...missingOf(cases, canonical),
  ];
}

function whyNotWhole(journal: Journal, profile: Profile): readonly string[] {
  if (journal.kind === 'incomplete') return [journal.why];
  const {header, footer} = journal;
  return [
    ...(header.certifies === undefined
      ? ['the journal was written by another command than certify, which may have chosen its cases']
      : header.certifies.profile === profile.id
        ? []
        : [`the journal was written for the profile ${header.certifies.profile}`]),
    ...(footer.isInterrupted ? ['the run was interrupted'] : []),
    ...(footer.notRun > 0 ? [`${counted(footer.notRun, 'case')} did not run`] : []),
    ...(header.shard === undefined
      ? []
      : [`the journal is one shard of a run; join all of them with ${program} merge`]),
    ...(footer.baseline === undefined ? [] : ['the run was given a baseline']),
  ];
}

/** What the journals of the variants of one target must say alike. */
const shared: {readonly [what: string]: (header: HeaderLine) => Json} = {
  'touchstone version': ({tool}) => tool.version,
  suites: ({suites}) => `${suites.edition} ${suites.digest}`,
  requirements: ({requirementsDigest}) => requirementsDigest,
  contract: ({contractDigest}) => contractDigest ?? '',
  dialect: ({dialect}) => dialect ?? '',
  'version of the server': ({target}) => target.hosting?.version ?? '',
  'decoder under test': ({target}) => (target.peer === undefined ? '' : nameAndVersion(target.peer)),
  'whether it is our reference': ({isSelfTest}) => isSelfTest,
};

function unlike([first, ...others]: readonly Journal[]): readonly string[] {
  if (first === undefined) return ['there is no journal'];
  return Object.entries(shared).flatMap(([what, of]) => {
    const said = jsonText(of(first.header));
    const other = others.map(({header}) => jsonText(of(header))).find(text => text !== said);
    return other === undefined
      ? []
      : [`the journals are not of one target and one touchstone: ${what} is ${said} and ${other}`];
  });
}

// A pattern of a hundred skips is one reason; a certificate that fails is read for what to fix first.
const shownMax = 20;

// A context that the target does not offer is a hole, which the certificate names.
const allowedSkips: ReadonlySet<string> = new Set(['withdrawn', 'context-unavailable']);

function redOf(cases: readonly CaseLine[], profile: Profile): readonly string[] {
  const proven = provenOf(cases, profile);
  const own = cases.filter(
    line => isOfProfile(line, profile) && !(line.verdict === 'skip' && isExcused(line.requirements, profile, proven)),
  );
  return (['fail', 'flaky', 'error', 'skip'] as const).flatMap(verdict => {
    const bad = own.filter(line => line.verdict === verdict && !allowedSkips.has(line.cause ?? ''));
    const shown = bad.slice(0, shownMax).map(line => `${line.id}${reasonOf(line)}`);
    const more = bad.length - shown.length;
    return bad.length === 0
      ? []
      : [
          `${counted(bad.length, 'case of the profile has', 'cases of the profile have')} the verdict ${verdict}: ${shown.join('; ')}${more > 0 ? `; and ${String(more)} more` : ''}`,
        ];
  });
}

/** What a target need not offer must hold where it does. */
function redOfOffered(cases: readonly CaseLine[], {ifOffered}: Profile): readonly string[] {
  return ifOffered.flatMap(id => {
    const bad = cases.filter(
      ({verdict, requirements}) => (verdict === 'fail' || verdict === 'flaky') && requirements.includes(id),
    );
    const shown = bad.slice(0, shownMax).map(({id: name}) => name);
    const more = bad.length - shown.length;
    return bad.length === 0
      ? []
      : [
          `the target offers what ${id} is about, and ${String(bad.length)} of its cases are red: ${shown.join('; ')}${more > 0 ? `; and ${String(more)} more` : ''}`,
        ];
  });
}

function differingOf(cases: readonly CaseLine[], profile: Profile): readonly string[] {
  return cases
    .filter(
      ({verdict, requirements}) => verdict === 'warn' && requirements.some(id => profile.noDifference.includes(id)),
    )
    .filter(line => isOfProfile(line, profile))
    .slice(0, shownMax)
    .map(({id, requirements, findings: [first]}) => {
      const found = first === undefined ? '' : ` (${first.path}: ${first.message})`;
      return `${id} differs from what ${requirements.join(', ')} is for${found}`;
    });
}

function reasonOf({verdict, detail}: CaseLine): string {
  return (verdict === 'skip' || verdict === 'error') && detail !== undefined ? ` (${detail.slice(0, 160)})` : '';
}

function provenOf(cases: readonly CaseLine[], profile: Profile): ReadonlySet<string> {
  return new Set(
    cases
      .filter(line => isOfProfile(line, profile) && (line.verdict === 'pass' || line.verdict === 'warn'))
      .flatMap(({requirements}) => requirements),
  );
}

function unprovenOf(cases: readonly CaseLine[], profile: Profile): readonly string[] {
  const proven = provenOf(cases, profile);
  const unproven = profile.requirements.filter(id => !proven.has(id));
  const failed = new Set(
    cases
      .filter(line => isOfProfile(line, profile) && (line.verdict === 'fail' || line.verdict === 'flaky'))
      .flatMap(({requirements}) => requirements),
  );
  const refuted = unproven.filter(id => failed.has(id));
  const unjudged = unproven.filter(id => !failed.has(id));
  return [
    ...(refuted.length === 0 ? [] : [`every case of ${refuted.join(', ')} failed`]),
    ...(unjudged.length === 0 ? [] : [`nothing proves ${unjudged.join(', ')}`]),
  ];
}

function missingOf(cases: readonly CaseLine[], canonical: readonly string[] = []): readonly string[] {
  const known = new Set(cases.map(({id}) => id));
  const missing = canonical.filter(id => !known.has(id));
  return missing.length === 0
    ? []
    : [
        `${counted(missing.length, 'case of the canonical set is', 'cases of the canonical set are')} not in the journal, e.g. ${missing[0] ?? ''}`,
      ];
}
