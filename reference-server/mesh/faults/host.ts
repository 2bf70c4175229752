// Faults of a plain host: what it reports to its lighthouse, and what it does when the lighthouse speaks.
import type {MeshFault} from '../faults.ts';
import type {Address} from '../../overlay/rules/answer.ts';
import {metaTypes} from '../rules/mesh-rules.ts';

const usual = {rule: 'MESH-HOST', basis: 'usual'} as const;
const protocol = {rule: 'MESH-HOST', basis: 'protocol'} as const;

export const hostFaults: readonly MeshFault[] = [
  {
    ...usual,
    name: 'mesh-host-reports-as-moved',
    requirement: 'OV-F-UPDATE',
    says: 'reports with HostMovedNotification in place of HostUpdateNotification',
    patch: before => ({report: (...where) => ({...before.report(...where), type: metaTypes.moved})}),
  },
  {
    ...usual,
    name: 'mesh-host-reports-about-another',
    requirement: 'OV-F-UPDATE',
    says: 'names another host than itself in its reports',
    patch: before => ({report: (own, addresses) => before.report(own + 1, addresses)}),
  },
  {
    ...usual,
    name: 'mesh-host-reports-no-addresses',
    requirement: 'MESH-HOST-REPORT',
    says: 'reports without an address',
    patch: before => ({report: own => before.report(own, [])}),
  },
  {
    ...usual,
    name: 'mesh-host-reports-another-port',
    requirement: 'MESH-HOST-REPORT',
    says: 'reports the port above the one that it listens at',
    patch: before => ({
      report: (own, addresses) =>
        before.report(
          own,
          addresses.map(({ip, port}) => ({ip, port: port + 1})),
        ),
    }),
  },
  {
    ...usual,
    name: 'mesh-host-reports-once',
    requirement: 'MESH-HOST-INTERVAL',
    says: 'reports once and never again',
    patch: () => ({reportsEveryMs: () => undefined}),
  },
  {
    ...usual,
    name: 'mesh-host-never-punches',
    requirement: 'OV-F-PUNCH',
    says: 'sends nothing after HostPunchNotification from its lighthouse',
    patch: () => ({punched: () => []}),
  },
  {
    ...usual,
    name: 'mesh-host-punches-the-first-address-alone',
    requirement: 'MESH-HOST-PUNCH',
    says: 'punches at the first address that its lighthouse names, and at no other',
    patch: before => ({punched: addresses => before.punched(addresses.slice(0, 1))}),
  },
  {
    ...usual,
    name: 'mesh-host-punches-as-before',
    requirement: 'MESH-HOST-PUNCH',
    says: 'punches at the addresses of the HostPunchNotification before as well',
    patch: before => {
      let last: readonly Address[] = [];
      return {
        punched: addresses => {
          const all = [...addresses, ...last];
          last = addresses;
          return before.punched(all);
        },
      };
    },
  },
  {
    ...usual,
    name: 'mesh-host-answers-lookups',
    requirement: 'MESH-LIGHTHOUSES',
    says: 'answers every lookup, though it is no lighthouse',
    patch: () => ({answersLookups: () => true, found: () => ({seen: undefined, told: [{ip: 0x7f_00_00_01, port: 9}]})}),
  },
  {
    ...usual,
    name: 'mesh-host-begins-without-certificate',
    requirement: 'MESH-HS-CERT',
    says: 'begins its handshakes without a certificate',
    patch: () => ({opening: mine => ({...mine, certificate: Buffer.alloc(0)})}),
  },
  {
    ...usual,
    name: 'mesh-host-begins-at-time-0',
    requirement: 'MESH-HS-TIME',
    says: 'begins its handshakes without a Time',
    patch: () => ({opening: mine => ({...mine, time: 0n})}),
  },
  {
    ...usual,
    name: 'mesh-host-asks-for-nobody',
    requirement: 'MESH-HOST-LOOKUP',
    says: 'looks up no host that it punches for',
    patch: () => ({respondsAfterMs: undefined}),
  },
  {
    ...usual,
    name: 'mesh-host-asks-once',
    requirement: 'MESH-HOST-LOOKUP',
    says: 'sends a lookup once, whether it is answered or not',
    patch: () => ({lookupDelaysMs: [0]}),
  },
  {
    ...usual,
    name: 'mesh-host-meets-nobody',
    requirement: 'MESH-HOST-MEET',
    says: 'begins no tunnel with a host whose addresses it looked up',
    patch: () => ({met: () => []}),
  },
  {
    ...usual,
    name: 'mesh-host-punches-each-address-once',
    requirement: 'MESH-HOST-PUNCH',
    says: 'punches at an address at which it punched before no more',
    patch: before => {
      const done = new Set<string>();
      return {
        punched: addresses => {
          const fresh = addresses.filter(({ip, port}) => !done.has(`${String(ip)} ${String(port)}`));
          for (const {ip, port} of fresh) done.add(`${String(ip)} ${String(port)}`);
          return before.punched(fresh);
        },
      };
    },
  },
  {
    ...usual,
    name: 'mesh-host-punches-four-addresses',
    requirement: 'MESH-HOST-PUNCH',
    says: 'punches at the first four addresses that its lighthouse names',
    patch: before => ({punched: addresses => before.punched(addresses.slice(0, 4))}),
  },
  {
    ...usual,
    name: 'mesh-host-punches-with-two-bytes',
    requirement: 'MESH-HOST-PUNCH',
    says: 'sends two bytes as a hole-punch packet',
    patch: () => ({punch: Buffer.from('0000', 'hex')}),
  },
  {
    ...usual,
    name: 'mesh-host-meets-the-first-address-alone',
    requirement: 'MESH-HOST-MEET',
    says: 'begins a tunnel at the first address that a lookup names, and at no other',
    patch: before => ({met: addresses => before.met(addresses.slice(0, 1))}),
  },
  {
    ...usual,
    name: 'mesh-host-meets-the-last-address-alone',
    requirement: 'MESH-HOST-MEET',
    says: 'begins a tunnel at the last address that a lookup names, and at no other',
    patch: before => ({met: addresses => before.met(addresses.slice(-1))}),
  },
  {
    ...usual,
    name: 'mesh-host-meets-anybody',
    requirement: 'MESH-HOST-MEET',
    says: 'begins a tunnel with a host that it never looked up when its lighthouse names one',
    patch: () => ({meets: () => true}),
  },
  {
    ...usual,
    name: 'mesh-host-knocks-once',
    requirement: 'MESH-HOST-AGAIN',
    says: 'sends its lighthouse one first packet, and none after it when nothing answers',
    patch: () => ({knocks: tries => tries < 1}),
  },
  {
    ...usual,
    name: 'mesh-host-knocks-three-times',
    requirement: 'MESH-HOST-AGAIN',
    says: 'gives its lighthouse up for ever after three first packets',
    patch: () => ({knocks: tries => tries < 3}),
  },
  {
    ...usual,
    name: 'mesh-host-counts-its-first-packets',
    requirement: 'MESH-HOST-AGAIN',
    says: 'counts the first packets that get no answer on in their headers',
    patch: () => ({firstHeader: (header, waiting) => ({...header, counter: BigInt(waiting)})}),
  },
  {
    ...usual,
    name: 'mesh-host-takes-the-answer-to-the-first-alone',
    requirement: 'MESH-HOST-AGAIN',
    says: 'passes over the answer to a first packet that it sent after one that got none',
    patch: () => ({takesAnswer: (index, [oldest]) => index === oldest}),
  },
  {
    ...usual,
    name: 'mesh-host-meets-once',
    requirement: 'MESH-HOST-AGAIN',
    says: 'sends a host that it looked up one first packet, and none after it when nothing answers',
    patch: () => ({meetsAgainAfterMs: []}),
  },
  {
    ...usual,
    name: 'mesh-host-meets-twice',
    requirement: 'MESH-HOST-AGAIN',
    says: 'gives a host that it looked up for lost after two first packets',
    patch: () => ({meetsAgainAfterMs: [150]}),
  },
  {
    ...usual,
    name: 'mesh-host-takes-answers-of-its-lighthouse-alone',
    requirement: 'MESH-HOST-AGAIN',
    says: 'has no tunnel with a host that it began one with, though that one answers',
    patch: () => {
      let isFirst = true;
      return {
        takesAnswer: () => {
          const takes = isFirst;
          isFirst = false;
          return takes;
        },
      };
    },
  },
  {
    ...usual,
    name: 'mesh-host-takes-any-certificate-in-an-answer',
    requirement: 'MESH-CERT-REFUSED',
    says: 'takes the certificate in the answer to its first packet as it is',
    patch: before => ({
      hostThatAnswers: (_judged, certificate) => before.readCertificate(certificate)?.addresses[0],
    }),
  },
  {
    ...usual,
    name: 'mesh-host-takes-an-answer-without-its-time',
    requirement: 'MESH-CERT-REFUSED',
    says: 'lets a certificate that has ended answer its first packet',
    patch: before => {
      let isAnswer = false;
      return {
        hostThatAnswers: judged => {
          isAnswer = true;
          const host = judged();
          isAnswer = false;
          return host;
        },
        isInTime: (certificate, nowSeconds) => isAnswer || before.isInTime(certificate, nowSeconds),
        isWithin: (certificate, issuer) => isAnswer || before.isWithin(certificate, issuer),
      };
    },
  },
  {
    ...usual,
    name: 'mesh-host-meets-whoever-answers',
    requirement: 'MESH-HOST-MEET',
    says: 'has a tunnel with another host than the one that it looked up when that one answers',
    patch: () => ({isWanted: () => true}),
  },
  {
    ...protocol,
    name: 'mesh-host-takes-an-answer-again',
    requirement: 'MESH-COUNTER',
    says: 'begins its tunnel from counter 3 again when the answer to its first packet comes again',
    patch: () => ({endsAfterAnswer: false}),
  },
  {
    ...usual,
    name: 'mesh-host-gives-up-at-an-answer-that-does-not-fit',
    requirement: 'MESH-CLEAR',
    says: 'takes no answer any more after one whose tag does not fit, whoever sent that',
    patch: before => {
      const lost = new Set<number>();
      return {
        onBadAnswer: wanted => void lost.add(wanted),
        isWanted: (host, wanted) => before.isWanted(host, wanted) && !lost.has(wanted),
      };
    },
  },
];
