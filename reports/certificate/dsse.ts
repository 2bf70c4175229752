// Seals a payload into a DSSE envelope and opens one: the Dead Simple Signing Envelope, protocol v1.0.2.
import type {SigningKey, TrustedKey} from '../../model/signing.ts';
import {jsonText, type Json} from '../../model/json.ts';
import {list, object, text, textLike} from '../journal/json-shape.ts';

/** A sealed payload. */
export interface Envelope {
  readonly payloadType: string;
  /** Standard base64. */
  readonly payload: string;
  readonly signatures: readonly {readonly keyid: string; readonly sig: string}[];
}

const base64 = textLike(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'standard base64');

export const envelopeShape = object({
  payloadType: text,
  payload: base64,
  signatures: list(object({keyid: text, sig: base64})),
});

/** Gives what is signed: `PAE(type, body) = "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body`, lengths in bytes, as decimal numbers. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType);
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${String(type.length)} `),
    type,
    Buffer.from(` ${String(payload.length)} `),
    payload,
  ]);
}

/** Signs a payload with one key. */
export function sealEnvelope(payloadType: string, payload: Uint8Array, key: SigningKey): Envelope {
  const signature = key.sign(preAuthEncoding(payloadType, payload));
  return {
    payloadType,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{keyid: key.keyId, sig: Buffer.from(signature).toString('base64')}],
  };
}

/** What opening comes to. `unknown-key`: nobody vouches for the signature, so it was not even checked. */
export type Opened =
  | {readonly kind: 'sealed'; readonly payload: Uint8Array; readonly keyId: string}
  | {readonly kind: 'unknown-key'; readonly payload: Uint8Array; readonly keyIds: readonly string[]}
  | {readonly kind: 'broken'; readonly why: string};

/** Checks the signatures of an envelope against the keys that the reader trusts; one good signature is enough, a bad one of a trusted key never is. */
export function openEnvelope({payloadType, payload, signatures}: Envelope, keys: readonly TrustedKey[]): Opened {
  const bytes = Buffer.from(payload, 'base64');
  if (signatures.length === 0) return {kind: 'broken', why: 'the envelope holds no signature'};
  // The last character of base64 may hold bits that nothing reads: another text, the same bytes.
  if (
    [payload, ...signatures.map(({sig}) => sig)].some(text => Buffer.from(text, 'base64').toString('base64') !== text)
  )
    return {kind: 'broken', why: 'its base64 is not written as it is written usually, so it was edited'};
  const signed = preAuthEncoding(payloadType, bytes);
  let keyId: string | undefined;
  // The key id is a hint that nobody signed: every trusted key is tried, and the id must be that of the key that fits.
  for (const {keyid, sig} of signatures) {
    const fitting = keys.find(key => key.verify(signed, Buffer.from(sig, 'base64')));
    if (fitting !== undefined && fitting.keyId !== keyid)
      return {kind: 'broken', why: `the signature of key ${fitting.keyId} has another key id`};
    if (fitting === undefined && keys.some(key => key.keyId === keyid))
      return {kind: 'broken', why: `the signature does not fit: key ${keyid} did not sign these bytes`};
    keyId ??= fitting?.keyId;
  }
  if (keyId !== undefined) return {kind: 'sealed', payload: bytes, keyId};
  return {kind: 'unknown-key', payload: bytes, keyIds: signatures.map(({keyid}) => keyid)};
}

/** Writes an envelope; the same envelope is always the same text. */
export function envelopeText({payloadType, payload, signatures}: Envelope): string {
  const value: Json = {
    payloadType,
    payload,
    signatures: signatures.map(({keyid, sig}) => ({keyid, sig})),
  };
  return `${jsonText(value, 2)}\n`;
}
