// The Noise handshake IX as nodes use it: Noise_IX_25519_{AESGCM,ChaChaPoly}_SHA256, empty prologue, no pre-shared key.
import {createCipheriv, createDecipheriv, createHash, createHmac} from 'node:crypto';
import {newKeyPair, sharedSecret, type KeyPair} from './keys.ts';

/** The ciphers of a mesh; every node of it has the same. */
export const ciphers = ['aes', 'chachapoly'] as const;

export type CipherName = (typeof ciphers)[number];

export const tagBytes = 16;

/** Seals a message under a key, the number of the message and the data that is authenticated with it. */
export function seal(cipher: CipherName, {key, counter, data, text}: Sealing & {readonly text: Uint8Array}): Buffer {
  const nonce = nonceOf(cipher, counter);
  // The types know each cipher by its own overload.
  const sealing =
    cipher === 'aes'
      ? createCipheriv('aes-256-gcm', key, nonce)
      : createCipheriv('chacha20-poly1305', key, nonce, {authTagLength: tagBytes});
  sealing.setAAD(data, {plaintextLength: text.length});
  return Buffer.concat([sealing.update(text), sealing.final(), sealing.getAuthTag()]);
}

/** Opens a sealed message; undefined where its tag does not fit. */
export function unseal(
  cipher: CipherName,
  {key, counter, data, sealed}: Sealing & {readonly sealed: Buffer},
): Buffer | undefined {
  if (sealed.length < tagBytes) return undefined;
  const nonce = nonceOf(cipher, counter);
  const opening =
    cipher === 'aes'
      ? createDecipheriv('aes-256-gcm', key, nonce)
      : createDecipheriv('chacha20-poly1305', key, nonce, {authTagLength: tagBytes});
  const end = sealed.length - tagBytes;
  opening.setAAD(data, {plaintextLength: end});
  opening.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([opening.update(sealed.subarray(0, end)), opening.final()]);
  } catch {
    return undefined;
  }
}

interface Sealing {
  readonly key: Buffer;
  readonly counter: bigint;
  readonly data: Buffer;
}

// "Nonce = 4 zero bytes + counter": AES-GCM writes the counter big endian, ChaChaPoly little endian (Noise 12.3 and 12.4).
function nonceOf(cipher: CipherName, counter: bigint): Buffer {
  const nonce = Buffer.alloc(12);
  if (cipher === 'aes') nonce.writeBigUInt64BE(counter, 4);
  else nonce.writeBigUInt64LE(counter, 4);
  return nonce;
}

/** The keys of a tunnel: the initiator sends with the first and receives with the second. */
export interface TunnelKeys {
  readonly first: Buffer;
  readonly second: Buffer;
}

/** What the second packet of a handshake brought. */
export interface HandshakeAnswer {
  readonly payload: Buffer;
  /** The responder's static key, which its certificate must belong to. */
  readonly remoteStatic: Buffer;
  readonly remoteEphemeral: Buffer;
  readonly keys: TunnelKeys;
}

/** The initiator of one handshake: `first` is what follows the header in packet 1. */
export interface Initiator {
  readonly first: Buffer;
  readonly ephemeral: KeyPair;
  /** Reads what follows the header in packet 2; undefined where it does not fit. */
  read(message: Buffer): HandshakeAnswer | undefined;
}

/** Begins a handshake: `-> e, s` with a payload in clear. */
export function beginHandshake(
  cipher: CipherName,
  {
    ownStatic,
    payload,
    ephemeral = newKeyPair('X25519'),
  }: {readonly ownStatic: KeyPair; readonly payload: Uint8Array; readonly ephemeral?: KeyPair},
): Initiator {
  const state = symmetricState(cipher);
  state.mixHash(ephemeral.publicBytes);
  state.mixHash(ownStatic.publicBytes);
  state.mixHash(payload);
  return {
    first: Buffer.concat([ephemeral.publicBytes, ownStatic.publicBytes, payload]),
    ephemeral,
    read: message => readAnswer(state.copy(), {ephemeral, ownStatic, message}),
  };
}

// `<- e, ee, se, s, es`, and the payload.
function readAnswer(
  state: SymmetricState,
  {ephemeral, ownStatic, message}: {readonly ephemeral: KeyPair; readonly ownStatic: KeyPair; readonly message: Buffer},
): HandshakeAnswer | undefined {
  if (message.length < 32 + 48 + tagBytes) return undefined;
  const remoteEphemeral = message.subarray(0, 32);
  try {
    state.mixHash(remoteEphemeral);
    state.mixKey(sharedSecret(ephemeral, remoteEphemeral));
    state.mixKey(sharedSecret(ownStatic, remoteEphemeral));
    const remoteStatic = state.open(message.subarray(32, 80));
    if (remoteStatic === undefined) return undefined;
    state.mixKey(sharedSecret(ephemeral, remoteStatic));
    const payload = state.open(message.subarray(80));
    return payload === undefined ? undefined : {payload, remoteStatic, remoteEphemeral, keys: state.split()};
  } catch {
    // A key of low order gives no shared secret.
    return undefined;
  }
}

/** What a first handshake message holds. */
export interface FirstMessage {
  readonly ephemeral: Buffer;
  readonly fixed: Buffer;
  readonly payload: Buffer;
}

/** Reads what follows the header in packet 1; undefined where the keys are not whole. */
export function readFirst(message: Buffer): FirstMessage | undefined {
  if (message.length < 64) return undefined;
  return {ephemeral: message.subarray(0, 32), fixed: message.subarray(32, 64), payload: message.subarray(64)};
}

/** Answers a first message: what follows the header in packet 2, and the keys. Undefined where a key gives no shared secret. */
export function answerHandshake(
  cipher: CipherName,
  {ownStatic, first, payload}: {readonly ownStatic: KeyPair; readonly first: FirstMessage; readonly payload: Buffer},
): {readonly message: Buffer; readonly keys: TunnelKeys} | undefined {
  const state = symmetricState(cipher);
  state.mixHash(first.ephemeral);
  state.mixHash(first.fixed);
  state.mixHash(first.payload);
  const ephemeral = newKeyPair('X25519');
  try {
    state.mixHash(ephemeral.publicBytes);
    state.mixKey(sharedSecret(ephemeral, first.ephemeral));
    state.mixKey(sharedSecret(ephemeral, first.fixed));
    const fixed = state.seal(ownStatic.publicBytes);
    state.mixKey(sharedSecret(ownStatic, first.ephemeral));
    const message = Buffer.concat([ephemeral.publicBytes, fixed, state.seal(payload)]);
    return {message, keys: state.split()};
  } catch {
    return undefined;
  }
}

/** The symmetric state of Noise 5.2, after InitializeSymmetric. */
interface SymmetricState {
  mixHash(data: Uint8Array): void;
  mixKey(secret: Buffer): void;
  open(sealed: Buffer): Buffer | undefined;
  seal(text: Uint8Array): Buffer;
  split(): TunnelKeys;
  copy(): SymmetricState;
}

interface Held {
  readonly hash: Buffer;
  readonly chainingKey: Buffer;
  readonly key: Buffer;
  readonly count: bigint;
}

function symmetricState(cipher: CipherName, from?: Held): SymmetricState {
  // "If protocol_name is less than or equal to HASHLEN bytes in length, sets h equal to protocol_name with zero bytes appended."
  const name = Buffer.alloc(32);
  name.write(`Noise_IX_25519_${cipher === 'aes' ? 'AESGCM' : 'ChaChaPoly'}_SHA256`);
  let held: Held = from ?? {...afterPrologue(name), key: Buffer.alloc(0), count: 0n};
  const mixHash = (data: Uint8Array): void => {
    held = {...held, hash: sha256(held.hash, data)};
  };
  return {
    mixHash,
    mixKey: secret => {
      const [chainingKey, key] = derive(held.chainingKey, secret);
      held = {...held, chainingKey, key, count: 0n};
    },
    open: sealed => {
      const text = unseal(cipher, {key: held.key, counter: held.count, data: held.hash, sealed});
      if (text === undefined) return undefined;
      held = {...held, count: held.count + 1n};
      mixHash(sealed);
      return text;
    },
    seal: text => {
      const sealed = seal(cipher, {key: held.key, counter: held.count, data: held.hash, text});
      held = {...held, count: held.count + 1n};
      mixHash(sealed);
      return sealed;
    },
    split: () => {
      const [first, second] = derive(held.chainingKey, Buffer.alloc(0));
      return {first, second};
    },
    copy: () => symmetricState(cipher, held),
  };
}

function afterPrologue(name: Buffer): Pick<Held, 'hash' | 'chainingKey'> {
  return {hash: sha256(name, Buffer.alloc(0)), chainingKey: name};
}

// HKDF with two outputs (Noise 4.3).
function derive(chainingKey: Buffer, secret: Buffer): readonly [Buffer, Buffer] {
  const temporary = hmac(chainingKey, secret);
  const first = hmac(temporary, Buffer.from([1]));
  return [first, hmac(temporary, Buffer.concat([first, Buffer.from([2])]))];
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
