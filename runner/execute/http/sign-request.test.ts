import {createHash, createVerify, generateKeyPairSync, publicDecrypt} from 'node:crypto';
import {expect, test} from 'vitest';
import {signatureHeaders} from './sign-request.ts';

const {publicKey, privateKey} = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: {type: 'spki', format: 'pem'},
  privateKeyEncoding: {type: 'pkcs1', format: 'pem'},
});

const signing = {
  method: 'POST',
  path: '/api/packages/alice/chef/api/v1/cookbooks',
  content: Buffer.from('cookbook'),
  user: 'alice',
  at: '2026-01-02T03:04:05.678Z',
};

test('the pieces of the signature belong to the key and to method, path, content, time and user', () => {
  const headers = new Map(signatureHeaders({...signing, key: privateKey}));
  const hash = createHash('sha256').update('cookbook').digest('base64');
  expect(Object.fromEntries(headers)).toMatchObject({
    'X-Ops-Sign': 'algorithm=sha256;version=1.3;',
    'X-Ops-Userid': 'alice',
    'X-Ops-Timestamp': '2026-01-02T03:04:05Z',
    'X-Ops-Content-Hash': hash,
  });
  const text = `Method:POST
Path:/api/packages/alice/chef/api/v1/cookbooks
X-Ops-Content-Hash:${hash}
X-Ops-Sign:version=1.3
X-Ops-Timestamp:2026-01-02T03:04:05Z
X-Ops-UserId:alice
X-Ops-Server-API-Version:1`;
  const pieces = [...headers].filter(([name]) => name.startsWith('X-Ops-Authorization-')).map(([, piece]) => piece);
  expect(pieces.map(({length}) => length)).toEqual([60, 60, 60, 60, 60, 44]);
  expect(createVerify('sha256').update(text).verify(publicKey, pieces.join(''), 'base64')).toBe(true);
});

test('what is no key is told', () =>
  expect(() => signatureHeaders({...signing, key: 'secret'})).toThrow(
    'the request cannot be signed: the key is not an RSA private key in PEM',
  ));

test.each([
  ['1.0', 'alice'],
  ['1.1', createHash('sha1').update('alice').digest('base64')],
  ['1.2', createHash('sha1').update('alice').digest('base64')],
] as const)('version %s signs a text with digests of SHA-1', (version, user) => {
  const headers = signatureHeaders({...signing, key: privateKey, version});
  const sha1 = (of: string): string => createHash('sha1').update(of).digest('base64');
  expect(Object.fromEntries(headers)).toMatchObject({
    'X-Ops-Sign': `algorithm=sha1;version=${version};`,
    'X-Ops-Userid': 'alice',
    'X-Ops-Content-Hash': sha1('cookbook'),
  });
  const text = `Method:POST
Hashed Path:${sha1('/api/packages/alice/chef/api/v1/cookbooks')}
X-Ops-Content-Hash:${sha1('cookbook')}
X-Ops-Timestamp:2026-01-02T03:04:05Z
X-Ops-UserId:${user}`;
  const pieces = headers.filter(([name]) => name.startsWith('X-Ops-Authorization-')).map(([, piece]) => piece);
  const signature = Buffer.from(pieces.join(''), 'base64');
  const isOfText =
    version === '1.2'
      ? createVerify('sha1').update(text).verify(publicKey, signature)
      : publicDecrypt(publicKey, signature).toString() === text;
  expect(isOfText).toBe(true);
});
