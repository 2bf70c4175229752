// Who may sign certificates in a mesh: the CA of a run, or nobody, where the run was given one certificate and its key.
import {randomInt} from 'node:crypto';
import {fingerprintOf, signedBy, type Certificate, type CertificateDetails, type Network} from './host-certificate.ts';
import {newKeyPair, type KeyPair} from './keys.ts';

/** A host of the mesh: its certificate and the X25519 key that it belongs to. */
export interface HostIdentity {
  readonly certificate: Certificate;
  readonly key: KeyPair;
}

/** A CA certificate and its Ed25519 key. */
export interface Authority {
  readonly certificate: Certificate;
  readonly key: KeyPair;
}

/** Seconds for which a certificate of a run is valid; the longest run is shorter. */
const lifeSeconds = 6 * 3_600;

/** Seconds by which the clock of a node may be behind ours. */
const clockSeconds = 60;

/** The network of a run whose CA restricts none, until the node's is known: 10.77.0.0/16. */
const usualNetwork: Network = {address: 0x0a_4d_00_00, mask: 0xff_ff_00_00};

/** Makes a CA of its own for a node that the run starts. */
export function newAuthority(nowMs: number): Authority {
  const key = newKeyPair('Ed25519');
  const now = Math.floor(nowMs / 1_000);
  const details: CertificateDetails = {
    ...noDetails,
    name: 'touchstone',
    // Older than the expired certificates that it signs.
    notBefore: now - 3 * 86_400,
    // Longer than every certificate that it signs.
    notAfter: now + 2 * lifeSeconds,
    publicKey: key.publicBytes,
    isCa: true,
  };
  return {certificate: signedBy(key, details), key};
}

/** Makes a CA that restricts what its hosts may have: the groups, networks and subnets that are known to cases. */
export function newRestrictedAuthority(nowMs: number, network: Network): Authority {
  const {certificate, key} = newAuthority(nowMs);
  const details: CertificateDetails = {
    ...certificate.details,
    name: 'touchstone-restricted',
    ips: [{address: (network.address & network.mask) >>> 0, mask: network.mask}],
    subnets: knownSubnets,
    groups: knownGroups,
  };
  return {certificate: signedBy(key, details), key};
}

const knownGroups = ['servers', 'laptops'];

const knownSubnets: readonly Network[] = [
  {address: 0xc0_a8_00_00, mask: 0xff_ff_00_00},
  {address: 0xac_10_00_00, mask: 0xff_f0_00_00},
];

/** What a case names as an address that such a CA does not allow: 10.99.0.7. */
const strangeAddress = 0x0a_63_00_07;

/** Tells whether a CA restricts just what cases know of, and allows the network of the node: of another one they would expect the wrong thing. */
export function restrictsAsKnown(
  {certificate: {details}}: Pick<Authority, 'certificate'>,
  network: Network | undefined,
): boolean {
  const [allowed] = details.ips;
  const texts = (subnets: readonly Network[]): string => JSON.stringify(subnets.map(one => [one.address, one.mask]));
  return (
    allowed !== undefined &&
    network !== undefined &&
    details.ips.length === 1 &&
    allowed.mask > 0xff_00_00_00 &&
    ((network.address ^ allowed.address) & allowed.mask) === 0 &&
    (network.mask & allowed.mask) >>> 0 === allowed.mask &&
    ((strangeAddress ^ allowed.address) & allowed.mask) !== 0 &&
    texts(details.subnets) === texts(knownSubnets) &&
    JSON.stringify(details.groups) === JSON.stringify(knownGroups)
  );
}

/** Tells whether a CA names the addresses, subnets or groups that its hosts may have. */
export function restricts({certificate: {details}}: Pick<Authority, 'certificate'>): boolean {
  return [details.ips, details.subnets, details.groups].some(list => list.length > 0);
}

/** Gives the details of an everyday certificate for a host, for whoever signs it. */
export function hostDetails(
  {certificate: {details: ca}}: Pick<Authority, 'certificate'>,
  {
    name,
    address,
    mask = networkOf(ca).mask,
    publicKey,
    nowMs,
  }: {
    readonly name: string;
    readonly address: number;
    /** Of its network; without it, that of the CA. */
    readonly mask?: number;
    readonly publicKey: Buffer;
    readonly nowMs: number;
  },
): Omit<CertificateDetails, 'issuer'> {
  const now = Math.floor(nowMs / 1_000);
  return {
    ...noDetails,
    name,
    ips: [{address, mask}],
    groups: ca.groups,
    // Nothing that a CA signs may be valid when the CA itself is not.
    notBefore: Math.max(now - clockSeconds, ca.notBefore),
    notAfter: Math.min(now + lifeSeconds, ca.notAfter),
    publicKey,
  };
}

/** Signs a host's certificate as its issuer. */
export function issuedBy({certificate, key}: Authority, details: Omit<CertificateDetails, 'issuer'>): Certificate {
  return signedBy(key, {...details, issuer: fingerprintOf(certificate)});
}

/** The network in which a CA signs addresses. */
export function networkOf({ips}: Pick<CertificateDetails, 'ips'>): Network {
  return ips[0] ?? usualNetwork;
}

/** Draws addresses of a network that differ from each other; the first 256 are left to nodes. */
export function addressDrawer({address, mask}: Network): () => number {
  const {first, size} = roomOf(mask);
  const count = Math.max(1, size - first - 1);
  let next = randomInt(count);
  return () => {
    next = (next + 1) % count;
    return ((address & mask) >>> 0) + first + next;
  };
}

/** The last of the addresses that are left to nodes are those of clients that come back; there are 16. */
export function keptAddress({address, mask}: Network, number: number): number {
  return (((address & mask) >>> 0) + roomOf(mask).first - 1 - number) >>> 0;
}

function roomOf(mask: number): {readonly first: number; readonly size: number} {
  const size = (~mask >>> 0) + 1;
  return {first: Math.min(256, Math.floor(size / 2)), size};
}

const noDetails = {
  name: '',
  ips: [],
  subnets: [],
  groups: [],
  notBefore: 0,
  notAfter: 0,
  publicKey: Buffer.alloc(0),
  isCa: false,
  issuer: Buffer.alloc(0),
  curve: 0,
} as const satisfies CertificateDetails;
