// Faults of a live peer: what it answers, and whether it survives what it hears.
import type {OverlayFault} from '../faults.ts';
import type {OverlayPatch} from '../rules/overlay-rules.ts';
import type {Conversation} from '../rules/answer.ts';
import {aMessage, isMessage, type Message} from '../rules/message.ts';

const live = {rule: 'LIVE', basis: 'usual'} as const;
const stated = {rule: 'LIVE', basis: 'stated'} as const;

export const liveFaults: readonly OverlayFault[] = [
  {
    ...stated,
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
    says: 'answers a Ping with a Time 1,000 higher',
    patch: before => ({
      answerPing: (rules, ping) => {
        const answers = before.answerPing(rules, ping);
        for (const {message} of answers) {
          const time = message.fields.get('Time');
          message.fields.set('Time', typeof time === 'bigint' ? BigInt.asUintN(64, time + 1_000n) : 1_000n);
        }
        return answers;
      },
    }),
  },
  {
    ...stated,
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
    ...stated,
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
    ...stated,
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
        for (const {message} of answers) removeFromDetails(message, 'InitiatorIndex');
        return answers;
      },
    }),
  },
  {
    ...live,
    name: 'lookup-without-the-host',
    requirement: 'OV-F-LOOKUP',
    says: 'answers a lookup without saying which host it is about',
    patch: before => ({
      answerMeta: (rules, meta, conversation) => {
        const answers = before.answerMeta(rules, meta, conversation);
        if (meta.fields.get('Type') === 1) for (const {message} of answers) removeFromDetails(message, 'VpnIp');
        return answers;
      },
    }),
  },
  {
    ...live,
    name: 'updates-add-up',
    requirement: 'OV-F-UPDATE',
    says: 'adds the addresses of a later notification to those of the one before',
    patch: before => ({
      learn: (rules, conversation, details) => {
        const host = details.fields.get('VpnIp');
        const known = typeof host === 'number' ? (conversation.hosts.get(host) ?? []) : [];
        before.learn(rules, conversation, details);
        if (typeof host === 'number') conversation.hosts.set(host, [...known, ...(conversation.hosts.get(host) ?? [])]);
      },
    }),
  },
  {
    ...stated,
    name: 'learns-ten-bits-of-ports',
    requirement: 'OV-F-UPDATE',
    says: 'keeps the lowest ten bits of each port that a notification names',
    patch: before => ({
      learn: withAddresses(before, list => list.map(one => addressOf({...one, Port: one.Port % 1024}))),
    }),
  },
  {
    ...stated,
    name: 'learns-addresses-backwards',
    requirement: 'OV-F-UPDATE',
    says: 'keeps the four bytes of each address that a notification names in the opposite order',
    patch: before => ({
      learn: withAddresses(before, list => list.map(one => addressOf({...one, Ip: turnedRound(one.Ip)}))),
    }),
  },
  {
    ...stated,
    name: 'learns-each-address-with-the-next-port',
    requirement: 'OV-F-UPDATE',
    says: 'keeps each address that a notification names with the port of the next one',
    patch: before => ({
      learn: withAddresses(before, list =>
        list.map(({Ip}, index) => addressOf({Ip, Port: list[(index + 1) % list.length]?.Port ?? 0})),
      ),
    }),
  },
  {
    ...live,
    name: 'punches-only-named-addresses',
    requirement: 'OV-F-PUNCH',
    says: 'sends nothing when asked to punch a hole without an address',
    patch: before => ({
      punchTargets: (rules, details, sender) =>
        before.punchTargets(rules, details, sender).filter(target => target !== 'sender'),
    }),
  },
  {
    ...stated,
    name: 'whoami-without-an-address',
    requirement: 'OV-F-WHOAMI',
    says: 'answers whoami without an address',
    patch: before => ({
      answerMeta: (rules, meta, conversation) => {
        const answers = before.answerMeta(rules, meta, conversation);
        if (meta.fields.get('Type') === 6) for (const {message} of answers) removeFromDetails(message, 'IpAndPorts');
        return answers;
      },
    }),
  },
  {
    ...live,
    name: 'path-check-loses-the-counter',
    requirement: 'OV-F-PATHCHECK',
    says: 'answers a path check without its counter',
    patch: before => ({
      answerMeta: (rules, meta, conversation) => {
        const answers = before.answerMeta(rules, meta, conversation);
        if (meta.fields.get('Type') === 8) for (const {message} of answers) removeFromDetails(message, 'counter');
        return answers;
      },
    }),
  },
  {
    ...stated,
    name: 'handshake-without-a-certificate',
    requirement: 'OV-F-HANDSHAKE',
    says: 'answers a handshake without a certificate',
    patch: before => ({
      answerHandshake: (rules, handshake, conversation) => {
        const answers = before.answerHandshake(rules, handshake, conversation);
        for (const {message} of answers) removeFromDetails(message, 'Cert');
        return answers;
      },
    }),
  },
  {
    ...live,
    name: 'same-addresses-are-no-news',
    requirement: 'OV-F-UPDATE',
    says: 'passes over a notification that names the Ips that it knows, whatever the ports',
    patch: learnsUnless(
      (told, known) => told.length === known.length && told.every(({Ip}, at) => Ip === known[at]?.Ip),
    ),
  },
  {
    ...live,
    name: 'same-ports-are-no-news',
    requirement: 'OV-F-UPDATE',
    says: 'passes over a notification that names the ports that it knows, whatever the Ips',
    patch: learnsUnless(
      (told, known) => told.length === known.length && told.every(({Port}, at) => Port === known[at]?.Port),
    ),
  },
  {
    ...live,
    name: 'fewer-addresses-are-no-news',
    requirement: 'OV-F-UPDATE',
    says: 'passes over a notification that names some of the addresses that it knows',
    patch: learnsUnless((told, known) =>
      told.every(one => known.some(({Ip, Port}) => Ip === one.Ip && Port === one.Port)),
    ),
  },
  {
    ...live,
    name: 'shorter-lists-keep-the-rest',
    requirement: 'OV-F-UPDATE',
    says: 'writes the addresses of a notification over the first ones that it knows, and keeps the rest',
    patch: before => ({
      learn: (rules, conversation, details) => {
        const host = numberIn(details.fields.get('VpnIp'));
        const known = conversation.hosts.get(host) ?? [];
        before.learn(rules, conversation, details);
        const told = conversation.hosts.get(host) ?? [];
        if (told.length > 0) conversation.hosts.set(host, [...told, ...known.slice(told.length)]);
      },
    }),
  },
  {
    ...live,
    name: 'two-updates-count',
    requirement: 'OV-F-UPDATE',
    says: 'learns from the first two notifications of a host alone',
    patch: before => {
      const counts = new Map<number, number>();
      return {
        learn: (rules, conversation, details) => {
          const host = numberIn(details.fields.get('VpnIp'));
          const count = (counts.get(host) ?? 0) + 1;
          counts.set(host, count);
          if (count <= 2) before.learn(rules, conversation, details);
        },
      };
    },
  },
  {
    ...live,
    name: 'one-index-for-each-sender',
    requirement: 'OV-F-HANDSHAKE',
    says: 'answers all handshakes of one client with one index of its own',
    patch: before => {
      const given = new Map<string, number>();
      return {
        answerHandshake: (rules, handshake, conversation) => {
          const {sender, nextIndex} = conversation;
          const index = given.get(`${String(sender.ip)} ${String(sender.port)}`) ?? nextIndex;
          given.set(`${String(sender.ip)} ${String(sender.port)}`, index);
          conversation.nextIndex = index;
          const answers = before.answerHandshake(rules, handshake, conversation);
          conversation.nextIndex = Math.max(nextIndex, index + 1);
          return answers;
        },
      };
    },
  },
  {
    ...live,
    name: 'same-ping-is-answered-once',
    requirement: 'OV-F-PING',
    says: 'does not answer a Ping with a Time that it has seen',
    patch: before => {
      const seen = new Set<unknown>();
      return {
        answerPing: (rules, ping) => {
          const time = ping.fields.get('Time');
          if (seen.has(time)) return [];
          seen.add(time);
          return before.answerPing(rules, ping);
        },
      };
    },
  },
  {
    ...live,
    name: 'whoami-is-answered-once',
    requirement: 'OV-F-WHOAMI',
    says: 'answers HostWhoami once at each port',
    patch: onceFor(6, (_meta, {sender}) => String(sender.port)),
  },
  {
    ...live,
    name: 'same-path-check-is-answered-once',
    requirement: 'OV-F-PATHCHECK',
    says: 'answers PathCheck with the counter that it answered before no more',
    patch: onceFor(8, meta => {
      const details = meta.fields.get('Details');
      return isMessage(details)
        ? `${String(numberIn(details.fields.get('VpnIp')))} ${String(numberIn(details.fields.get('counter')))}`
        : '';
    }),
  },
  {
    ...live,
    name: 'same-punch-request-counts-once',
    requirement: 'OV-F-PUNCH',
    says: 'sends something for the first HostPunchNotification about a host alone',
    patch: onceFor(5, meta => {
      const details = meta.fields.get('Details');
      return isMessage(details) ? String(numberIn(details.fields.get('VpnIp'))) : '';
    }),
  },
  {
    ...live,
    name: 'sorts-addresses',
    requirement: 'OV-F-UPDATE',
    says: 'answers a lookup with the addresses sorted by Ip, and not in the order in which they were reported',
    patch: before => ({
      addressesOf: (rules, conversation, host) =>
        before
          .addressesOf(rules, conversation, host)
          .toSorted((one, other) => numberIn(one.fields.get('Ip')) - numberIn(other.fields.get('Ip'))),
    }),
  },
  {
    ...live,
    name: 'update-answers-the-lookup-again',
    requirement: 'OV-F-LOOKUP',
    says: 'answers a lookup of an unknown host at once, and again when that host is reported',
    patch: before => {
      const waiting = new Map<number, {readonly to: Conversation['sender']; readonly asked: Message}>();
      return {
        answerMeta: (rules, meta, conversation) => {
          const details = meta.fields.get('Details');
          const host = isMessage(details) ? numberIn(details.fields.get('VpnIp')) : 0;
          const type = meta.fields.get('Type');
          const answers = before.answerMeta(rules, meta, conversation);
          if (type === 1 && !conversation.hosts.has(host)) waiting.set(host, {to: conversation.sender, asked: meta});
          const waits = type === 3 || type === 4 ? waiting.get(host) : undefined;
          if (waits === undefined) return answers;
          waiting.delete(host);
          return [
            ...before.answerMeta(rules, waits.asked, conversation).map(one => ({...one, to: waits.to})),
            ...answers,
          ];
        },
      };
    },
  },
  {
    ...stated,
    name: 'dies-of-a-port-above-65535',
    requirement: 'OV-WIRE',
    says: 'sends to any port that a HostPunchNotification names for the sender, and ends where there is no such port',
    patch: before => ({
      punchTargets: (rules, details, sender) => {
        const named = addressesIn(details.fields.get('IpAndPorts'))
          .filter(({Ip}) => Ip === sender.ip)
          .map(({Ip, Port}) => ({ip: Ip, port: Port}));
        return named.length === 0 ? before.punchTargets(rules, details, sender) : named;
      },
    }),
  },
  {
    ...live,
    name: 'reads-1500-bytes',
    requirement: 'OV-F-PING',
    says: 'reads the first 1,500 bytes of a message',
    patch: () => ({messageBytesMax: 1_500}),
  },
  {
    ...live,
    name: 'cookie-of-the-handshake-before',
    requirement: 'OV-WIRE',
    says: 'answers a handshake without a Cookie with that of the one before it',
    patch: before => {
      let last = 0n;
      return {
        answerHandshake: (rules, handshake, conversation) => {
          const asked = handshake.fields.get('Details');
          const cookie = isMessage(asked) ? asked.fields.get('Cookie') : undefined;
          if (typeof cookie === 'bigint' && cookie !== 0n) last = cookie;
          const answers = before.answerHandshake(rules, handshake, conversation);
          for (const {message} of answers) {
            const details = message.fields.get('Details');
            if (isMessage(details)) details.fields.set('Cookie', last);
          }
          return answers;
        },
      };
    },
  },
];

/** Passes over a notification that names addresses which this says nothing new of. */
function learnsUnless(isKnown: (told: readonly Address[], known: readonly Address[]) => boolean): OverlayPatch {
  return before => ({
    learn: (rules, conversation, details) => {
      const known = conversation.hosts.get(numberIn(details.fields.get('VpnIp')));
      const told = addressesIn(details.fields.get('IpAndPorts'));
      if (known !== undefined && told.length > 0 && isKnown(told, addressesIn(known))) return;
      before.learn(rules, conversation, details);
    },
  });
}

/** Answers a message of this type once for each key. */
function onceFor(type: number, keyOf: (meta: Message, conversation: Conversation) => string): OverlayPatch {
  return before => {
    const seen = new Set<string>();
    return {
      answerMeta: (rules, meta, conversation) => {
        if (meta.fields.get('Type') === type) {
          const key = keyOf(meta, conversation);
          if (seen.has(key)) return [];
          seen.add(key);
        }
        return before.answerMeta(rules, meta, conversation);
      },
    };
  };
}

function addressesIn(list: unknown): readonly Address[] {
  return (Array.isArray(list) ? (list as readonly Message[]) : []).map(({fields}) => ({
    Ip: numberIn(fields.get('Ip')),
    Port: numberIn(fields.get('Port')),
  }));
}

function removeFromDetails(message: Message, field: string): void {
  const details = message.fields.get('Details');
  if (isMessage(details)) details.fields.delete(field);
}

interface Address {
  readonly Ip: number;
  readonly Port: number;
}

/** Learns a notification with other addresses than it names. */
function withAddresses({learn}: Parameters<OverlayPatch>[0], change: (list: readonly Address[]) => Message[]) {
  return (...[rules, conversation, details]: Parameters<typeof learn>): void => {
    const named = addressesIn(details.fields.get('IpAndPorts'));
    learn(
      rules,
      conversation,
      aMessage('OverlayMetaDetails', {
        ...Object.fromEntries(details.fields),
        IpAndPorts: change(named),
      }),
    );
  };
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function addressOf(address: Address): Message {
  return aMessage('IpAndPort', {...address});
}

function turnedRound(ip: number): number {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(ip);
  return bytes.readUInt32LE();
}
