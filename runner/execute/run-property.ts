// The story of one property: many runs on fresh namespaces, shrunk when one fails.
import type {Parameters, RunDetails} from 'fast-check';
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

/** Runs a property, or repeats its counterexample when `known` holds one. */
export async function runProperty(
  run: RunContext,
  planned: PlannedProperty,
  interrupt: AbortSignal,
  known?: PropertyFacts,
): Promise<Attempt> {
  const {check, asyncProperty, PreconditionFailure} = await import('fast-check');
  const startedMs = run.clock.monotonicMs();
  const memory: Memory = {
    done: 0,
    commands: new Map(),
    bytesReceived: 0,
    leftovers: [],
    failing: undefined,
    last: undefined,
    stopped: undefined,
    failures: 0,
  };
  const isPrecondition = (problem: unknown): boolean => PreconditionFailure.isFailure(problem);
  const law = asyncProperty(planned.definition.input, input =>
    oneRun({run, planned, interrupt, memory, isPrecondition}, input),
  );
  const asked = known === undefined ? (run.propertyRuns === 0 ? planned.definition.runs : run.propertyRuns) : 1;
  const details = await check(law, parametersOf(run, planned, asked, known));
  const facts = factsOf(planned, details, memory, asked);
  const durationMs = run.clock.monotonicMs() - startedMs;
  return {
    ...conclude(planned, memory, known === undefined, facts, durationMs),
    leftovers: memory.leftovers,
    property: facts,
  };
}

function parametersOf(
  run: RunContext,
  {id}: PlannedProperty,
  asked: number,
  known: PropertyFacts | undefined,
): Parameters<[never]> {
  return {
    seed: known?.seed ?? (run.seed ^ hashOf(id)) | 0,
    numRuns: asked,
    interruptAfterTimeLimit: wholeMs,
    markInterruptAsFailure: false,
    ...(known?.path === undefined ? {} : {path: known.path, endOnFailure: true}),
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

// Throws when the law does not hold, so that fast-check shrinks; a run that could not be judged ends the property quietly.
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
    return;
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
  if (ending.kind !== 'told') memory.stopped = {story, ending};
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

function conclude(
  planned: PlannedProperty,
  memory: Memory,
  isFirst: boolean,
  facts: PropertyFacts,
  durationMs: number,
): Attempt {
  const {failing, stopped, last} = memory;
  if (failing !== undefined && failing.findings.some(({basis}) => basis === 'stated')) {
    return judgeAttempt(failing.story, failing.findings, failing.ending, durationMs);
  }
  const story = failing?.story ?? stopped?.story ?? last;
  if (story === undefined) return nothingRan(durationMs);
  if (failing !== undefined && stopped === undefined)
    return judgeAttempt(failing.story, failing.findings, failing.ending, durationMs);
  if (stopped !== undefined) return judgeAttempt(stopped.story, [], stopped.ending, durationMs);
  if (isFirst && facts.done < Math.min(planned.definition.floor, facts.asked)) {
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
  details: RunDetails<[never]>,
  memory: Memory,
  asked: number,
): PropertyFacts {
  const replayPath = /replayPath="([^"]*)"/.exec(String(details.counterexample ?? ''))?.[1];
  return {
    seed: details.seed,
    asked,
    done: Math.min(memory.done, asked),
    skipped: details.numSkips,
    floor: definition.floor,
    commands: Object.fromEntries(memory.commands),
    ...(details.counterexamplePath === null ? {} : {path: details.counterexamplePath}),
    ...(replayPath === undefined ? {} : {replayPath}),
    ...(details.counterexample === null ? {} : {counterexample: describeInput(details.counterexample)}),
    ...(memory.failing === undefined ? {} : {story: memory.failing.told}),
  };
}

function describeInput(counterexample: readonly unknown[]): string {
  return counterexample
    .map(value => JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item)))
    .join(', ')
    .slice(0, 4_000);
}

/** A stable 31-bit hash of a text (FNV-1a), so that each property draws its own inputs from one run seed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash & 0x7fffffff;
}
