// Ed25519 keys and SHA-256 digests by node:crypto.
import * as crypto from 'node:crypto';
import type {Signing, SigningKey, TrustedKey} from '../../../model/signing.ts';

/** Gives the port. */
export function machineSigning(): Signing {
  return {
    sha256: bytes => crypto.createHash('sha256').update(bytes).digest('hex'),
    newKeyPair,
    readPrivateKey,
    readPublicKeys,
  };
}

function newKeyPair(): ReturnType<Signing['newKeyPair']> {
  const {privateKey, publicKey} = crypto.generateKeyPairSync('ed25519');
  return {
    privatePem: privateKey.export({type: 'pkcs8', format: 'pem'}).toString(),
    publicPem: publicKey.export({type: 'spki', format: 'pem'}).toString(),
    keyId: keyIdOf(publicKey),
  };
}

function keyIdOf(publicKey: crypto.KeyObject): string {
  return crypto
    .createHash('sha256')
    .update(publicKey.export({type: 'spki', format: 'der'}))
    .digest('hex');
}

function readPrivateKey(pem: string): ReturnType<Signing['readPrivateKey']> {
  const key = parsed(() => crypto.createPrivateKey(pem));
  if (key === undefined) return {kind: 'unusable', why: 'it holds no private key in PEM (PKCS #8, without passphrase)'};
  if (key.asymmetricKeyType !== 'ed25519') return {kind: 'unusable', why: wrongKind(key)};
  const signing: SigningKey = {
    keyId: keyIdOf(crypto.createPublicKey(key)),
    sign: bytes => crypto.sign(null, bytes, key),
  };
  return {kind: 'key', key: signing};
}

const publicBlock = /-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g;

function readPublicKeys(pem: string): ReturnType<Signing['readPublicKeys']> {
  // A private key holds its public half too; whoever was sent one was sent too much.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    return {
      kind: 'unusable',
      why: 'it holds a private key; give the public one, and ask for a new pair if this one was sent to you',
    };
  const keys: TrustedKey[] = [];
  for (const [block] of pem.matchAll(publicBlock)) {
    const key = parsed(() => crypto.createPublicKey(block));
    if (key === undefined) return {kind: 'unusable', why: 'one of its public keys is damaged'};
    if (key.asymmetricKeyType !== 'ed25519') return {kind: 'unusable', why: wrongKind(key)};
    keys.push({keyId: keyIdOf(key), verify: (bytes, signature) => crypto.verify(null, bytes, key, signature)});
  }
  return keys.length === 0 ? {kind: 'unusable', why: 'it holds no public key in PEM'} : {kind: 'keys', keys};
}

function wrongKind(key: crypto.KeyObject): string {
  return `it holds a key of kind ${key.asymmetricKeyType ?? 'unknown'}; certificates are signed with Ed25519`;
}

function parsed(parse: () => crypto.KeyObject): crypto.KeyObject | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
