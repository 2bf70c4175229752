// Finds out what a node answers, each with a question before and after that it does answer: silence shows something only between two answers.
import type {LiveConversation} from '../../../model/peer.ts';
import type {NodeRole, OverlayMessage} from '../../../model/peer.ts';
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

/** Asks. What bare peers do and no node can is absent without being asked for, and so is what its role says. */
export async function learnNode(
  open: () => Promise<LiveConversation>,
  {
    role,
    reportsToUs,
    hasAuthority,
    isRestricted,
    hasRestricted,
  }: {
    readonly role?: NodeRole;
    readonly reportsToUs: boolean;
    readonly hasAuthority: boolean;
    /** The CA names the addresses, subnets or groups that its hosts may have. */
    readonly isRestricted: boolean;
    /** The run has another CA, which does. */
    readonly hasRestricted: boolean;
  },
): Promise<NodeLearnt> {
  const absent = new Map<string, string>(neverOffered);
  const present: string[] = [];
  if (reportsToUs) present.push('plain-host');
  else absent.set('plain-host', 'the run is not its lighthouse: that takes node: in a target file, and ?role=host');
  if (!hasAuthority)
    absent.set('certificate-authority', 'its address names the certificate of one host, and no CA to sign others with');
  if (isRestricted)
    absent.set('unrestricted-authority', 'its CA restricts the addresses, subnets or groups of its hosts');
  if (!hasRestricted)
    absent.set(
      'restricted-authority',
      'the run has no second CA that restricts groups, addresses and subnets as its cases know it',
    );
  const found = role ?? (await inClient(open, answersLookup));
  if (found === 'lighthouse') present.push('lighthouse');
  else if (role === 'host') absent.set('lighthouse', 'its address says role=host');
  else absent.set('lighthouse', 'it answers no HostQuery about a host that told it an address');
  // Each in a tunnel of its own, so that the time of their silences is spent once.
  const find = (question: (typeof questions)[number]): ReturnType<typeof findOut> =>
    inClient(open, client => findOut(client, question));
  const answers: Awaited<ReturnType<typeof findOut>>[] = [];
  if (hasAuthority) answers.push(...(await Promise.all(questions.map(find))));
  // One host has one tunnel.
  else for (const question of questions) answers.push(await find(question));
  for (const [index, {capability, words}] of questions.entries()) {
    if (answers[index] === 'answered') present.push(capability);
    if (answers[index] === 'silent')
      absent.set(capability, `${words} gets no answer, and the test packets before and after it do`);
  }
  return {present, absent};
}

async function inClient<Result>(
  open: () => Promise<LiveConversation>,
  act: (client: LiveConversation) => Promise<Result>,
): Promise<Result> {
  const client = await open();
  try {
    return await act(client);
  } finally {
    await client.close();
  }
}

async function findOut(
  client: LiveConversation,
  {message, value}: (typeof questions)[number],
): Promise<'answered' | 'silent' | 'not known'> {
  const before = await isAlive(client);
  await ask(client, message, value);
  const arrival = await client.receive(answerWithinMs);
  const after = await isAlive(client);
  if (arrival.kind === 'frame') return 'answered';
  return before && after ? 'silent' : 'not known';
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

async function answersLookup(client: LiveConversation): Promise<NodeRole> {
  const {vpnIp = 0} = client;
  await ask(client, 'OverlayMeta', {Type: 3, Details: {VpnIp: vpnIp, IpAndPorts: [{Ip: 167_772_161, Port: 1}]}});
  await ask(client, 'OverlayMeta', {Type: 1, Details: {VpnIp: vpnIp}});
  const arrival = await client.receive(answerWithinMs);
  return arrival.kind === 'frame' ? 'lighthouse' : 'host';
}

async function isAlive(client: LiveConversation): Promise<boolean> {
  await client.send(Buffer.from('control'), {packet: {type: 'test'}});
  return (await client.receive(answerWithinMs, 'test')).kind === 'frame';
}
