// Replays cases of a journal against a target: signs in afresh, runs each of them once more, and says what became of it.
import {defined} from '../../../base/json/defined.ts';
import type {Policy, RunWithVariants} from '../../execute/attempt/run-context.ts';
import {endSuites} from '../../execute/steps/suite-setup.ts';
import {variablesOf} from '../run/variables.ts';
import {runPlan, type CaseOutcome} from '../../execute/run-plan.ts';
import type {CaseLine, HeaderLine} from '../../../model/journal.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Plan, Runnable} from '../../../model/plan.ts';
import {namedInContext} from '../../plan/contexts/assign-contexts.ts';
import {planRun} from '../../plan/plan-run.ts';
import type {Redactor} from '../../../reports/redaction/redaction.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {loadCatalog, type Catalog} from '../load/catalog.ts';
import {definitionDigest} from '../../read/suite/definition-digest.ts';
import {areasOf, contextOf, offerOf, type Entry} from '../open/enter-target.ts';
import {gatherRunnables} from '../load/gather-runnables.ts';
import {redactorFor} from '../open/given-secrets.ts';
import {insideTarget, type Inside} from '../open/inside-target.ts';
import {folderOf} from '../../../base/text/dirname.ts';
import {openLedger, type LedgerFile} from '../open/ledger-file.ts';
import {openTarget} from '../open/open-target.ts';
import type {OpenTarget} from '../open/opening.ts';
import {withVariants} from '../open/open-variants.ts';
import {printProblems} from '../words/print-problems.ts';
import type {VariableOptions} from './given-variables.ts';
import {renderReplay, replayExitCode, replayOf, type Replayed} from './outcome-words.ts';
import {isColored} from '../words/colored.ts';
import {seededRows} from '../run/seeded-rows.ts';
import {readSuitesOption} from '../load/suites-option.ts';
import {interruptible, type Stops} from '../words/stops.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** What is replayed, and on what. */
export interface ReplayInputs {
  readonly machine: Machine;
  readonly options: TargetOptions;
  readonly header: HeaderLine;
  /** The journal. */
  readonly file: string;
  readonly lines: readonly CaseLine[];
  /** Suite files or folders of the user. */
  readonly suites: readonly string[];
  /** Values of `${vars.…}`. */
  readonly variables: VariableOptions;
}

/** Replays the cases and gives the exit code. */
export async function replayCases(inputs: ReplayInputs): Promise<number> {
  const {machine, suites, lines, header} = inputs;
  const given = readSuitesOption({suites}, machine);
  if (given.problems.length > 0) {
    printProblems(machine, 'replay', given.problems);
    return 2;
  }
  const mesh = header.statements?.some(({id}) => id.startsWith('MESH-')) === true;
  const catalog = await loadCatalog(machine, {...given.files, mesh});
  if (catalog.problems.length > 0) {
    const {renderProblems} = await import('../../../base/yaml/render-problems.ts');
    machine.talk(`${renderProblems(catalog.problems, {color: isColored(machine, machine.terminal.isTalkTerminal)})}\n`);
    return 2;
  }
  if (suites.length === 0 && header.suites.digest !== catalog.suitesDigest)
    machine.talk(
      `note: the journal was made with other suites (edition ${visibleText(header.suites.edition)}, ${visibleText(header.suites.digest.slice(0, 12))}; these are ${catalog.edition}, ${catalog.suitesDigest.slice(0, 12)}): a case may have changed since\n`,
    );
  const all = await gatherRunnables(catalog, machine, {withProperties: lines.some(({kind}) => kind === 'property')});
  const {arrangements, rights} = catalog;
  const placed = namedInContext(all, new Set(lines.map(({id}) => id)), {arrangements, rights});
  const runnables = asItRan(placed, lines, header.seed);
  const stops = interruptible(machine);
  const ledger = openLedger(machine, folderOf(inputs.file));
  try {
    return await openAndReplay({...inputs, catalog, runnables, stops, ledger});
  } finally {
    ledger.close();
    stops.release();
  }
}

// A run with --variants drew other values for the rows of overlay cases; the digest tells which of the two ran.
function asItRan(all: readonly Runnable[], lines: readonly CaseLine[], seed: number): readonly Runnable[] {
  const byId = new Map(lines.map(line => [line.id, line]));
  const wanted = all.filter(({id}) => byId.has(id));
  const seeded = seededRows(wanted, seed);
  return wanted.map((runnable, n) => {
    const other = seeded[n];
    const isOther = other?.kind === 'example' && definitionDigest(other.definition) === byId.get(runnable.id)?.digest;
    return isOther ? other : runnable;
  });
}

interface Replaying extends ReplayInputs {
  readonly catalog: Catalog;
  readonly runnables: readonly Runnable[];
  readonly stops: Stops;
  readonly ledger: LedgerFile;
}

async function openAndReplay(replaying: Replaying): Promise<number> {
  const {machine, options, catalog, runnables, stops, ledger} = replaying;
  const redactor = redactorFor(options, machine);
  const areas = new Set(runnables.map(({definition}) => definition.area));
  const opening = await openTarget(options, machine, {redactor, stop: stops.stop, areas});
  if (opening.kind === 'failed') return refuse(replaying, opening.exitCode, opening.problems);
  const {target} = opening;
  const leftovers: string[] = [];
  try {
    const entering = {machine, options, catalog, redactor, stops, ledger, runnables};
    const stay = await insideTarget(target, entering, async inside => {
      const exitCode = await replayInside(inside, {...replaying, redactor, leftovers});
      leftovers.push(...(await inside.entry.signOut()));
      return exitCode;
    });
    if (stay.kind === 'done') return stay.result;
    leftovers.push(...stay.leftovers);
    return refuse(replaying, stay.exitCode, stay.problems);
  } finally {
    for (const left of leftovers) machine.talk(`left behind: ${visibleText(redactor.redactText(left))}\n`);
    await target.close();
  }
}

async function replayInside(
  {target, entry, variants}: Inside,
  replaying: Replaying & {readonly redactor: Redactor; readonly leftovers: string[]},
): Promise<number> {
  const {machine, catalog, stops, lines} = replaying;
  const planned = planOf(target, entry, {...replaying, variants: variants.keys()});
  const variables = variablesOf(
    planned,
    {...defined({from: replaying.options.from}), ...replaying.variables},
    {machine, keepSecret: entry.keepSecret},
  );
  if (variables.kind === 'wrong') return refuse(replaying, 2, variables.problems);
  const {plan, vars} = variables;
  const plain = await contextOf(target, entry, {
    machine,
    catalog,
    plan,
    vars,
    propertyRuns: 0,
    isRepeatingRed: true,
    abandon: stops.abandon,
  });
  const run = withVariants({...plain, policy: {...plain.policy, replays: replaysOf(lines)}}, variants);
  const exitCode = await replayAll(run, plan, {...replaying, areas: areasOf(target)});
  for (const one of [run, ...run.variants.values()]) await endSuites(one);
  replaying.leftovers.push(...run.learnt.leftovers);
  return exitCode;
}

function planOf(
  target: OpenTarget,
  entry: Entry,
  {options, catalog, runnables, header, variants}: Replaying & {readonly variants: Iterable<string>},
): Plan {
  return planRun({
    runnables,
    selection: {places: [], ids: [], tags: [], requirements: []},
    offer: offerOf(target, entry, {options, variants}),
    arrangements: catalog.arrangements,
    operations: catalog.operations,
    seed: header.seed,
    propertyRuns: 1,
  });
}

// A property that did not fail by its law, e.g. one below its floor, has no path: it runs as a whole, from the same seed.
function replaysOf(lines: readonly CaseLine[]): NonNullable<Policy['replays']> {
  return new Map(
    lines.flatMap(({id, property, context}) => {
      if (property?.path === undefined) return [];
      const {seed, path, replayPath} = property;
      return [[id, {seed, path, ...defined({replayPath, context})}] as const];
    }),
  );
}

async function replayAll(
  run: RunWithVariants,
  plan: Plan,
  {
    machine,
    lines,
    stops,
    redactor,
    runnables,
    areas,
    leftovers,
  }: Replaying & {
    readonly redactor: Redactor;
    readonly areas: ReadonlySet<string>;
    readonly leftovers: string[];
  },
): Promise<number> {
  const outcomes = new Map<string, CaseOutcome>();
  const quiet = (): void => undefined;
  const events = {
    started: quiet,
    red: quiet,
    finished: (outcome: CaseOutcome) => {
      outcomes.set(outcome.planned.runnable.id, outcome);
      for (const {leftovers: left} of outcome.attempts) leftovers.push(...left);
      return Promise.resolve();
    },
  };
  await runPlan(run, plan, events, stops);
  const known = new Map(runnables.map(runnable => [runnable.id, runnable]));
  const replayed: Replayed[] = lines.map(line =>
    replayOf(line, known.get(line.id), {outcome: outcomes.get(line.id), areas, redaction: redactor}),
  );
  for (const one of replayed)
    machine.print(
      `${renderReplay(one, redactor)
        .map(text => visibleText(redactor.redactText(text)))
        .join('\n')}\n`,
    );
  return stops.count() > 0 ? 130 : replayExitCode(replayed);
}

function refuse({machine, stops}: Replaying, exitCode: number, problems: readonly string[]): number {
  printProblems(machine, 'replay', problems);
  return stops.count() > 0 ? 130 : exitCode;
}
