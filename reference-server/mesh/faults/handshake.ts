// Faults of the handshake: fields, order, and what is answered at all.
import type {MeshFault} from '../faults.ts';
import {readIntroduction} from '../meta.ts';
import {blank} from '../papers.ts';
import type {Certificate} from '../rules/certificate.ts';

const usual = {rule: 'MESH-HANDSHAKE', basis: 'usual'} as const;
const protocol = {rule: 'MESH-HANDSHAKE', basis: 'protocol'} as const;

export const handshakeFaults: readonly MeshFault[] = [
  {
    ...usual,
    name: 'mesh-second-packet-has-counter-1',
    requirement: 'MESH-HS-PACKET',
    says: 'sends the second packet of a handshake with counter 1',
    patch: () => ({secondHeader: header => ({...header, counter: 1n})}),
  },
  {
    ...usual,
    name: 'mesh-second-packet-has-reserved-bits',
    requirement: 'MESH-HS-PACKET',
    says: 'sets a reserved bit in the second packet of a handshake',
    patch: () => ({secondHeader: header => ({...header, reserved: 1})}),
  },
  {
    ...usual,
    name: 'mesh-second-packet-has-version-2',
    requirement: 'MESH-HS-PACKET',
    says: 'answers a handshake with a header of version 2',
    patch: () => ({secondHeader: header => ({...header, version: 2})}),
  },
  {
    ...usual,
    name: 'mesh-answer-names-index-0',
    requirement: 'MESH-HS-INDEX',
    says: 'names 0 as the index of the initiator in its answer',
    patch: () => ({introduction: mine => ({...mine, initiator: 0})}),
  },
  {
    ...usual,
    name: 'mesh-one-index-for-each-host',
    requirement: 'MESH-HS-INDEX',
    says: 'gives the second tunnel of a host the index of the first one',
    patch: before => {
      const given = new Map<number, number>();
      return {
        newIndex: (draw, host) => {
          const index = given.get(host) ?? before.newIndex(draw, host);
          given.set(host, index);
          return index;
        },
      };
    },
  },
  {
    ...usual,
    name: 'mesh-answers-without-certificate',
    requirement: 'MESH-HS-CERT',
    says: 'answers a handshake without a certificate',
    patch: () => ({introduction: mine => ({...mine, certificate: Buffer.alloc(0)})}),
  },
  {
    ...usual,
    name: 'mesh-certificate-does-not-fit',
    requirement: 'MESH-HS-CERT',
    says: 'shows a certificate whose signature does not fit',
    patch: before => ({
      shown: own => ({...before.shown(own), signature: Buffer.from(own.signature.map(byte => byte ^ 1))}),
    }),
  },
  {
    ...usual,
    name: 'mesh-certificate-travels-with-its-key',
    requirement: 'MESH-HS-CERT',
    says: 'leaves its public key in the certificate that it shows',
    patch: () => ({shown: own => own}),
  },
  {
    ...protocol,
    name: 'mesh-one-ephemeral-key',
    requirement: 'MESH-HS-FRESH',
    says: 'answers every handshake with the same ephemeral key',
    patch: before => {
      const key = before.freshEphemeral();
      return {freshEphemeral: () => key};
    },
  },
  {
    ...usual,
    name: 'mesh-time-is-that-of-the-initiator',
    requirement: 'MESH-HS-TIME',
    says: 'answers a handshake with the Time of the initiator',
    patch: () => ({introduction: (mine, {time}) => ({...mine, time})}),
  },
  {
    ...usual,
    name: 'mesh-time-in-seconds',
    requirement: 'MESH-HS-TIME',
    says: 'gives the time of its answer in seconds',
    patch: () => ({nowNanoseconds: nowMs => BigInt(Math.floor(nowMs / 1_000))}),
  },
  {
    ...usual,
    name: 'mesh-time-in-milliseconds',
    requirement: 'MESH-HS-TIME',
    says: 'gives the time of its answer in milliseconds',
    patch: () => ({nowNanoseconds: nowMs => BigInt(Math.floor(nowMs))}),
  },
  {
    ...usual,
    name: 'mesh-answers-handshakes-twice',
    requirement: 'MESH-HS-ANSWER',
    says: 'sends its answer to a handshake twice',
    patch: () => ({answersPerFirst: 2}),
  },
  {
    ...usual,
    name: 'mesh-same-packet-gets-silence',
    requirement: 'MESH-HS-SAME',
    says: 'does not answer the same first packet again',
    patch: () => ({answerAgain: () => undefined}),
  },
  {
    ...usual,
    name: 'mesh-same-packet-gets-another-answer',
    requirement: 'MESH-HS-SAME',
    says: 'answers the same first packet with another counter',
    patch: () => ({
      answerAgain: kept => {
        const other = Buffer.from(kept);
        other.writeBigUInt64BE(4n, 8);
        return other;
      },
    }),
  },
  {
    ...usual,
    name: 'mesh-older-time-is-accepted',
    requirement: 'MESH-HS-OLDER',
    says: 'answers a first packet whose Time is older than the last one of the host',
    patch: () => ({isWelcome: () => true}),
  },
  {
    ...usual,
    name: 'mesh-times-are-compared-in-seconds',
    requirement: 'MESH-HS-OLDER',
    says: 'answers a first packet whose Time is older and of the same second',
    patch: () => ({isWelcome: (time, before) => time / 1_000_000_000n >= before / 1_000_000_000n}),
  },
  {
    ...usual,
    name: 'mesh-same-keys-are-the-same-packet',
    requirement: 'MESH-HS-NEWER',
    says: 'takes a first packet with the two keys of the one before for that one again',
    patch: () => ({isSameFirst: ({first}, before) => first.subarray(0, 64).equals(before.first.subarray(0, 64))}),
  },
  {
    ...usual,
    name: 'mesh-same-index-is-the-same-packet',
    requirement: 'MESH-HS-NEWER',
    says: 'takes a first packet with the index of the one before for that one again',
    patch: before => ({
      isSameFirst: (one, other) =>
        before.isSameFirst(one, other) || initiatorOf(one.first) === initiatorOf(other.first),
    }),
  },
  {
    ...usual,
    name: 'mesh-other-keys-are-refused',
    requirement: 'MESH-HS-NEWER',
    says: 'refuses a host that comes with another static key than before',
    patch: before => {
      const keys = new Map<number, string>();
      return {
        withKey: (certificate, fixed) => {
          const [host = 0] = certificate.addresses;
          const known = keys.get(host) ?? fixed.toString('hex');
          keys.set(host, known);
          return before.withKey(certificate, known === fixed.toString('hex') ? fixed : Buffer.alloc(32));
        },
      };
    },
  },
  {
    ...usual,
    name: 'mesh-same-time-is-the-same-packet',
    requirement: 'MESH-HS-OLDER',
    says: 'takes a first packet with the Time of the one before for that one again',
    patch: () => ({isSameFirst: ({time}, before) => time === before.time}),
  },
  {
    ...usual,
    name: 'mesh-same-time-is-accepted',
    requirement: 'MESH-HS-OLDER',
    says: 'answers a first packet whose Time is that of the one before',
    patch: () => ({isWelcome: (time, before) => time >= before}),
  },
  {
    ...usual,
    name: 'mesh-same-packet-gets-the-first-answer',
    requirement: 'MESH-HS-SAME',
    says: 'answers the same first packet with what it answered first to that host',
    patch: () => {
      const first = new Map<string, Buffer>();
      return {
        answerAgain: (kept, host) => first.get(String(host)) ?? kept,
        look: look => {
          if (look.stage === 'answer' && !first.has(String(look.host))) first.set(String(look.host), look.second);
        },
      };
    },
  },
  {
    ...usual,
    name: 'mesh-times-are-kept-for-ever',
    requirement: 'MESH-CLOSE',
    says: 'refuses an older Time of a host whose tunnel was closed',
    patch: () => ({forgetsHandshakes: false}),
  },
  {
    ...protocol,
    name: 'mesh-handshake-with-unknown-field-is-refused',
    requirement: 'MESH-HS-UNKNOWN',
    says: 'does not answer a handshake that has a field of a later release',
    patch: () => ({readsUnknownHandshakes: false}),
  },
  {
    ...usual,
    name: 'mesh-handshake-with-low-order-key-is-answered',
    requirement: 'MESH-HS-REFUSED',
    says: 'goes on with zeros where a key of zeros gives no shared secret',
    patch: before => ({agree: (own, theirs) => before.agree(own, theirs) ?? Buffer.alloc(32)}),
  },
  {
    ...usual,
    name: 'mesh-every-handshake-is-answered',
    requirement: 'MESH-HS-REFUSED',
    says: 'answers every first packet, as one of an unknown host where it cannot be read',
    patch: before => ({
      firstMessage: bytes => before.firstMessage(Buffer.concat([bytes, Buffer.alloc(Math.max(0, 64 - bytes.length))])),
      readIntroduction: bytes => before.readIntroduction(bytes) ?? before.readIntroduction(Buffer.from('0a00', 'hex')),
      agree: (own, theirs) => before.agree(own, theirs) ?? Buffer.alloc(32),
      isWelcome: () => true,
      needsDetails: false,
      presence: certificate => certificate ?? somebody,
      issuerOf: (certificate, authorities) =>
        certificate.name === somebody.name ? authorities[0] : before.issuerOf(certificate, authorities),
      isSigned: (certificate, issuer) => certificate.name === somebody.name || before.isSigned(certificate, issuer),
      isInTime: (certificate, now) => certificate.name === somebody.name || before.isInTime(certificate, now),
      isWithin: (certificate, issuer) => certificate.name === somebody.name || before.isWithin(certificate, issuer),
    }),
  },
];

function initiatorOf(first: Buffer): number | undefined {
  return readIntroduction(first.subarray(64))?.value.initiator;
}

const somebody: Certificate = {
  ...blank,
  name: 'somebody without a certificate',
  addresses: [0x0a_4d_00_fe, 0xff_ff_00_00],
};
