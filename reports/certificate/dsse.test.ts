import {createPublicKey, verify} from 'node:crypto';
import {expect, test} from 'vitest';
import {machineSigning} from '../../runner/targets/host/signing.ts';
import {openEnvelope, preAuthEncoding, sealEnvelope} from './dsse.ts';

const type = 'http://example.com/HelloWorld';
const hello = Buffer.from('hello world');

// The vectors of the specification's protocol page, version 1.0.2.
test('what is signed is the encoding of the specification', () => {
  expect(Buffer.from(preAuthEncoding(type, hello)).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
});

test('the signature of the specification fits this encoding', () => {
  const base64url = (digits: string): string =>
    Buffer.from(BigInt(digits).toString(16).padStart(64, '0'), 'hex').toString('base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: base64url('46950820868899156662930047687818585632848591499744589407958293238635476079160'),
      y: base64url('5640078356564379163099075877009565129882514886557779369047442380624545832820'),
    },
  });
  const signature = Buffer.from(
    'A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==',
    'base64',
  );
  const signed = preAuthEncoding(type, hello);
  expect(verify('sha256', signed, {key, dsaEncoding: 'ieee-p1363'}, signature)).toBe(true);
  expect(verify('sha256', hello, {key, dsaEncoding: 'ieee-p1363'}, signature)).toBe(false);
});

// The keys of RFC 8032, section 7.1, and what the test vectors of the specification say that they sign: Ed25519 always gives the same signature.
const rfc8032 = {
  A: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  B: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
} as const;
const statement = '{"_type":"https://in-toto.io/Statement/v1"}';
const inToto = 'application/vnd.in-toto+json';

test.each<readonly [what: string, key: keyof typeof rfc8032, type: string, payload: string, signature: string]>([
  [
    'a statement',
    'A',
    inToto,
    statement,
    '2WAfaHm5jluo0w+0rk8uVkluELJYWjSmU9x7EUzx+AyteDGJ4/nqyJXfmAUVFIAoQafWm7AxBZNw5M9ixNHiCA==',
  ],
  [
    'the same by another key',
    'B',
    inToto,
    statement,
    'c1+67/aT0yqEpwx8PsVY3MLHsj9D0CZ014/Fv/QlG59P+9CobUZ7xECJ/V3USG0Ob9CiE5LjReEZUzNF2l7eBw==',
  ],
  [
    'a type of more bytes than characters',
    'A',
    'application/vnd.ex\u00e4mple+json',
    statement,
    'xmSk/ug66ysT7ayhkCIjhAq42zgZXSsEWuzUaNL7w2eGAdF/NU6/fRXPtmfN+5DNSAs5/i2lUnHjbbjPsu0tAw==',
  ],
  [
    'nothing',
    'A',
    inToto,
    '',
    'gSggCAaTLTYyRH6FIDBem6meyIynsYy8RTHVzwx9tnTb7Bg/1jMWnuVgI/gffqmbsC2VX5/jHfkkDqsj7CDbDg==',
  ],
])('sealing %s gives the signature that the specification gives', (_what, key, payloadType, payload, signature) => {
  const read = keyOf(privatePem(rfc8032[key]));
  const envelope = sealEnvelope(payloadType, Buffer.from(payload), read);
  expect(envelope.signatures.map(({sig}) => sig)).toEqual([signature]);
});

/** An Ed25519 key of RFC 8410: its 32 bytes behind the header that never changes. */
function privatePem(seed: string): string {
  const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex').toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
}

test('lengths count bytes, not characters', () => {
  expect(Buffer.from(preAuthEncoding('ü', Buffer.from('ß'))).toString()).toBe('DSSEv1 2 ü 2 ß');
});

const signing = machineSigning();
const mine = signing.newKeyPair();
const other = signing.newKeyPair();

function keyOf(pem: string) {
  const read = signing.readPrivateKey(pem);
  if (read.kind === 'unusable') throw new Error(read.why);
  return read.key;
}

function trusted(...pems: readonly string[]) {
  const read = signing.readPublicKeys(pems.join(''));
  if (read.kind === 'unusable') throw new Error(read.why);
  return read.keys;
}

const sealed = sealEnvelope(type, hello, keyOf(mine.privatePem));

test('a sealed payload opens with the key that sealed it, also among others', () => {
  expect(openEnvelope(sealed, trusted(other.publicPem, mine.publicPem))).toEqual({
    kind: 'sealed',
    payload: hello,
    keyId: mine.keyId,
  });
});

test.each([
  ['another payload', {...sealed, payload: Buffer.from('hello w0rld').toString('base64')}],
  ['another payload type', {...sealed, payloadType: `${type}/`}],
  ['no signature', {...sealed, signatures: []}],
  ['another key id', {...sealed, signatures: sealed.signatures.map(one => ({...one, keyid: other.keyId}))}],
])('an envelope with %s is broken', (_what, envelope) => {
  expect(openEnvelope(envelope, trusted(mine.publicPem)).kind).toBe('broken');
});

test('a signature that no trusted key made is told as such', () => {
  expect(openEnvelope(sealed, trusted(other.publicPem))).toMatchObject({kind: 'unknown-key', keyIds: [mine.keyId]});
});

test.each([
  ['a private key', mine.privatePem, /holds a private key/],
  ['no key', 'hello', /holds no public key/],
])('%s is no public key', (_what, pem, why) => {
  expect(signing.readPublicKeys(pem)).toMatchObject({kind: 'unusable', why: expect.stringMatching(why) as string});
});
