// Faults of a CA that restricts its hosts, and of a node that trusts two of them.
import type {MeshFault} from '../faults.ts';
import type {Certificate} from '../rules/certificate.ts';
import type {MeshPatch} from '../rules/mesh-rules.ts';

const refused = {rule: 'MESH-CERTIFICATES', basis: 'usual', requirement: 'MESH-CERT-REFUSED'} as const;
const welcome = {rule: 'MESH-CERTIFICATES', basis: 'usual', requirement: 'MESH-CERT-WELCOME'} as const;

/** Looks at a part alone of what a host's certificate states. */
function looksAt(part: (certificate: Certificate) => Partial<Certificate>): MeshPatch {
  return before => ({
    isAllowed: (rules, certificate, issuer) => before.isAllowed(rules, {...certificate, ...part(certificate)}, issuer),
  });
}

export const restrictionFaults: readonly MeshFault[] = [
  {
    ...refused,
    name: 'mesh-any-group-is-allowed',
    says: 'lets in a host with a group that its CA does not allow',
    patch: () => ({isGroupAllowed: () => true}),
  },
  {
    ...refused,
    name: 'mesh-any-network-is-allowed',
    says: 'lets in a host with a network that its CA does not allow',
    patch: () => ({isNetworkAllowed: () => true}),
  },
  {
    ...refused,
    name: 'mesh-wider-networks-are-allowed',
    says: 'lets in a host with a network that is wider than what its CA allows',
    patch: () => ({
      isNetworkAllowed: ({address}, allowed) => allowed.some(one => ((address ^ one.address) & one.mask) === 0),
    }),
  },
  {
    ...refused,
    name: 'mesh-groups-are-compared-without-case',
    says: 'compares the groups of a host with those of its CA without a look at capitals',
    patch: before => ({isGroupAllowed: (group, allowed) => before.isGroupAllowed(group.toLowerCase(), allowed)}),
  },
  {
    ...refused,
    name: 'mesh-groups-are-compared-by-their-begin',
    says: 'allows a group that a group of its CA begins with',
    patch: () => ({isGroupAllowed: (group, allowed) => allowed.some(one => one.startsWith(group))}),
  },
  {
    ...refused,
    name: 'mesh-first-group-is-compared-alone',
    says: 'compares the first group of a host alone with those of its CA',
    patch: looksAt(({groups}) => ({groups: groups.slice(0, 1)})),
  },
  {
    ...refused,
    name: 'mesh-last-group-is-compared-alone',
    says: 'compares the last group of a host alone with those of its CA',
    patch: looksAt(({groups}) => ({groups: groups.slice(-1)})),
  },
  {
    ...refused,
    name: 'mesh-first-subnet-is-compared-alone',
    says: 'compares the first subnet of a host alone with those of its CA',
    patch: looksAt(({subnets}) => ({subnets: subnets.slice(0, 2)})),
  },
  {
    ...refused,
    name: 'mesh-subnets-are-not-compared',
    says: 'compares no subnet of a host with those of its CA',
    patch: looksAt(() => ({subnets: []})),
  },
  {
    ...refused,
    name: 'mesh-addresses-are-not-compared',
    says: 'compares no address of a host with the networks of its CA',
    patch: looksAt(() => ({addresses: []})),
  },
  {
    ...refused,
    name: 'mesh-first-address-is-compared-alone',
    says: 'compares the first address of a host alone with the networks of its CA',
    patch: looksAt(({addresses}) => ({addresses: addresses.slice(0, 2)})),
  },
  {
    ...refused,
    name: 'mesh-last-address-is-compared-alone',
    says: 'compares the last address of a host alone with the networks of its CA',
    patch: looksAt(({addresses}) => ({addresses: addresses.slice(-2)})),
  },
  {
    ...refused,
    name: 'mesh-last-subnet-is-compared-alone',
    says: 'compares the last subnet of a host alone with those of its CA',
    patch: looksAt(({subnets}) => ({subnets: subnets.slice(-2)})),
  },
  {
    ...refused,
    name: 'mesh-two-of-each-are-compared',
    says: 'compares no more than two groups, addresses and subnets of a host with what its CA allows',
    patch: looksAt(({groups, addresses, subnets}) => ({
      groups: groups.slice(0, 2),
      addresses: addresses.slice(0, 4),
      subnets: subnets.slice(0, 4),
    })),
  },
  {
    ...refused,
    name: 'mesh-one-kind-of-restriction-is-enough',
    says: 'lets in a host whose groups its CA allows, whatever its subnets are',
    patch: before => ({
      isAllowed: (rules, certificate, issuer) =>
        before.isAllowed(
          rules,
          {...certificate, subnets: certificate.groups.length > 0 ? [] : certificate.subnets},
          issuer,
        ),
    }),
  },
  {
    ...refused,
    name: 'mesh-any-authority-signs',
    says: 'lets in a host whose certificate was signed by another trusted CA than the one that it names',
    patch: before => {
      let trusted: readonly Certificate[] = [];
      return {
        issuerOf: (certificate, authorities) => {
          trusted = authorities;
          return before.issuerOf(certificate, authorities);
        },
        isSigned: certificate => trusted.some(one => before.isSigned(certificate, one)),
      };
    },
  },
  {
    ...welcome,
    name: 'mesh-first-authority-alone',
    says: 'trusts the first CA of its file alone',
    patch: before => ({issuerOf: (certificate, authorities) => before.issuerOf(certificate, authorities.slice(0, 1))}),
  },
  {
    ...welcome,
    name: 'mesh-first-allowed-network-alone',
    says: 'allows the first network and the first subnet of a CA alone',
    patch: before => ({isNetworkAllowed: (one, allowed) => before.isNetworkAllowed(one, allowed.slice(0, 1))}),
  },
  {
    ...welcome,
    name: 'mesh-first-allowed-group-alone',
    says: 'allows the first group of a CA alone',
    patch: before => ({isGroupAllowed: (group, allowed) => before.isGroupAllowed(group, allowed.slice(0, 1))}),
  },
  {
    ...welcome,
    name: 'mesh-parts-of-networks-are-refused',
    says: 'allows the very subnets of a CA, and no part of one',
    patch: before => ({
      isAllowed: (rules, certificate, issuer) =>
        before.isAllowed(rules, certificate, issuer) &&
        (issuer.subnets.length === 0 ||
          certificate.subnets.every((one, at) => at % 2 === 1 || issuer.subnets.includes(one))),
    }),
  },
  {
    ...welcome,
    name: 'mesh-a-group-is-demanded',
    says: 'refuses a host without a group where its CA restricts groups',
    patch: before => ({
      isAllowed: (rules, certificate, issuer) =>
        before.isAllowed(rules, certificate, issuer) && (issuer.groups.length === 0 || certificate.groups.length > 0),
    }),
  },
];
