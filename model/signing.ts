// The port to keys and digests: what a certificate is sealed and checked with.

/** Digests, makes keys and reads them; Ed25519 and SHA-256 alone. */
export interface Signing {
  /** Hex SHA-256. */
  readonly sha256: (bytes: Uint8Array) => string;
  /** Makes a key pair; both halves as PEM. */
  newKeyPair(): {readonly privatePem: string; readonly publicPem: string; readonly keyId: string};
  /** Reads a private key; `why` completes "the key cannot be used: …". */
  readPrivateKey(
    pem: string,
  ): {readonly kind: 'key'; readonly key: SigningKey} | {readonly kind: 'unusable'; readonly why: string};
  /** Reads every public key of a PEM text, one after the other. */
  readPublicKeys(
    pem: string,
  ): {readonly kind: 'keys'; readonly keys: readonly TrustedKey[]} | {readonly kind: 'unusable'; readonly why: string};
}

/** A private key; its id is the SHA-256 of its public half (SubjectPublicKeyInfo, DER) in hex. */
export interface SigningKey {
  readonly keyId: string;
  sign(bytes: Uint8Array): Uint8Array;
}

/** A public key that a reader trusts. */
export interface TrustedKey {
  readonly keyId: string;
  verify(bytes: Uint8Array, signature: Uint8Array): boolean;
}
