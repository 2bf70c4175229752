// Faults of the life of a tunnel: counters, window, tags, indexes, roaming, close.
import {createDecipheriv} from 'node:crypto';
import type {MeshFault} from '../faults.ts';
import {isSamePlace} from '../rules/mesh-rules.ts';
import {types} from '../rules/packet.ts';
import {tagLength} from '../rules/secrets.ts';

const usual = {rule: 'MESH-TUNNEL', basis: 'usual'} as const;
const protocol = {rule: 'MESH-TUNNEL', basis: 'protocol'} as const;

export const tunnelFaults: readonly MeshFault[] = [
  {
    ...usual,
    name: 'mesh-test-reply-is-empty',
    requirement: 'MESH-TEST',
    says: 'answers a test request with a reply without its bytes',
    patch: () => ({testReply: ({subtype}) => (subtype === 0 ? [{subtype: 1, bytes: Buffer.alloc(0)}] : [])}),
  },
  {
    ...usual,
    name: 'mesh-test-reply-ends-at-64-bytes',
    requirement: 'MESH-TEST',
    says: 'echoes the first 64 bytes of a test request',
    patch: () => ({
      testReply: ({subtype}, bytes) => (subtype === 0 ? [{subtype: 1, bytes: bytes.subarray(0, 64)}] : []),
    }),
  },
  {
    ...usual,
    name: 'mesh-test-replies-are-answered',
    requirement: 'MESH-TEST',
    says: 'answers a test reply, so that two such nodes never stop',
    patch: () => ({testReply: (_header, bytes) => [{subtype: 1, bytes}]}),
  },
  {
    ...usual,
    name: 'mesh-test-is-answered-twice',
    requirement: 'MESH-TEST',
    says: 'answers a test request twice',
    patch: before => ({
      testReply: (header, bytes) => [...before.testReply(header, bytes), ...before.testReply(header, bytes)],
    }),
  },
  {
    ...protocol,
    name: 'mesh-counter-is-used-again',
    requirement: 'MESH-COUNTER',
    says: 'sends every packet of a tunnel with the same counter',
    patch: () => ({nextCounter: before => before}),
  },
  {
    ...protocol,
    name: 'mesh-counter-begins-again-after-64',
    requirement: 'MESH-COUNTER',
    says: 'begins with counter 3 again after 64 packets of a tunnel',
    patch: () => ({nextCounter: before => (before > 66n ? 3n : before + 1n)}),
  },
  {
    ...protocol,
    name: 'mesh-counter-begins-again-elsewhere',
    requirement: 'MESH-COUNTER',
    says: 'begins with counter 3 again when a tunnel has moved',
    patch: () => ({counterAfterMove: () => 3n}),
  },
  {
    ...usual,
    name: 'mesh-reserved-bytes-of-replies',
    requirement: 'MESH-PACKET',
    says: 'sets a reserved bit in the packets of its lookups',
    patch: () => ({packetHeader: header => (header.type === types.lightHouse ? {...header, reserved: 1} : header)}),
  },
  {
    ...protocol,
    name: 'mesh-takes-its-own-direction',
    requirement: 'MESH-TAG',
    says: 'opens packets with the key that it sends with as well',
    patch: () => ({keysFor: ({receive, send}) => [receive, send]}),
  },
  {
    ...usual,
    name: 'mesh-close-ends-all-tunnels',
    requirement: 'MESH-CLOSE',
    says: 'ends the tunnels of all hosts at the closeTunnel of one',
    patch: () => ({endedByClose: (_closed, all) => all}),
  },
  {
    ...usual,
    name: 'mesh-punches-are-answered',
    requirement: 'MESH-STRAY',
    says: 'answers a hole-punch packet by another one',
    patch: () => ({answersPunches: true}),
  },
  {
    ...usual,
    name: 'mesh-errors-are-answered',
    requirement: 'MESH-STRAY',
    says: 'answers a recvError by another one',
    patch: () => ({answersErrors: true}),
  },
  {
    ...usual,
    name: 'mesh-counter-begins-at-4',
    requirement: 'MESH-COUNTER-FIRST',
    says: 'begins a tunnel with counter 4',
    patch: () => ({firstCounter: 4n}),
  },
  {
    ...usual,
    name: 'mesh-counter-skips',
    requirement: 'MESH-COUNTER-FIRST',
    says: 'counts its packets by two',
    patch: () => ({nextCounter: before => before + 2n}),
  },
  {
    ...protocol,
    name: 'mesh-replay-is-accepted',
    requirement: 'MESH-REPLAY',
    says: 'takes a counter as often as it comes',
    patch: () => ({isFresh: ({newest}, {counter}) => counter > newest - 1_024n}),
  },
  {
    ...protocol,
    name: 'mesh-remembers-the-last-counter-alone',
    requirement: 'MESH-REPLAY',
    says: 'refuses the newest counter again and takes every older one',
    patch: () => ({isFresh: ({newest}, {counter}) => counter !== newest && counter > newest - 1_024n}),
  },
  {
    ...protocol,
    name: 'mesh-forgets-what-it-took-in-a-longer-life',
    requirement: 'MESH-REPLAY',
    says: 'takes a counter again that it took 512 or more before, once it has taken more than 1,024',
    patch: before => ({
      isFresh: (window, header) =>
        before.isFresh(window, header) ||
        (window.taken.size > 1_000 &&
          header.counter <= window.newest - 512n &&
          header.counter > window.newest - 1_024n),
    }),
  },
  {
    ...usual,
    name: 'mesh-window-of-64',
    requirement: 'MESH-ORDER',
    says: 'refuses packets that come 64 counters late',
    patch: () => ({isFresh: ({newest, taken}, {counter}) => counter > newest - 64n && !taken.has(counter)}),
  },
  {
    ...usual,
    name: 'mesh-order-is-demanded',
    requirement: 'MESH-ORDER',
    says: 'refuses every packet that comes after a newer one',
    patch: () => ({isFresh: ({newest}, {counter}) => counter > newest}),
  },
  {
    ...usual,
    name: 'mesh-window-without-end',
    requirement: 'MESH-ORDER',
    says: 'takes packets however late they come',
    patch: () => ({isFresh: ({taken}, {counter}) => !taken.has(counter)}),
  },
  {
    ...usual,
    name: 'mesh-forged-packet-uses-up-its-counter',
    requirement: 'MESH-ORDER',
    says: 'marks a counter as taken before it looks at the tag',
    patch: () => ({markForged: ({taken}, counter) => void taken.add(counter)}),
  },
  {
    ...protocol,
    name: 'mesh-forged-packet-moves-the-window',
    requirement: 'MESH-TAG',
    says: 'moves the window to a counter before it looks at the tag',
    patch: () => ({
      markForged: (window, counter) => {
        if (counter > window.newest) window.newest = counter;
      },
    }),
  },
  {
    ...protocol,
    name: 'mesh-tag-is-not-checked',
    requirement: 'MESH-TAG',
    says: 'decrypts a packet and never looks at its tag',
    patch: () => ({
      unsealed: (cipher, {key, counter}, bytes) => {
        if (bytes.length < tagLength) return undefined;
        // Both ciphers are streams: block 2 of AES in counter mode, block 1 of ChaCha20.
        const iv = Buffer.alloc(16);
        if (cipher === 'aes') {
          iv.writeBigUInt64BE(counter, 4);
          iv.writeUInt32BE(2, 12);
        } else {
          iv.writeUInt32LE(1, 0);
          iv.writeBigUInt64LE(counter, 8);
        }
        const stream = createDecipheriv(cipher === 'aes' ? 'aes-256-ctr' : 'chacha20', key, iv);
        return stream.update(bytes.subarray(0, bytes.length - tagLength));
      },
    }),
  },
  {
    ...usual,
    name: 'mesh-unknown-index-is-silence',
    requirement: 'MESH-INDEX-UNKNOWN',
    says: 'does not answer a packet for an index that it does not have',
    patch: () => ({recvError: () => []}),
  },
  {
    ...usual,
    name: 'mesh-recv-error-names-index-0',
    requirement: 'MESH-INDEX-UNKNOWN',
    says: 'names index 0 in every recvError',
    patch: before => ({recvError: (header, isFromHost) => before.recvError({...header, index: 0}, isFromHost)}),
  },
  {
    ...usual,
    name: 'mesh-recv-error-is-longer',
    requirement: 'MESH-INDEX-UNKNOWN',
    says: 'adds a byte to every recvError',
    patch: before => ({
      recvError: (...what) => before.recvError(...what).map(bytes => Buffer.concat([bytes, Buffer.of(0)])),
    }),
  },
  {
    ...usual,
    name: 'mesh-anybody-ends-a-tunnel',
    requirement: 'MESH-CLEAR',
    says: 'ends a tunnel when a recvError comes from anywhere',
    patch: () => ({endedByError: ({index}, all) => all.filter(({remote}) => remote === index)}),
  },
  {
    ...usual,
    name: 'mesh-recv-error-ends-what-is-there',
    requirement: 'MESH-CLEAR',
    says: 'ends the tunnels of the address that a recvError comes from, whatever index it names',
    patch: () => ({endedByError: ({from}, all) => all.filter(({at}) => isSamePlace(from, at))}),
  },
  {
    ...usual,
    name: 'mesh-recv-error-for-its-own-index',
    requirement: 'MESH-CLEAR',
    says: 'ends a tunnel also at a recvError that names its own index of it',
    patch: () => ({
      endedByError: ({index, from}, all) =>
        all.filter(one => (one.remote === index || one.index === index) && isSamePlace(from, one.at)),
    }),
  },
  {
    ...usual,
    name: 'mesh-recv-error-for-index-0',
    requirement: 'MESH-CLEAR',
    says: 'takes a recvError for index 0 for one that means every tunnel of its address',
    patch: () => ({
      endedByError: ({index, from}, all) =>
        all.filter(({remote, at}) => (index === 0 || remote === index) && isSamePlace(from, at)),
    }),
  },
  {
    ...usual,
    name: 'mesh-recv-error-for-a-tunnel-of-another-host',
    requirement: 'MESH-CLEAR',
    says: 'ends the tunnel that a recvError names when it comes from any host that has one',
    patch: () => ({
      endedByError: ({index, from}, all) =>
        all.some(({at}) => isSamePlace(from, at)) ? all.filter(({remote}) => remote === index) : [],
    }),
  },
  {
    ...usual,
    name: 'mesh-recv-error-ends-every-tunnel-of-the-host',
    requirement: 'MESH-RECV-ERROR',
    says: 'ends all tunnels of a host at a recvError that names one of them',
    patch: before => ({
      endedByError: (error, all) => {
        const hosts = new Set(before.endedByError(error, all).map(({host}) => host));
        return all.filter(({host}) => hosts.has(host));
      },
    }),
  },
  {
    ...usual,
    name: 'mesh-recv-errors-are-ignored',
    requirement: 'MESH-RECV-ERROR',
    says: 'keeps a tunnel that the other side says it has lost',
    patch: () => ({endedByError: () => []}),
  },
  {
    ...usual,
    name: 'mesh-recv-error-locks-the-host-out',
    requirement: 'MESH-RECV-ERROR',
    says: 'answers no handshake of a host that has lost its tunnel',
    patch: before => {
      const lost = new Set<number>();
      return {
        endedByError: (error, all) => {
          const ended = before.endedByError(error, all);
          for (const {host} of ended) lost.add(host);
          return ended;
        },
        hostAddress: certificate => {
          const host = before.hostAddress(certificate);
          return host === undefined || lost.has(host) ? undefined : host;
        },
      };
    },
  },
  {
    ...usual,
    name: 'mesh-forgery-moves-the-tunnel',
    requirement: 'MESH-CLEAR',
    says: 'moves a tunnel to where a forged packet came from',
    patch: () => ({moves: () => true}),
  },
  {
    ...usual,
    name: 'mesh-forged-close-ends-the-tunnel',
    requirement: 'MESH-CLEAR',
    says: 'ends a tunnel at a closeTunnel whose tag does not fit',
    patch: () => ({endsOnForgedClose: true}),
  },
  {
    ...usual,
    name: 'mesh-never-roams',
    requirement: 'MESH-ROAMING',
    says: 'answers at the address of the handshake for ever',
    patch: () => ({moves: () => false}),
  },
  {
    ...usual,
    name: 'mesh-updates-never-roam',
    requirement: 'MESH-ROAMING',
    says: 'moves a tunnel after test packets alone',
    patch: () => ({moves: (isAuthentic, {type}) => isAuthentic && type === types.test}),
  },
  {
    ...usual,
    name: 'mesh-close-is-ignored',
    requirement: 'MESH-CLOSE',
    says: 'keeps a tunnel after its closeTunnel',
    patch: () => ({endsOnClose: false}),
  },
  {
    ...protocol,
    name: 'mesh-nonce-of-chachapoly-is-big-endian',
    requirement: 'MESH-NONCE',
    says: 'writes the counter into the nonces of ChaChaPoly as it does into those of AES-GCM',
    patch: () => ({nonce: (cipher, counter) => (cipher === 'chachapoly' ? turned(counter) : counter)}),
  },
  {
    ...protocol,
    name: 'mesh-nonce-of-aes-is-little-endian',
    requirement: 'MESH-NONCE',
    says: 'writes the counter into the nonces of AES-GCM as it does into those of ChaChaPoly',
    patch: () => ({nonce: (cipher, counter) => (cipher === 'aes' ? turned(counter) : counter)}),
  },
  {
    ...protocol,
    name: 'mesh-nonce-has-four-bytes',
    requirement: 'MESH-NONCE',
    says: 'writes the last four bytes of a counter into the nonce',
    patch: () => ({nonce: (_cipher, counter) => BigInt.asUintN(32, counter)}),
  },
  {
    ...protocol,
    name: 'mesh-nonce-of-replies-has-one-byte',
    requirement: 'MESH-NONCE',
    says: 'writes the last byte of its counter into the nonces of what it sends',
    patch: () => ({nonce: (_cipher, counter, way) => (way === 'send' ? BigInt.asUintN(8, counter) : counter)}),
  },
];

/** The eight bytes of a counter in the other order. */
function turned(counter: bigint): bigint {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(counter);
  return bytes.readBigUInt64LE();
}
