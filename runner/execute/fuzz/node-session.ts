// Speaks to a node in a search: sends datagrams as the hosts of a mesh would, and finds out whether the node is what it was before.
import {isJsonObject, type Json} from '../../../model/json.ts';
import type {LiveConversation, LivePort, NodePort} from '../../../model/peer.ts';
import type {Clock} from '../../../model/ports.ts';
import {errorMark, tellingLines} from '../../../base/text/telling-lines.ts';
import {hexOf, joinBytes} from '../../../base/text/hex.ts';
import {writeValue} from '../../overlay/message-writer.ts';
import {readStrictly} from '../../overlay/strict-reader.ts';
import {normalizeValue} from '../../overlay/value-text.ts';
import type {SearchSending} from '../../../model/peers/sealed.ts';
import {questionLengthMax, type PacketInput} from './draw-packet.ts';

/** What is wrong with a node after what it was sent. */
export type NodeTrouble =
  | {readonly kind: 'crash' | 'hang'; readonly said: string; readonly mark?: string}
  /** The sender's tunnel is gone, and the node begins another one. */
  | {readonly kind: 'tunnel'}
  /** What the node replies to another host has changed, at this place. */
  | {readonly kind: 'other host'; readonly place: string};

/** Tells whether two troubles are the same, as far as it shows. */
export function isSameTrouble(one: NodeTrouble, other: NodeTrouble): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'crash' && other.kind === 'crash') return one.mark === other.mark;
  return one.kind !== 'other host' || other.kind !== 'other host' || one.place === other.place;
}

/** A node that is asked, or why it is not there. */
export type SessionStart =
  | {readonly kind: 'open'; readonly session: NodeSession}
  | {readonly kind: 'gone'; readonly detail: string; readonly trouble: NodeTrouble};

/** The clients of a search, by the numbers of their certificates. */
const talkerNumber = 0;
const shakerNumber = 1;
const observerNumber = 2;
const strangerNumber = 3;

/** Lengths of the test packets that ask whether the tunnel is there. Known nodes died of longer ones. */
const questionLengths = [1, 2, 3, 4, 5, 6, 7, questionLengthMax] as const;
/** A node on the same machine answers in less than a millisecond; a busy machine, or a datagram that was lost, takes another try. */
const answerWithinMs = [100, 400] as const;
/** How long a node may be silent before that is a finding. */
const patienceMs = 6_000;
const refusalsMax = 3;
const logLines = 400;
/** Each handshake is kept until its client is opened again. */
const shakesMax = 2_000;

/** Opens the clients. The node has to answer: what it does not answer at first is not asked later. */
export async function openSession(port: LivePort, clock: Clock): Promise<SessionStart> {
  const {node} = port;
  if (node === undefined) throw new Error('a search of a node was given another peer');
  const isOneHost = node.absent.has('certificate-authority');
  const talker = await node.openKept(talkerNumber);
  const session = new NodeSession(node, clock, {
    talker,
    shaker: isOneHost ? talker : await node.openKept(shakerNumber),
    observer: isOneHost || !node.present.includes('lighthouse') ? undefined : await node.openKept(observerNumber),
    lighthouse: node.openLighthouse?.(),
    stranger: await node.openKept(strangerNumber),
  });
  const trouble = await session.ask();
  if (trouble === undefined) {
    await session.learn();
    return {kind: 'open', session};
  }
  await session.close();
  return {kind: 'gone', detail: 'it answers no test packet in a new tunnel', trouble};
}

interface Clients {
  readonly talker: LiveConversation;
  /** Begins tunnels, so that those of the talker stay what they are. */
  shaker: LiveConversation;
  /** Another host, which a lighthouse must answer alike whatever the first one says. */
  readonly observer: LiveConversation | undefined;
  readonly lighthouse: LiveConversation | undefined;
  /** Sends what is in the clear, from a port that the node knows nothing of. */
  readonly stranger: LiveConversation;
}

/** The clients of a search with one node. */
export class NodeSession {
  /** Whether the node is a relay to itself. */
  hasRelays = false;
  private readonly node: NodePort;
  private readonly clock: Clock;
  private readonly clients: Clients;
  private asked = 0;
  private shaken = 0;
  private usualReply: string | undefined;
  private lastReply: string | undefined;

  constructor(node: NodePort, clock: Clock, clients: Clients) {
    this.node = node;
    this.clock = clock;
    this.clients = clients;
  }

  /** Addresses in the mesh: of the sender, the observer, another client and the node. */
  get addresses(): readonly number[] {
    const {talker, observer, shaker} = this.clients;
    return [talker.vpnIp ?? 0, observer?.vpnIp ?? 0, shaker.vpnIp ?? 0, this.node.vpnIp];
  }

  /** Finds out what the node does besides. */
  async learn(): Promise<void> {
    const {talker, observer} = this.clients;
    const sent = await talker.send(new Uint8Array(1), {packet: {bare: true, relayed: true}});
    this.hasRelays = sent.kind === 'sent';
    if (observer === undefined) return;
    const places = [{Ip: 0x7f00_0001, Port: 9}];
    // Some nodes keep the counter of an earlier message where the next one has none: this one says 0.
    const details = writeValue(
      'OverlayMetaDetails',
      normalizeValue('OverlayMetaDetails', {VpnIp: observer.vpnIp ?? 0, IpAndPorts: places}),
    );
    await observer.send(joinBytes([update, Uint8Array.of(details.length + counterZero.length), details, counterZero]));
    this.usualReply = await this.replyToOther();
  }

  /** Sends these, one after the other; nothing is waited for but our own socket. */
  async send(inputs: readonly PacketInput[]): Promise<void> {
    await this.trim();
    await Promise.all(inputs.map(input => this.clientFor(input).send(input.bytes, fromOnePort(input.sending))));
  }

  /** Gives what is wrong with the node; undefined where it is what it was before. */
  async ask(): Promise<NodeTrouble | undefined> {
    const trouble = (await this.isTunnelThere()) ? await this.otherReply() : await this.whyNoTunnel();
    for (const client of Object.values(this.clients)) client?.forget?.();
    return trouble;
  }

  /** From now on the reply that another host got last is the usual one. */
  takeAsUsual(): void {
    this.usualReply = this.lastReply ?? this.usualReply;
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.clients).map(client => client?.close()));
  }

  private clientFor({sending: {client, handshake, packet}}: PacketInput): LiveConversation {
    const {talker, shaker, lighthouse, stranger} = this.clients;
    if (packet?.elsewhere === true) return stranger;
    if (client === 'lighthouse' && lighthouse !== undefined) return lighthouse;
    return handshake !== undefined && packet?.relayed !== true ? shaker : talker;
  }

  private async trim(): Promise<void> {
    this.shaken += 1;
    if (this.shaken % shakesMax !== 0 || this.clients.shaker === this.clients.talker) return;
    await this.clients.shaker.close();
    this.clients.shaker = await this.node.openKept(shakerNumber);
  }

  private async isTunnelThere(): Promise<boolean> {
    const {talker} = this.clients;
    for (const withinMs of answerWithinMs) {
      const length = questionLengths[this.asked++ % questionLengths.length] ?? 1;
      const sent = await talker.send(new Uint8Array(length), {packet: {type: 'test'}});
      if (sent.kind === 'refused') return false;
      const untilMs = this.clock.monotonicMs() + withinMs;
      for (;;) {
        const arrival = await talker.receive(Math.max(1, untilMs - this.clock.monotonicMs()), 'test');
        if (arrival.kind === 'refused') return false;
        if (arrival.kind !== 'frame') break;
        const {sealed, bytes} = arrival;
        if (sealed?.isAuthentic === true && sealed.subtype === 1 && bytes.length === length) return true;
      }
    }
    return false;
  }

  private async whyNoTunnel(): Promise<NodeTrouble | undefined> {
    const untilMs = this.clock.monotonicMs() + patienceMs;
    let refusals = 0;
    while (this.clock.monotonicMs() < untilMs && refusals < refusalsMax) {
      const arrival = await this.node.askAlive(Math.max(1, untilMs - this.clock.monotonicMs()));
      // It may have been busy with what it got.
      if (arrival.kind === 'frame') return (await this.isTunnelThere()) ? undefined : {kind: 'tunnel'};
      refusals = arrival.kind === 'refused' ? refusals + 1 : 0;
    }
    const log = this.node.lastLines(logLines).join('\n');
    const mark = errorMark(log);
    return {
      kind: refusals < refusalsMax ? 'hang' : 'crash',
      said: tellingLines(log),
      ...(mark === undefined || refusals < refusalsMax ? {} : {mark}),
    };
  }

  private async otherReply(): Promise<NodeTrouble | undefined> {
    const usual = this.usualReply;
    if (usual === undefined) return undefined;
    const reply = await this.replyToOther();
    this.lastReply = reply;
    if (reply === usual) return undefined;
    return {kind: 'other host', place: reply === undefined ? 'no reply' : placeOf(usual, reply)};
  }

  /** Asks where the observer is, as the observer. */
  private async replyToOther(): Promise<string | undefined> {
    const {observer} = this.clients;
    if (observer === undefined) return undefined;
    for (const withinMs of answerWithinMs) {
      await observer.send(overlayMeta({Type: 1, Details: {VpnIp: observer.vpnIp ?? 0}}));
      const untilMs = this.clock.monotonicMs() + withinMs;
      for (;;) {
        const arrival = await observer.receive(Math.max(1, untilMs - this.clock.monotonicMs()), 'lightHouse');
        if (arrival.kind !== 'frame') break;
        // It is the wanted host as well, and is told to punch.
        if (arrival.sealed?.isAuthentic === true && valueOf(arrival.bytes)?.['Type'] === 2) return hexOf(arrival.bytes);
      }
    }
    return undefined;
  }
}

/** A client that sends from two ports has to listen at both, which takes its time. */
function fromOnePort(sending: SearchSending): SearchSending {
  return sending.packet?.elsewhere === true ? {...sending, packet: {...sending.packet, elsewhere: false}} : sending;
}

/** Type = HostUpdateNotification, and the tag of Details. */
const update = Uint8Array.of(0x08, 3, 0x12);
/** counter = 0, written out. */
const counterZero = Uint8Array.of(0x18, 0);

function overlayMeta(value: Json): Uint8Array {
  return writeValue('OverlayMeta', normalizeValue('OverlayMeta', value));
}

function valueOf(bytes: Uint8Array): {readonly [name: string]: Json} | undefined {
  const reading = readStrictly('OverlayMeta', bytes);
  const value = reading.kind === 'accept' ? reading.value : undefined;
  return isJsonObject(value) ? value : undefined;
}

/** The first place at which two replies differ. */
function placeOf(usual: string, other: string): string {
  const [before, after] = [usual, other].map(hex => valueOf(Buffer.from(hex, 'hex')));
  return differsAt(before, after) ?? '/';
}

function differsAt(before: Json | undefined, after: Json | undefined): string | undefined {
  if (isJsonObject(before) && isJsonObject(after))
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const at = differsAt(before[key], after[key]);
      if (at !== undefined) return `/${key}${at}`;
    }
  else if (JSON.stringify(before) !== JSON.stringify(after)) return '';
  return undefined;
}
