// Tells whether a live peer is alive: asks it something that it has answered before, and names the bytes that it died of.
import {isJsonObject, type Json} from '../../../model/json.ts';
import type {LiveArrival, LivePort, NodePort, OverlayMessage} from '../../../model/peer.ts';
import {hexOf} from '../../../base/text/hex.ts';
import type {LiveQuestion} from '../attempt/run-context.ts';
import {exchanged, type Story} from '../attempt/story.ts';
import {roundMs} from '../attempt/round-ms.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';
import {observeArrival, writeValueBytes} from './observe-answer.ts';

/** Finds out, once a run, which question the peer answers. One that answers none is judged by the cases alone. */
export async function findQuestion(story: Story): Promise<void> {
  const {learnt} = story.run;
  // A node was asked when it was opened.
  if (learnt.liveQuestion !== undefined || story.run.ports.live?.node !== undefined) return;
  for (const name of Object.keys(questions) as LiveQuestion[]) {
    const outcome = await isAnswered(story, name);
    // Who is not there yet has not shown that it answers nothing.
    if (outcome === 'refused') return;
    if (outcome === 'silent') continue;
    learnt.liveQuestion = name;
    return;
  }
  learnt.liveQuestion = 'none';
}

/** Fails the case where the peer answers no more; `hostile` is the message after which it is asked, else all that the case has sent. */
export async function assertAlive(story: Story, hostile?: Uint8Array): Promise<void> {
  const node = story.run.ports.live?.node;
  if (node !== undefined) return assertNodeAlive(story, node, hostile);
  const {liveQuestion} = story.run.learnt;
  if (liveQuestion === undefined || liveQuestion === 'none') return;
  let outcome: Outcome = 'silent';
  for (let tries = 0; tries < triesMax; tries += 1) {
    outcome = await isAnswered(story, liveQuestion);
    if (outcome === 'answered') return;
  }
  const how = outcome === 'refused' ? 'is gone' : `answers no ${questions[liveQuestion].words} any more`;
  const cause = outcome === 'refused' ? 'crash' : 'hang';
  const asked = `asked ${String(triesMax)} times, ${String(answerWithinMs / 1_000)} s each`;
  const detail = `the peer ${how} after ${whatItGot(story, hostile)} (${asked}; it answered before)`;
  throw new CaseEnded('fail', cause, detail, [{basis: 'stated', path: 'answer', message: detail, cause}]);
}

// A node answers test packets, whatever else it does. Where the run started it, it is started again for the cases that follow.
async function assertNodeAlive(story: Story, node: NodePort, hostile?: Uint8Array): Promise<void> {
  const withinMs = (answerWithinMs * story.run.policy.bounds.lagMs) / 10_000;
  let isRefused = false;
  for (let tries = 0; tries < triesMax; tries += 1) {
    const startedMs = story.run.ports.clock.monotonicMs();
    const arrival = await node.askAlive(withinMs);
    const durationMs = roundMs(story.run.ports.clock.monotonicMs() - startedMs);
    // The answer is the evidence of a step that asks for survival alone; beside others it would be taken for theirs.
    if (hostile !== undefined || arrival.kind !== 'frame')
      exchanged(story, {whose: 'target', durationMs, traffic: {kind: 'live', arrival}});
    if (arrival.kind === 'frame') return;
    isRefused = arrival.kind === 'refused';
  }
  const how = isRefused ? 'is gone' : 'answers no test packet in a new tunnel any more';
  const said = tellingLog(node);
  const again = await node.restart?.();
  story.run.learnt.isNodeBack = again?.kind === 'ready';
  const back =
    again === undefined
      ? ''
      : again.kind === 'ready'
        ? ', and was started again'
        : `, and cannot be started again (${again.detail})`;
  const detail = `the node ${how} after ${whatItGot(story, hostile)}${back}${said}`;
  const cause = isRefused ? 'crash' : 'hang';
  throw new CaseEnded('fail', cause, detail, [{basis: 'stated', path: 'answer', message: detail, cause}]);
}

const logLinesMax = 400;
const shownLinesMax = 3;

/** The lines of its log that say why it ended, else the last ones. */
function tellingLog(node: NodePort): string {
  const lines = node.lastLines(logLinesMax).filter(line => line.trim() !== '');
  const fatal = lines.findIndex(line => /^(?:panic|fatal error):/.test(line));
  const shownLines = fatal < 0 ? lines.slice(-shownLinesMax) : lines.slice(fatal, fatal + shownLinesMax);
  return shownLines.length === 0 ? '' : `; its log: ${shownLines.join(' / ')}`;
}

/** A busy machine lets a peer wait for seconds; a peer that is instrumented takes its time for 60,000 bytes. Neither is death. */
const triesMax = 3;
const answerWithinMs = 2_000;

type Outcome = 'answered' | 'silent' | 'refused';

/** Asks on a socket of its own, so that nothing that the case waits for is taken. */
async function isAnswered(story: Story, name: LiveQuestion): Promise<Outcome> {
  const {live, clock, random} = story.run.ports;
  if (live === undefined) throw ended('harness', 'a live peer was to be asked where there is none');
  const {message, value, isReply} = questions[name];
  // A number that no earlier question had, so that no late answer is taken for this one.
  const token = Number.parseInt(random.name(6), 36) % 0x7fff_ffff;
  const startedMs = clock.monotonicMs();
  const arrival = await firstReply(live, {
    bytes: writeValueBytes(message, value(token)),
    withinMs: (answerWithinMs * story.run.policy.bounds.lagMs) / 10_000,
    isReply: one => {
      const observed = observeArrival(message, one);
      return 'value' in observed && isJsonObject(observed.value) && isReply(observed.value, token);
    },
    nowMs: () => clock.monotonicMs(),
  });
  const durationMs = roundMs(clock.monotonicMs() - startedMs);
  exchanged(story, {whose: 'target', durationMs, traffic: {kind: 'live', arrival}});
  if (arrival.kind === 'frame') return 'answered';
  return arrival.kind === 'refused' ? 'refused' : 'silent';
}

interface Asking {
  readonly bytes: Uint8Array;
  readonly withinMs: number;
  readonly isReply: (arrival: LiveArrival) => boolean;
  readonly nowMs: () => number;
}

/** Gives the reply, or what came last instead. */
async function firstReply(live: LivePort, {bytes, withinMs, isReply, nowMs}: Asking): Promise<LiveArrival> {
  const conversation = await live.open();
  try {
    const sent = await conversation.send(bytes);
    if (sent.kind === 'refused') return sent;
    const endMs = nowMs() + withinMs;
    for (;;) {
      const arrival = await conversation.receive(Math.max(1, endMs - nowMs()));
      if (arrival.kind !== 'frame' || isReply(arrival)) return arrival;
    }
  } finally {
    await conversation.close();
  }
}

interface Question {
  readonly words: string;
  readonly message: OverlayMessage;
  readonly value: (token: number) => Json;
  readonly isReply: (value: {readonly [name: string]: Json}, token: number) => boolean;
}

const questions: {readonly [name in LiveQuestion]: Question} = {
  ping: {
    words: 'Ping',
    message: 'OverlayPing',
    value: token => ({Type: 0, Time: String(token)}),
    isReply: ({Type, Time}, token) => Type === 1 && Time === String(token),
  },
  'path check': {
    words: 'PathCheck',
    message: 'OverlayMeta',
    value: token => ({Type: 8, Details: {VpnIp: token, counter: token}}),
    isReply: ({Type}) => Type === 9,
  },
  whoami: {
    words: 'HostWhoami',
    message: 'OverlayMeta',
    value: () => ({Type: 6}),
    isReply: ({Type}) => Type === 7,
  },
  lookup: {
    words: 'HostQuery',
    message: 'OverlayMeta',
    value: token => ({Type: 1, Details: {VpnIp: token}}),
    isReply: ({Type}) => Type === 2,
  },
};

const shownMax = 4;
const shownBytesMax = 64;

function whatItGot({events}: Story, hostile: Uint8Array | undefined): string {
  const sent = events.flatMap(event =>
    event.kind === 'exchanged' && event.exchange.traffic.kind === 'live' && event.exchange.traffic.sent !== undefined
      ? [event.exchange.traffic]
      : [],
  );
  // What is hostile was sent last.
  const most = hostile === undefined ? shownMax : 1;
  const left = hostile === undefined ? sent.length - shownMax : 0;
  const last = sent.slice(-most).map(({sent: bytes = new Uint8Array(), sending}) => {
    return sending === undefined ? shown(bytes) : `${shown(bytes)} as ${JSON.stringify(sending)}`;
  });
  return `${left > 0 ? `${String(left)} messages and ` : ''}${last.join(', ')}`;
}

function shown(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'an empty message';
  const hex = hexOf(bytes, 0, Math.min(bytes.length, shownBytesMax));
  return `the ${bytes.length.toLocaleString('en')} bytes ${hex}${bytes.length > shownBytesMax ? '…' : ''}`;
}
