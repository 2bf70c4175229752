// One run of a property: a fresh namespace, the law, the clean-up, and what is remembered of it.
import type {PlannedProperty} from '../../../model/plan.ts';
import type {Finding} from '../../../model/verdict.ts';
import {cleanUp} from '../arrange/clean-up.ts';
import {withDeadline} from '../attempt/deadline.ts';
import {bytesIn, exchangesIn, hasGivenUp, leftoversIn, type Ending} from '../attempt/events.ts';
import type {PropertyBudget} from './budget.ts';
import {EnoughShown} from './miss.ts';
import {propertyWorld, type PropertyRun} from './world-port.ts';
import type {RunContext} from '../attempt/run-context.ts';
import {endingOf} from '../steps/run-example.ts';
import {storyRecord, type RecordedExample} from './recorder.ts';
import {beginStory, enter, type Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';
import {closeInboxes, noInboxes, openInboxes} from '../steps/webhook-inboxes.ts';

// Shrinking stops after so many failing runs or this long; what is smallest by then is told. What is only usual is worth less.
const shrinking = {stated: {stepsMax: 400, msMax: 60_000}, usual: {stepsMax: 100, msMax: 15_000}};

/** What is known of all runs of a property so far. */
export interface Memory {
  /** Runs that came to an end of their own, red or green. */
  done: number;
  /** Runs that fast-check began, whatever became of them. */
  begun: number;
  /** Runs that came to their end and judged nothing, e.g. because no command could be carried out. */
  empty: number;
  readonly commands: Map<string, number>;
  bytesReceived: number;
  readonly leftovers: string[];
  /** The last run that failed; fast-check shrinks, so it is the smallest so far. */
  failing: FailedRun | undefined;
  /** The first run that failed, which waited for everything as long as the target may lag. */
  unshrunk: {readonly run: FailedRun; readonly input: unknown; readonly text: string} | undefined;
  last: Story | undefined;
  /** An ending that is not the law's business: the rest of the runs make no sense. */
  stopped: {readonly story: Story; readonly ending: Ending} | undefined;
  /** Why no more runs are begun although nothing is wrong. */
  over: string | undefined;
  /** Why shrinking ended although something smaller might fail as well. */
  shrinkingCut: string | undefined;
  /** The first run that missed only what is usual: its input is shrunk when nothing stated is broken. */
  warned: {readonly run: number} | undefined;
  failures: number;
  /** When the first run failed, by the monotonic clock. */
  failedMs: number;
  /** The input of the last run. */
  input: unknown;
}

export interface FailedRun {
  readonly story: Story;
  readonly ending: Ending;
  readonly findings: readonly Finding[];
  readonly told: readonly string[];
  readonly example: RecordedExample;
  /** It waited less long than the target may lag, so it is no evidence. */
  readonly isHasty: boolean;
}

/** Begins to remember. */
export function nothingRun(): Memory {
  return {
    done: 0,
    begun: 0,
    empty: 0,
    commands: new Map(),
    bytesReceived: 0,
    leftovers: [],
    failing: undefined,
    unshrunk: undefined,
    last: undefined,
    stopped: undefined,
    over: undefined,
    shrinkingCut: undefined,
    warned: undefined,
    failures: 0,
    failedMs: 0,
    input: undefined,
  };
}

/** Everything that one run needs besides its input. */
export interface OneRun {
  readonly run: RunContext;
  readonly planned: PlannedProperty;
  readonly interrupt: AbortSignal;
  readonly memory: Memory;
  readonly budget: PropertyBudget;
  /** Tells a run that its own precondition turned away. */
  readonly isPrecondition: (problem: unknown) => boolean;
  readonly stringify: (value: unknown) => string;
  /** What is only usual is shrunk as well: a run that misses it fails. */
  readonly isUsualRed?: boolean;
  /** It confirms what shrinking left, so it waits for everything as long as the target may lag. */
  readonly isPatient?: boolean;
}

/** Runs the law once. Throws when it does not hold, so that fast-check shrinks, and when no more runs are wanted. */
export async function oneRun(inputs: OneRun, input: never): Promise<void> {
  const {run, planned, interrupt, memory, budget} = inputs;
  memory.begun += 1;
  if (memory.stopped !== undefined || memory.over !== undefined) return;
  memory.shrinkingCut ??= whyShrunkEnough(inputs);
  if (memory.shrinkingCut !== undefined) return;
  memory.over = memory.failures === 0 ? budget.whyOver() : undefined;
  if (memory.over !== undefined) return drawNoMore(memory);
  const deadline = withDeadline(run.ports.clock, run.policy.bounds.caseTimeoutMs, {interrupt});
  const story = beginStory(run, {
    caseId: planned.id,
    file: planned.file,
    proves: planned.definition.proves,
    signal: deadline.signal,
    isShrinking: isShrinking(inputs),
  });
  if (interrupt.aborted) {
    if (memory.failures > 0) memory.shrinkingCut = 'the run was interrupted';
    memory.stopped = {
      story,
      ending: {kind: 'ended', ending: ended('interrupted', 'the run was interrupted'), step: undefined},
    };
    deadline.clear();
    return drawNoMore(memory);
  }
  const logins = new Map([...run.people.actors].map(([role, {login}]) => [role, login]));
  const propertyRun: PropertyRun = {
    findings: [],
    record: storyRecord(logins),
    commands: memory.commands,
    judged: 0,
    inboxes: noInboxes(),
    isProbe: planned.definition.probe === true,
    isUsualRed: inputs.isUsualRed === true,
  };
  const ending = await tell(story, planned, propertyRun, input);
  deadline.clear();
  await cleanUp(story);
  closeInboxes(propertyRun.inboxes);
  remember(memory, story, input);
  run.ports.watch?.(story.caseId, exchangesIn(story.events));
  judge(inputs, {story, ending, propertyRun, input});
}

// What is only usual is shrunk in a second round, which begins with a run that is known to miss it.
function isShrinking({memory: {failures}, isUsualRed = false, isPatient = false}: OneRun): boolean {
  return !isPatient && (failures > 0 || isUsualRed);
}

function whyUnjudged(ending: Exclude<Ending, {readonly kind: 'told'}>): string {
  if (ending.kind === 'bug') return 'a run broke';
  const {reason} = ending.ending;
  return reason === 'interrupted' ? 'the run was interrupted' : `a run could not be judged (${reason})`;
}

function whyShrunkEnough({memory: {failures, failedMs}, run, isUsualRed = false}: OneRun): string | undefined {
  const {stepsMax, msMax} = shrinking[isUsualRed ? 'usual' : 'stated'];
  if (failures >= stepsMax) return `${String(stepsMax)} failing runs were tried`;
  return failures > 0 && run.ports.clock.monotonicMs() - failedMs > msMax
    ? `${String(msMax / 1_000)} s were over`
    : undefined;
}

// Only a throw keeps fast-check from drawing the inputs of all runs to come; while it shrinks, a throw would be taken for a smaller failure.
function drawNoMore({failures}: Memory): void {
  if (failures === 0) throw new Error('the rest of the runs make no sense');
}

async function tell(story: Story, planned: PlannedProperty, propertyRun: PropertyRun, input: never): Promise<Ending> {
  try {
    await openInboxes(story, planned.definition.listen ?? [], new Map(), propertyRun.inboxes);
    enter(story, {phase: 'act'});
    await planned.definition.check(propertyWorld(story, propertyRun), input);
    return {kind: 'told'};
  } catch (problem) {
    if (problem instanceof EnoughShown) return {kind: 'told'};
    return endingOf(problem, story);
  }
}

function remember(memory: Memory, story: Story, input: unknown): void {
  memory.bytesReceived += bytesIn(story.events);
  memory.leftovers.push(...leftoversIn(story.events));
  memory.last = story;
  memory.input = input;
}

interface RunEnd {
  readonly story: Story;
  readonly ending: Ending;
  readonly propertyRun: PropertyRun;
  readonly input: unknown;
}

function judge(inputs: OneRun, {story, ending, propertyRun, input}: RunEnd): void {
  const {memory, budget, run} = inputs;
  const {findings, record} = propertyRun;
  if (ending.kind === 'bug' && inputs.isPrecondition(ending.problem)) throw ending.problem;
  const isRed =
    findings.some(({basis}) => basis === 'stated') ||
    (ending.kind === 'ended' && ending.ending.verdict === 'fail') ||
    (inputs.isUsualRed === true && findings.length > 0);
  if (isRed || (ending.kind === 'told' && propertyRun.judged > 0)) {
    memory.done += 1;
    budget.ran();
  } else if (ending.kind === 'told') memory.empty += 1;
  const failed = (): FailedRun => ({
    story,
    ending,
    findings,
    told: record.told,
    example: record.example(),
    isHasty: hasGivenUp(story.events),
  });
  if (isRed) {
    if (memory.failures === 0) memory.failedMs = run.ports.clock.monotonicMs();
    memory.failures += 1;
    memory.failing = failed();
    // Later the text of commands would tell how they were shrunk.
    if (memory.failures === 1 && run.policy.isRepeatingRed) run.ports.shrinks?.(story.caseId);
    memory.unshrunk ??= {run: memory.failing, input, text: inputs.stringify(input)};
    throw new Error(findings[0]?.message ?? 'the law does not hold');
  }
  if (findings.length > 0) {
    memory.failing ??= failed();
    memory.warned ??= {run: memory.begun - 1};
  }
  if (ending.kind !== 'told') {
    memory.stopped = {story, ending};
    if (memory.failures > 0) memory.shrinkingCut = whyUnjudged(ending);
    drawNoMore(memory);
  }
}
