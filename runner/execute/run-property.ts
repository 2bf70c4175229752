// The story of one property: many runs on fresh namespaces, shrunk when one fails.
import type {RunDetails} from 'fast-check';
import type {PropertyFacts} from '../model/journal.ts';
import type {Attempt} from '../model/outcome.ts';
import type {PlannedProperty} from '../model/plan.ts';
import type {Finding} from '../model/verdict.ts';
import type {RawExchange} from '../model/raw-exchange.ts';
import {cleanUp} from './clean-up.ts';
import {judgeAttempt, type Ending} from './judge-attempt.ts';
import {propertyWorld, type PropertyRun} from './property-world.ts';
import type {RunContext} from './run-context.ts';
import {endingOf, withDeadline} from './run-example.ts';
import {beginStory, type Story} from './story.ts';
import {CaseEnded, ended} from './troubles.ts';

// Shrinking stops after so many failing runs or this long; what is smallest by then is told.
const shrinkStepsMax = 400;
const wholeMs = 300_000;

/** Runs a property: as many runs as asked for, shrunk when one fails. */
export async function runProperty(run: RunContext, planned: PlannedProperty, interrupt: AbortSignal): Promise<Attempt> {
  const {check, asyncProperty, stringify, PreconditionFailure} = await import('fast-check');
  const startedMs = run.clock.monotonicMs();
  const memory = nothingRun();
  const isPrecondition = (problem: unknown): boolean => PreconditionFailure.isFailure(problem);
  const law = asyncProperty(planned.definition.input, input =>
    oneRun({run, planned, interrupt, memory, isPrecondition}, input),
  );
  const asked = run.propertyRuns === 0 ? planned.definition.runs : run.propertyRuns;
  const details = await check(law, {
    seed: (run.seed ^ hashOf(planned.id)) | 0,
    numRuns: asked,
    interruptAfterTimeLimit: wholeMs,
    markInterruptAsFailure: false,
  });
  const facts = factsOf(planned, {details, memory, asked, stringify});
  const durationMs = run.clock.monotonicMs() - startedMs;
  return {
    ...conclude(planned, memory, facts, durationMs),
    leftovers: memory.leftovers,
    property: facts,
    ...(isLawBroken(memory, details) ? {failingInput: {value: details.counterexample?.[0]}} : {}),
  };
}

/** Runs the smallest failing input of an earlier attempt once more, on a fresh namespace. */
export async function repeatProperty(
  run: RunContext,
  planned: PlannedProperty,
  interrupt: AbortSignal,
  first: Attempt,
): Promise<Attempt> {
  const {cloneIfNeeded} = await import('fast-check');
  const {property: facts, failingInput} = first;
  if (facts === undefined || failingInput === undefined) return first;
  const startedMs = run.clock.monotonicMs();
  const memory = nothingRun();
  try {
    await oneRun(
      {run, planned, interrupt, memory, isPrecondition: () => false},
      cloneIfNeeded(failingInput.value) as never,
    );
  } catch {
    // A law that does not hold is thrown for fast-check; what it means is in the memory.
  }
  const durationMs = run.clock.monotonicMs() - startedMs;
  const story = memory.failing === undefined ? {} : {story: memory.failing.told};
  return {
    ...conclude(planned, memory, {...facts, done: facts.asked}, durationMs),
    leftovers: memory.leftovers,
    property: {...facts, ...story},
  };
}

function nothingRun(): Memory {
  return {
    done: 0,
    commands: new Map(),
    bytesReceived: 0,
    leftovers: [],
    failing: undefined,
    last: undefined,
    stopped: undefined,
    failures: 0,
  };
}

interface Memory {
  /** Runs that came to an end of their own, red or green. */
  done: number;
  readonly commands: Map<string, number>;
  bytesReceived: number;
  readonly leftovers: string[];
  /** The last run that failed; fast-check shrinks, so it is the smallest so far. */
  failing: FailedRun | undefined;
  last: Story | undefined;
  /** An ending that is not the law's business: the rest of the runs make no sense. */
  stopped: {readonly story: Story; readonly ending: Ending} | undefined;
  failures: number;
}

interface FailedRun {
  readonly story: Story;
  readonly ending: Ending;
  readonly findings: readonly Finding[];
  readonly told: readonly string[];
}

interface OneRun {
  readonly run: RunContext;
  readonly planned: PlannedProperty;
  readonly interrupt: AbortSignal;
  readonly memory: Memory;
  /** Tells a run that its own precondition turned away. */
  readonly isPrecondition: (problem: unknown) => boolean;
}

// Throws when the law does not hold, so that fast-check shrinks.
async function oneRun({run, planned, interrupt, memory, isPrecondition}: OneRun, input: never): Promise<void> {
  if (memory.stopped !== undefined || memory.failures >= shrinkStepsMax) return;
  const deadline = withDeadline(run.bounds.caseTimeoutMs, interrupt);
  const story = beginStory(run, {
    caseId: planned.id,
    file: planned.file,
    proves: planned.definition.proves,
    signal: deadline.signal,
  });
  if (interrupt.aborted) {
    memory.stopped = {
      story,
      ending: {kind: 'ended', ending: ended('interrupted', 'the run was interrupted'), step: undefined},
    };
    deadline.clear();
    return drawNoMore(memory);
  }
  const propertyRun: PropertyRun = {findings: [], told: [], commands: memory.commands};
  const ending = await tell(story, planned, propertyRun, input);
  deadline.clear();
  await cleanUp(story);
  remember(memory, story);
  if (ending.kind === 'bug' && isPrecondition(ending.problem)) throw ending.problem;
  const isRed =
    propertyRun.findings.some(({basis}) => basis === 'stated') ||
    (ending.kind === 'ended' && ending.ending.verdict === 'fail');
  if (isRed || ending.kind === 'told') memory.done += 1;
  if (isRed) {
    memory.failures += 1;
    memory.failing = {story, ending, findings: propertyRun.findings, told: propertyRun.told};
    throw new Error(propertyRun.findings[0]?.message ?? 'the law does not hold');
  }
  if (propertyRun.findings.length > 0)
    memory.failing ??= {story, ending, findings: propertyRun.findings, told: propertyRun.told};
  if (ending.kind !== 'told') {
    memory.stopped = {story, ending};
    drawNoMore(memory);
  }
}

// Only a throw keeps fast-check from drawing the inputs of all runs to come; while it shrinks, a throw would be taken for a smaller failure.
function drawNoMore({failures}: Memory): void {
  if (failures === 0) throw new Error('the rest of the runs make no sense');
}

/** Whether fast-check failed because the law did, and not because the runs were stopped. */
function isLawBroken({failures}: Memory, {counterexample}: RunDetails<[never]>): boolean {
  return failures > 0 && counterexample !== null;
}

async function tell(story: Story, planned: PlannedProperty, propertyRun: PropertyRun, input: never): Promise<Ending> {
  try {
    story.phase = 'act';
    await planned.definition.check(propertyWorld(story, propertyRun), input);
    return {kind: 'told'};
  } catch (problem) {
    return endingOf(problem, story);
  }
}

function remember(memory: Memory, story: Story): void {
  memory.bytesReceived += story.bytesReceived;
  memory.leftovers.push(...story.leftovers);
  memory.last = story;
}

function conclude(planned: PlannedProperty, memory: Memory, facts: PropertyFacts, durationMs: number): Attempt {
  const {failing, stopped, last} = memory;
  if (failing !== undefined && failing.findings.some(({basis}) => basis === 'stated')) {
    return judgeAttempt(failing.story, failing.findings, failing.ending, durationMs);
  }
  const story = failing?.story ?? stopped?.story ?? last;
  if (story === undefined) return nothingRan(durationMs);
  if (failing !== undefined && stopped === undefined)
    return judgeAttempt(failing.story, failing.findings, failing.ending, durationMs);
  if (stopped !== undefined) return judgeAttempt(stopped.story, [], stopped.ending, durationMs);
  if (facts.done < Math.min(planned.definition.floor, facts.asked)) {
    const detail = `only ${String(facts.done)} of ${String(facts.asked)} runs were done, and fewer than ${String(planned.definition.floor)} show nothing`;
    return {
      ...judgeAttempt(
        story,
        [],
        {kind: 'ended', ending: new CaseEnded('error', 'below-floor', detail), step: undefined},
        durationMs,
      ),
    };
  }
  return {
    ...judgeAttempt(withBytes(story, memory), [], {kind: 'told'}, durationMs),
    exchanges: headOf(story.exchanges),
  };
}

// A green property shows its last run; what came from the target counts over all of them.
function withBytes(story: Story, {bytesReceived}: Memory): Story {
  return {...story, bytesReceived};
}

function headOf(exchanges: readonly RawExchange[]): readonly RawExchange[] {
  return exchanges.slice(0, 50);
}

function nothingRan(durationMs: number): Attempt {
  return {
    verdict: 'error',
    cause: 'interrupted',
    detail: 'no run was begun',
    findings: [],
    exchanges: [],
    bytesReceived: 0,
    durationMs,
    notes: [],
    leftovers: [],
  };
}

function factsOf(
  {definition}: PlannedProperty,
  {
    details,
    memory,
    asked,
    stringify,
  }: {
    readonly details: RunDetails<[never]>;
    readonly memory: Memory;
    readonly asked: number;
    readonly stringify: (value: unknown) => string;
  },
): PropertyFacts {
  const isBroken = isLawBroken(memory, details);
  const counterexample = isBroken ? stringify(details.counterexample?.[0]) : undefined;
  // fast-check shows the path that model-based commands need for a replay only in the text of the counterexample.
  const replayPath = /replayPath="([^"]*)"/.exec(counterexample ?? '')?.[1];
  return {
    seed: details.seed,
    asked,
    // Runs that only shrink a counterexample are no evidence of their own.
    done: isBroken ? details.numRuns : Math.min(memory.done, asked),
    skipped: details.numSkips,
    floor: definition.floor,
    commands: Object.fromEntries(memory.commands),
    ...(isBroken && details.counterexamplePath !== null ? {path: details.counterexamplePath} : {}),
    ...(replayPath === undefined ? {} : {replayPath}),
    ...(counterexample === undefined ? {} : {counterexample: counterexample.slice(0, 4_000)}),
    ...(memory.failing === undefined ? {} : {story: memory.failing.told}),
  };
}

/** A stable 31-bit hash of a text (FNV-1a), so that each property draws its own inputs from one run seed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash & 0x7fffffff;
}
