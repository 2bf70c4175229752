// What only a node has: whether it is alive, its log, and how it is started again.
import type {LiveArrival, LiveConversation, NodePort} from '../../../model/peer.ts';
import {readHandshakeAddress} from './handshake-packet.ts';
import type {IdentitySource} from './identity-source.ts';
import type {NodeLearnt} from './learn-node.ts';
import type {StartedNode} from './started-node.ts';

/** How to speak to a node, and the process where the run started it. */
export interface NodeParts {
  readonly node: StartedNode | undefined;
  readonly source: IdentitySource;
  /** The run has the certificate of one host, and no CA. */
  readonly isOneHost: boolean;
  readonly readyWithinMs: number;
  readonly open: () => Promise<LiveConversation>;
  /** Opens one that is closed with the node. */
  readonly openKept: () => Promise<LiveConversation>;
  /** Likewise, with the identity of a number. */
  readonly openNumber: (number: number) => Promise<LiveConversation>;
}

/** A node that answered a handshake, or why it counts as one that is not there. */
export type Ready =
  | {readonly kind: 'ready'; readonly vpnIp: number}
  | {readonly kind: 'failed'; readonly detail: string};

/** How long one handshake is waited for before the next is sent. */
const turnMs = 250;
const logLines = 20;

/** Sends handshakes until one is answered. */
export async function waitForNode({
  node,
  readyWithinMs,
  open,
}: Pick<NodeParts, 'node' | 'readyWithinMs' | 'open'>): Promise<Ready> {
  const untilMs = performance.now() + readyWithinMs;
  let last = 'it was not asked';
  while (performance.now() < untilMs) {
    const client = await open();
    const sent = await client.send(Buffer.alloc(0), {handshake: {}});
    const arrival = sent.kind === 'refused' ? sent : await client.receive(turnMs, 'handshake');
    await client.close();
    const end = node?.ended();
    if (end !== undefined) return {kind: 'failed', detail: `it ended (${end})${logOf(node)}`};
    if (arrival.kind === 'frame' && arrival.sealed?.isAuthentic === true)
      return {kind: 'ready', vpnIp: readHandshakeAddress(Buffer.from(arrival.bytes)) ?? 0};
    last =
      'detail' in arrival ? arrival.detail : 'it answers no handshake: is it a node of this mesh, with this cipher?';
    // A refused port answers at once; a node that is about to listen needs its time.
    if (arrival.kind !== 'silence') await new Promise(resolve => setTimeout(resolve, turnMs / 5));
  }
  return {kind: 'failed', detail: `${last}${logOf(node)}`};
}

function logOf(node: StartedNode | undefined): string {
  const lines = (node?.lastLines(logLines) ?? []).filter(line => line.trim() !== '');
  return lines.length === 0 ? '' : `\n  the last lines of its log:${lines.map(line => `\n  | ${line}`).join('')}`;
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
