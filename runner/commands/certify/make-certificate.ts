// What `touchstone certify` does when its command line was read: runs the canonical set, or joins journals, and writes the certificate.
import {beginRun, type BegunRun} from '../run/begin-run.ts';
import {makeGuise} from '../../execute/http/request-disguise.ts';
import type {Machine} from '../../../model/machine.ts';
import {canonicalCases, canonicalIds, certifiedContexts, freshCatalog, ofArea} from '../run/canonical-cases.ts';
import {isAboutNodes, loadProfile} from './statement-tables.ts';
import {loadCatalog, type Catalog} from '../load/catalog.ts';
import type {CertifyOptions} from './certificate-options.ts';
import {missingTarget, referenceName, refuseEarly, type Certifying} from './no-certificate.ts';
import {checkTargetOptions} from '../words/check-target-options.ts';
import {gatherRunnables} from '../load/gather-runnables.ts';
import {certificateFile, issueCertificate, readSigningKey} from './issue-certificate.ts';
import {refuseDisguised} from './disguised-reference.ts';
import {loadErrata} from '../load/load-errata.ts';
import {loadTargetFile} from '../load/load-target-file.ts';
import {readReporters} from '../words/reporter-option.ts';
import {isColored} from '../words/colored.ts';
import {holdFolder} from '../run/hold-folder.ts';
import type {RunInputs} from '../run/open-and-run.ts';
import {interruptible} from '../words/stops.ts';
import {printProblems} from '../words/print-problems.ts';

/** Gives the exit code: 0 when a certificate was written, 1 when a case of the profile is red, 6 when something could not be judged. */
export async function makeCertificate(given: CertifyOptions, machine: Machine): Promise<number> {
  const loaded = await loadTargetFile(given, machine);
  if (loaded.kind === 'unusable') return refuse(machine, [loaded.why]);
  const options = withReferenceNames(loaded.options);
  const problems = [
    ...(options.join === undefined ? checkTargetOptions(options) : []),
    ...statementProblems(options, machine),
  ];
  if (problems.length > 0) return refuse(machine, problems);
  const catalog = await loadCatalog(machine, {own: true, users: [], mesh: isAboutNodes(options.profile)});
  if (catalog.problems.length > 0) {
    const {renderProblems} = await import('../../../base/yaml/render-problems.ts');
    return refuse(machine, [
      `the suites cannot be used\n${renderProblems(catalog.problems, {color: isColored(machine, machine.terminal.isTalkTerminal)})}`,
    ]);
  }
  const found = loadProfile(options.profile, new Set(catalog.requirements.keys()), machine);
  if (found.kind === 'unknown') return refuse(machine, [found.why]);
  const missing = options.join === undefined ? missingTarget(options, found.profile) : undefined;
  if (missing !== undefined) return refuse(machine, [missing]);
  const errata = await loadErrata(options.errata, machine);
  if (errata.kind === 'unusable') return refuse(machine, [errata.why]);
  const key = readSigningKey(options.key, machine);
  if (key.kind === 'unusable') return refuse(machine, [key.why]);
  const all = await gatherRunnables(catalog, machine, {withProperties: true});
  const {profile} = found;
  const certifying = {
    options,
    profile,
    canonical: (seeds: readonly number[]) => canonicalIds(all, profile, {seeds, data: catalog}),
  };
  const issuing = {
    ...certifying,
    machine,
    catalog,
    errata,
    tables: {profiles: found.digest, errata: errata.digest},
    key: key.key,
  };
  const issue = (places: readonly string[], exitCode: number): Promise<number> =>
    holdFolder({folder: options.output, command: 'certify'}, machine, () =>
      Promise.resolve(issueCertificate(issuing, places, exitCode)),
    );
  if (options.join !== undefined) return issue(options.join, 0);
  const {exitCode, hasBegun} = await run(certifying, {catalog, errata: errata.withdrawn, machine});
  // A certificate is never made of a journal that an earlier run left in the folder.
  if (!hasBegun || !mayIssue(exitCode)) return exitCode;
  return issue([`${options.output}/results.jsonl`], exitCode);
}

function refuse(machine: Machine, problems: readonly string[]): number {
  printProblems(machine, 'certify', problems);
  return 2;
}

/** Our own server needs no names: it says who it is. */
function withReferenceNames(options: CertifyOptions): CertifyOptions {
  if (options.reference !== true) return options;
  return {implementation: referenceName, contact: 'the authors of touchstone', issuer: 'a self-test', ...options};
}

function statementProblems(options: CertifyOptions, machine: Machine): readonly string[] {
  const texts = {'--implementation': options.implementation, '--contact': options.contact, '--issuer': options.issuer};
  const missing = Object.entries(texts).filter(([, text]) => text === undefined || text.trim() === '');
  return [
    ...emptyStatements(options),
    ...missing.map(([flag]) => `a certificate has to say ${whatIsMissing[flag] ?? ''}: give ${flag}`),
    ...(options.insecure === true
      ? ['the target file says tls.insecure: who answers has to be known, so take it out']
      : []),
    ...(machine.files.exists(certificateFile(options.output))
      ? [
          `${certificateFile(options.output)} is there already, and a certificate is never replaced: choose another --output`,
        ]
      : []),
  ];
}

// An empty variable of a CI job gives an empty word; a certificate must not say that nobody by name observed the run.
function emptyStatements({observedBy, commit, configuration}: CertifyOptions): readonly string[] {
  const given = {'--observed-by': observedBy, '--commit': commit, '--configuration': configuration};
  return Object.entries(given)
    .filter(([, text]) => text?.trim() === '')
    .map(([flag]) => `${flag} is empty: give a value, or leave it out`);
}

const whatIsMissing: {readonly [flag: string]: string} = {
  '--implementation': 'what it is about',
  '--contact': 'who answers for the implementation',
  '--issuer': 'who ran it',
};

async function run(
  certifying: Certifying,
  {
    catalog,
    errata,
    machine,
  }: {
    readonly catalog: Catalog;
    readonly errata: RunInputs['errata'];
    readonly machine: Machine;
  },
): Promise<BegunRun> {
  const {options, profile} = certifying;
  const stops = interruptible(machine);
  try {
    return await beginRun({
      machine,
      operands: [],
      options: {...options, record: 'failed', stale: 'fail'},
      catalog,
      selection: {places: [], ids: [], tags: [], requirements: []},
      wanted: readReporters(undefined, {flag: '--reporter', folder: options.output, machine}).wanted,
      errata,
      stops,
      hooks: {
        command: 'certify',
        catalog: freshCatalog,
        contexts: certifiedContexts,
        cases: (runnables, seed) => canonicalCases(ofArea(runnables, profile.area), seed),
        guise: makeGuise(machine.random),
        refuse: async facts => refuseEarly(facts, certifying) ?? (await refuseDisguised(facts, certifying, machine)),
        header: {certifies: {profile: profile.id}},
      },
    });
  } finally {
    stops.release();
  }
}

/** A run that ended by itself may have earned a certificate, whatever became of cases outside the profile. */
function mayIssue(exitCode: number): boolean {
  return exitCode === 0 || exitCode === 1 || exitCode === 6;
}
