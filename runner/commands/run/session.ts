// One run from plan to footer: signs in, runs the cases, writes the journal as it goes, and tells progress.
import {endSuites} from '../../execute/steps/suite-setup.ts';
import {counted} from '../../../base/text/counted.ts';
import {defined} from '../../../base/json/defined.ts';
import {finalVerdict} from '../../execute/final-verdict.ts';
import type {RunWithVariants} from '../../execute/attempt/run-context.ts';
import {runPlan, type CaseOutcome, type RunEvents} from '../../execute/run-plan.ts';
import type {CaseLine, FooterLine, HeaderLine} from '../../../model/journal.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Attempt} from '../../../model/outcome.ts';
import {isProbe, type Plan, type PlannedCase} from '../../../model/plan.ts';
import {exitCodeOf} from '../../../reports/words/exit-code.ts';
import type {BaselineWatch} from '../../../reports/baseline/known-failures.ts';
import type {JournalWriter} from '../../../reports/journal/writer.ts';
import {renderRedNews, type RedNews} from '../../../reports/terminal/live-lines.ts';
import {vacuityOf, type VacuityInputs} from '../../../reports/run/weak-evidence.ts';
import {caseLine, probeLine} from './case-line.ts';
import {requestsOf} from '../../plan/requests-of.ts';
import type {Catalog} from '../load/catalog.ts';
import {progress, type Progress} from './show-progress.ts';
import type {TimedCase} from './work-ahead.ts';
import type {NewIn} from '../load/load-editions.ts';
import type {Stops} from '../words/stops.ts';

/** Everything that a session needs; the journal is open, and its header is not written yet. */
export interface SessionInputs {
  readonly machine: Machine;
  readonly catalog: Catalog;
  readonly run: RunWithVariants;
  readonly plan: Plan;
  readonly header: Omit<HeaderLine, 'type'>;
  readonly journal: JournalWriter;
  /** Called when the header is written. */
  readonly began: () => void;
  readonly stops: Stops;
  /** Makes a text that may quote the target fit for the terminal. */
  readonly sayable: (text: string) => string;
  /** Removes the actors; gives what it could not remove. */
  readonly signOut: () => Promise<readonly string[]>;
  readonly isRequiringAll: boolean;
  /** Whether a server that was started for the run has ended by itself. */
  readonly hasTargetDied: () => boolean;
  /** Says of a case in which edition it is newer than the one that was pinned. */
  readonly newIn?: NewIn;
  /** Marks known failures and finds out where the baseline is stale. */
  readonly baseline?: BaselineWatch;
  readonly isQuiet: boolean;
  /** Take no more cases after so many failures. */
  readonly maxFailures?: number;
  /** `--strict`: signs that the run may have shown nothing cost exit code 6. */
  readonly isStrict?: boolean;
  /** Shows what a case said and heard; called when it is judged. */
  readonly tellExchanges?: (line: CaseLine, attempts: readonly Attempt[]) => readonly string[];
}

/** Runs the session and gives the journal's footer, whose exit code is the run's. */
export async function runSession(inputs: SessionInputs): Promise<FooterLine> {
  const {machine, run, plan, header, journal, stops} = inputs;
  const startedMs = machine.clock.monotonicMs();
  journal.header({type: 'header', ...header});
  inputs.began();
  const shown = progress(machine, {
    total: plan.cases.length,
    timed: plan.cases.flatMap(planned => timedCase(planned, inputs)),
    isQuiet: inputs.isQuiet,
  });
  const enough = new AbortController();
  const tally: Tally = {leftovers: [], harnessErrors: 0, free: [], seen: [], failures: new Set(), enough};
  const shrinks = (id: string): void => {
    shown.shrinks(id);
  };
  const end = await runPlan({...run, ports: {...run.ports, shrinks}}, plan, eventsOf(inputs, shown, tally), {
    ...stops,
    enough: enough.signal,
  }).finally(() => {
    shown.stopped();
  });
  const hasDied = inputs.hasTargetDied();
  const gone = hasDied ? 'the server that was started for the run ended by itself' : end.gone;
  for (const one of [run, ...run.variants.values()]) await endSuites(one);
  tellUnasked(run.learnt);
  tellOddReplies(run.learnt);
  tellProbes(run, journal);
  tally.leftovers.push(...run.learnt.leftovers, ...(await inputs.signOut()));
  if (!hasDied && end.gone !== undefined) machine.talk(`${inputs.sayable(end.gone)}\n`);
  if (gone !== undefined && end.notRun.length > 0)
    machine.talk(`${counted(end.notRun.length, 'case')} ${end.notRun.length === 1 ? 'was' : 'were'} not run\n`);
  const stoppedAfter = enough.signal.aborted && end.notRun.length > 0 ? tally.failures.size : undefined;
  const counts = journal.counted();
  const isInterrupted = stops.count() > 0;
  const baseline = inputs.baseline?.facts();
  const vacuous = vacuityOf({...header, statuses: counts.statuses, cases: tally.seen});
  const exitCode = exitCodeOf({
    isInterrupted,
    isTargetUnreachable: hasDied || end.isUnreached === true,
    hasHarnessError: tally.harnessErrors > 0,
    counts: counts.counts,
    skips: counts.skips,
    notRun: end.notRun.length,
    leftovers: tally.leftovers.length,
    isPart: plan.shard !== undefined,
    isAllRequired: inputs.isRequiringAll,
    ...defined({maxWarnings: header.maxWarnings}),
    isVacuous: inputs.isStrict === true && vacuous.length > 0,
    free: tally.free,
    knownRed: baseline?.knownRed ?? 0,
    isBaselineStale: baseline !== undefined && baseline.stale.length > 0 && !baseline.isStaleAllowed,
  });
  return journal.footer({
    endedAt: machine.clock.now().toISOString(),
    durationMs: Math.round(machine.clock.monotonicMs() - startedMs),
    filtered: plan.filtered,
    isInterrupted,
    notRun: end.notRun.length,
    ...defined({stoppedAfter}),
    ...(gone === undefined ? {} : {gone: inputs.sayable(gone)}),
    exitCode,
    leftovers: tally.leftovers,
    contractNotes: [...run.learnt.contractNotes.values()],
    ...defined({baseline}),
    ...(vacuous.length === 0 ? {} : {vacuous}),
  });
}

function eventsOf(inputs: SessionInputs, shown: Progress, tally: Tally): RunEvents {
  return {
    started: id => {
      shown.started(id);
    },
    putOff: id => {
      shown.putOff(id);
    },
    red: (id, first) => {
      shown.red(id);
      // Replies show which texts are secrets, and findings may hold them.
      inputs.journal.told(first.exchanges);
      tellRed({id, verdict: 'red', findings: first.findings}, inputs, shown, tally);
    },
    finished: outcome => finish(outcome, inputs, shown, tally),
  };
}

function timedCase(planned: PlannedCase, {catalog, run}: SessionInputs): readonly TimedCase[] {
  const {runnable, skip} = planned;
  if (skip !== undefined) return [];
  const requests = requestsOf(planned, catalog.arrangements, run.policy.propertyRuns);
  // The name begins with what is spoken to, or says that it is a property.
  return [{id: runnable.id, requests, kind: runnable.id.split('/', 1)[0] ?? ''}];
}

/** One line for all of them: a server that does it once does it often. */
function tellUnasked(learnt: RunWithVariants['learnt']): void {
  const [unasked, ...others] = learnt.unasked.splice(0);
  if (unasked !== undefined)
    learnt.probes.push({
      name: 'only-requested-replies',
      outcome: 'differs',
      detail: `${unasked}${moreOften(others.length)}`,
    });
}

function tellOddReplies({oddReplies, probes}: RunWithVariants['learnt']): void {
  const lines = [...oddReplies].map(([note, {first, times}]) => `${first}: ${note}${moreOften(times - 1)}`);
  oddReplies.clear();
  if (lines.length > 0) probes.push({name: 'plain-replies', outcome: 'differs', detail: lines.join('. ')});
}

function moreOften(times: number): string {
  if (times === 0) return '';
  return times === 1 ? '; and once more' : `; and ${String(times)} more times`;
}

// Written when they are known, so that a run that breaks off has them too.
function tellProbes({learnt}: Pick<RunWithVariants, 'learnt'>, journal: JournalWriter): void {
  for (const probe of learnt.probes.splice(0)) journal.probe({type: 'probe', ...probe});
}

interface Tally {
  readonly leftovers: string[];
  harnessErrors: number;
  /** Cases newer than the pinned edition; what they found costs nothing. */
  readonly free: Pick<CaseLine, 'verdict' | 'cause'>[];
  /** What signs of an empty run are looked for in. */
  readonly seen: VacuityInputs['cases'][number][];
  /** Cases that were red or could not be judged, and that no baseline lists. */
  readonly failures: Set<string>;
  /** Aborts when there are enough of them. */
  readonly enough: AbortController;
}

// More would scroll the first ones away; the summary tells every one of them.
const newsMax = 20;

/** Tells a red case at once, and ends the run when it is one too many. Known failures are no news. */
function tellRed(news: RedNews, inputs: SessionInputs, shown: Progress, {failures, enough}: Tally): void {
  const {machine, sayable, baseline, maxFailures, newIn} = inputs;
  if (baseline?.covers(news.id) === true || newIn?.(news.id) !== undefined) return;
  const isFirst = !failures.has(news.id);
  failures.add(news.id);
  if (maxFailures !== undefined && failures.size >= maxFailures) enough.abort();
  // What was told when it was red is told again only where it turned out otherwise.
  if ((!isFirst && news.verdict === 'fail') || failures.size > newsMax) return;
  const said = {
    ...news,
    ...(news.detail === undefined ? {} : {detail: sayable(news.detail)}),
    findings: news.findings.slice(0, 1).map(({path, message}) => ({path: sayable(path), message: sayable(message)})),
  };
  const more = failures.size === newsMax ? ['further red cases appear only in the summary'] : [];
  shown.news([...renderRedNews(said, machine.terminal.columns), ...more]);
}

function newNote(edition: string): string {
  return `new or stricter in edition ${edition}, which is later than the pinned one: it does not fail this run`;
}

async function finish(outcome: CaseOutcome, inputs: SessionInputs, shown: Progress, tally: Tally): Promise<void> {
  const {catalog, journal, run, baseline, newIn} = inputs;
  tellProbes(run, journal);
  const final = finalVerdict(outcome);
  const {attempts, planned} = outcome;
  for (const attempt of attempts) tally.leftovers.push(...attempt.leftovers);
  if (final.cause === 'harness') tally.harnessErrors += 1;
  if (isProbe(planned.runnable) && final.verdict !== 'fail' && final.verdict !== 'flaky')
    journal.probe(probeLine(outcome, final));
  else {
    const told = await caseLine(outcome, final, catalog);
    const edition = newIn?.(told.id);
    const line = edition === undefined ? told : {...told, newIn: edition, notes: [...told.notes, newNote(edition)]};
    if (edition !== undefined) tally.free.push(line);
    journal.case(edition === undefined ? (baseline?.mark(line) ?? line) : line, attempts);
    const {id, verdict, cause, detail, property, findings} = line;
    tally.seen.push({
      id,
      verdict,
      ...defined({cause, detail, property}),
    });
    shown.news(inputs.tellExchanges?.(line, attempts) ?? []);
    if (verdict === 'fail' || verdict === 'flaky' || (verdict === 'error' && cause !== 'blocked'))
      tellRed({id, verdict, findings, ...defined({cause, detail})}, inputs, shown, tally);
  }
  shown.finished(planned.runnable.id, final.verdict);
}
