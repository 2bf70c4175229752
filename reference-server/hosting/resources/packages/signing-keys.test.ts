// Shows that the keys of signers are RSA keys of their own: each opens what its other half sealed, and nothing that another did.
import {createPublicKey, sign, verify} from 'node:crypto';
import {expect, test} from 'vitest';
import {makeSigningKey} from './signing-keys.ts';

test('every key verifies what it signs itself, and nothing else', async () => {
  const keys = await Promise.all(Array.from({length: 12}, makeSigningKey));
  expect(new Set(keys.map(({publicKey}) => publicKey)).size).toBe(12);
  const message = Buffer.from('Method:PUT\nPath:/cookbooks');
  for (const {publicKey, privateKey} of keys) {
    expect(createPublicKey(publicKey).asymmetricKeyDetails).toMatchObject({
      modulusLength: 2048,
      publicExponent: 65_537n,
    });
    expect(privateKey).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/);
    const signature = sign('sha256', message, privateKey);
    const openedBy = keys.filter(other => verify('sha256', message, other.publicKey, signature));
    expect(openedBy.map(other => other.publicKey)).toEqual([publicKey]);
  }
});
