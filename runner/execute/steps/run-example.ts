// The story of one example case: arrange, act, observe, judge, clean up.
import type {Attempt} from '../../../model/outcome.ts';
import type {FramedStep} from '../../../model/contexts/frame-reads.ts';
import type {CaseDefinition, Step} from '../../../model/suite.ts';
import type {Finding} from '../../../model/verdict.ts';
import {arrangeAll} from '../arrange/arrange.ts';
import {cleanUp} from '../arrange/clean-up.ts';
import {framesOf} from './look-beside.ts';
import {runHttpStep} from './http-step.ts';
import {withDeadline} from '../attempt/deadline.ts';
import {exchangesIn, type Ending, type Scope} from '../attempt/events.ts';
import {judgeAttempt} from '../attempt/judge-attempt.ts';
import {suiteScope} from './suite-setup.ts';
import type {LiveClients} from './live-step.ts';
import {markLog, noteLog} from './node-log.ts';
import {closeInboxes, noInboxes, openInboxes, whyNoRoute, type Inboxes} from './webhook-inboxes.ts';
import type {RunContext} from '../attempt/run-context.ts';
import {beginStory, enter, happened, placeOf, type Story} from '../attempt/story.ts';
import {BadMatcher, BrokenMatcher} from '../../check/match-tree.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';

/** Runs one attempt of a case. Never throws for what the target does; a bug of ours becomes `error: harness`. */
export async function runExample(
  run: RunContext,
  definition: CaseDefinition,
  interrupt: AbortSignal,
  framed: readonly FramedStep[] = [],
): Promise<Attempt> {
  const noRoute = definition.listen.length === 0 ? undefined : await whyNoRoute(run, interrupt);
  const startedMs = run.ports.clock.monotonicMs();
  const deadline = withDeadline(run.ports.clock, run.policy.bounds.caseTimeoutMs, {interrupt});
  const story = beginStory(run, {
    caseId: definition.id,
    file: definition.file,
    proves: definition.proves,
    signal: deadline.signal,
    ...(definition.common === undefined ? {} : {vars: definition.common.vars}),
  });
  const inboxes = noInboxes();
  const mark = markLog(run.ports.live?.node);
  if (noRoute === undefined) await tell(story, definition, {inboxes, framed});
  else happened(story, {kind: 'ended', ending: {kind: 'ended', ending: noRoute, step: undefined}});
  deadline.clear();
  await cleanUp(story);
  closeInboxes(inboxes);
  run.ports.watch?.(story.caseId, exchangesIn(story.events));
  const durationMs = run.ports.clock.monotonicMs() - startedMs;
  const attempt = judgeAttempt(story.events, durationMs);
  if (attempt.verdict === 'pass' || attempt.verdict === 'skip') return attempt;
  noteLog(story, mark);
  return judgeAttempt(story.events, durationMs);
}

interface Telling {
  readonly inboxes: Inboxes;
  readonly framed: readonly FramedStep[];
}

async function tell(story: Story, definition: CaseDefinition, {inboxes, framed}: Telling): Promise<void> {
  const scope: Scope = new Map();
  const clients: LiveClients = new Map();
  if (definition.row !== undefined) scope.set('row', definition.row.values);
  try {
    for (const [name, value] of await suiteScope(story.run, definition)) scope.set(name, value);
    await openInboxes(story, definition.listen, scope, inboxes);
    await arrangeAll(story, definition.given, scope);
    const frames = framesOf(story, framed);
    for (const [index, step] of definition.steps.entries()) {
      await frames?.lookBefore(step, index, scope);
      enter(story, {phase: 'act', step: index});
      const found = await runStep(story, step, scope, {clients, inboxes});
      happened(story, {kind: 'judged', findings: found.map(finding => ({...finding, step: index}))});
      if (!found.some(({basis}) => basis === 'stated')) await frames?.lookAfter(index);
    }
    if (clients.size > 0) await (await import('./live-survival.ts')).assertAlive(story);
  } catch (problem) {
    happened(story, {kind: 'ended', ending: endingOf(problem, story)});
  } finally {
    await Promise.all([...clients.values()].map(conversation => conversation.close()));
  }
}

// The overlay's codec is loaded by the first step that needs it: most runs speak to a hosting server only.
async function runStep(
  story: Story,
  step: Step,
  scope: Scope,
  {clients, inboxes}: {readonly clients: LiveClients; readonly inboxes: Inboxes},
): Promise<readonly Finding[]> {
  switch (step.kind) {
    case 'call':
    case 'request':
      return runHttpStep(story, step, scope);
    case 'deliveries':
      return (await import('./webhook-step.ts')).runDeliveriesStep(story, step, scope, inboxes);
    case 'openid':
      return (await import('./openid-step.ts')).runOpenidStep(story, step, scope);
    case 'document':
      return (await import('./document-step.ts')).runDocumentStep(story, step, scope);
    case 'schema':
      return (await import('./schema-step.ts')).runSchemaStep(story, step, scope);
    case 'decode':
    case 'encode':
    case 'roundtrip':
      return (await import('./overlay-step.ts')).runOverlayStep(story, step, scope);
    case 'send':
    case 'receive':
      return (await import('./live-step.ts')).runLiveStep(story, step, scope, clients);
  }
}

/** Turns what was thrown into an ending; anything but CaseEnded is a bug of ours and says so. */
export function endingOf(problem: unknown, story: Story): Exclude<Ending, {readonly kind: 'told'}> {
  const {step} = placeOf(story);
  if (problem instanceof CaseEnded) return {kind: 'ended', ending: problem, step};
  if (problem instanceof BrokenMatcher)
    return {kind: 'ended', ending: ended('harness', `${story.file} ${problem.message}`), step};
  // Only a value that arrived at run time can make a matcher wrong; the reader has checked what stands in the file.
  if (problem instanceof BadMatcher) {
    const why = `cannot be compared with what the target gave: ${story.file} ${problem.message}`;
    return {kind: 'ended', ending: ended('blocked', why), step};
  }
  return {kind: 'bug', problem};
}
