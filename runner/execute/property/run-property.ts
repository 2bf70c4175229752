// The story of one property: many runs on fresh namespaces, shrunk when one fails.
import {defined} from '../../../base/json/defined.ts';
import type {Arbitrary, RunDetails} from 'fast-check';
import type {Attempt} from '../../../model/outcome.ts';
import type {PlannedProperty} from '../../../model/plan.ts';
import {propertyBudget} from './budget.ts';
import {conclude, factsOf, isLawBroken, storyFacts, type HowItRan} from './judgement.ts';
import {nothingRun, oneRun, type Memory, type OneRun} from './one-run.ts';
import {judgeStory} from './judge-story.ts';
import type {PropertyReplay, RunContext} from '../attempt/run-context.ts';
import {beginStory} from '../attempt/story.ts';
import {whyNoRoute} from '../steps/webhook-inboxes.ts';

/** Runs a property: as many runs as asked for, shrunk when one fails; or, of a replay, the one run that failed before. */
export async function runProperty(run: RunContext, planned: PlannedProperty, interrupt: AbortSignal): Promise<Attempt> {
  const {check, asyncProperty, stringify, PreconditionFailure} = await import('fast-check');
  const startedMs = run.ports.clock.monotonicMs();
  const deaf = await deafAttempt(run, planned, interrupt);
  if (deaf !== undefined) return deaf;
  const memory = nothingRun();
  const replay = run.policy.replays?.get(planned.id);
  const budget = propertyBudget({
    definition: planned.definition,
    propertyRuns: replay === undefined ? run.policy.propertyRuns : 1,
    propertyTimeMs: run.policy.propertyTimeMs ?? 0,
    clock: run.ports.clock,
  });
  const isPrecondition = (problem: unknown): boolean => PreconditionFailure.isFailure(problem);
  const wayBack = replay === undefined ? undefined : wayBackTo(replay, planned);
  const law = asyncProperty(wayBack?.input ?? planned.definition.input, async input => {
    // Past the end of its path fast-check would go on with the neighbours of that input.
    if (wayBack?.isExact === true && memory.input !== undefined) return;
    await oneRun({run, planned, interrupt, memory, budget, isPrecondition, stringify}, input);
  });
  const seed = replay?.seed ?? (run.policy.seed ^ hashOf(planned.id)) | 0;
  const details = await check(law, {
    seed,
    numRuns: budget.asked,
    ...defined({path: wayBack?.path}),
    endOnFailure: !run.policy.isRepeatingRed || wayBack?.isExact === true,
  });
  const {asked} = budget;
  const isReplay = replay !== undefined;
  const first = {details, memory, asked, stringify, isReplay};
  const warned = isReplay || !run.policy.isRepeatingRed ? undefined : memory.warned;
  const smaller =
    warned === undefined || isLawBroken(memory, details)
      ? undefined
      : await shrinkUsual({run, planned, interrupt, isPrecondition, stringify}, {seed, index: warned.run});
  const told =
    smaller === undefined
      ? first
      : {...first, details: {...smaller.details, numRuns: memory.done}, memory: smaller.memoryOf(memory)};
  const durationMs = run.ports.clock.monotonicMs() - startedMs;
  const attempt = attemptOf(planned, told, durationMs);
  if (told.memory.failing?.isHasty !== true) return attempt;
  return {...attemptOf(planned, unshrunk(first), durationMs), unconfirmed: attempt};
}

function attemptOf(planned: PlannedProperty, told: HowItRan, durationMs: number): Attempt {
  const facts = factsOf(planned, told);
  return {
    ...conclude(told.memory, facts, durationMs),
    leftovers: told.memory.leftovers,
    property: facts,
    ...(isLawBroken(told.memory, told.details) ? {failingInput: {value: told.details.counterexample?.[0]}} : {}),
  };
}

// The run that failed first, as if nothing had been shrunk.
function unshrunk(shrunk: HowItRan): HowItRan {
  const {details, memory} = shrunk;
  if (memory.unshrunk === undefined || !details.failed || details.counterexample === null) return shrunk;
  const {run, input, text} = memory.unshrunk;
  const [path = ''] = details.counterexamplePath.split(':', 1);
  return {
    ...shrunk,
    details: {...details, counterexample: [input as never], counterexamplePath: path},
    memory: {...memory, failing: run},
    stringify: () => text,
  };
}

// Where no webhook can arrive, a property that listens is skipped as a case is.
async function deafAttempt(
  run: RunContext,
  {id, file, definition: {listen = [], proves}}: PlannedProperty,
  interrupt: AbortSignal,
): Promise<Attempt | undefined> {
  const ending = listen.length === 0 ? undefined : await whyNoRoute(run, interrupt);
  if (ending === undefined) return undefined;
  const story = beginStory(run, {caseId: id, file, proves, signal: interrupt});
  return judgeStory(story, [], {kind: 'ended', ending, step: undefined}, 0);
}

/** A miss of what is only usual, shrunk. */
interface Smaller {
  readonly details: RunDetails<[never]>;
  /** What was remembered before, with the smaller failure in it. */
  readonly memoryOf: (before: Memory) => Memory;
}

// All runs are over, and nothing stated was broken: the input that warned is drawn again, and now a run that misses what is usual fails.
async function shrinkUsual(
  inputs: Pick<OneRun, 'run' | 'planned' | 'interrupt' | 'isPrecondition' | 'stringify'>,
  {seed, index}: {readonly seed: number; readonly index: number},
): Promise<Smaller | undefined> {
  const {check, asyncProperty} = await import('fast-check');
  const {run, planned} = inputs;
  const memory = nothingRun();
  const budget = propertyBudget({
    definition: planned.definition,
    propertyRuns: 1,
    propertyTimeMs: 0,
    clock: run.ports.clock,
  });
  const law = asyncProperty(planned.definition.input, async input => {
    await oneRun({...inputs, memory, budget, isUsualRed: true}, input);
  });
  const details = await check(law, {seed, numRuns: 1, path: String(index)});
  if (!isLawBroken(memory, details)) return undefined;
  const confirmed =
    memory.failing?.isHasty === true
      ? await runInput({...inputs, isUsualRed: true}, details.counterexample?.[0])
      : memory;
  if (confirmed.failing === undefined) return undefined;
  const {failing} = confirmed;
  const leftovers = [...memory.leftovers, ...(confirmed === memory ? [] : confirmed.leftovers)];
  return {
    details,
    memoryOf: before => ({
      ...before,
      failing,
      failures: memory.failures,
      shrinkingCut: memory.shrinkingCut,
      leftovers: [...before.leftovers, ...leftovers],
    }),
  };
}

/**
 * Runs the smallest failing input of an earlier attempt once more, on a fresh namespace. One that was found in haste and does not fail with
 * whole waits is given up for the input that failed with them.
 */
export async function repeatProperty(
  run: RunContext,
  planned: PlannedProperty,
  interrupt: AbortSignal,
  first: Attempt,
): Promise<Attempt> {
  const {unconfirmed} = first;
  const shortest = await repeatInput(run, planned, interrupt, unconfirmed ?? first);
  if (unconfirmed === undefined || shortest.verdict === 'fail' || interrupt.aborted) return shortest;
  const {leftovers, ...second} = await repeatInput(run, planned, interrupt, first);
  return {...second, leftovers: [...shortest.leftovers, ...leftovers]};
}

async function repeatInput(
  run: RunContext,
  planned: PlannedProperty,
  interrupt: AbortSignal,
  first: Attempt,
): Promise<Attempt> {
  const {property: facts, failingInput} = first;
  if (facts === undefined || failingInput === undefined) return first;
  const startedMs = run.ports.clock.monotonicMs();
  const memory = await runInput({run, planned, interrupt}, failingInput.value);
  return {
    ...conclude(memory, {...facts, done: facts.asked}, run.ports.clock.monotonicMs() - startedMs),
    leftovers: memory.leftovers,
    property: {...facts, ...storyFacts(memory.failing, planned.definition)},
  };
}

/** Runs one input on a fresh namespace, waits for everything as long as the target may lag, and gives what it came to. */
async function runInput(
  inputs: Pick<OneRun, 'run' | 'planned' | 'interrupt' | 'isUsualRed'>,
  value: unknown,
): Promise<Memory> {
  const {cloneIfNeeded, stringify} = await import('fast-check');
  // Commands know whether they ran, so they are cloned; fast-check's own clone of a tuple drops what stands behind the last of them.
  const afresh = (one: unknown): unknown => (Array.isArray(one) ? one.map(afresh) : cloneIfNeeded(one));
  const {run, planned} = inputs;
  const memory = nothingRun();
  const budget = propertyBudget({
    definition: planned.definition,
    propertyRuns: 1,
    propertyTimeMs: 0,
    clock: run.ports.clock,
  });
  try {
    const once = {...inputs, memory, budget, isPatient: true, isPrecondition: () => false, stringify};
    await oneRun(once, afresh(value) as never);
  } catch {
    // A law that does not hold is thrown for fast-check; what it means is in the memory.
  }
  return memory;
}

/** How fast-check gets to an input again. */
interface WayBack {
  readonly path: string;
  readonly input: Arbitrary<never>;
  /** The path leads to the shrunk input itself; else to the run that failed first, which is shrunk again. */
  readonly isExact: boolean;
}

// Commands that did not run are left out while shrinking; only a property that takes the replay path can leave out the same again.
function wayBackTo({path, replayPath}: PropertyReplay, {definition: {input, replayInput}}: PlannedProperty): WayBack {
  if (replayPath === undefined) return {path, input, isExact: true};
  if (replayInput !== undefined) return {path, input: replayInput(replayPath), isExact: true};
  return {path: path.split(':', 1)[0] ?? '0', input, isExact: false};
}

/** A stable 31-bit hash of a text (FNV-1a), so that each property draws its own inputs from one run seed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash & 0x7fffffff;
}
