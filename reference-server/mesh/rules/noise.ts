// Noise_IX_25519_…_SHA256 for both sides: `-> e, s` and `<- e, ee, se, s, es`, each with a payload.
import {createHash, createHmac} from 'node:crypto';
import {freshPair, sealed, tagLength, type Cipher, type Pair, type unsealed} from './secrets.ts';

/** How a shared secret is made; undefined where there is none. */
export type Agree = (own: Pair, theirs: Buffer) => Buffer | undefined;

/** What follows the header in a first packet, taken apart. */
export interface FirstMessage {
  readonly ephemeral: Buffer;
  readonly fixed: Buffer;
  readonly payload: Buffer;
}

/** The keys of a tunnel, from the side that has them. */
export interface TunnelKeys {
  readonly send: Buffer;
  readonly receive: Buffer;
}

const keyLength = 32;

/** Takes a first message apart; undefined where it ends inside its keys. */
export function firstMessage(bytes: Buffer): FirstMessage | undefined {
  if (bytes.length < 2 * keyLength) return undefined;
  return {
    ephemeral: bytes.subarray(0, keyLength),
    fixed: bytes.subarray(keyLength, 2 * keyLength),
    payload: bytes.subarray(2 * keyLength),
  };
}

/** Answers a first message: what follows the header in the second packet, and the keys. */
export function answerFirst(
  cipher: Cipher,
  {
    own,
    first,
    payload,
    agree,
    ephemeral,
  }: {
    readonly own: Pair;
    readonly first: FirstMessage;
    readonly payload: Buffer;
    readonly agree: Agree;
    readonly ephemeral: Pair;
  },
): {readonly message: Buffer; readonly keys: TunnelKeys} | undefined {
  const state = new Transcript(cipher);
  for (const part of [first.ephemeral, first.fixed, first.payload]) state.hear(part);
  state.hear(ephemeral.open);
  const ee = agree(ephemeral, first.ephemeral);
  const se = agree(ephemeral, first.fixed);
  const es = agree(own, first.ephemeral);
  if (ee === undefined || se === undefined || es === undefined) return undefined;
  state.mix(ee);
  state.mix(se);
  const fixed = state.say(own.open);
  state.mix(es);
  const message = Buffer.concat([ephemeral.open, fixed, state.say(payload)]);
  const [receive, send] = state.split();
  return {message, keys: {send, receive}};
}

/** A handshake that this side began. */
export interface Begun {
  /** What follows the header in the first packet. */
  readonly message: Buffer;
  /** Reads what follows the header in the second packet; undefined where it does not fit. */
  finish(second: Buffer): {readonly payload: Buffer; readonly fixed: Buffer; readonly keys: TunnelKeys} | undefined;
}

/** Begins a handshake; `open` opens what is sealed in the answer. */
export function beginFirst(
  cipher: Cipher,
  {
    own,
    payload,
    agree,
    open,
  }: {readonly own: Pair; readonly payload: Buffer; readonly agree: Agree; readonly open: typeof unsealed},
): Begun {
  const ephemeral = freshPair('x25519');
  return {
    message: Buffer.concat([ephemeral.open, own.open, payload]),
    finish: second => {
      if (second.length < 2 * keyLength + 2 * tagLength) return undefined;
      const state = new Transcript(cipher);
      for (const part of [ephemeral.open, own.open, payload]) state.hear(part);
      const theirs = second.subarray(0, keyLength);
      state.hear(theirs);
      const ee = agree(ephemeral, theirs);
      const se = agree(own, theirs);
      if (ee === undefined || se === undefined) return undefined;
      state.mix(ee);
      state.mix(se);
      const end = 2 * keyLength + tagLength;
      const fixed = state.listen(second.subarray(keyLength, end), open);
      const es = fixed === undefined ? undefined : agree(ephemeral, fixed);
      if (fixed === undefined || es === undefined) return undefined;
      state.mix(es);
      const said = state.listen(second.subarray(end), open);
      if (said === undefined) return undefined;
      const [send, receive] = state.split();
      return {payload: said, fixed, keys: {send, receive}};
    },
  };
}

/** What both sides have heard, and the key that follows from it (Noise, section 5.2). */
class Transcript {
  private readonly cipher: Cipher;
  private digest: Buffer;
  private chain: Buffer;
  private key: Buffer | undefined;
  private count = 0n;

  constructor(cipher: Cipher) {
    this.cipher = cipher;
    this.chain = Buffer.alloc(keyLength);
    // Names of 32 bytes or less are filled up with zeros, longer ones hashed; the prologue is empty.
    const name = Buffer.from(`Noise_IX_25519_${cipher === 'aes' ? 'AESGCM' : 'ChaChaPoly'}_SHA256`);
    if (name.length > keyLength) throw new Error('the name of the protocol is longer than a digest');
    name.copy(this.chain);
    this.digest = createHash('sha256').update(this.chain).digest();
  }

  hear(bytes: Buffer): void {
    this.digest = createHash('sha256').update(this.digest).update(bytes).digest();
  }

  mix(secret: Buffer): void {
    const [chain, key] = this.expand(secret);
    this.chain = chain;
    this.key = key;
    this.count = 0n;
  }

  say(text: Buffer): Buffer {
    const bytes = sealed(this.cipher, this.sealing(), text);
    this.count += 1n;
    this.hear(bytes);
    return bytes;
  }

  listen(bytes: Buffer, open: typeof unsealed): Buffer | undefined {
    const text = open(this.cipher, this.sealing(), bytes);
    this.count += 1n;
    this.hear(bytes);
    return text;
  }

  split(): readonly [Buffer, Buffer] {
    return this.expand(Buffer.alloc(0));
  }

  private sealing(): {readonly key: Buffer; readonly counter: bigint; readonly beside: Buffer} {
    return {key: this.key ?? Buffer.alloc(keyLength), counter: this.count, beside: this.digest};
  }

  // HKDF of two outputs (Noise, section 4.3).
  private expand(secret: Buffer): readonly [Buffer, Buffer] {
    const extracted = createHmac('sha256', this.chain).update(secret).digest();
    const one = createHmac('sha256', extracted).update(Buffer.of(1)).digest();
    const two = createHmac('sha256', extracted).update(one).update(Buffer.of(2)).digest();
    return [one, two];
  }
}
