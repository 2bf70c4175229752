// Faults of a live peer: what it answers, and whether it survives what it hears.
import type {OverlayFault} from '../faults.ts';
import {aMessage} from '../rules/message.ts';

const live = {rule: 'LIVE', basis: 'usual'} as const;

export const liveFaults: readonly OverlayFault[] = [
  {
    ...live,
    name: 'answers-ping-with-ping',
    requirement: 'OV-F-PING',
    says: 'answers a Ping with a Ping',
    patch: before => ({
      answerPing: (rules, ping) => {
        const answers = before.answerPing(rules, ping);
        for (const {message} of answers) message.fields.delete('Type');
        return answers;
      },
    }),
  },
  {
    ...live,
    name: 'answers-replies',
    requirement: 'OV-F-PING',
    says: 'answers a Reply with another Reply, so that two such peers never stop',
    patch: () => ({
      answerPing: (_rules, ping) => [
        {to: 'sender', message: aMessage('OverlayPing', {Type: 1, Time: ping.fields.get('Time') ?? 0n})},
      ],
    }),
  },
  {
    ...live,
    name: 'changes-time-in-the-reply',
    requirement: 'OV-F-PING',
    says: 'answers a Ping with a Time one higher',
    patch: before => ({
      answerPing: (rules, ping) => {
        const answers = before.answerPing(rules, ping);
        for (const {message} of answers) {
          const time = message.fields.get('Time');
          message.fields.set('Time', typeof time === 'bigint' ? BigInt.asUintN(64, time + 1n) : 1n);
        }
        return answers;
      },
    }),
  },
  {
    ...live,
    name: 'one-bad-message-kills-the-loop',
    requirement: 'OV-WIRE',
    says: 'answers nothing any more after a message that cannot be decoded',
    patch: () => ({survivesBadMessages: false}),
  },
  {
    ...live,
    name: 'answers-with-a-much-larger-message',
    requirement: 'OV-WIRE',
    says: 'adds 8,192 bytes of an unknown field to every reply',
    // fa 7f = field 2047, length-delimited; 80 40 = 8,192 bytes.
    patch: () => ({
      finishReply: (_rules, bytes) => Buffer.concat([bytes, Buffer.from('fa7f8040', 'hex'), Buffer.alloc(8192)]),
    }),
  },
  {
    ...live,
    name: 'whoami-says-loopback',
    requirement: 'OV-F-WHOAMI',
    says: 'names its own port 1 instead of the port of the sender',
    patch: () => ({senderAddress: (_rules, sender) => aMessage('IpAndPort', {Ip: sender.ip, Port: 1})}),
  },
  {
    ...live,
    name: 'forgets-updates',
    requirement: 'OV-F-UPDATE',
    says: 'learns nothing from a notification',
    patch: () => ({learn: () => {}}),
  },
  {
    ...live,
    name: 'answers-for-another-host',
    requirement: 'OV-F-LOOKUP',
    says: 'answers a lookup with the addresses of the host that was learnt first',
    patch: () => ({addressesOf: (_rules, conversation) => conversation.hosts.values().next().value ?? []}),
  },
  {
    ...live,
    name: 'ignores-path-checks',
    requirement: 'OV-F-PATHCHECK',
    says: 'does not answer a path check',
    patch: before => ({
      answerMeta: (rules, meta, conversation) =>
        meta.fields.get('Type') === 8 ? [] : before.answerMeta(rules, meta, conversation),
    }),
  },
  {
    ...live,
    name: 'ignores-punch-requests',
    requirement: 'OV-F-PUNCH',
    says: 'sends nothing when asked to punch a hole',
    patch: () => ({punchTargets: () => []}),
  },
  {
    ...live,
    name: 'handshake-loses-the-initiator',
    requirement: 'OV-F-HANDSHAKE',
    says: 'answers a handshake without the index of the initiator',
    patch: before => ({
      answerHandshake: (rules, handshake, conversation) => {
        const answers = before.answerHandshake(rules, handshake, conversation);
        for (const {message} of answers) {
          const details = message.fields.get('Details');
          if (typeof details === 'object' && 'fields' in details) details.fields.delete('InitiatorIndex');
        }
        return answers;
      },
    }),
  },
];
