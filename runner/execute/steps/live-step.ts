// One step of a conversation with a live overlay peer: send a bare message, or wait for one.
import type {LiveArrival, LiveConversation} from '../../../model/peer.ts';
import type {ReceiveStep, SendStep} from '../../../model/suite.ts';
import type {Finding} from '../../../model/verdict.ts';
import {fill, fillText} from '../http/fill.ts';
import {expectsNothing, judgeEach} from './judge-each.ts';
import {judgeAnswer} from './judge-overlay-answer.ts';
import {observeArrival, writeValueBytes} from './observe-answer.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import {exchanged, stepOf, type Story} from '../attempt/story.ts';
import {roundMs} from '../attempt/round-ms.ts';
import {ended} from '../attempt/failures.ts';

/** The socket of one case; opened by its first live step, closed when the case ends. */
export interface LiveSocket {
  conversation: LiveConversation | undefined;
}

/** Runs one step and gives its findings. */
export async function runLiveStep(
  story: Story,
  step: SendStep | ReceiveStep,
  scope: Scope,
  socket: LiveSocket,
): Promise<readonly Finding[]> {
  const conversation = await openOnce(story, socket);
  if (step.kind === 'send') {
    await send(story, step, scope, conversation);
    return [];
  }
  return receive(story, step, scope, conversation);
}

async function openOnce(story: Story, socket: LiveSocket): Promise<LiveConversation> {
  if (story.run.ports.live === undefined) throw ended('harness', 'a live step was planned without a live peer');
  socket.conversation ??= await story.run.ports.live.open();
  return socket.conversation;
}

async function send(story: Story, step: SendStep, scope: Scope, conversation: LiveConversation): Promise<void> {
  const lookup = lookupIn(story, scope);
  const bytes =
    step.hex === undefined
      ? writeValueBytes(fillText(step.message, lookup), fill(step.value ?? {}, lookup))
      : Buffer.from(fillText(step.hex, lookup), 'hex');
  const outcome = await conversation.send(bytes);
  record(story, {sent: bytes}, 0);
  if (outcome.kind === 'refused') throw ended('connect-refused', outcome.detail);
}

async function receive(
  story: Story,
  step: ReceiveStep,
  scope: Scope,
  conversation: LiveConversation,
): Promise<readonly Finding[]> {
  const startedMs = story.run.ports.clock.monotonicMs();
  const arrival = await conversation.receive((step.withinMs * story.run.policy.bounds.lagMs) / 10_000);
  record(story, {arrival}, story.run.ports.clock.monotonicMs() - startedMs);
  if (arrival.kind === 'refused') throw ended('connect-refused', arrival.detail);
  const lookup = lookupIn(story, scope);
  const message = fillText(step.message, lookup);
  const observed = observeArrival(message, arrival);
  if (expectsNothing(step) && observed.kind !== 'message') {
    throw ended(
      'blocked',
      `step ${String((stepOf(story).step ?? 0) + 1)} is only the way there and needs a message, got ${observed.kind}`,
    );
  }
  return judgeEach(step, (expectation, basis) =>
    judgeAnswer(story, {expectation, basis, message, answer: observed, scope}),
  );
}

function record(
  story: Story,
  traffic: {readonly sent?: Uint8Array; readonly arrival?: LiveArrival},
  durationMs: number,
): void {
  exchanged(story, {whose: 'target', durationMs: roundMs(durationMs), traffic: {kind: 'live', ...traffic}});
}
