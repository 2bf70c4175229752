// What doctor asks a decoder under test and a live peer: everyday questions, and whether they are alive after them.
import {hexOf} from '../../../base/text/hex.ts';
import type {LiveArrival, LivePort, NodePort, OverlayMessage, TesteePort} from '../../../model/peer.ts';
import type {DiagnosisLine} from '../../../reports/explain/diagnosis.ts';
import {writeValue} from '../../overlay/message-writer.ts';
import type {JsonObject} from '../../../model/json.ts';

/** Asks a decoder for the value of one small message; a decoder that ends there is an obstacle. */
export async function askDecoder(testee: TesteePort): Promise<readonly DiagnosisLine[]> {
  const bytes = Buffer.from('080110a946', 'hex');
  const answer = await testee.ask({kind: 'decode', message: 'OverlayPing', form: 'binary', bytes});
  if (answer.kind !== 'broken' && answer.kind !== 'lost') return [];
  const says = `the decoder broke when it was asked to decode OverlayPing ${hexOf(bytes)}: ${answer.detail}`;
  return [{weight: 'obstacle', says, fix: 'run it by hand and give it this input'}];
}

/** Asks a live peer what every node asks; a peer that answered and answers no more is an obstacle. */
export async function askLivePeer(live: LivePort): Promise<readonly DiagnosisLine[]> {
  if (live.node !== undefined) return aboutNode(live.node);
  const answered: string[] = [];
  const [ping] = questions;
  for (const question of questions) {
    const arrival = await answerTo(live, question);
    if (arrival.kind === 'frame') answered.push(question.words);
    else if (arrival.kind === 'refused') return [died(question, arrival)];
    else if (answered.includes(ping.words)) {
      // Silence is an answer, and so is death: who answered a Ping before does so again.
      const again = await answerTo(live, ping);
      if (again.kind !== 'frame') return [died(question, again)];
    }
  }
  if (answered.length === 0)
    return [
      {
        weight: 'obstacle',
        says: `the live peer answers none of ${words()}`,
        fix: 'see that it listens there, and that it speaks bare overlay messages: the traffic of a mesh is sealed',
      },
    ];
  const silent = questions.map(one => one.words).filter(one => !answered.includes(one));
  return [
    {weight: 'good', says: `the live peer answers ${answered.join(', ')}`},
    ...(silent.length === 0 ? [] : [{weight: 'note' as const, says: `it gives no answer to ${silent.join(', ')}`}]),
  ];
}

/** A node was asked when it was opened, each question between two that it answers. */
function aboutNode({present, absent}: NodePort): readonly DiagnosisLine[] {
  const has = present.map(name => `; it ${presentWords[name] ?? `answers ${name}`}`);
  return [
    {weight: 'good', says: `the node answers handshakes and test packets${has.join('')}`},
    ...[...absent].map(([name, why]) => ({weight: 'note' as const, says: `it lacks ${name}: ${why}`})),
  ];
}

const presentWords: {readonly [capability: string]: string} = {
  lighthouse: 'is a lighthouse',
  'plain-host': 'is a plain host that reports to this run',
};

interface Question {
  readonly words: string;
  readonly message: OverlayMessage;
  readonly value: JsonObject;
}

const questions: readonly [Question, ...Question[]] = [
  {words: 'Ping', message: 'OverlayPing', value: {Type: 0, Time: '9001'}},
  {words: 'HostWhoami', message: 'OverlayMeta', value: {Type: 6}},
  {words: 'HostQuery', message: 'OverlayMeta', value: {Type: 1, Details: {VpnIp: 168430081}}},
  {words: 'PathCheck', message: 'OverlayMeta', value: {Type: 8, Details: {VpnIp: 168430081, counter: 1}}},
];

const answerWithinMs = 1_000;

function words(): string {
  return questions.map(one => one.words).join(', ');
}

async function answerTo(live: LivePort, {message, value}: Question): Promise<LiveArrival> {
  const conversation = await live.open();
  try {
    const sent = await conversation.send(writeValue(message, value));
    return sent.kind === 'refused' ? sent : await conversation.receive(answerWithinMs);
  } finally {
    await conversation.close();
  }
}

function died({words: asked, message, value}: Question, after: LiveArrival): DiagnosisLine {
  const how = 'detail' in after ? after.detail : 'it answered a Ping before, and does not now';
  return {
    weight: 'obstacle',
    says: `the live peer died while it was asked ${asked} (${hexOf(writeValue(message, value))}): ${how}`,
    fix: 'start it again and look at what it says when it gets this message',
  };
}
