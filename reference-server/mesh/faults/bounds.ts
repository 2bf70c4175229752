// Faults of numbers beside their bounds: indexes, times, counters, both ends of the window, lengths.
import type {MeshFault} from '../faults.ts';
import {types} from '../rules/packet.ts';

const handshake = {rule: 'MESH-HANDSHAKE', basis: 'usual'} as const;
const tunnel = {rule: 'MESH-TUNNEL', basis: 'usual'} as const;
const protocol = {rule: 'MESH-TUNNEL', basis: 'protocol'} as const;

/** Five minutes in nanoseconds. */
const patience = 300_000_000_000n;

export const boundFaults: readonly MeshFault[] = [
  {
    ...handshake,
    name: 'mesh-index-has-31-bits',
    requirement: 'MESH-HS-INDEX',
    says: 'names 31 bits of the index of the initiator in its answer',
    patch: () => ({introduction: mine => ({...mine, initiator: mine.initiator & 0x7f_ff_ff_ff})}),
  },
  {
    ...handshake,
    name: 'mesh-small-indexes-are-refused',
    requirement: 'MESH-HS-INDEX',
    says: 'refuses an initiator whose index is below 256',
    patch: () => ({isIndexWelcome: index => index > 255}),
  },
  {
    ...handshake,
    name: 'mesh-index-of-another-host-is-refused',
    requirement: 'MESH-HS-INDEX',
    says: 'refuses an initiator whose index another host chose before',
    patch: () => ({isIndexWelcome: (index, used) => !used.has(index)}),
  },
  {
    ...handshake,
    name: 'mesh-times-ahead-are-refused',
    requirement: 'MESH-HS-NEWER',
    says: 'refuses a Time that is five minutes ahead of its clock',
    patch: () => ({isTimely: (time, now) => time < now + patience}),
  },
  {
    ...handshake,
    name: 'mesh-time-0-is-refused',
    requirement: 'MESH-HS-NEWER',
    says: 'refuses a host that gives no Time',
    patch: () => ({isTimely: time => time !== 0n}),
  },
  {
    ...handshake,
    name: 'mesh-times-are-doubles',
    requirement: 'MESH-HS-NEWER',
    says: 'compares Times as numbers of 53 bits',
    patch: () => ({isWelcome: (time, before) => Number(time) > Number(before)}),
  },
  {
    ...handshake,
    name: 'mesh-times-are-compared-in-milliseconds',
    requirement: 'MESH-HS-NEWER',
    says: 'compares Times in milliseconds',
    patch: () => ({isWelcome: (time, before) => time / 1_000_000n > before / 1_000_000n}),
  },
  {
    ...handshake,
    name: 'mesh-times-have-a-sign',
    requirement: 'MESH-HS-NEWER',
    says: 'takes a Time above 2^63 for a negative one',
    patch: () => ({isWelcome: (time, before) => BigInt.asIntN(64, time) > BigInt.asIntN(64, before)}),
  },
  {
    ...handshake,
    name: 'mesh-any-counter-is-a-first-packet',
    requirement: 'MESH-HS-REFUSED',
    says: 'answers a handshake packet whatever its counter is',
    patch: () => ({isFirstPacket: ({subtype, index}) => subtype === 0 && index === 0}),
  },
  {
    ...handshake,
    name: 'mesh-any-subtype-is-a-first-packet',
    requirement: 'MESH-HS-REFUSED',
    says: 'answers a handshake packet whatever its subtype is',
    patch: () => ({isFirstPacket: ({index, counter}) => index === 0 && counter === 1n}),
  },
  {
    ...tunnel,
    name: 'mesh-window-is-longer-by-one',
    requirement: 'MESH-ORDER',
    says: 'takes a packet that comes 1,024 counters late',
    patch: () => ({isFresh: ({newest, taken}, {counter}) => counter >= newest - 1_024n && !taken.has(counter)}),
  },
  {
    ...tunnel,
    name: 'mesh-window-is-shorter-by-one',
    requirement: 'MESH-ORDER',
    says: 'refuses a packet that comes 1,023 counters late',
    patch: () => ({isFresh: ({newest, taken}, {counter}) => counter > newest - 1_023n && !taken.has(counter)}),
  },
  {
    ...tunnel,
    name: 'mesh-window-is-never-cleared',
    requirement: 'MESH-ORDER',
    says: 'refuses a late packet whose place in the ring of 1,024 counters an older one has taken',
    patch: () => ({
      isFresh: ({newest, taken}, {counter}) =>
        counter > newest || (counter > newest - 1_024n && ![...taken].some(one => (one - counter) % 1_024n === 0n)),
    }),
  },
  {
    ...protocol,
    name: 'mesh-counters-are-doubles',
    requirement: 'MESH-NONCE',
    says: 'reads a counter as a number of 53 bits',
    patch: () => ({nonce: (_cipher, counter, way) => (way === 'receive' ? BigInt(Number(counter)) : counter)}),
  },
  {
    ...protocol,
    name: 'mesh-nonce-has-63-bits',
    requirement: 'MESH-NONCE',
    says: 'writes 63 bits of a counter into the nonce',
    patch: () => ({nonce: (_cipher, counter) => BigInt.asUintN(63, counter)}),
  },
  {
    ...protocol,
    name: 'mesh-nonce-has-six-bytes',
    requirement: 'MESH-NONCE',
    says: 'writes the last six bytes of a counter into the nonce',
    patch: () => ({nonce: (_cipher, counter) => BigInt.asUintN(48, counter)}),
  },
  {
    ...tunnel,
    name: 'mesh-recv-error-for-messages-alone',
    requirement: 'MESH-INDEX-UNKNOWN',
    says: 'sends recvError for packets of type message alone',
    patch: before => ({
      recvError: (header, ...more) => (header.type === types.message ? before.recvError(header, ...more) : []),
    }),
  },
  {
    ...tunnel,
    name: 'mesh-recv-error-for-hosts-alone',
    requirement: 'MESH-INDEX-UNKNOWN',
    says: 'sends recvError to addresses of its tunnels alone',
    patch: before => ({recvError: (header, isFromHost) => (isFromHost ? before.recvError(header, isFromHost) : [])}),
  },
  {
    ...tunnel,
    name: 'mesh-recv-error-names-two-bytes',
    requirement: 'MESH-INDEX-UNKNOWN',
    says: 'names the last two bytes of an index in recvError',
    patch: before => ({
      recvError: (header, ...more) => before.recvError({...header, index: header.index & 0xff_ff}, ...more),
    }),
  },
  {
    ...tunnel,
    name: 'mesh-recv-error-comes-once',
    requirement: 'MESH-INDEX-UNKNOWN',
    says: 'sends recvError once for each index',
    patch: before => {
      const named = new Set<number>();
      return {
        recvError: (header, ...more) => {
          if (named.has(header.index)) return [];
          named.add(header.index);
          return before.recvError(header, ...more);
        },
      };
    },
  },
  {
    ...tunnel,
    name: 'mesh-recv-error-comes-twice',
    requirement: 'MESH-INDEX-UNKNOWN',
    says: 'sends each recvError twice',
    patch: before => ({recvError: (...what) => [...before.recvError(...what), ...before.recvError(...what)]}),
  },
  {
    ...tunnel,
    name: 'mesh-tests-of-any-subtype-are-answered',
    requirement: 'MESH-TEST',
    says: 'answers every test packet that is not a reply',
    patch: () => ({testReply: ({subtype}, bytes) => (subtype === 1 ? [] : [{subtype: 1, bytes}])}),
  },
  {
    ...tunnel,
    name: 'mesh-empty-tests-are-not-answered',
    requirement: 'MESH-TEST',
    says: 'answers no test request without a text',
    patch: before => ({testReply: (header, bytes) => (bytes.length === 0 ? [] : before.testReply(header, bytes))}),
  },
  {
    ...tunnel,
    name: 'mesh-test-reply-ends-at-512-bytes',
    requirement: 'MESH-TEST',
    says: 'echoes the first 512 bytes of a test request',
    patch: before => ({testReply: (header, bytes) => before.testReply(header, bytes.subarray(0, 512))}),
  },
];
