// What only a node has: whether it is alive, its log, and how it is started again.
import type {LiveArrival, LiveConversation, NodePort} from '../../../model/peer.ts';
import {readHandshakeNetwork} from './handshake-packet.ts';
import type {Network} from './host-certificate.ts';
import type {IdentitySource} from './identity-source.ts';
import type {NodeLearnt} from './learn-node.ts';
import {ciphers, type CipherName} from './noise.ts';
import type {StartedNode} from './started-node.ts';
import {cutText} from '../../../base/text/visible-text.ts';

/** How to speak to a node, and the process where the run started it. */
export interface NodeParts {
  readonly node: StartedNode | undefined;
  readonly source: IdentitySource;
  /** The run has the certificate of one host, and no CA. */
  readonly isOneHost: boolean;
  readonly readyWithinMs: number;
  readonly cipher: CipherName;
  /** Why it may refuse our certificates, as a part of a sentence. */
  readonly trust: string;
  readonly open: () => Promise<LiveConversation>;
  /** Opens one that is closed with the node. */
  readonly openKept: () => Promise<LiveConversation>;
  /** Likewise, with the identity of a number. */
  readonly openNumber: (number: number) => Promise<LiveConversation>;
}

/** A node that answered a handshake, or why it counts as one that is not there. */
export type Ready =
  | {readonly kind: 'ready'; readonly network: Network | undefined}
  | {readonly kind: 'failed'; readonly detail: string};

/** How long one handshake is waited for before the next is sent. */
const turnMs = 250;
const logLines = 20;
/** A long line of a log is cut: each handshake has some of these. */
const logLineMax = 200;
/** So many answers that cannot be opened are no accident. */
const unreadableMax = 3;

/** Sends handshakes until one is answered. */
export async function waitForNode({
  node,
  readyWithinMs,
  cipher,
  trust,
  open,
}: Pick<NodeParts, 'node' | 'readyWithinMs' | 'cipher' | 'trust' | 'open'>): Promise<Ready> {
  const untilMs = performance.now() + readyWithinMs;
  const patience = `for ${String(readyWithinMs / 1_000)} s${node === undefined ? '' : ' after its start'} (--connect-timeout 60s waits longer)`;
  let last = 'it was not asked';
  let unreadable = 0;
  while (performance.now() < untilMs && unreadable < unreadableMax) {
    const client = await open();
    const sent = await client.send(Buffer.alloc(0), {handshake: {}});
    const arrival = sent.kind === 'refused' ? sent : await client.receive(turnMs, 'handshake');
    await client.close();
    const end = node?.ended();
    if (end !== undefined) return {kind: 'failed', detail: `it ended (${end})${logOf(node)}`};
    if (arrival.kind === 'frame' && arrival.sealed?.isAuthentic === true)
      return {kind: 'ready', network: readHandshakeNetwork(Buffer.from(arrival.bytes))};
    if (arrival.kind === 'frame') unreadable += 1;
    last =
      'detail' in arrival
        ? `${arrival.detail}, asked ${patience}`
        : arrival.kind === 'frame'
          ? `it answers handshakes with what cannot be opened with cipher=${cipher}: write cipher=${ciphers.find(one => one !== cipher) ?? ''} if that is the cipher of its mesh`
          : `it answered no handshake ${patience}. A node refuses without a word, so see its log: ${trust}, its clock may be wrong, or another program listens there`;
    // A refused port answers at once; a node that is about to listen needs its time.
    if (arrival.kind !== 'silence') await new Promise(resolve => setTimeout(resolve, turnMs / 5));
  }
  return {kind: 'failed', detail: `${last}${logOf(node)}`};
}

function logOf(node: StartedNode | undefined): string {
  const lines = (node?.lastLines(logLines) ?? []).filter(line => line.trim() !== '');
  return lines.length === 0
    ? ''
    : `\n  the last lines of its log:${lines.map(line => `\n  | ${cutText(line, logLineMax)}`).join('')}`;
}

/** Makes the port. */
export function nodePort(
  parts: NodeParts,
  {vpnIp, absent, present}: NodeLearnt & {readonly vpnIp: number},
): Omit<NodePort, 'place' | 'openLighthouse'> {
  const {node} = parts;
  let tokens = 0;
  let kept: LiveConversation | undefined;
  return {
    vpnIp,
    absent,
    present,
    openKept: parts.openNumber,
    askAlive: async withinMs => {
      if (parts.isOneHost) {
        kept ??= await parts.openKept();
        const outcome = await answersAnything(kept, withinMs);
        if (outcome.kind === 'frame') return outcome;
        await kept.close();
        kept = undefined;
      }
      const client = await parts.open();
      tokens += 1;
      const outcome = await answersTest(client, {token: tokens, withinMs});
      await client.close();
      return outcome;
    },
    lastLines: count => node?.lastLines(count) ?? [],
    ...(node === undefined
      ? {}
      : {
          restart: async () => {
            const begun = await node.restart();
            return begun.kind === 'failed' ? begun : waitForNode(parts);
          },
        }),
  };
}

/** Where every client is one host, each new tunnel takes the place of the one that a case speaks in: one is kept, and its end shows life as well. */
async function answersAnything(client: LiveConversation, withinMs: number): Promise<LiveArrival> {
  const sent = await client.send(Buffer.from('alive'), {packet: {type: 'test'}});
  return sent.kind === 'refused'
    ? {kind: 'refused', detail: sent.detail}
    : client.receive(Math.min(withinMs, turnMs), 'any');
}

// The payload is looked at by a case of its own: here it counts that the node answers.
async function answersTest(
  client: LiveConversation,
  {token, withinMs}: {readonly token: number; readonly withinMs: number},
): Promise<LiveArrival> {
  const startedMs = performance.now();
  const sent = await client.send(Buffer.from(`alive ${String(token)}`), {packet: {type: 'test'}});
  if (sent.kind === 'refused' && sent.isSilent === true)
    return {kind: 'silence', waitedMs: performance.now() - startedMs};
  if (sent.kind === 'refused') return sent;
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const arrival = await client.receive(Math.max(1, untilMs - performance.now()), 'test');
    if (arrival.kind !== 'frame') return arrival;
    if (arrival.sealed?.isAuthentic === true && arrival.sealed.subtype === 1) return arrival;
  }
}
