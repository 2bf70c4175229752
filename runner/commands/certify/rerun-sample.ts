// Tries a sample of a certificate's cases again, on a target that the reader gives anew.
import {counted} from '../../../base/text/counted.ts';
import {makeGuise} from '../../execute/http/request-disguise.ts';
import type {Machine} from '../../../model/machine.ts';
import {idWithoutContext} from '../../../model/contexts/context.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {Withdrawal} from '../../../model/profile.ts';
import {namedInContext} from '../../plan/contexts/assign-contexts.ts';
import {isOfProfile, type Certificate} from '../../../reports/certificate/certificate.ts';
import {joinCases} from '../../../reports/compare/join-cases.ts';
import type {CompleteJournal} from '../../../reports/journal/reader.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {beginRun} from '../run/begin-run.ts';
import {canonicalCases, freshCatalog} from '../run/canonical-cases.ts';
import {loadProfile} from './statement-tables.ts';
import type {Catalog} from '../load/catalog.ts';
import {readJournalFile} from '../run/journal-file.ts';
import type {RunHooks} from '../run/run-hooks.ts';
import {targetFacts} from '../run/run-header.ts';
import {interruptible} from '../words/stops.ts';
import type {VerifyOptions} from './verification-options.ts';

/** Everything that a second look needs. */
export interface Rerun {
  readonly certificate: Certificate;
  readonly journals: readonly CompleteJournal[];
  readonly options: VerifyOptions;
  readonly share: number;
  readonly catalog: Catalog;
  readonly errata: readonly Withdrawal[];
  readonly machine: Machine;
}

/** Runs the sample: 0 when all of it held again, 1 when something is red now, else the exit code of the run. */
export async function rerunSample(rerun: Rerun): Promise<number> {
  const {certificate, options, catalog, errata, machine} = rerun;
  const ids = new Set(sampleOf(rerun));
  const stops = interruptible(machine);
  // The contexts of a case stand in its id, whatever the seed of its run was.
  const idsInContexts = new Set([...ids].filter(id => idWithoutContext(id) !== id));
  const inContexts = (runnables: readonly Runnable[]): readonly Runnable[] =>
    namedInContext(runnables, idsInContexts, catalog);
  const hooks: RunHooks = {
    command: 'verify',
    catalog: freshCatalog,
    contexts: () => ({contexts: 'plain'}),
    cases: (runnables, seed) =>
      canonicalCases([...runnables, ...inContexts(runnables)], seed).filter(({id}) => ids.has(id)),
    guise: makeGuise(machine.random),
    refuse: facts => anotherTarget(facts, certificate),
  };
  try {
    const {exitCode, hasBegun} = await beginRun({
      machine,
      operands: [],
      options: {...options, record: 'failed', stale: 'fail', quiet: true},
      catalog,
      selection: {places: [], ids: [], tags: [], requirements: []},
      wanted: [],
      errata,
      stops,
      hooks,
    });
    if (hasBegun) return tell(rerun, ids.size, exitCode);
    machine.print('RERUN  no case was tried again\n');
    return exitCode;
  } finally {
    stops.release();
  }
}

/** Chooses from what passed; nobody knows which, before this moment. */
function sampleOf({certificate, journals, share, catalog, machine}: Rerun): readonly string[] {
  const found = loadProfile(certificate.predicate.found.profile.id, new Set(catalog.requirements.keys()), machine);
  const passed = joinCases(journals.map(({cases}) => cases))
    .filter(line => line.verdict === 'pass' && (found.kind !== 'profile' || isOfProfile(line, found.profile)))
    .map(({id}) => id);
  const left = [...passed];
  const sample: string[] = [];
  const size = Math.max(1, Math.ceil(passed.length * share));
  while (sample.length < size && left.length > 0) sample.push(...left.splice(machine.random.seed() % left.length, 1));
  return sample;
}

// A sample of another version says nothing about the one that was certified.
function anotherTarget(
  {target, entry}: Parameters<NonNullable<RunHooks['refuse']>>[0],
  {predicate}: Certificate,
): ReturnType<NonNullable<RunHooks['refuse']>> {
  const now = targetFacts(target, entry);
  const before = predicate.found.target;
  const pairs = [
    ['server', now.hosting?.version, before.hosting?.version],
    ['decoder', nameOf(now.peer), nameOf(before.peer)],
  ] as const;
  const other = pairs.find(([, mine, theirs]) => theirs !== undefined && mine !== theirs);
  if (other === undefined) return undefined;
  const [what, mine = 'nothing', theirs = ''] = other;
  return {exitCode: 6, why: `the certificate is about the ${what} ${theirs}, and the target given now is ${mine}`};
}

function nameOf(peer: {readonly name: string; readonly version: string} | undefined): string | undefined {
  return peer === undefined ? undefined : `${peer.name} ${peer.version}`;
}

function tell({options, machine, certificate}: Rerun, size: number, exitCode: number): number {
  const read = readJournalFile(options.output, machine);
  if (read.kind === 'unusable' || read.journal.kind === 'incomplete') return exitCode;
  const {cases} = read.journal;
  const held = cases.filter(({verdict}) => verdict === 'pass' || verdict === 'warn').length;
  const red = cases.filter(({verdict}) => verdict === 'fail' || verdict === 'flaky');
  const {cases: all} = certificate.predicate.found.profile;
  machine.print(
    `RERUN  ${String(held)} of ${counted(size, 'case')} held again, drawn here and now from ${String(all)}\n${red.map(({id, verdict}) => `  ${visibleText(id)} passed then and has the verdict ${verdict} now\n`).join('')}`,
  );
  return red.length > 0 ? 1 : exitCode;
}
