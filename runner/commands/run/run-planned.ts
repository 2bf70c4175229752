// Runs a plan inside a target: writes the journal and the reports, and gives the exit code.
import {defined} from '../../../base/json/defined.ts';
import type {Attempt} from '../../../model/outcome.ts';
import type {CaseLine, ExchangeLine} from '../../../model/journal.ts';
import type {JsonObject} from '../../../model/json.ts';
import type {Plan, Runnable} from '../../../model/plan.ts';
import {isRed} from '../../../reports/baseline/known-failures.ts';
import {exchangeBody} from '../../../reports/terminal/exchange-lines.ts';
import {journalWriter, type JournalWriter} from '../../../reports/journal/writer.ts';
import {makePaper} from '../../../base/text/text-layout.ts';
import type {Redactor} from '../../../reports/redaction/redaction.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {contextOf} from '../open/enter-target.ts';
import type {Inside} from '../open/inside-target.ts';
import type {RunInputs} from './open-and-run.ts';
import {withVariants} from '../open/open-variants.ts';
import {isColored} from '../words/colored.ts';
import {keepPrevious} from './previous-journal.ts';
import {exitCodeWith} from './report-files.ts';
import {openResults, writeFirstReports, writeReports} from './results.ts';
import {headerOf, headOf} from './run-header.ts';
import {secretsLeft} from './secrets-left.ts';
import {runSession} from './session.ts';

/** A plan, and everything that its run needs. */
export interface PlannedRun extends RunInputs {
  readonly plan: Plan;
  /** Values of `${vars.…}`. */
  readonly vars: JsonObject;
  /** Every case that there is, selected or not. */
  readonly runnables: readonly Runnable[];
  readonly idle: readonly string[];
  readonly redactor: Redactor;
}

/** Runs it. What could not be removed stands in the journal, and costs exit code 6. */
export async function runPlanned({target, entry, variants}: Inside, planned: PlannedRun): Promise<number> {
  const {machine, options, catalog, plan, redactor, wanted, stops, hooks, pin} = planned;
  const plain = await contextOf(target, entry, {
    machine,
    catalog,
    plan,
    vars: planned.vars,
    propertyRuns: options.propertyRuns ?? 0,
    propertyTimeMs: options.propertyTime ?? 0,
    isRepeatingRed: true,
    abandon: stops.abandon,
    ...defined({guise: hooks?.guise}),
  });
  const policy = {...plain.policy, timesEach: options.repeat ?? 1};
  const run = withVariants({...plain, policy}, variants);
  const {died} = target;
  machine.tuneFor?.(plan);
  keepPrevious(options.output, plan, machine);
  const results = openResults(machine, options.output);
  planned.watch?.begun();
  const isQuiet = options.quiet === true;
  const header = {
    ...headerOf(target, entry, {machine, catalog, plan, options, operands: planned.operands, idle: planned.idle}),
    ...hooks?.header,
    ...defined({pinnedEdition: pin?.edition}),
  };
  const requirements =
    header.isWithoutRecord === true
      ? new Map(catalog.statements.map(one => [one.id, one] as const))
      : catalog.requirements;
  if (!isQuiet) machine.talk(`${headOf(target, entry, plan)}\n`);
  const journal = journalWriter({...results, redactor, record: options.record});
  const maxFailures = options.bail === true ? 1 : options.maxFailures;
  const footer = await runSession({
    machine,
    catalog,
    run,
    plan,
    header,
    ...defined({newIn: pin?.newIn}),
    journal,
    began: () => {
      writeFirstReports({machine, results, requirements, wanted});
    },
    stops: died === undefined ? stops : {...stops, stop: AbortSignal.any([stops.stop, died])},
    hasTargetDied: () => died?.aborted === true,
    sayable: text => visibleText(redactor.redactText(text)),
    signOut: entry.signOut,
    isRequiringAll: options.requireAll === true,
    isStrict: options.strict === true,
    ...defined({maxFailures}),
    ...(await baselineOf(planned)),
    ...(options.verbose === true ? {tellExchanges: exchangeTeller(journal, planned)} : {}),
    isQuiet,
  });
  results.close();
  const reports = writeReports({
    machine,
    results,
    requirements,
    wanted,
    isQuiet,
    isAllWanted: planned.watch !== undefined,
  });
  const told = reports?.journal;
  const leaks = secretsLeft(options.output, wanted, {machine, redactor});
  for (const leak of leaks) machine.talk(`${leak}\n`);
  if (told !== undefined) planned.watch?.finished(told);
  // The reference is its own server, and who gives a list knows already. The lists of others take as long to load as a hundred requests.
  const isListWanted = !isQuiet && planned.known === undefined && told?.header.isSelfTest === false;
  if (isListWanted && told.cases.some(isRed)) {
    const {knownReds} = await import('./known-reds.ts');
    const note = knownReds(machine, told.header.target.hosting?.version, told.cases);
    if (note !== undefined) machine.talk(`${note}\n`);
  }
  // Without its journal a run shows nothing. Of a run that is red for another reason, that reason is told.
  if ((reports === undefined || leaks.length > 0) && [0, 4].includes(footer.exitCode)) return 6;
  return exitCodeWith(reports?.written ?? [], wanted, footer.exitCode);
}

async function baselineOf({
  known,
  options,
  runnables,
  machine,
}: PlannedRun): Promise<Pick<Parameters<typeof runSession>[0], 'baseline'>> {
  if (known === undefined) return {};
  const {watchOf} = await import('../load/load-baseline.ts');
  const ids = runnables.map(({id}) => id);
  return {baseline: watchOf(known, {file: options.baseline ?? '', ids, machine, stale: options.stale})};
}

// What is kept of a case is known when the run is over, so that a place in bodies/ may stay empty.
const storedAs = / in bodies\/[0-9a-f]{64}$/;

/** Makes what `--verbose` shows of a case: its verdict, and everything that was said, without secrets. */
function exchangeTeller(
  journal: Pick<JournalWriter, 'told'>,
  {machine}: PlannedRun,
): (line: CaseLine, attempts: readonly Attempt[]) => readonly string[] {
  const {columns, isTalkTerminal} = machine.terminal;
  const paper = makePaper({width: columns, color: isColored(machine, isTalkTerminal)});
  return ({id, verdict}, attempts) => [
    `${verdict.padEnd(5)} ${visibleText(id)}`,
    ...attempts
      .flatMap(({exchanges}): readonly ExchangeLine['exchange'][] => journal.told(exchanges))
      .flatMap(exchange => exchangeBody(exchange, paper).map(line => `      ${line.replace(storedAs, '')}`)),
  ];
}
