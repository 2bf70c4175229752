// Each wrong certificate is wrong in its own way and right in all others, so that a node that takes it lacks that very check.
import {expect, test} from 'vitest';
import {certificateKinds} from '../../../model/peers/sealed.ts';
import {hostDetails, issuedBy, newAuthority} from './authority.ts';
import {isIssuedBy, fingerprintOf, readCertificate} from './host-certificate.ts';
import {newKeyPair} from './keys.ts';
import {shownCertificate} from './wrong-certificates.ts';

const nowMs = Date.UTC(2026, 5, 1);
const authority = newAuthority(nowMs);
const key = newKeyPair('X25519');
const address = 0x0a_4d_01_02;
const nodeAddress = 0x0a_4d_00_01;
const details = hostDetails(authority, {name: 'host', address, publicKey: key.publicBytes, nowMs});
const makings = {
  host: {certificate: issuedBy(authority, details), key},
  authority,
  nodeAddress,
  nowSeconds: nowMs / 1_000,
};

/** What a node finds wrong with what was shown, check by check. */
function wrongs(kind: (typeof certificateKinds)[number]): readonly string[] {
  const shown = shownCertificate(kind, makings);
  const read = readCertificate(shown.certificate);
  if (read === undefined) return ['unreadable'];
  // A node puts the key of the Noise message into the certificate before it checks.
  const whole = {...read, details: {...read.details, publicKey: shown.key.publicBytes}};
  const {notBefore, notAfter, issuer, isCa, ips} = whole.details;
  const ca = authority.certificate.details;
  const now = nowMs / 1_000;
  return [
    ...(isIssuedBy(ca.publicKey, whole) ? [] : ['signature']),
    ...(issuer.equals(fingerprintOf(authority.certificate)) ? [] : ['issuer']),
    ...(notAfter < now ? ['ended'] : []),
    ...(notBefore > now ? ['not begun'] : []),
    ...(notAfter > ca.notAfter ? ['longer than its CA'] : []),
    ...(notBefore < ca.notBefore ? ['older than its CA'] : []),
    ...(isCa ? ['a CA'] : []),
    ...(ips.length === 0 ? ['no address'] : []),
    ...(ips.some(one => one.address === nodeAddress) ? ['address of the node'] : []),
  ];
}

test('each kind is wrong in its own way alone', () => {
  expect(Object.fromEntries(certificateKinds.map(kind => [kind, wrongs(kind)]))).toEqual({
    good: [],
    expired: ['ended'],
    'just-expired': ['ended'],
    'expired-a-moment-ago': ['ended'],
    'not-yet-valid': ['not begun'],
    'valid-in-a-moment': ['not begun'],
    'older-than-its-authority': ['older than its CA'],
    'outlives-its-authority': ['longer than its CA'],
    'other-authority': ['signature', 'issuer'],
    'unknown-issuer': ['issuer'],
    'nearly-its-issuer': ['issuer'],
    'forged-signature': ['signature'],
    'without-signature': ['unreadable'],
    'longer-signature': ['signature'],
    'changed-name': ['signature'],
    'changed-address': ['signature'],
    'changed-mask': ['signature'],
    'changed-begin': ['signature'],
    'changed-end': ['signature'],
    'self-signed': ['signature', 'issuer'],
    'an-authority': ['a CA'],
    'foreign-key': ['signature'],
    'foreign-key-inside': ['signature'],
    'address-of-the-node': ['address of the node'],
    'without-address': ['no address'],
    none: ['unreadable'],
    garbage: ['unreadable'],
    cut: ['unreadable'],
    renewed: [],
    reordered: [],
    unpacked: [],
    repeated: [],
    'right-signature-first': ['signature'],
    'as-old-as-its-authority': [],
    'added-subnet': ['signature'],
    'added-group': ['signature'],
  });
});
