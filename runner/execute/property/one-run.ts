// One run of a property: a fresh namespace, the law, the clean-up, and what the run came to.
import {defined} from '../../../base/json/defined.ts';
import type {Context} from '../../../model/contexts/context.ts';
import type {PlannedProperty} from '../../../model/plan.ts';
import type {Finding} from '../../../model/verdict.ts';
import {cleanUp} from '../arrange/clean-up.ts';
import {withDeadline} from '../attempt/deadline.ts';
import {exchangesIn, hasGivenUp, type Ending} from '../attempt/events.ts';
import {ended} from '../attempt/failures.ts';
import type {RunContext} from '../attempt/run-context.ts';
import {beginStory, enter, type Story} from '../attempt/story.ts';
import {endingOf} from '../steps/run-example.ts';
import {closeInboxes, noInboxes, openInboxes} from '../steps/webhook-inboxes.ts';
import {EnoughShown} from './miss.ts';
import type {PropertyRun} from './property-run.ts';
import {commandsIn, missesIn, toldIn, type PropertyEvent} from './property-events.ts';
import {exampleIn, storyRecord, type RecordedExample} from './recorder.ts';
import {subjectIn} from '../../plan/contexts/in-context.ts';
import {propertyWorld} from './world-port.ts';

/** Everything that one run needs besides its input. */
export interface RunSettings {
  readonly run: RunContext;
  readonly planned: PlannedProperty;
  readonly interrupt: AbortSignal;
  /** Tells a run that its own precondition turned away. */
  readonly isPrecondition: (problem: unknown) => boolean;
  /** A run that misses only what is usual is red as well: it is shrunk. */
  readonly isUsualRed: boolean;
  /** It waits less long than the target may lag, because it only makes a counterexample smaller. */
  readonly isHasty: boolean;
}

/** What one run is about. */
export interface RunInput {
  readonly input: never;
  readonly context: Context;
}

/** One run that is over. */
export interface DoneRun {
  /** Broke the law; held it; judged nothing; was turned away by the property's precondition; or could not be judged. */
  readonly kind: 'red' | 'held' | 'empty' | 'turned-away' | 'unjudged';
  readonly context: Context;
  readonly story: Story;
  readonly ending: Ending;
  readonly findings: readonly Finding[];
  readonly commands: readonly string[];
  /** What was done, in sentences and as a case. */
  readonly told: readonly string[];
  readonly example: () => RecordedExample;
  /** It did not wait as long as the target may lag, so it is no evidence. */
  readonly isHasty: boolean;
}

/** The time for one case is for so many requests; a run that sends more has more time, in ms. */
const requestsOfCase = 100;

function timeoutOf({run, planned}: RunSettings): number {
  const {requestsPerRun = 0} = planned.definition;
  return run.policy.bounds.caseTimeoutMs * Math.max(1, requestsPerRun / requestsOfCase);
}

/** Runs the law once. Never throws for what the target or the property does. */
export async function oneRun(settings: RunSettings, {input, context}: RunInput): Promise<DoneRun> {
  const {run, planned, interrupt, isHasty} = settings;
  const deadline = withDeadline(run.ports.clock, timeoutOf(settings), {interrupt});
  const story = beginStory(run, {
    caseId: planned.id,
    file: planned.file,
    proves: planned.definition.proves,
    signal: deadline.signal,
    isShrinking: isHasty,
  });
  const propertyRun = beginRun(settings, context);
  const ending: Ending = interrupt.aborted ? interrupted : await tell(story, planned, propertyRun, input);
  deadline.clear();
  if (ending !== interrupted) {
    await cleanUp(story);
    closeInboxes(propertyRun.inboxes);
    run.ports.watch?.(story.caseId, exchangesIn(story.events));
  }
  return doneRun(settings, {story, ending, propertyRun});
}

const interrupted: Ending = {
  kind: 'ended',
  ending: ended('interrupted', 'the run was interrupted'),
  step: undefined,
};

function beginRun({run, planned, isUsualRed}: RunSettings, context: Context): PropertyRun {
  const events: PropertyEvent[] = [];
  return {
    events,
    record: storyRecord(loginsIn(run, context), events, context),
    inboxes: noInboxes(),
    isProbe: planned.definition.probe === true,
    isUsualRed,
    context,
    ...defined({drawn: planned.drawn, frames: planned.frames}),
  };
}

// A case names roles: who acts in place of alice is its owner.
function loginsIn({people}: RunContext, context: Context): ReadonlyMap<string, string> {
  const subject = subjectIn(context);
  const logins = [...people.actors].map(([role, {login}]) => [role === subject ? 'owner' : role, login] as const);
  return new Map(logins.filter(([role]) => subject === undefined || role !== 'alice'));
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

interface RunEnd {
  readonly story: Story;
  readonly ending: Ending;
  readonly propertyRun: PropertyRun;
}

function doneRun(settings: RunSettings, {story, ending, propertyRun}: RunEnd): DoneRun {
  const {events} = propertyRun;
  const findings = missesIn(events);
  const judged = events.filter(({kind}) => kind === 'judged').length;
  return {
    kind: kindOf(settings, {ending, findings, judged}),
    story,
    context: propertyRun.context,
    ending,
    findings,
    commands: commandsIn(events),
    told: toldIn(events),
    example: () => exampleIn(events),
    isHasty: hasGivenUp(story.events),
  };
}

function kindOf(
  {isPrecondition, isUsualRed}: RunSettings,
  {ending, findings, judged}: {readonly ending: Ending; readonly findings: readonly Finding[]; readonly judged: number},
): DoneRun['kind'] {
  if (ending.kind === 'bug' && isPrecondition(ending.problem)) return 'turned-away';
  const isRed =
    findings.some(({basis}) => basis === 'stated') ||
    (ending.kind === 'ended' && ending.ending.verdict === 'fail') ||
    (isUsualRed && findings.length > 0);
  if (isRed) return 'red';
  if (ending.kind !== 'told') return 'unjudged';
  return judged > 0 ? 'held' : 'empty';
}
