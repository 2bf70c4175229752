// One step of a conversation with a live overlay peer: send a bare message, or wait for one.
import {counted} from '../../../base/text/counted.ts';
import type {LiveArrival, LiveConversation, NodePort} from '../../../model/peer.ts';
import type {Capture, ReceiveStep, SendStep} from '../../../model/suite.ts';
import {defined} from '../../../base/json/defined.ts';
import type {Json, JsonObject} from '../../../model/json.ts';
import type {SealedSending} from '../../../model/peers/sealed.ts';
import type {ObservedAnswer} from '../../check/check-overlay.ts';
import {selectPointer} from '../../../base/json/json-pointer.ts';
import type {Finding} from '../../../model/verdict.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {cutText} from '../../../base/text/visible-text.ts';
import {isOverlayMessage} from '../../overlay/message-schema.ts';
import {fill, fillText} from '../http/fill.ts';
import {expectsNothing, judgeEach} from './judge-each.ts';
import {judgeAnswer} from './judge-overlay-answer.ts';
import {encodingBreach, observeArrival, writeValueBytes} from './observe-answer.ts';
import {repeatedBytes} from './repeated-bytes.ts';
import {assertAlive, findQuestion} from './live-survival.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import {exchanged, stepOf, type Story} from '../attempt/story.ts';
import {roundMs} from '../attempt/round-ms.ts';
import {ended} from '../attempt/failures.ts';

/** The sockets of one case by the name of their client; each is opened by its first step, and closed when the case ends. */
export type LiveClients = Map<string, LiveConversation>;

/** Runs one step and gives its findings. */
export async function runLiveStep(
  story: Story,
  step: SendStep | ReceiveStep,
  scope: Scope,
  clients: LiveClients,
): Promise<readonly Finding[]> {
  const conversation = await openOnce(story, step.client, clients);
  // A tunnel may have begun since the last step.
  const [first] = clients.values();
  scope.set('client', {
    ...(clientOf(first) as JsonObject),
    ...factsOf(story.run.ports.live?.node),
    ...Object.fromEntries([...clients].map(([name, one]) => [name, clientOf(one)])),
  });
  return step.kind === 'send' ? send(story, step, scope, conversation) : receive(story, step, scope, conversation);
}

/** The client that is the lighthouse of a node which is a plain host. */
const ownLighthouse = 'lighthouse';

/** What cases may name of a node: its address in the mesh, and where its datagrams come from. */
function factsOf(node: NodePort | undefined): JsonObject {
  if (node === undefined) return {};
  const {ip, port} = addressOf({local: node.place});
  return {node: node.vpnIp, nodeIp: ip, nodePort: port};
}

async function openOnce(story: Story, client: string, clients: LiveClients): Promise<LiveConversation> {
  const open = clients.get(client);
  if (open !== undefined) return open;
  if (story.run.ports.live === undefined) throw ended('harness', 'a live step was planned without a live peer');
  if (clients.size === 0) await findQuestion(story);
  const {node} = story.run.ports.live;
  const conversation =
    client === ownLighthouse && node?.openLighthouse !== undefined
      ? node.openLighthouse()
      : await story.run.ports.live.open();
  clients.set(client, conversation);
  return conversation;
}

/** Who a client is: its address, and in the mesh of a node its address there and the indexes of its latest tunnel. */
function clientOf(conversation: LiveConversation | undefined): Json {
  const tunnel = conversation?.tunnel?.();
  const vpnIp = conversation?.vpnIp;
  return {
    ...addressOf(conversation),
    ...defined({
      vpnIp,
      far: vpnIp === undefined ? undefined : farFrom(vpnIp),
      index: tunnel?.own,
      remote: tunnel?.remote,
    }),
  };
}

/** An address in no mesh, of which all but the first byte is that of this one: 240.0.0.0/4 is given to nobody. */
function farFrom(vpnIp: number): number {
  return ((vpnIp & 0x00_ff_ff_ff) | 0xf1_00_00_00) >>> 0;
}

/** An address as IpAndPort holds it: the first of the four bytes is the most significant; 0 where there is no IPv4 address. */
function addressOf({local}: Pick<LiveConversation, 'local'> = {}): {readonly ip: number; readonly port: number} {
  const parts = (local?.address ?? '').replace(/^::ffff:/, '').split('.');
  const ip = parts.length === 4 ? parts.reduce((sum, part) => sum * 256 + Number(part), 0) : 0;
  return {ip, port: local?.port ?? 0};
}

async function send(
  story: Story,
  step: SendStep,
  scope: Scope,
  conversation: LiveConversation,
): Promise<readonly Finding[]> {
  const sending = sendingOf(story, step, scope);
  for (const bytes of messagesOf(story, step, scope)) {
    const outcome = await conversation.send(bytes, sending);
    record(story, {sent: bytes, ...defined({sending})}, 0);
    // A stream that was closed after an earlier message is no death: the peer is asked on another one.
    if (step.isSurvived) await assertAlive(story, bytes);
    else if (outcome.kind !== 'sent') {
      await assertAlive(story);
      throw ended('connect-refused', outcome.detail);
    }
  }
  if (!step.isSurvived || story.run.learnt.liveQuestion !== 'none' || story.run.ports.live?.node !== undefined)
    return [];
  return [
    {
      basis: 'usual',
      path: 'answer',
      message: 'the peer answers no Ping, PathCheck, HostWhoami or HostQuery, so nothing shows whether it survived',
    },
  ];
}

/** A node is one process that refuses by silence: whether it died is asked wherever nothing came. */
async function assertNodeThere(story: Story): Promise<void> {
  if (story.run.ports.live?.node !== undefined) await assertAlive(story);
}

/** How the packet to a node differs from the everyday one; nothing for a peer that speaks bare messages. */
function sendingOf(story: Story, {packet, handshake}: SendStep, scope: Scope): SealedSending | undefined {
  if (packet === undefined && handshake === undefined) return undefined;
  const lookup = lookupIn(story, scope);
  // The reader has checked the keys; the values of templates are the suite's own.
  return fill(defined({packet, handshake}), lookup) as SealedSending;
}

function messagesOf(story: Story, step: SendStep, scope: Scope): readonly Uint8Array[] {
  const lookup = lookupIn(story, scope);
  if (step.hexEach !== undefined)
    return (fill(step.hexEach, lookup) as readonly string[]).map(hex => Buffer.from(hex, 'hex'));
  if (step.hexRepeat !== undefined) return [repeatedBytes(fill(step.hexRepeat, lookup))];
  if (step.message === '' && step.hex === undefined) return [Buffer.alloc(0)];
  if (step.hex !== undefined) return [Buffer.from(fillText(step.hex, lookup), 'hex')];
  return [writeValueBytes(fillText(step.message, lookup), fill(step.value ?? {}, lookup))];
}

async function receive(
  story: Story,
  step: ReceiveStep,
  scope: Scope,
  conversation: LiveConversation,
): Promise<readonly Finding[]> {
  const startedMs = story.run.ports.clock.monotonicMs();
  const withinMs = (step.withinMs * story.run.policy.bounds.lagMs) / 10_000;
  const arrival = await conversation.receive(withinMs, step.packet);
  record(story, {arrival}, story.run.ports.clock.monotonicMs() - startedMs);
  // Silence is what a case may want; a node that died is silent for good.
  if (arrival.kind !== 'frame') await assertNodeThere(story);
  // Of a peer that answered before this is its death, and no server that was never there.
  if (arrival.kind === 'refused') {
    await assertAlive(story);
    throw ended('connect-refused', arrival.detail);
  }
  const lookup = lookupIn(story, scope);
  const message = fillText(step.message, lookup);
  const observed = observeArrival(message, arrival);
  if (expectsNothing(step) && observed.kind !== 'message') {
    throw ended(
      'blocked',
      `step ${String((stepOf(story).step ?? 0) + 1)} is only the way there and needs a message, got ${observed.kind}`,
    );
  }
  for (const [name, {from}] of Object.entries(step.capture)) scope.set(name, pointedAt(observed, from));
  return [
    ...encodingFindings(story, message, arrival),
    ...packetFindings(conversation),
    ...judgeEach(step, (expectation, basis) =>
      judgeAnswer(story, {expectation, basis, message, answer: observed, scope}),
    ),
  ];
}

/** What a peer sends without a seal is a message of the record: whatever a step expects, it is judged as one. */
function encodingFindings(story: Story, message: string, arrival: LiveArrival): readonly Finding[] {
  if (arrival.kind !== 'frame' || arrival.sealed !== undefined || !isOverlayMessage(message)) return [];
  const breach = encodingBreach(message, arrival.bytes);
  if (breach === undefined) return [];
  const sent = `${cutText(hexOf(arrival.bytes), 128)} (${counted(arrival.bytes.length, 'byte')})`;
  const [statement] = story.proves;
  return [
    {
      basis: 'stated',
      ...defined({statement}),
      path: 'bytes',
      message: `the peer sent what is not a proto3 message of the record: ${breach}: ${sent}`,
    },
  ];
}

/** What holds for every packet of a tunnel is judged in each case, whatever it is about. */
function packetFindings(conversation: LiveConversation): readonly Finding[] {
  return (conversation.breaches?.() ?? []).map(breach => ({...breach, path: 'packet'}));
}

/** What did not come is judged by its own step; a later one then compares with nothing. */
function pointedAt(observed: ObservedAnswer, from: Capture['from']): Json {
  if ('header' in from) return packetFact(observed, from.header);
  if (!('value' in observed) || observed.value === undefined || !('pointer' in from)) return null;
  const selected = selectPointer(observed.value, from.pointer);
  return selected.kind === 'value' ? selected.value : null;
}

/** What the packet of a node showed besides its message. */
function packetFact(observed: ObservedAnswer, name: string): Json {
  const sealed: {readonly [name: string]: unknown} = 'sealed' in observed ? {...observed.sealed} : {};
  const fact = sealed[name];
  return typeof fact === 'string' || typeof fact === 'number' || typeof fact === 'boolean' ? fact : null;
}

function record(
  story: Story,
  traffic: {readonly sent?: Uint8Array; readonly sending?: SealedSending; readonly arrival?: LiveArrival},
  durationMs: number,
): void {
  exchanged(story, {whose: 'target', durationMs: roundMs(durationMs), traffic: {kind: 'live', ...traffic}});
}
