// Carries out a plan: cases in parallel, red ones again alone, and an end when the target is gone or the user says so.
import {defined} from '../../base/json/defined.ts';
import type {Narrowing} from '../../model/journal.ts';
import type {Attempt} from '../../model/outcome.ts';
import type {NodeRole, TesteePort, TesteeQuestion} from '../../model/peer.ts';
import {isForNode, nodeRoleOf, type Area} from '../../model/suite.ts';
import type {Plan, PlannedCase, Runnable} from '../../model/plan.ts';
import {capabilitiesOf} from '../plan/capabilities-of.ts';
import {isNowhere} from './attempt/learn.ts';
import {hangsAfter, noHangs, whyPartGone, type Hangs} from './attempt/part-gone.ts';
import {noSilence, silenceAfter, whyGone, type Silence} from './attempt/target-gone.ts';
import {settingBehind} from '../plan/server-settings.ts';
import type {Contract, RunContext, RunWithVariants} from './attempt/run-context.ts';
import {withKeptState, type KeptState} from './kept-state.ts';
import {askedBeforeCase} from './steps/only-after.ts';
import {judgeInContext} from './judge-in-context.ts';
import {movedTo, narrow, smallestContextFirst, type NarrowingState} from './narrow.ts';
import {setBack} from '../plan/contexts/assign-contexts.ts';
import {runExample} from './steps/run-example.ts';

/** What became of one case: its attempts, or the reason for none. */
export interface CaseOutcome {
  readonly planned: PlannedCase;
  /** One, or two when the case was red and was repeated alone; empty when skipped. With `--repeat`, green ones come before. */
  readonly attempts: readonly Attempt[];
  /** Where else it fails, of a case that was red in a context. */
  readonly narrowed?: Narrowing;
}

/** What a run tells while it goes on. */
export interface RunEvents {
  started(id: string): void;
  /** Nothing is said of a case yet; it runs again when all others have run. */
  putOff?(id: string): void;
  /** A case was red; it is repeated alone when all others have run. */
  red(id: string, first: Attempt): void;
  /** Called once per case, with its final outcome. */
  finished(outcome: CaseOutcome): Promise<void>;
}

/** How a run ended. */
export interface RunEnd {
  /** Planned cases that never ran. */
  readonly notRun: readonly PlannedCase[];
  /** Why the rest did not run, when the target went away. */
  readonly gone?: string;
  /** No request of the run reached it. */
  readonly isUnreached?: true;
}

/** How a run can be stopped from outside. */
export interface RunStops {
  /** Take no more cases. */
  readonly stop: AbortSignal;
  /** Take no more cases, and repeat the red ones all the same. */
  readonly enough?: AbortSignal;
  /** End the running ones as well. */
  readonly interrupt: AbortSignal;
}

/** Runs everything that the plan does not skip. */
export async function runPlan(run: RunWithVariants, plan: Plan, events: RunEvents, stops: RunStops): Promise<RunEnd> {
  const queue: PlannedCase[] = [];
  for (const planned of plan.cases) {
    if (planned.skip === undefined) queue.push(planned);
    else await events.finished({planned, attempts: []});
  }
  const state: State = {
    run,
    events,
    stops,
    queue,
    red: [],
    late: [],
    jobs: 0,
    held: new Set(),
    silence: noSilence,
    kept: {lookedInto: 0, rightAlone: 0, wrongAlone: 0},
    gone: undefined,
    hangs: noHangs,
    partsGone: new Map(),
    stranded: [],
    unaskedLooks: 0,
    waiting: [],
    narrowing: {requestsLeft: Math.max(narrowingLeast, plan.requests / 10), groups: new Map()},
  };
  const jobs = Math.max(1, Math.min(run.policy.bounds.jobs, queue.length));
  state.jobs = jobs;
  await Promise.all(Array.from({length: jobs}, (_, worker) => work(state, worker)));
  for (const late of state.late) await runLate(state, late);
  for (const red of smallestContextFirst(state.red)) await repeatAlone(state, red);
  await removeShared(run);
  const notRun = [...state.queue, ...state.stranded];
  // Where nothing was left to run, the red cases say it all.
  const partsGone = notRun.length === 0 ? [] : [...state.partsGone.values()];
  const gone = state.gone ?? (partsGone.length === 0 ? undefined : partsGone.join('; '));
  return {notRun, ...defined({gone}), ...(isUnreached(run) ? {isUnreached: true} : {})};
}

/** Removes what the cases of contexts shared, newest first. */
async function removeShared({learnt}: RunContext): Promise<void> {
  for (const [name, {remove}] of [...learnt.shared].toReversed()) {
    learnt.leftovers.push(...(await remove()));
    learnt.shared.delete(name);
  }
}

// A short run may narrow a red case or two as well.
const narrowingLeast = 200;

/** A case that was red among others. */
interface Red {
  readonly planned: PlannedCase;
  readonly first: Attempt;
  /** What the decoder was asked before. */
  readonly before: readonly TesteeQuestion[];
}

/** A case that runs again before anything is said of it, and why. */
interface Late {
  readonly planned: PlannedCase;
  readonly why: string;
}

interface State {
  readonly run: RunWithVariants;
  readonly events: RunEvents;
  readonly stops: RunStops;
  readonly queue: PlannedCase[];
  readonly red: Red[];
  /** Cases whose requests timed out while others ran, or were lost on a kept connection; they run again alone before they are errors. */
  readonly late: Late[];
  /** How many cases may run at a time: fewer than was asked for once the target turned out to be slow. */
  jobs: number;
  /** How many repeated red cases were looked at for late replies. */
  unaskedLooks: number;
  /** Names of `exclusive` that a running case holds. */
  readonly held: Set<string>;
  silence: Silence;
  readonly kept: KeptState;
  gone: string | undefined;
  readonly narrowing: NarrowingState;
  hangs: Hangs;
  /** Kinds of target that no more cases are run against, and why. */
  readonly partsGone: Map<Part, string>;
  /** Cases that were taken from the queue for that. */
  readonly stranded: PlannedCase[];
  /** Workers that found only cases whose exclusive names are held. */
  waiting: (() => void)[];
}

async function work(state: State, worker: number): Promise<void> {
  while (mayGoOn(state) && worker < state.jobs) {
    const index = state.queue.findIndex(({runnable}) =>
      exclusiveOf(state, runnable).every(name => !state.held.has(name)),
    );
    if (index === -1) {
      if (state.queue.length === 0) return;
      await new Promise<void>(resolve => state.waiting.push(resolve));
      continue;
    }
    const [planned] = state.queue.splice(index, 1);
    if (planned !== undefined) await runOne(state, planned);
  }
  wake(state);
}

function mayGoOn({stops, gone}: State): boolean {
  return !stops.stop.aborted && stops.enough?.aborted !== true && gone === undefined;
}

async function runOne(state: State, planned: PlannedCase): Promise<void> {
  const names = exclusiveOf(state, planned.runnable);
  for (const name of names) state.held.add(name);
  state.events.started(planned.runnable.id);
  const {greens, last: attempt} = await runTimes(state, planned.runnable);
  for (const name of names) state.held.delete(name);
  wake(state);
  watchForSilence(state, attempt);
  watchPart(state, planned, attempt);
  state.jobs = jobsAfter(state, attempt);
  // How many ran when its requests were sent is not known any more: others may have ended since.
  const why = greens.length === 0 ? whyLate(state, attempt) : undefined;
  if (why !== undefined) {
    state.late.push({planned, why});
    state.events.putOff?.(planned.runnable.id);
    return;
  }
  // What was green before is flaky already, whatever it would be alone.
  if (greens.length === 0 && isToRepeat(attempt)) {
    state.red.push({planned, first: attempt, before: askedBeforeCase(state.run.ports.testee, attempt)});
    state.events.red(planned.runnable.id, attempt);
  } else await state.events.finished({planned, attempts: [...greens, attempt]});
}

/** Says why nothing is said of a case before it has run again, if so. */
function whyLate({run}: State, attempt: Attempt): string | undefined {
  if (run.policy.bounds.jobs > 1 && isLate(attempt))
    return 'requests timed out while other cases ran, so it ran again alone';
  return isLostOnEndedConnection(attempt)
    ? 'the target ended a kept connection before it answered, so it ran again with a connection for each request'
    : undefined;
}

const lateCauses: ReadonlySet<string> = new Set([
  'timeout-headers',
  'timeout-total',
  'case-timeout',
  'connect-timeout',
]);

// The target may end a kept connection at any time (RFC 9112 9.5): a request with effects that was just being sent on it is not sent twice, so all of its
// case is done anew. From the first such loss on, each request has a connection of its own.
function isLostOnEndedConnection({verdict, cause, exchanges}: Attempt): boolean {
  return (
    verdict === 'error' &&
    cause === 'reset' &&
    exchanges.some(
      ({traffic}) =>
        traffic.kind === 'http' &&
        traffic.observation.kind === 'no-reply' &&
        traffic.observation.isOnEndedConnection === true,
    )
  );
}

// A decoder that is late was asked in a process of its own; only a server is shared.
function isLate({verdict, cause, exchanges}: Attempt): boolean {
  return verdict === 'error' && lateCauses.has(cause ?? '') && exchanges.some(({traffic}) => traffic.kind === 'http');
}

/** A reply that took this part of the reply timeout shows that the target has too much to do at once. */
const slowPart = 0.5;

/** Halves the jobs when the target was slow, down to one; they never grow again, so that a run does not swing. */
function jobsAfter({run, jobs}: State, attempt: Attempt): number {
  const slowMs = run.policy.bounds.replyTimeoutMs * slowPart;
  const isSlow = attempt.exchanges.some(({traffic, durationMs}) => traffic.kind === 'http' && durationMs >= slowMs);
  return isSlow ? Math.max(1, Math.floor(jobs / 2)) : jobs;
}

/** Runs a case alone whose requests timed out while others ran, or were lost. What comes of it is what counts. */
async function runLate(state: State, {planned, why}: Late): Promise<void> {
  if (!mayGoOn(state)) {
    state.queue.push(planned);
    return;
  }
  state.events.started(planned.runnable.id);
  const again = await runAttempt(state, planned.runnable);
  watchForSilence(state, again);
  const attempt = {...again, notes: [...again.notes, why]};
  if (!isToRepeat(attempt)) {
    await state.events.finished({planned, attempts: [attempt]});
    return;
  }
  state.red.push({planned, first: attempt, before: askedBeforeCase(state.run.ports.testee, attempt)});
  state.events.red(planned.runnable.id, attempt);
}

/** Runs a case as often as was asked for, or until it is not green. */
async function runTimes(
  state: State,
  runnable: Runnable,
): Promise<{readonly greens: readonly Attempt[]; readonly last: Attempt}> {
  const greens: Attempt[] = [];
  for (;;) {
    const last = await runAttempt(state, runnable);
    const isGreen = last.verdict === 'pass' || last.verdict === 'warn';
    if (!isGreen || greens.length + 1 >= (state.run.policy.timesEach ?? 1) || state.stops.stop.aborted)
      return {greens, last};
    greens.push(last);
  }
}

function wake(state: State): void {
  for (const resolve of state.waiting.splice(0)) resolve();
}

// A fail is repeated alone; a block by an operation that is nowhere can be told only at the end.
function isToRepeat(attempt: Attempt): boolean {
  return (attempt.verdict === 'fail' && !isRepeatedAlready(attempt)) || unconfirmedOperation(attempt) !== undefined;
}

async function repeatAlone(state: State, {planned, first, before}: Red): Promise<void> {
  const unconfirmed = unconfirmedOperation(first);
  if (
    unconfirmed !== undefined &&
    !state.run.learnt.confirmedOperations.has(unconfirmed.operation) &&
    isNotShown(state.run.contract, unconfirmed.operation)
  ) {
    const told = `operation ${unconfirmed.operation} answered ${String(unconfirmed.status)} to everybody`;
    const hint = withoutText(state.run.contract, unconfirmed.operation);
    // Of a server that was recognised an early 404 is a miss like any other; it may have been meant, which the note says.
    if (first.verdict === 'fail' && !unconfirmed.isLast && state.run.contract.dialect.said?.includes('*') === true) {
      await repeatRed(state, {planned, first: {...first, notes: [...first.notes, `${told}${hint}`]}, before});
      return;
    }
    const detail = `${told}: its path is not shown by the record, so correct the dialect${hint}`;
    await state.events.finished({planned, attempts: [{...first, verdict: 'error', cause: 'unconfirmed', detail}]});
    return;
  }
  await repeatRed(state, {planned, first, before});
}

async function repeatRed(state: State, {planned, first, before}: Red): Promise<void> {
  if (first.verdict !== 'fail' || !state.run.policy.isRepeatingRed) {
    await state.events.finished({planned, attempts: [first]});
    return;
  }
  if (state.stops.stop.aborted) {
    await state.events.finished({planned, attempts: [redOnce(first)]});
    return;
  }
  state.events.started(planned.runnable.id);
  const repeated = await withUnasked(state, () =>
    inFreshProcess(state, run => runAttempt({...state, run}, planned.runnable, first)),
  );
  const wasCutOff = repeated.cause === 'interrupted';
  const told = {first: wasCutOff ? redOnce(first) : first, second: repeated};
  const {testee} = state.run.ports;
  const isDecoderCase = testee !== undefined && planned.runnable.kind === 'example' && !wasCutOff;
  const again = {before, run: against(state, planned)};
  const {first: shown, second} = isDecoderCase ? await withKeptState(state.kept, testee, told, again) : told;
  const narrowed = await narrowedRed(state, planned, second);
  await state.events.finished({planned, attempts: [shown, second], ...defined({narrowed})});
}

/** How long bytes that no request asked for may come behind a repeated red case: a late reply that was taken for the next one leaves that one behind. */
const unaskedMs = 250;
/** So many red cases show what the server does; of hundreds each would cost that long. */
const unaskedLooksMax = 8;

/** Repeats a red case, and says on it which of its requests brought bytes that none asked for. */
async function withUnasked(state: State, repeat: () => Promise<Attempt>): Promise<Attempt> {
  const {learnt, ports} = state.run;
  const before = learnt.unasked.length;
  const attempt = await repeat();
  if (attempt.verdict !== 'fail' || ports.hosting === undefined) return attempt;
  state.unaskedLooks += 1;
  if (learnt.unasked.length === before && state.unaskedLooks <= unaskedLooksMax)
    await ports.clock.wait(unaskedMs, state.stops.stop);
  return {...attempt, notes: [...attempt.notes, ...learnt.unasked.slice(before, before + 1)]};
}

async function narrowedRed(state: State, {runnable}: PlannedCase, second: Attempt): Promise<Narrowing | undefined> {
  const isNarrowed = runnable.kind === 'example' && runnable.context !== undefined && second.verdict === 'fail';
  if (!isNarrowed || state.stops.stop.aborted) return undefined;
  return narrow(runnable, second, state.narrowing, smaller => runAttempt(state, smaller));
}

/** Alone means for a decoder: in a process that was asked nothing else. */
async function inFreshProcess<Result>(state: State, act: (run: RunWithVariants) => Promise<Result>): Promise<Result> {
  const testee = state.run.ports.testee?.fresh();
  if (testee === undefined) return act(state.run);
  try {
    return await act({...state.run, ports: {...state.run.ports, testee}});
  } finally {
    await testee.close();
  }
}

/** Runs the case once more against another port of the decoder. */
function against(state: State, {runnable}: PlannedCase): (port: TesteePort) => Promise<Attempt> {
  return port => runAttempt({...state, run: {...state.run, ports: {...state.run.ports, testee: port}}}, runnable);
}

// "A red case is repeated alone on a fresh namespace before it is reported": who reads of this one has to know that it was not.
function redOnce(first: Attempt): Attempt {
  return {...first, notes: [...first.notes, 'it was red once, and the run ended before it could be repeated alone']};
}

// A decoder that broke was asked again in a fresh process before its case was called red.
const repeatedCauses: ReadonlySet<string> = new Set([
  'crash',
  'hang',
  'memory',
  'noise',
  'bad-answer',
  'frame-too-large',
]);

function isRepeatedAlready({cause}: Attempt): boolean {
  return cause !== undefined && repeatedCauses.has(cause);
}

async function runAttempt(state: State, runnable: Runnable, first?: Attempt): Promise<Attempt> {
  const run = await withNode(contextFor(state.run, runnable), runnable);
  const attempt = judgeInContext(await runNamed(state, run, runnable, first), runnable);
  const ofOwner = attempt.cause === 'context-refused' ? withOwnerActing(runnable) : undefined;
  if (ofOwner === undefined || state.stops.stop.aborted) return attempt;
  const again = await runAttempt(state, ofOwner);
  return again.verdict === 'fail' ? again : attempt;
}

/** A refusal may come of what else the context has, so it is tried with the owner as actor, who may not be refused. */
function withOwnerActing(runnable: Runnable): Runnable | undefined {
  if (runnable.kind !== 'example') return undefined;
  const {context = {}, inContext} = runnable;
  const smaller = setBack(context, 'actor');
  if (inContext === undefined || smaller === undefined || Object.keys(smaller).length === 0) return undefined;
  return movedTo(runnable, inContext, smaller);
}

async function runNamed(state: State, run: RunContext, runnable: Runnable, first?: Attempt): Promise<Attempt> {
  const attempt = await runOnce({...state, run: {...state.run, ...run}}, runnable, first);
  if (run.ports.hosting === undefined || !run.policy.isRepeatingRed || attempt.verdict === 'pass') return attempt;
  const {withRefusedNames} = await import('./names/refused-name.ts');
  return withRefusedNames(run, attempt, state.stops.interrupt);
}

async function runOnce({run, stops}: State, runnable: Runnable, first: Attempt | undefined): Promise<Attempt> {
  if (runnable.kind === 'example') return runExample(run, runnable.definition, stops.interrupt, runnable.framed);
  const {repeatProperty, runProperty} = await import('./property/run-property.ts');
  return first === undefined
    ? runProperty(run, runnable, stops.interrupt)
    : repeatProperty(run, runnable, stops.interrupt, first);
}

// The gate has skipped cases whose variant is not there.
function contextFor(run: RunWithVariants, runnable: Runnable): RunContext {
  const {variant} = runnable.definition;
  return variant === undefined ? run : (run.variants.get(variant) ?? run);
}

/** A case of nodes speaks to the node where it is another one than the live peer. */
async function withNode(run: RunContext, {definition}: Runnable): Promise<RunContext> {
  const {openNode} = run.ports;
  if (openNode === undefined || !isForNode(definition)) return run;
  return {...run, ports: {...run.ports, live: await openNode(nodeRoleOf(definition))}};
}

/** An operation that may be nowhere. */
interface Unconfirmed {
  readonly operation: string;
  readonly status: number;
  /** Nothing came after it, and nothing stated was missed before. */
  readonly isLast: boolean;
}

/** The operation of the last exchange of an attempt that did not pass, when it may be nowhere and nothing stated was missed before it. */
function unconfirmedOperation({verdict, exchanges, findings}: Attempt): Unconfirmed | undefined {
  if (verdict === 'pass' || verdict === 'warn' || verdict === 'skip') return undefined;
  const miss = findings.find(({basis}) => basis === 'stated');
  const own = exchanges.filter(({phase}) => phase !== 'clean-up');
  // What is missed first is what the rest follows from.
  const last = (miss?.path === 'status' ? own.findLast(({step}) => step === miss.step) : undefined) ?? own.at(-1);
  if (last?.traffic.kind !== 'http' || last.traffic.observation.kind !== 'reply') return undefined;
  if (miss !== undefined && miss.step !== last.step) return undefined;
  const {operation} = last;
  const {observation} = last.traffic;
  const isLast = last === own.at(-1) && !findings.some(({basis, step}) => basis === 'stated' && step !== last.step);
  return operation !== undefined && isNowhere(observation)
    ? {operation, status: observation.status, isLast}
    : undefined;
}

/** Names the narrowest capability that the operation needs. */
function withoutText({operations}: Contract, id: string): string {
  const operation = operations.get(id);
  const [capability] = operation === undefined ? [] : capabilitiesOf(operation);
  if (capability === undefined) return '';
  const setting = settingBehind(capability);
  return `, or say --without ${capability} if that is meant${setting === undefined ? '' : ` (${setting})`}`;
}

function isNotShown({operations}: Contract, id: string): boolean {
  return operations.get(id)?.isPathStated === false;
}

/** Where nothing was requested before the first case, that is what shows that nobody is there. */
function isUnreached({people, learnt}: RunContext): boolean {
  return people.isUnasked === true && learnt.unreached !== undefined;
}

function watchForSilence(state: State, attempt: Attempt): void {
  const {ports, learnt} = state.run;
  if (ports.hosting === undefined) return;
  if (isUnreached(state.run)) state.gone ??= `cannot connect to ${ports.hosting.url}: ${learnt.unreached ?? ''}`;
  state.silence = silenceAfter(state.silence, attempt, learnt.wholeReplies);
  state.gone = whyGone(state.silence, attempt) ?? state.gone;
}

function watchPart(state: State, {runnable}: PlannedCase, attempt: Attempt): void {
  const {area} = runnable.definition;
  const {isNodeBack, liveUnusable} = state.run.learnt;
  if (area === 'overlay-live' && isNodeBack) return;
  if (area === 'overlay-codec') state.hangs = hangsAfter(state.hangs, attempt);
  const {node} = state.run.ports.live ?? {};
  const isForeignNode = node !== undefined && node.restart === undefined;
  const why = whyPartGone({id: runnable.id, area, attempt, hangs: state.hangs, liveUnusable, isForeignNode});
  const part = partFor(state, runnable);
  if (why === undefined || state.partsGone.has(part)) return;
  state.partsGone.set(part, why);
  const left = state.queue.splice(0);
  for (const planned of left) (partFor(state, planned.runnable) === part ? state.stranded : state.queue).push(planned);
}

/** A live peer is one process: what it died of is known only if nothing else was sent to it meanwhile. */
const livePeer = 'the live peer';

function exclusiveOf(state: Pick<State, 'run'>, runnable: Runnable): readonly string[] {
  const own = runnable.kind === 'example' ? runnable.definition.exclusive : [];
  const part = partFor(state, runnable);
  if (part === 'hosting' || part === 'overlay-codec') return own;
  return [...own, part === 'overlay-live' ? livePeer : part];
}

/** A process of the target, as far as cases can tell. */
type Part = Area | `the ${NodeRole} of a mesh`;

/** The part of the target that a case is for; the embedded reference has two nodes beside its live peer. */
function partFor({run}: Pick<State, 'run'>, {definition}: Runnable): Part {
  return run.ports.openNode !== undefined && isForNode(definition)
    ? `the ${nodeRoleOf(definition)} of a mesh`
    : definition.area;
}
