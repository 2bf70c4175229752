// The first packet of a handshake as a case wants it, and what the second one brings.
import {randomInt} from 'node:crypto';
import type {HandshakeChanges} from '../../../model/peers/sealed.ts';
import {normalizeValue} from '../../overlay/value-text.ts';
import {readStrictly} from '../../overlay/strict-reader.ts';
import {writeValue} from '../../overlay/message-writer.ts';
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject} from '../../../model/json.ts';
import {readCertificate, type Network} from './host-certificate.ts';
import {beginHandshake, type CipherName, type HandshakeAnswer, type Initiator} from './noise.ts';
import type {Shown} from './wrong-certificates.ts';

/** A handshake that was begun: our index, its time, and what follows the header. */
export interface BegunHandshake {
  readonly index: number;
  readonly time: bigint;
  readonly message: Buffer;
  readonly initiator: Initiator;
}

/** An index of ours: not 0, and any of the rest. */
function newIndex(): number {
  return randomInt(1, 0xffff_ffff);
}

/** Begins a handshake with what a client shows. */
export function begunHandshake(
  cipher: CipherName,
  shown: Shown,
  changes: HandshakeChanges,
  {
    lastTime,
    nowMs,
    before,
  }: {readonly lastTime: bigint; readonly nowMs: number; readonly before: BegunHandshake | undefined},
): BegunHandshake {
  const index = changes.index ?? newIndex();
  const time = timeOf(changes.time, lastTime, nowMs);
  const details = {Cert: shown.certificate.toString('hex'), InitiatorIndex: index, Time: String(time)};
  const payload =
    changes.payload === undefined
      ? Buffer.from(writeValue('OverlayHandshake', normalizeValue('OverlayHandshake', {Details: details})))
      : Buffer.from(changes.payload, 'hex');
  const initiator = beginHandshake(cipher, {
    ownStatic: shown.key,
    payload: Buffer.concat([payload, Buffer.from(changes.extra ?? '', 'hex')]),
    ...defined({ephemeral: changes.sameKey === true ? before?.initiator.ephemeral : undefined}),
  });
  const message = Buffer.from(initiator.first);
  if (changes.zeroKey !== undefined) message.fill(0, ...zeroed[changes.zeroKey]);
  return {index, time, initiator, message: message.subarray(0, changes.cut ?? message.length)};
}

const zeroed: {readonly [key in NonNullable<HandshakeChanges['zeroKey']>]: readonly [number, number]} = {
  ephemeral: [0, 32],
  static: [32, 64],
};

// Nanoseconds, and never the same twice: "the newer handshake wins".
function timeOf(time: HandshakeChanges['time'], lastTime: bigint, nowMs: number): bigint {
  if (time === 'older') return lastTime - 1_000_000_000n;
  if (time === 'barely-older') return lastTime - 1n;
  if (time === 'same') return lastTime;
  if (time === 'barely-newer') return lastTime + 1n;
  if (time !== undefined) return BigInt(time);
  const now = BigInt(Math.floor(nowMs)) * 1_000_000n;
  return now > lastTime ? now : lastTime + 1n;
}

/** The node's index of the tunnel, from the payload of its packet; undefined where there is none to read. */
export function responderIndexOf({payload}: HandshakeAnswer): number | undefined {
  const details = detailsOf(payload);
  const index = details?.['ResponderIndex'];
  return typeof index === 'number' ? index : undefined;
}

/** The certificate in the payload of a handshake; empty where there is none. */
export function certificateOf(payload: Buffer): Buffer {
  const certificate = detailsOf(payload)?.['Cert'];
  return typeof certificate === 'string' ? Buffer.from(certificate, 'hex') : Buffer.alloc(0);
}

/** The initiator's index, from the payload of its packet. */
export function initiatorIndexOf(payload: Buffer): number | undefined {
  const index = detailsOf(payload)?.['InitiatorIndex'];
  return typeof index === 'number' ? index : undefined;
}

function detailsOf(payload: Buffer): {readonly [name: string]: unknown} | undefined {
  const reading = readStrictly('OverlayHandshake', payload);
  const value = reading.kind === 'accept' ? reading.value : reading.kind === 'open' ? reading.accept.value : undefined;
  const details = isJsonObject(value) ? value['Details'] : undefined;
  return isJsonObject(details) ? details : undefined;
}

/** The address in the mesh, and the network that it is in, of the certificate in the payload of a handshake. */
export function readHandshakeNetwork(payload: Buffer): Network | undefined {
  return readCertificate(certificateOf(payload))?.details.ips[0];
}
