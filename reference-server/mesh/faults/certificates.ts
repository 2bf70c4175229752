// Faults of the certificates that let a host in.
import type {MeshFault} from '../faults.ts';
import {fingerprint} from '../rules/certificate.ts';

const refused = {rule: 'MESH-CERTIFICATES', basis: 'usual', requirement: 'MESH-CERT-REFUSED'} as const;

const welcome = {rule: 'MESH-CERTIFICATES', basis: 'usual', requirement: 'MESH-CERT-WELCOME'} as const;

export const certificateFaults: readonly MeshFault[] = [
  {
    ...refused,
    name: 'mesh-lets-in-expired',
    says: 'lets in a host whose certificate has ended',
    patch: () => ({isInTime: ({from}, nowSeconds) => from <= nowSeconds}),
  },
  {
    ...refused,
    name: 'mesh-lets-in-just-expired',
    says: 'lets in a host whose certificate ended an hour ago',
    patch: () => ({isInTime: ({from, until}, nowSeconds) => from <= nowSeconds && nowSeconds < until + 3_600}),
  },
  {
    ...refused,
    name: 'mesh-lets-in-not-yet-valid',
    says: 'lets in a host whose certificate is not yet valid',
    patch: () => ({isInTime: ({until}, nowSeconds) => nowSeconds < until}),
  },
  {
    ...refused,
    name: 'mesh-lets-in-what-outlives-its-authority',
    says: 'lets in a host whose certificate ends after that of its CA',
    patch: () => ({isWithin: () => true}),
  },
  {
    ...refused,
    name: 'mesh-lets-in-unknown-issuers',
    says: 'takes a certificate whose issuer it does not know for one of its first CA',
    patch: before => ({
      issuerOf: (certificate, authorities) => before.issuerOf(certificate, authorities) ?? authorities[0],
    }),
  },
  {
    ...refused,
    name: 'mesh-lets-in-other-authorities',
    says: 'lets in whatever names an unknown issuer, without a look at the signature',
    patch: before => ({
      issuerOf: (certificate, authorities) => before.issuerOf(certificate, authorities) ?? authorities[0],
      isSigned: (certificate, issuer) =>
        before.issuerOf(certificate, [issuer]) === undefined || before.isSigned(certificate, issuer),
    }),
  },
  {
    ...refused,
    name: 'mesh-never-checks-signatures',
    says: 'never checks the signature of a certificate',
    patch: () => ({isSigned: () => true}),
  },
  {
    ...refused,
    name: 'mesh-lets-in-without-signature',
    says: 'lets in a certificate that has no signature',
    patch: before => ({
      isSigned: (certificate, issuer) => certificate.signature.length === 0 || before.isSigned(certificate, issuer),
    }),
  },
  {
    ...refused,
    name: 'mesh-lets-in-self-signed',
    says: 'lets in a certificate that names no issuer',
    patch: before => ({
      issuerOf: (certificate, authorities) =>
        certificate.issuer.length === 0 ? authorities[0] : before.issuerOf(certificate, authorities),
      isSigned: (certificate, issuer) => certificate.issuer.length === 0 || before.isSigned(certificate, issuer),
    }),
  },
  {
    ...refused,
    name: 'mesh-lets-in-its-own-address',
    says: 'lets in a host whose certificate has the address of the node itself',
    patch: () => ({isOther: () => true}),
  },
  {
    ...refused,
    name: 'mesh-subnets-are-not-signed',
    says: 'lets in a certificate whose signature fits without its subnets',
    patch: before => ({
      isSigned: (certificate, issuer) =>
        before.isSigned(certificate, issuer) || before.isSigned({...certificate, subnets: []}, issuer),
    }),
  },
  {
    ...refused,
    name: 'mesh-groups-are-not-signed',
    says: 'lets in a certificate whose signature fits without its groups',
    patch: before => ({
      isSigned: (certificate, issuer) =>
        before.isSigned(certificate, issuer) || before.isSigned({...certificate, groups: []}, issuer),
    }),
  },
  {
    ...refused,
    name: 'mesh-checks-a-host-once',
    says: 'checks no signature of a host that was let in before',
    patch: before => {
      const known = new Set<number | undefined>();
      return {
        isSigned: (certificate, issuer) => {
          const [host] = certificate.addresses;
          const isGood = known.has(host) || before.isSigned(certificate, issuer);
          if (isGood) known.add(host);
          return isGood;
        },
      };
    },
  },
  {
    ...refused,
    name: 'mesh-lets-in-five-minutes-late',
    says: 'lets in a host whose certificate ended less than five minutes ago',
    patch: () => ({isInTime: ({from, until}, nowSeconds) => from <= nowSeconds && nowSeconds < until + 300}),
  },
  {
    ...refused,
    name: 'mesh-lets-in-five-minutes-early',
    says: 'lets in a host whose certificate begins in less than five minutes',
    patch: () => ({isInTime: ({from, until}, nowSeconds) => from <= nowSeconds + 300 && nowSeconds < until}),
  },
  {
    ...refused,
    name: 'mesh-lets-in-what-is-older-than-its-authority',
    says: 'lets in a host whose certificate begins before that of its CA',
    patch: () => ({isWithin: ({until}, issuer) => until <= issuer.until}),
  },
  {
    ...refused,
    name: 'mesh-issuers-are-compared-by-half',
    says: 'compares the first half of an issuer with those of its CAs',
    patch: () => ({
      issuerOf: ({issuer}, authorities) =>
        authorities.find(one => fingerprint(one).subarray(0, 16).equals(issuer.subarray(0, 16))),
    }),
  },
  {
    ...refused,
    name: 'mesh-believes-the-key-inside',
    says: 'checks a certificate with the key that is in it, and not with that of the handshake',
    patch: before => ({
      withKey: (certificate, fixed) =>
        before.withKey(certificate, certificate.key.length === 0 ? fixed : certificate.key),
    }),
  },
  {
    ...refused,
    name: 'mesh-signatures-may-be-longer',
    says: 'looks at the first 64 bytes of a signature',
    patch: before => ({
      isSigned: (certificate, issuer) =>
        before.isSigned({...certificate, signature: certificate.signature.subarray(0, 64)}, issuer),
    }),
  },
  {
    ...refused,
    name: 'mesh-masks-are-not-signed',
    says: 'lets in a certificate whose signature fits with the mask of the node itself',
    patch: before => ({
      isSigned: ({addresses, ...others}, issuer) =>
        before.isSigned({...others, addresses}, issuer) ||
        before.isSigned(
          {...others, addresses: addresses.map((one, at) => (at % 2 === 1 ? 0xff_ff_00_00 : one))},
          issuer,
        ),
    }),
  },
  {
    ...refused,
    name: 'mesh-ends-are-not-signed',
    says: 'lets in a certificate whose signature fits with an end that is up to two minutes later',
    patch: before => ({
      isSigned: (certificate, issuer) =>
        Array.from({length: 121}, (_, later) => ({...certificate, until: certificate.until + later})).some(one =>
          before.isSigned(one, issuer),
        ),
    }),
  },
  {
    ...welcome,
    name: 'mesh-what-ends-with-its-authority-is-refused',
    says: 'refuses a certificate that ends when that of its CA does',
    patch: () => ({isWithin: ({from, until}, issuer) => from >= issuer.from && until < issuer.until}),
  },
  {
    ...welcome,
    name: 'mesh-what-begins-with-its-authority-is-refused',
    says: 'refuses a certificate that begins when that of its CA does',
    patch: () => ({isWithin: ({from, until}, issuer) => from > issuer.from && until <= issuer.until}),
  },
  {
    ...welcome,
    name: 'mesh-fields-are-expected-in-order',
    says: 'reads no certificate whose signature comes before what it states',
    patch: before => ({readCertificate: bytes => (bytes[0] === 0x0a ? before.readCertificate(bytes) : undefined)}),
  },
  {
    ...welcome,
    name: 'mesh-names-belong-to-one-host',
    says: 'refuses a host whose name another one has',
    patch: before => {
      const hosts = new Map<string, number | undefined>();
      return {
        isHost: certificate => {
          const {name, addresses} = certificate;
          const known = hosts.get(name);
          if (name !== '' && known !== undefined && known !== addresses[0]) return false;
          hosts.set(name, addresses[0]);
          return before.isHost(certificate);
        },
      };
    },
  },
  {
    ...welcome,
    name: 'mesh-subnets-are-left-out',
    says: 'leaves the subnets out when it checks the signature of a certificate',
    patch: before => ({isSigned: (certificate, issuer) => before.isSigned({...certificate, subnets: []}, issuer)}),
  },
  {
    ...welcome,
    name: 'mesh-one-subnet-is-read',
    says: 'reads the first subnet of a certificate alone',
    patch: before => ({
      isSigned: (certificate, issuer) =>
        before.isSigned({...certificate, subnets: certificate.subnets.slice(0, 2)}, issuer),
    }),
  },
  {
    ...welcome,
    name: 'mesh-one-group-is-read',
    says: 'reads the last group of a certificate alone',
    patch: before => ({
      isSigned: (certificate, issuer) =>
        before.isSigned({...certificate, groups: certificate.groups.slice(-1)}, issuer),
    }),
  },
  {
    ...welcome,
    name: 'mesh-groups-are-ascii',
    says: 'reads the groups of a certificate as ASCII',
    patch: before => ({
      isSigned: (certificate, issuer) =>
        before.isSigned({...certificate, groups: certificate.groups.map(ascii)}, issuer),
    }),
  },
  {
    ...welcome,
    name: 'mesh-names-are-ascii',
    says: 'reads the name of a certificate as ASCII',
    patch: before => ({
      isSigned: (certificate, issuer) => before.isSigned({...certificate, name: ascii(certificate.name)}, issuer),
    }),
  },
  {
    ...welcome,
    name: 'mesh-names-end-at-64-letters',
    says: 'cuts the name of a certificate after 64 letters',
    patch: before => ({
      isSigned: (certificate, issuer) => before.isSigned({...certificate, name: certificate.name.slice(0, 64)}, issuer),
    }),
  },
  {
    ...welcome,
    name: 'mesh-names-are-demanded',
    says: 'refuses a certificate without a name',
    patch: before => ({isHost: certificate => before.isHost(certificate) && certificate.name !== ''}),
  },
  {
    ...welcome,
    name: 'mesh-one-address-is-read',
    says: 'reads the first address of a certificate alone',
    patch: before => ({
      isSigned: (certificate, issuer) =>
        before.isSigned({...certificate, addresses: certificate.addresses.slice(0, 2)}, issuer),
    }),
  },
  {
    ...welcome,
    name: 'mesh-last-address-counts',
    says: 'takes the last address of a certificate for that of the host',
    patch: () => ({hostAddress: ({addresses}) => addresses.at(-2)}),
  },
];

function ascii(text: string): string {
  return Buffer.from(text).toString('ascii');
}
