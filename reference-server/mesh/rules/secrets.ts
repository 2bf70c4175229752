// Keys and ciphers: X25519, Ed25519 and the two AEADs, all of node:crypto.
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

/** The ciphers of a mesh, as its configuration names them; every node of it has the same. */
export const cipherNames = ['aes', 'chachapoly'] as const;

export type Cipher = (typeof cipherNames)[number];

/** A private key with the 32 bytes of its public half. */
export interface Pair {
  readonly secret: KeyObject;
  readonly open: Buffer;
}

/** Makes a pair. */
export function freshPair(curve: 'x25519' | 'ed25519'): Pair {
  const {privateKey} = curve === 'x25519' ? generateKeyPairSync('x25519') : generateKeyPairSync('ed25519');
  return {secret: privateKey, open: openHalf(privateKey)};
}

/** Makes the pair whose private key is these 32 bytes. */
export function pairOfBytes(curve: 'x25519' | 'ed25519', bytes: Buffer): Pair {
  // RFC 8410, section 7: OneAsymmetricKey with the algorithm 1.3.101.110 or 1.3.101.112.
  const algorithm = curve === 'x25519' ? '6e' : '70';
  const head = Buffer.from(`302e020100300506032b65${algorithm}04220420`, 'hex');
  const secret = createPrivateKey({key: Buffer.concat([head, bytes]), format: 'der', type: 'pkcs8'});
  return {secret, open: openHalf(secret)};
}

function openHalf(secret: KeyObject): Buffer {
  return createPublicKey(secret).export({format: 'der', type: 'spki'}).subarray(-32);
}

/** Makes a key object of the 32 bytes of a public key. */
export function publicKey(curve: 'X25519' | 'Ed25519', open: Buffer): KeyObject {
  return createPublicKey({key: {kty: 'OKP', crv: curve, x: open.toString('base64url')}, format: 'jwk'});
}

/** The secret that both sides share; undefined where the other key is of low order. */
export function sharedSecret({secret}: Pair, theirs: Buffer): Buffer | undefined {
  try {
    return diffieHellman({privateKey: secret, publicKey: publicKey('X25519', theirs)});
  } catch {
    return undefined;
  }
}

/** Everything that sealing and opening need besides the text. */
export interface Sealing {
  readonly key: Buffer;
  /** The number in the nonce. */
  readonly counter: bigint;
  /** What is authenticated and not encrypted. */
  readonly beside: Buffer;
}

export const tagLength = 16;

/** Encrypts, and appends the tag. */
export function sealed(cipher: Cipher, {key, counter, beside}: Sealing, text: Uint8Array): Buffer {
  const nonce = nonceOf(cipher, counter);
  const work =
    cipher === 'aes'
      ? createCipheriv('aes-256-gcm', key, nonce)
      : createCipheriv('chacha20-poly1305', key, nonce, {authTagLength: tagLength});
  work.setAAD(beside, {plaintextLength: text.length});
  return Buffer.concat([work.update(text), work.final(), work.getAuthTag()]);
}

/** Decrypts what has the right tag; undefined for anything else. */
export function unsealed(cipher: Cipher, {key, counter, beside}: Sealing, bytes: Buffer): Buffer | undefined {
  const length = bytes.length - tagLength;
  if (length < 0) return undefined;
  const nonce = nonceOf(cipher, counter);
  const work =
    cipher === 'aes'
      ? createDecipheriv('aes-256-gcm', key, nonce)
      : createDecipheriv('chacha20-poly1305', key, nonce, {authTagLength: tagLength});
  work.setAAD(beside, {plaintextLength: length});
  work.setAuthTag(bytes.subarray(length));
  try {
    return Buffer.concat([work.update(bytes.subarray(0, length)), work.final()]);
  } catch {
    return undefined;
  }
}

// Noise, section 12: 32 bits of zeros before the counter, which is big endian for AESGCM and little endian for ChaChaPoly.
function nonceOf(cipher: Cipher, counter: bigint): Buffer {
  const nonce = Buffer.alloc(12);
  if (cipher === 'aes') nonce.writeBigUInt64BE(counter, 4);
  else nonce.writeBigUInt64LE(counter, 4);
  return nonce;
}
