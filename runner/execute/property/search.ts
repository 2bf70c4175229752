// Searches for an input that breaks a law: draws and runs one after another, and makes the first that breaks it smaller.
import {contextText, type Context} from '../../../model/contexts/context.ts';
import type {Narrowing} from '../../../model/journal.ts';
import type {Verdict} from '../../../model/verdict.ts';
import {smallestContext} from '../../plan/contexts/smallest-context.ts';
import {drawnInputs, handedOver, inputAt, smallerInputs, type Drawn, type InputSource} from './inputs.ts';
import {whyOver, type PropertyBudget} from './budget.ts';
import {oneRun, type DoneRun, type RunInput, type RunSettings} from './one-run.ts';
import {nothingRan, withHole, withRun, withTraces, type Tally, type TallyClock} from './tally.ts';

/** What a search needs. */
export interface SearchSettings extends RunSettings {
  readonly source: InputSource;
  readonly budget: PropertyBudget;
  readonly stringify: (value: unknown) => string;
}

/** An input and its run. */
interface Ran {
  readonly drawn: Drawn;
  readonly run: DoneRun;
}

/** An input that broke the law. */
interface Found extends Ran {
  /** The input in text, written down at once: later the text of commands would say how they were shrunk. */
  readonly text: string;
}

/** What a search came to so far. */
export interface Search {
  readonly tally: Tally;
  /** The first run that broke the law; it waited for everything as long as the target may lag. */
  readonly first?: Found;
  /** The smallest run that broke it. */
  readonly smallest?: Found;
  /** The first run that missed only what is usual. */
  readonly warned?: Ran;
  /** A run that could not be judged: no more are begun. */
  readonly stopped?: DoneRun;
  /** Why no more runs are begun although nothing is wrong. */
  readonly over?: string;
  /** Where else the input that broke the law breaks it, of one that was found outside the plain context. */
  readonly narrowed?: Narrowing;
  /** Why shrinking ended although something smaller might fail as well. */
  readonly shrinkingCut?: string;
  /** The input of the last run. */
  readonly last?: Drawn;
}

/** Draws inputs and runs them until one breaks the law, all were run, or no more may be begun. */
export function search(settings: SearchSettings): Promise<Search> {
  return runEach(settings, drawnInputs(settings.source));
}

/** Runs the one input that a path leads to; gives nothing where it leads nowhere. */
export function searchAt(settings: SearchSettings, path: string): Promise<Search> | undefined {
  const drawn = inputAt(settings.source, path);
  return drawn === undefined ? undefined : runEach(settings, [drawn]);
}

async function runEach(settings: SearchSettings, inputs: Iterable<Drawn>): Promise<Search> {
  const {clock} = settings.run.ports;
  const since: TallyClock = {clock, startedMs: clock.monotonicMs()};
  let current: Search = {tally: nothingRan};
  for (const drawn of inputs) {
    if (!isToGoOn(current, settings)) return current;
    const {done, firstMs} = current.tally;
    const over = whyOver(settings.budget, {done, firstMs, ms: clock.monotonicMs() - since.startedMs});
    if (over !== undefined) return {...current, over};
    const {ran, tally} = await runWhereItCan(settings, drawn, current.tally);
    const after = afterRun({...current, tally}, ran, since);
    current = ran.run.kind === 'red' ? withFound(after, foundBy(settings, ran)) : after;
  }
  return current;
}

// "If an arrangement of a context fails, the value is a hole, never green and never red": the input runs in the plain context instead.
async function runWhereItCan(
  settings: SearchSettings,
  drawn: Drawn,
  tally: Tally,
  hasRun = false,
): Promise<{readonly ran: Ran; readonly tally: Tally}> {
  const isHole = tally.holes.has(contextText(drawn.context));
  const placed = isHole ? {...drawn, context: {}} : drawn;
  const run = await oneRun(settings, inputOf(settings, placed, {hasRun}));
  const isPlain = contextText(placed.context) === '';
  if (isPlain || run.kind !== 'unjudged' || settings.interrupt.aborted) return {ran: {drawn: placed, run}, tally};
  return runWhereItCan(settings, drawn, withHole(tally, run), true);
}

function inputOf({source}: SearchSettings, drawn: Drawn, {hasRun}: {readonly hasRun: boolean}): RunInput {
  return {input: handedOver(source, drawn, {hasRun}), context: drawn.context};
}

// A property whose precondition turns nearly everything away is given up.
const turnedAwayMax = 100;

function isToGoOn({first, stopped, tally}: Search, {budget: {asked}}: SearchSettings): boolean {
  return (
    first === undefined &&
    stopped === undefined &&
    tally.done + tally.empty < asked &&
    tally.turnedAway <= asked * turnedAwayMax
  );
}

function afterRun(before: Search, {drawn, run}: Ran, since: TallyClock): Search {
  const isWarned = run.findings.length > 0 && run.kind !== 'turned-away' && before.warned === undefined;
  return {
    ...before,
    tally: withRun(before.tally, run, since),
    last: drawn,
    ...(isWarned && run.kind !== 'red' ? {warned: {drawn, run}} : {}),
    ...(run.kind === 'unjudged' ? {stopped: run} : {}),
  };
}

function foundBy({stringify}: SearchSettings, {drawn, run}: Ran): Found {
  return {drawn, run, text: stringify(drawn.value.value_)};
}

function withFound(search: Search, found: Found): Broken {
  return {...search, first: search.first ?? found, smallest: found};
}

/** A search that found an input which breaks the law. */
export type Broken = Search & {readonly first: Found; readonly smallest: Found};

/** Tells whether an input was found that breaks the law. */
export function isBroken(search: Search): search is Broken {
  return search.smallest !== undefined;
}

/** How long something is made smaller; what is smallest by then is told. */
export interface ShrinkBudget {
  /** Failing runs. */
  readonly stepsMax: number;
  readonly msMax: number;
}

/** Makes the input that broke the law smaller for as long as a smaller one breaks it too. */
export async function shrink(settings: SearchSettings, found: Broken, budget: ShrinkBudget): Promise<Broken> {
  const {run: context, source} = settings;
  const failedMs = context.ports.clock.monotonicMs();
  context.ports.shrinks?.(found.smallest.run.story.caseId);
  let current = await narrowed(settings, found);
  let smaller = smallerInputs(source, current.smallest.drawn);
  for (let failures = 1, next = smaller.next(); next.done !== true; next = smaller.next()) {
    const shrinkingCut = whyShrunkEnough(budget, {failures, ms: context.ports.clock.monotonicMs() - failedMs});
    if (shrinkingCut !== undefined) return {...current, shrinkingCut};
    const drawn = next.value;
    const run = await oneRun({...settings, isHasty: true}, inputOf(settings, drawn, {hasRun: false}));
    current = {...current, tally: withTraces(current.tally, run)};
    if (run.kind === 'unjudged') return {...current, shrinkingCut: whyUnjudged(run)};
    if (run.kind !== 'red') continue;
    failures += 1;
    current = withFound(current, foundBy(settings, {drawn, run}));
    smaller = smallerInputs(source, drawn);
  }
  return current;
}

// The context is the first value of an input, so it is made smaller first: the plain one, then one value after another.
async function narrowed(settings: SearchSettings, found: Broken): Promise<Broken> {
  if (contextText(found.smallest.drawn.context) === '') return found;
  let current = found;
  const tried: {readonly context: Context; readonly verdict: Verdict}[] = [];
  const isRedIn = async (context: Context): Promise<boolean> => {
    const drawn = {...current.smallest.drawn, context};
    const run = await oneRun({...settings, isHasty: true}, inputOf(settings, drawn, {hasRun: true}));
    current = {...current, tally: withTraces(current.tally, run)};
    tried.push({context, verdict: verdictOf(run)});
    if (run.kind === 'red') current = withFound(current, foundBy(settings, {drawn, run}));
    return run.kind === 'red';
  };
  const left = await smallestContext(found.smallest.drawn.context, isRedIn);
  return {...current, narrowed: {left, tried}};
}

function verdictOf({kind}: DoneRun): Verdict {
  if (kind === 'red') return 'fail';
  return kind === 'held' ? 'pass' : 'error';
}

function whyShrunkEnough(
  {stepsMax, msMax}: ShrinkBudget,
  {failures, ms}: {readonly failures: number; readonly ms: number},
): string | undefined {
  if (failures >= stepsMax) return `${String(stepsMax)} failing runs were tried`;
  return ms > msMax ? `stopped after ${String(msMax / 1_000)} s` : undefined;
}

function whyUnjudged({ending}: DoneRun): string {
  if (ending.kind !== 'ended') return 'a run broke';
  const {reason} = ending.ending;
  return reason === 'interrupted' ? 'the run was interrupted' : `a run could not be judged (${reason})`;
}
