// Tells whether a live peer is alive: asks it something that it has answered before, and names the bytes that it died of.
import {counted} from '../../../base/text/counted.ts';
import {isJsonObject, type Json} from '../../../model/json.ts';
import type {LiveArrival, LiveConversation, NodePort, OverlayMessage} from '../../../model/peer.ts';
import type {RawTraffic} from '../../../model/raw-exchange.ts';
import {hexOf} from '../../../base/text/hex.ts';
import type {LiveQuestion} from '../attempt/run-context.ts';
import {exchanged, type Story} from '../attempt/story.ts';
import {roundMs} from '../attempt/round-ms.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';
import {noteLog} from './node-log.ts';
import {observeArrival, writeValueBytes} from './observe-answer.ts';

/** Finds out, once a run, which question the peer answers. One that answers none and says something else is judged by the cases alone. */
export async function findQuestion(story: Story): Promise<void> {
  const {learnt} = story.run;
  if (learnt.liveUnusable !== undefined) throw ended('target-unavailable', learnt.liveUnusable);
  // A node was asked when it was opened.
  if (learnt.liveQuestion !== undefined || story.run.ports.live?.node !== undefined) return;
  for (const name of Object.keys(questions) as LiveQuestion[]) {
    const {outcome} = await askUntilAnswered(story, openAsker(story, name), answerWithinMs);
    // A peer that is not there yet has not shown that it answers nothing.
    if (outcome === 'refused') return;
    if (outcome !== 'answered') continue;
    await assertServesTwo(story, name);
    learnt.liveQuestion = name;
    return;
  }
  learnt.liveQuestion = 'none';
  if (!learnt.hasLiveSpoken) throw unusable(story, saysNothing());
}

function unusable({run: {learnt}}: Story, why: string): CaseEnded {
  learnt.liveUnusable = why;
  return ended('target-unavailable', why);
}

function saysNothing(): string {
  const words = Object.values(questions).map(question => question.words);
  return `the peer sent nothing at all when it was asked ${words.join(', ')}, so nothing is judged: see that it is the right port, that it speaks bare overlay messages (the traffic of a mesh is sealed), and on a stream that frame= in the address is its framing`;
}

const attemptsAtTwo = 5;

/** Cases run side by side, some have two clients, and each asks on a connection of its own whether the peer is alive: one that serves a single connection looks dead. */
async function assertServesTwo(story: Story, name: LiveQuestion): Promise<void> {
  if (story.run.ports.live?.url.startsWith('udp:') === true) return;
  const askers = [openAsker(story, name), openAsker(story, name)];
  try {
    for (const asker of askers) if (!(await isAnswered(asker))) throw unusable(story, servesOne);
  } finally {
    await Promise.all(askers.map(asker => asker.close()));
  }
}

const servesOne =
  'the peer answers on no second connection while one is open; its cases open several at once, and the record does not say that it must, so nothing is judged';

async function isAnswered(asker: Asker): Promise<boolean> {
  for (let attempt = 0; attempt < attemptsAtTwo; attempt += 1)
    if ((await asker.ask(answerWithinMs)) === 'answered') return true;
  return false;
}

/** Fails the case where the peer no longer answers; `hostile` is the message after which it is asked, else all that the case has sent. */
export async function assertAlive(story: Story, hostile?: Uint8Array): Promise<void> {
  const node = story.run.ports.live?.node;
  if (node !== undefined) return assertNodeAlive(story, node, hostile);
  const {liveQuestion} = story.run.learnt;
  if (liveQuestion === undefined || liveQuestion === 'none') return;
  const got = gotBefore(story, hostile);
  const asked = await askUntilAnswered(story, openAsker(story, liveQuestion), patienceMs(got));
  const {outcome} = asked;
  if (outcome === 'answered') return;
  const how = outcome === 'refused' ? 'is gone' : `answers no ${questions[liveQuestion].words} any more`;
  const cause = outcome === 'refused' ? 'crash' : 'hang';
  const detail = `the peer ${how} after ${whatItGot(got)} (${effortOf(asked)}; it answered before)`;
  throw new CaseEnded('fail', cause, detail, [{basis: 'stated', path: 'answer', message: detail, cause}]);
}

// A node answers test packets, whatever else it does. Where the run started it, it is started again for the cases that follow.
async function assertNodeAlive(story: Story, node: NodePort, hostile?: Uint8Array): Promise<void> {
  const got = gotBefore(story, hostile);
  const asked = await askUntilAnswered(story, nodeAsker(story, node, hostile !== undefined), patienceMs(got));
  if (asked.outcome === 'answered') return;
  const isRefused = asked.outcome === 'refused';
  const how = isRefused ? 'is gone' : 'answers no test packet in a new tunnel any more';
  const said = tellingLog(node);
  // The next start has another log.
  noteLog(story, []);
  const again = await node.restart?.();
  story.run.learnt.isNodeBack = again?.kind === 'ready';
  const back =
    again === undefined
      ? ''
      : again.kind === 'ready'
        ? ', and was started again'
        : `, and cannot be started again (${again.detail})`;
  const detail = `the node ${how} after ${whatItGot(got)} (${effortOf(asked)})${back}${said}`;
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

/** How long a question is waited for that a new peer may not know. */
const answerWithinMs = 2_000;

/**
 * The question is sent again after this time, then after twice of it and so on: a datagram may be lost, and only the next one shows that a peer ended with
 * the one before in its queue.
 */
const firstAgainMs = 250;
const againMostMs = 2_000;

/** A busy machine lets a peer wait for seconds. That is not death. In this time it is asked eight times. */
const patienceLeastMs = 10_000;

/**
 * Patience is counted in turns of our own: a turn that took longer, because we or the whole machine were busy, counts as one turn, for the peer had no more
 * of the machine than we had. So much longer than counted it may take all the same.
 */
const turnMs = 100;
const busyFactorMost = 6;

/**
 * What a thousand bytes more may take. An instrumented decoder on a busy machine was seen to read 60,000 bytes of many fields in 8 s; with 500 ms it has
 * four times that. A peer that ended is known at once, by its port; this is what one costs that loops.
 */
const patiencePerKilobyteMs = 500;
const patienceMostMs = 40_000;

/** How long a peer is waited for after these messages. */
function patienceMs(messages: readonly Got[]): number {
  const bytes = messages.reduce((sum, {sent}) => sum + (sent?.length ?? 0), 0);
  return Math.min(patienceMostMs, patienceLeastMs + (bytes * patiencePerKilobyteMs) / 1_000);
}

/** In a row; waiting does not open a port again. */
const refusalsMax = 3;

type Outcome = 'answered' | 'silent' | 'closed' | 'refused';

/** What came of a question that was sent again until it was answered, or patience ended. */
interface Asked {
  readonly outcome: Outcome;
  readonly tries: number;
  readonly tookMs: number;
}

async function askUntilAnswered(story: Story, asker: Asker, withinMs: number): Promise<Asked> {
  const {clock} = story.run.ports;
  const lag = story.run.policy.bounds.lagMs / 10_000;
  const startedMs = clock.monotonicMs();
  const patience = withinMs * lag;
  let refusals = 0;
  let leftMs = patience;
  try {
    for (let tries = 1; ; tries += 1) {
      const waitMs = Math.min(leftMs, Math.min(againMostMs, firstAgainMs * 2 ** (tries - 1)) * lag);
      const outcome = await asker.ask(waitMs);
      if (story.signal.reason === 'interrupted') throw ended('interrupted', 'the run was interrupted');
      refusals = outcome === 'silent' ? 0 : refusals + 1;
      leftMs -= waitMs;
      const tookMs = clock.monotonicMs() - startedMs;
      const isOver = leftMs <= 0 || tookMs >= patience * busyFactorMost;
      if (outcome === 'answered' || refusals >= refusalsMax || isOver) return {outcome, tries, tookMs};
    }
  } finally {
    await asker.close();
  }
}

function effortOf({tries, tookMs}: Asked): string {
  return `asked ${tries === 1 ? 'once' : `${String(tries)} times`} in ${(tookMs / 1_000).toFixed(1)} s`;
}

/** Asks one question, as often as it takes. */
interface Asker {
  readonly ask: (withinMs: number) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

/** Asks a node in a new tunnel each time. The answer is the evidence of a step that asks for survival alone; beside others it would be taken for theirs. */
function nodeAsker(story: Story, node: NodePort, isEvidence: boolean): Asker {
  const {clock} = story.run.ports;
  const ask = async (withinMs: number): Promise<Outcome> => {
    const startedMs = clock.monotonicMs();
    const arrival = await node.askAlive(withinMs);
    const durationMs = roundMs(clock.monotonicMs() - startedMs);
    if (isEvidence || arrival.kind !== 'frame')
      exchanged(story, {whose: 'target', durationMs, traffic: {kind: 'live', arrival}});
    return outcomeOf(arrival);
  };
  return {ask, close: () => Promise.resolve()};
}

/** Asks on a socket of its own, so that nothing that the case waits for is taken. An answer to an earlier try counts: a slow peer gives them all. */
function openAsker(story: Story, name: LiveQuestion): Asker {
  const {live, clock, random} = story.run.ports;
  if (live === undefined) throw ended('harness', 'the case needs a live peer, but the target has none');
  const {message, value, isReply} = questions[name];
  const tokens: number[] = [];
  let conversation: LiveConversation | undefined;
  const close = async (): Promise<void> => {
    await conversation?.close();
    conversation = undefined;
  };
  const isAnswer = (arrival: LiveArrival): boolean => {
    const observed = observeArrival(message, arrival);
    if (!('value' in observed) || !isJsonObject(observed.value)) return false;
    const given = observed.value;
    return tokens.some(token => isReply(given, token));
  };
  const ask = async (withinMs: number): Promise<Outcome> => {
    // A number that no earlier case had, so that no late answer is taken for this one.
    const token = Number.parseInt(random.name(6), 36) % 0x7fff_ffff;
    tokens.push(token);
    const startedMs = clock.monotonicMs();
    conversation ??= await live.open();
    const arrival = await firstAnswer(conversation, {
      bytes: writeValueBytes(message, value(token)),
      withinMs,
      isAnswer,
      heard: () => {
        story.run.learnt.hasLiveSpoken = true;
      },
      signal: story.signal,
      nowMs: () => clock.monotonicMs(),
    });
    const durationMs = roundMs(clock.monotonicMs() - startedMs);
    exchanged(story, {whose: 'target', durationMs, traffic: {kind: 'live', arrival}});
    const outcome = outcomeOf(arrival);
    if (outcome !== 'answered' && outcome !== 'silent') await close();
    return outcome;
  };
  return {ask, close};
}

function outcomeOf({kind}: LiveArrival): Outcome {
  switch (kind) {
    case 'frame':
      return 'answered';
    case 'silence':
      return 'silent';
    case 'closed':
    case 'frame-too-large':
      return 'closed';
    case 'refused':
      return 'refused';
  }
}

interface Try {
  readonly bytes: Uint8Array;
  readonly withinMs: number;
  readonly isAnswer: (arrival: LiveArrival) => boolean;
  /** Called with each message of the peer, also with one that is no answer. */
  readonly heard: () => void;
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
}

/** Gives the answer, or what came last instead. */
async function firstAnswer(
  conversation: LiveConversation,
  {bytes, withinMs, isAnswer, heard, signal, nowMs}: Try,
): Promise<LiveArrival> {
  const hangUp = (): void => {
    // The other end of a case is the time that it has; what a peer died of is worth more.
    if (signal.reason === 'interrupted') void conversation.close();
  };
  signal.addEventListener('abort', hangUp, {once: true});
  hangUp();
  try {
    const sent = await conversation.send(bytes);
    if (sent.kind === 'refused') return sent;
    for (let waitedMs = 0; waitedMs < withinMs;) {
      const turn = Math.min(withinMs - waitedMs, turnMs);
      const startedMs = nowMs();
      const arrival = await conversation.receive(turn);
      const isSilent = arrival.kind === 'silence';
      // What comes from another port of the peer is told by the cases.
      const isElsewhere = arrival.kind === 'silence' && arrival.strays !== undefined;
      if (arrival.kind === 'frame' || arrival.kind === 'frame-too-large' || isElsewhere) heard();
      // A peer that floods with something else gives no answer either.
      if (!isSilent && (arrival.kind !== 'frame' || isAnswer(arrival))) return arrival;
      waitedMs += isSilent ? turn : Math.min(turn, nowMs() - startedMs);
    }
    return {kind: 'silence', waitedMs: withinMs};
  } finally {
    signal.removeEventListener('abort', hangUp);
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

/** A message that was sent to the peer, and how its packet differs from the everyday one. */
type Got = Pick<Extract<RawTraffic, {readonly kind: 'live'}>, 'sent' | 'sending'>;

/** The messages that it may have died of, without our own questions: the last one where that one was hostile, else all that the case has sent. */
function gotBefore({events}: Story, hostile: Uint8Array | undefined): readonly Got[] {
  const sent = events.flatMap(event =>
    event.kind === 'exchanged' && event.exchange.traffic.kind === 'live' && event.exchange.traffic.sent !== undefined
      ? [event.exchange.traffic]
      : [],
  );
  return hostile === undefined ? sent : sent.slice(-1);
}

function whatItGot(got: readonly Got[]): string {
  const left = got.length - shownMax;
  const last = got.slice(-shownMax).map(({sent = new Uint8Array(), sending}) => {
    return sending === undefined ? shown(sent) : `${shown(sent)} as ${JSON.stringify(sending)}`;
  });
  return `${left > 0 ? `${counted(left, 'message')} and ` : ''}${last.join(', ')}`;
}

function shown(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'an empty message';
  const hex = hexOf(bytes, 0, Math.min(bytes.length, shownBytesMax));
  return `${bytes.length === 1 ? 'the byte' : `the ${bytes.length.toLocaleString('en')} bytes`} ${hex}${bytes.length > shownBytesMax ? '…' : ''}`;
}
