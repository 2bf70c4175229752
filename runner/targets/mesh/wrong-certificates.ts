// Certificates that a node must refuse, one for each reason, and one that it must not; the key that goes with each.
import {randomBytes} from 'node:crypto';
import type {CertificateKind, ChangedDetails} from '../../../model/peers/sealed.ts';
import {issuedBy, newAuthority, type Authority, type HostIdentity} from './authority.ts';
import {
  fingerprintOf,
  signedBy,
  writeCertificate,
  writeReordered,
  writeRepeated,
  writeRightSignatureFirst,
  writeUnpacked,
  writeWithoutKey,
  type CertificateDetails,
  type Network,
} from './host-certificate.ts';
import {newKeyPair, type KeyPair} from './keys.ts';

/** What a client shows in its handshake: the bytes in the place of its certificate, and its static key. */
export interface Shown {
  readonly certificate: Buffer;
  readonly key: KeyPair;
}

interface Makings {
  readonly host: HostIdentity;
  readonly authority: Authority;
  readonly nodeAddress: number;
  readonly nowSeconds: number;
}

/** Makes a certificate of one kind from the good one of a host. */
export function shownCertificate(kind: CertificateKind, makings: Makings): Shown {
  const {host} = makings;
  const made = makers[kind](makings);
  return Buffer.isBuffer(made) ? {certificate: made, key: host.key} : made;
}

/** A day, so that no clock in use is off by more. */
const daySeconds = 86_400;

/** Longer than clocks of machines that set theirs differ, and shorter than what some programs grant. */
const momentSeconds = 120;

const makers: {readonly [kind in CertificateKind]: (makings: Makings) => Buffer | Shown} = {
  good: ({host}) => writeWithoutKey(host.certificate),
  // No older than its CA where that is possible: otherwise it would be refused for beginning before it.
  expired: ({nowSeconds, ...rest}) => {
    const notBefore = Math.max(nowSeconds - 2 * daySeconds, rest.authority.certificate.details.notBefore);
    return reissued(rest, {notBefore, notAfter: Math.floor((notBefore + nowSeconds) / 2)});
  },
  'just-expired': ({nowSeconds, ...rest}) =>
    reissued(rest, {notBefore: rest.authority.certificate.details.notBefore, notAfter: nowSeconds - 600}),
  'expired-a-moment-ago': ({nowSeconds, ...rest}) =>
    reissued(rest, {notBefore: rest.authority.certificate.details.notBefore, notAfter: nowSeconds - momentSeconds}),
  'valid-in-a-moment': ({nowSeconds, ...rest}) => reissued(rest, {notBefore: nowSeconds + momentSeconds}),
  'older-than-its-authority': makings =>
    reissued(makings, {notBefore: makings.authority.certificate.details.notBefore - daySeconds}),
  'not-yet-valid': ({nowSeconds, ...rest}) =>
    reissued(rest, {notBefore: nowSeconds + 3_600, notAfter: nowSeconds + 7_200}),
  'outlives-its-authority': makings =>
    reissued(makings, {notAfter: makings.authority.certificate.details.notAfter + daySeconds}),
  'other-authority': ({host, nowSeconds}) =>
    writeWithoutKey(issuedBy(newAuthority(nowSeconds * 1_000), host.certificate.details)),
  'unknown-issuer': ({host, authority}) =>
    writeWithoutKey(signedBy(authority.key, {...host.certificate.details, issuer: randomBytes(32)})),
  'nearly-its-issuer': ({host, authority}) => {
    const issuer = withFlippedBit(fingerprintOf(authority.certificate), -1);
    return writeWithoutKey(signedBy(authority.key, {...host.certificate.details, issuer}));
  },
  'forged-signature': ({host}) =>
    writeWithoutKey({...host.certificate, signature: withFlippedBit(host.certificate.signature)}),
  'without-signature': ({host}) => writeWithoutKey({...host.certificate, signature: Buffer.alloc(0)}),
  'longer-signature': ({host}) =>
    writeWithoutKey({...host.certificate, signature: Buffer.concat([host.certificate.signature, Buffer.of(0)])}),
  'changed-mask': ({host}) =>
    afterSigning(host, {ips: host.certificate.details.ips.map(one => ({...one, mask: (one.mask << 1) >>> 0}))}),
  // Each is valid now, as the one that was signed is.
  'changed-begin': ({host}) => afterSigning(host, {notBefore: host.certificate.details.notBefore + 1}),
  'changed-end': ({host}) => afterSigning(host, {notAfter: host.certificate.details.notAfter - 60}),
  'changed-name': ({host}) => afterSigning(host, {name: `${host.certificate.details.name}x`}),
  'changed-address': ({host}) =>
    afterSigning(host, {ips: host.certificate.details.ips.map(one => ({...one, address: one.address ^ 1}))}),
  'self-signed': ({host}) => {
    // Signed by a key of its own that it names as its issuer's: nothing leads to the CA.
    const own = newKeyPair('Ed25519');
    return writeWithoutKey(signedBy(own, {...host.certificate.details, issuer: Buffer.alloc(0)}));
  },
  'an-authority': makings => reissued(makings, {isCa: true}),
  // The certificate is right and belongs to another key than the one that the handshake is made with.
  'foreign-key': ({host}) => ({certificate: writeWithoutKey(host.certificate), key: newKeyPair('X25519')}),
  // A node that believes the key inside takes a certificate that was overheard.
  'foreign-key-inside': ({host}) => ({certificate: writeCertificate(host.certificate), key: newKeyPair('X25519')}),
  'address-of-the-node': ({nodeAddress, ...rest}) =>
    reissued(rest, {ips: rest.host.certificate.details.ips.map(({mask}) => ({address: nodeAddress, mask}))}),
  'without-address': makings => reissued(makings, {ips: []}),
  none: () => Buffer.alloc(0),
  garbage: () => randomBytes(150),
  cut: ({host}) => writeWithoutKey(host.certificate).subarray(0, 40),
  renewed: ({host, authority}) => {
    const key = newKeyPair('X25519');
    const details = {...host.certificate.details, publicKey: key.publicBytes};
    return {certificate: writeWithoutKey(issuedBy(authority, details)), key};
  },
  reordered: ({host}) => writeReordered(host.certificate),
  unpacked: ({host}) => writeUnpacked(host.certificate),
  repeated: ({host}) => writeRepeated(host.certificate),
  'right-signature-first': ({host}) => writeRightSignatureFirst(host.certificate),
  'as-old-as-its-authority': makings => {
    const {notBefore, notAfter} = makings.authority.certificate.details;
    return reissued(makings, {notBefore, notAfter});
  },
  'added-subnet': ({host}) =>
    afterSigning(host, {subnets: [...host.certificate.details.subnets, ...networksOf([0xc0_a8_4d_00, 0xff_ff_ff_00])]}),
  'added-group': ({host}) => afterSigning(host, {groups: [...host.certificate.details.groups, 'touchstone-added']}),
};

/** Makes a certificate with other details, signed by the CA of the run. */
export function certificateWith(details: ChangedDetails, makings: Makings): Shown {
  const {ips, subnets, ...others} = details;
  const networks = {
    ...(ips === undefined ? {} : {ips: networksOf(ips)}),
    ...(subnets === undefined ? {} : {subnets: networksOf(subnets)}),
  };
  return {certificate: reissued(makings, {...others, ...networks}), key: makings.host.key};
}

function networksOf(pairs: readonly number[]): readonly Network[] {
  return Array.from({length: Math.floor(pairs.length / 2)}, (_, at) => ({
    address: pairs[2 * at] ?? 0,
    mask: pairs[2 * at + 1] ?? 0,
  }));
}

function reissued(
  {host, authority}: Pick<Makings, 'host' | 'authority'>,
  changes: Partial<CertificateDetails>,
): Buffer {
  return writeWithoutKey(issuedBy(authority, {...host.certificate.details, ...changes}));
}

function afterSigning({certificate}: HostIdentity, changes: Partial<CertificateDetails>): Buffer {
  return writeWithoutKey({...certificate, details: {...certificate.details, ...changes}});
}

function withFlippedBit(bytes: Buffer, place = 0): Buffer {
  const copy = Buffer.from(bytes);
  const at = (place + copy.length) % copy.length;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
