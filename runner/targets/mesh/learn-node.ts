// Finds out what a node answers, each with a question before and after that it does answer: silence shows something only between two answers.
import type {LiveConversation} from '../../../model/peer.ts';
import type {OverlayMessage} from '../../../model/peer.ts';
import {normalizeValue} from '../../overlay/value-text.ts';
import {writeValue} from '../../overlay/message-writer.ts';
import type {Json} from '../../../model/json.ts';

/** What a node was seen to do, and what it was seen not to. */
export interface NodeLearnt {
  readonly present: readonly string[];
  readonly absent: ReadonlyMap<string, string>;
}

/** How long an answer is waited for; a node on the same machine takes a millisecond. */
const answerWithinMs = 400;

/** Asks. What bare peers do and no node can is absent without being asked for. */
export async function learnNode(open: () => Promise<LiveConversation>): Promise<NodeLearnt> {
  const absent = new Map<string, string>(neverOffered);
  const present: string[] = [];
  const client = await open();
  const isLighthouse = await answersLookup(client);
  if (isLighthouse) present.push('lighthouse');
  else absent.set('lighthouse', 'it answers no HostQuery about a host that told it an address');
  for (const {capability, words, message, value} of questions) {
    const before = await isAlive(client);
    await ask(client, message, value);
    const arrival = await client.receive(answerWithinMs);
    const after = await isAlive(client);
    if (arrival.kind === 'frame') present.push(capability);
    else if (before && after)
      absent.set(capability, `${words} gets no answer, and the test packets before and after it do`);
  }
  await client.close();
  return {present, absent};
}

const neverOffered: readonly (readonly [string, string])[] = [
  ['bare-handshakes', 'the handshake of a node is a part of its encryption, and travels in no message of its own'],
  ['updates-of-any-host', 'a node takes an update from the host that it is about, and from no other'],
  ['unknown-host-replies', 'a node answers a lookup of an unknown host by silence'],
  ['punch-for-anybody', 'a node takes punch notifications from its lighthouses alone'],
];

const questions: readonly {
  readonly capability: string;
  readonly words: string;
  readonly message: OverlayMessage;
  readonly value: Json;
}[] = [
  {capability: 'whoami', words: 'HostWhoami', message: 'OverlayMeta', value: {Type: 6}},
  {
    capability: 'path-checks',
    words: 'PathCheck',
    message: 'OverlayMeta',
    value: {Type: 8, Details: {VpnIp: 168_430_151, counter: 5}},
  },
  {capability: 'ping', words: 'OverlayPing', message: 'OverlayPing', value: {Type: 0, Time: '9001'}},
];

async function ask(client: LiveConversation, message: OverlayMessage, value: Json): Promise<void> {
  await client.send(writeValue(message, normalizeValue(message, value)));
}

async function answersLookup(client: LiveConversation): Promise<boolean> {
  const {vpnIp = 0} = client;
  await ask(client, 'OverlayMeta', {Type: 3, Details: {VpnIp: vpnIp, IpAndPorts: [{Ip: 167_772_161, Port: 1}]}});
  await ask(client, 'OverlayMeta', {Type: 1, Details: {VpnIp: vpnIp}});
  const arrival = await client.receive(answerWithinMs);
  await drain(client);
  return arrival.kind === 'frame';
}

async function isAlive(client: LiveConversation): Promise<boolean> {
  await client.send(Buffer.from('control'), {packet: {type: 'test'}});
  return (await client.receive(answerWithinMs, 'test')).kind === 'frame';
}

/** Takes what a lookup brings besides its reply: the acknowledgement of an update, a punch notification. */
async function drain(client: LiveConversation): Promise<void> {
  while ((await client.receive(answerWithinMs / 4)).kind === 'frame');
}
