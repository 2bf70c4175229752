// Certificates and keys that a known tool made: read, checked, written again byte for byte; and what is refused by name.
import {expect, test} from 'vitest';
import {fingerprintOf, isIssuedBy, writeCertificate, writeWithoutKey, type Certificate} from './host-certificate.ts';
import {newAuthority, newRestrictedAuthority, restrictsAsKnown, type Authority} from './authority.ts';
import {privateBytesOf} from './keys.ts';
import {readCertificatePem, readKeyPem, readOtherAuthorities, writePem} from './pem.ts';

const caPem = `-----BEGIN NEBULA CERTIFICATE-----
ClUKBk9sZCBDQRIJgICkUICA/P8PIgdzZXJ2ZXJzIgdsYXB0b3BzKOSFj9gGMOTB
77cSOiCGNHc5ref5M4KL4dmhJ1o5OMyaBqfMy/v1580K78WOyEABEkBpgzEhP/63
73Cvz75c1immTr68yfm6RpmYJJtnStSs/Yyq4M59fpGqhE7QjYRaCCqBIbX3e1iT
PnTPo8ktZy0M
-----END NEBULA CERTIFICATE-----
`;
const hostPem = `-----BEGIN NEBULA CERTIFICATE-----
CnoKCGhvc3Qtb25lEgmCgqRQgID8/w8aCoCOoIUMgP7//w8iB3NlcnZlcnMo5IWP
2AYw5OSTthI6IK4i5VZU3M+P/DPRFoMavNg6+07jOcsGxXVOOpjdFg0+SiC9se3G
0nrRPVhRuzbkfNtoQXJgQsHuK3qp9nP7Bh/juBJAOhnaObzgMxOd7WWBcrFrOtZU
0imObJeZogVdgrowTSNEMBgX8/EfKD3BD0sdJlCu4hVPi1Fm91ncFqHY3pZPDg==
-----END NEBULA CERTIFICATE-----
`;
const hostKeyPem = `-----BEGIN NEBULA X25519 PRIVATE KEY-----
64WcXlvd7/sHX2LMt9RY1jsvdEEoP3uvwiO/RoWCYbA=
-----END NEBULA X25519 PRIVATE KEY-----
`;
const caKeyPem = `-----BEGIN NEBULA ED25519 PRIVATE KEY-----
uxS+vb9Dyro3GsKv0ys4Ld6WK/ZvoivLOFnI29gSqWWGNHc5ref5M4KL4dmhJ1o5
OMyaBqfMy/v1580K78WOyA==
-----END NEBULA ED25519 PRIVATE KEY-----
`;

function certificate(pem: string): Certificate {
  const reading = readCertificatePem(pem);
  if (reading.kind === 'problem') throw new Error(reading.why);
  return reading.value;
}

test('a CA and a host that nebula-cert made are read', () => {
  const [ca, host] = [certificate(caPem), certificate(hostPem)];
  expect(ca.details).toMatchObject({name: 'Old CA', isCa: true, groups: ['servers', 'laptops'], curve: 0});
  expect(host.details).toMatchObject({
    name: 'host-one',
    isCa: false,
    ips: [{address: 0x0a_09_01_02, mask: 0xff_ff_00_00}],
    subnets: [{address: 0xc0_a8_07_00, mask: 0xff_ff_ff_00}],
    groups: ['servers'],
  });
  expect(host.details.issuer.toString('hex')).toBe(fingerprintOf(ca).toString('hex'));
  expect(isIssuedBy(ca.details.publicKey, host)).toBe(true);
  expect(isIssuedBy(host.details.publicKey, host)).toBe(false);
  expect(isIssuedBy(ca.details.publicKey, {...host, details: {...host.details, name: 'host-two'}})).toBe(false);
});

test.each([caPem, hostPem])('what was read is written again byte for byte', pem => {
  expect(writePem('NEBULA CERTIFICATE', writeCertificate(certificate(pem)))).toBe(pem);
});

test('a certificate travels without its public key', () => {
  const host = certificate(hostPem);
  expect(writeWithoutKey(host)).toHaveLength(writeCertificate(host).length - 34);
  expect(writeWithoutKey(host).includes(host.details.publicKey)).toBe(false);
});

test('keys belong to their certificates', () => {
  const [host, ca] = [readKeyPem(hostKeyPem, 'X25519'), readKeyPem(caKeyPem, 'Ed25519')];
  expect(host.kind === 'read' && host.value.publicBytes.equals(certificate(hostPem).details.publicKey)).toBe(true);
  expect(ca.kind === 'read' && ca.value.publicBytes.equals(certificate(caPem).details.publicKey)).toBe(true);
});

const p256Pem = `-----BEGIN NEBULA CERTIFICATE-----
ClcKAXAo54WP2AYw5+yT5wY6QQQyBhvrn7pAjWflKAB1LXfpxxF610US6aK4hT3K
s9x4LVWFFvS0w0o6RW8Q/EZ7mjOIt9GaYQNkilmNVSrOtQNlQAGgBgESRjBEAiBr
tKGqplzx0J2IYYVrORslO4H21tVM1ngDhGC7zWTIXgIgHhxmnv916gm1kaVzfCxe
tCZZ0Apb4bEycfEDYPvohEU=
-----END NEBULA CERTIFICATE-----
`;

test.each([
  ['', 'has no PEM block: it must begin with -----BEGIN NEBULA CERTIFICATE-----'],
  [hostKeyPem, 'is a NEBULA X25519 PRIVATE KEY, not a NEBULA CERTIFICATE'],
  [
    writePem('NEBULA CERTIFICATE V2', Buffer.from('3079a013', 'hex')),
    'is a certificate of version 2; only version 1 is supported: make it with -version 1',
  ],
  [p256Pem, 'is a certificate on the curve P-256; only Curve25519 is supported: make it with -curve 25519'],
  [writePem('NEBULA CERTIFICATE', Buffer.from('ffff', 'hex')), 'holds no certificate of version 1'],
])('a text that is no certificate of version 1 is refused by name', (text, why) => {
  expect(readCertificatePem(text)).toEqual({kind: 'problem', why});
});

test.each([
  [hostPem, 'X25519', 'is a NEBULA CERTIFICATE, not a NEBULA X25519 PRIVATE KEY'],
  [caKeyPem, 'X25519', 'is a NEBULA ED25519 PRIVATE KEY, not a NEBULA X25519 PRIVATE KEY'],
  [
    writePem('NEBULA ECDSA P256 PRIVATE KEY', Buffer.alloc(32)),
    'Ed25519',
    'is a key on the curve P-256; only Curve25519 is supported',
  ],
  [
    writePem('NEBULA ED25519 ENCRYPTED PRIVATE KEY', Buffer.alloc(80)),
    'Ed25519',
    'is encrypted; only keys without a passphrase are supported',
  ],
  [writePem('NEBULA X25519 PRIVATE KEY', Buffer.alloc(31)), 'X25519', 'holds 31 bytes, which are not a key'],
] as const)('a text that is no such key is refused by name', (text, curve, why) => {
  expect(readKeyPem(text, curve)).toEqual({kind: 'problem', why});
});

const network = {address: 0x0a_4d_00_00, mask: 0xff_ff_00_00};
const [first, second] = [newAuthority(0), newRestrictedAuthority(0, network)];

function pemOf(...authorities: readonly Authority[]): string {
  return authorities.map(one => writePem('NEBULA CERTIFICATE', writeCertificate(one.certificate))).join('');
}

function keysOf(...authorities: readonly Authority[]): string {
  return authorities
    .map(({key}) => writePem('NEBULA ED25519 PRIVATE KEY', Buffer.concat([privateBytesOf(key), key.publicBytes])))
    .join('');
}

test('CAs behind the first one are read with their keys, in any order, and what has none is passed over', () => {
  const names = (certificates: string, keys: string): readonly string[] =>
    readOtherAuthorities(certificates, keys).map(({certificate: {details}}) => details.name);
  expect(names(pemOf(first, second), keysOf(first, second))).toEqual(['touchstone-restricted']);
  expect(names(pemOf(first, second), keysOf(second, first))).toEqual(['touchstone-restricted']);
  expect(names(pemOf(first, second), keysOf(first))).toEqual([]);
  expect(names(pemOf(first), keysOf(first, second))).toEqual([]);
  expect(names(pemOf(first) + hostPem, keysOf(first, second))).toEqual([]);
});

test('a CA whose restrictions no case knows of is not taken for the one that cases know', () => {
  const changed = (changes: Partial<Authority['certificate']['details']>): Authority => ({
    ...second,
    certificate: {...second.certificate, details: {...second.certificate.details, ...changes}},
  });
  const wide = [{address: 0x0a_00_00_00, mask: 0xff_00_00_00}];
  expect(restrictsAsKnown(second, network)).toBe(true);
  expect(restrictsAsKnown(second, {...network, mask: 0xff_ff_ff_00})).toBe(true);
  expect(restrictsAsKnown(second, {address: 0x0a_4e_00_00, mask: 0xff_ff_00_00})).toBe(false);
  expect(restrictsAsKnown(second, {...network, mask: 0xff_00_00_00})).toBe(false);
  expect(restrictsAsKnown(second, undefined)).toBe(false);
  expect(restrictsAsKnown(changed({groups: ['servers']}), network)).toBe(false);
  expect(restrictsAsKnown(changed({subnets: []}), network)).toBe(false);
  expect(restrictsAsKnown(changed({ips: []}), network)).toBe(false);
  expect(restrictsAsKnown(changed({ips: wide}), network)).toBe(false);
});
