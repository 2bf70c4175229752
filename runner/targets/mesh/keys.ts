// Curve25519 keys as raw bytes: made, read and used with node:crypto alone.
import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

type Curve = 'X25519' | 'Ed25519';

/** A private key and its public half as the 32 bytes that travel. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicBytes: Buffer;
}

/** Makes a new key pair. */
export function newKeyPair(curve: Curve): KeyPair {
  // The types know each curve by its own overload.
  const {privateKey} = curve === 'X25519' ? generateKeyPairSync('x25519') : generateKeyPairSync('ed25519');
  return {privateKey, publicBytes: publicBytesOf(privateKey)};
}

/** Reads the 32 bytes of a private key. */
export function keyPairOf(curve: Curve, seed: Buffer): KeyPair {
  const privateKey = createPrivateKey({key: Buffer.concat([pkcs8Heads[curve], seed]), format: 'der', type: 'pkcs8'});
  return {privateKey, publicBytes: publicBytesOf(privateKey)};
}

/** Gives the 32 bytes of a private key. */
export function privateBytesOf({privateKey}: KeyPair): Buffer {
  return Buffer.from(privateKey.export({format: 'jwk'}).d ?? '', 'base64url');
}

/** The shared secret of an X25519 exchange. Throws where the other side's key gives none, such as all zeros. */
export function sharedSecret({privateKey}: KeyPair, publicBytes: Buffer): Buffer {
  return diffieHellman({privateKey, publicKey: publicKeyOf('X25519', publicBytes)});
}

/** Signs with Ed25519. */
export function signatureOf({privateKey}: KeyPair, message: Buffer): Buffer {
  return sign(null, message, privateKey);
}

/** Tells whether an Ed25519 signature fits. */
export function isSignedBy(publicBytes: Buffer, message: Buffer, signature: Buffer): boolean {
  return publicBytes.length === 32 && verify(null, message, publicKeyOf('Ed25519', publicBytes), signature);
}

function publicKeyOf(curve: Curve, publicBytes: Buffer): KeyObject {
  return createPublicKey({key: {kty: 'OKP', crv: curve, x: publicBytes.toString('base64url')}, format: 'jwk'});
}

function publicBytesOf(privateKey: KeyObject): Buffer {
  return Buffer.from(createPublicKey(privateKey).export({format: 'jwk'}).x ?? '', 'base64url');
}

/** What PKCS #8 puts before the 32 bytes of a key. */
const pkcs8Heads: {readonly [curve in Curve]: Buffer} = {
  X25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
  Ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
};
