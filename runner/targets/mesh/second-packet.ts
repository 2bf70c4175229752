// The second packet of a handshake that a node began with us, and the tunnel that there is with it.
import {randomInt} from 'node:crypto';
import {normalizeValue} from '../../overlay/value-text.ts';
import {writeValue} from '../../overlay/message-writer.ts';
import type {KeyPair} from './keys.ts';
import {answerHandshake, type CipherName, type FirstMessage} from './noise.ts';
import {writeHeader} from './packet.ts';
import {headerOf, newTunnel, type Tunnel} from './tunnel.ts';

/** A first packet that came: what follows its header, and the index that it wants to be answered with. */
export interface Asked {
  readonly first: FirstMessage;
  readonly remote: number;
}

/** Who answers: a certificate without its key, as it travels, and the pair of that key. */
export interface Responder {
  readonly certificate: Buffer;
  readonly key: KeyPair;
  readonly nowMs: number;
}

/** Answers it; undefined where a key of the node gives no shared secret. */
export function secondPacket(
  cipher: CipherName,
  {first, remote}: Asked,
  {certificate, key, nowMs}: Responder,
): {readonly datagram: Buffer; readonly tunnel: Tunnel} | undefined {
  const own = randomInt(1, 0xffff_ffff);
  const details = {
    Cert: certificate.toString('hex'),
    InitiatorIndex: remote,
    ResponderIndex: own,
    Time: String(BigInt(Math.floor(nowMs)) * 1_000_000n),
  };
  const payload = Buffer.from(writeValue('OverlayHandshake', normalizeValue('OverlayHandshake', {Details: details})));
  const answered = answerHandshake(cipher, {ownStatic: key, first, payload});
  if (answered === undefined) return undefined;
  // The initiator sends with the first key, so that a responder sends with the second.
  const keys = {first: answered.keys.second, second: answered.keys.first};
  const header = writeHeader(headerOf({type: 'handshake'}, {index: remote, counter: 2n}));
  return {datagram: Buffer.concat([header, answered.message]), tunnel: newTunnel(cipher, {own, remote, keys})};
}
