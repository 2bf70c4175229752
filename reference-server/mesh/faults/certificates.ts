// Faults of the certificates that let a host in.
import type {MeshFault} from '../faults.ts';

const refused = {rule: 'MESH-CERTIFICATES', basis: 'usual', requirement: 'MESH-CERT-REFUSED'} as const;

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
];
