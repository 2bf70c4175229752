// Messages inside packets: OverlayMeta and OverlayHandshake, by the healthy codec of the reference.
import {decodeBinary, encodeBinary} from '../overlay/codec.ts';
import type {Address} from '../overlay/rules/answer.ts';
import {
  aMessage,
  countUnknown,
  isMessage,
  type FieldValue,
  type Message,
  type MessageName,
} from '../overlay/rules/message.ts';
import {makeOverlayRules} from '../overlay/rules/overlay-rules.ts';
import type {Heard, Introduction} from './rules/mesh-rules.ts';

const codec = makeOverlayRules();

/** Something that was read, and whether it had fields that this node does not know. */
type Read<Value> = {readonly value: Value; readonly hasUnknown: boolean} | undefined;

/** Reads OverlayMeta; undefined where the bytes are none. */
export function readMeta(bytes: Buffer): Read<Heard> {
  return read('OverlayMeta', bytes, meta => {
    const details = part(meta, 'Details');
    const list = details?.fields.get('IpAndPorts');
    return {
      type: number(meta.fields.get('Type')),
      about: number(details?.fields.get('VpnIp')),
      addresses: Array.isArray(list)
        ? list.map(({fields}) => ({ip: number(fields.get('Ip')), port: number(fields.get('Port'))}))
        : [],
    };
  });
}

/** Writes OverlayMeta. */
export function metaBytes({type, about, addresses}: Heard): Buffer {
  const list = addresses.map(({ip, port}) => aMessage('IpAndPort', {Ip: ip, Port: port}));
  const details = aMessage('OverlayMetaDetails', {VpnIp: about, IpAndPorts: list});
  return Buffer.from(encodeBinary(codec, aMessage('OverlayMeta', {Type: type, Details: details})));
}

/** Reads the payload of a handshake; undefined where the bytes are none. */
export function readIntroduction(bytes: Buffer): Read<Introduction & {readonly hasDetails: boolean}> {
  return read('OverlayHandshake', bytes, message => {
    const details = part(message, 'Details');
    const certificate = details?.fields.get('Cert');
    const time = details?.fields.get('Time');
    return {
      hasDetails: details !== undefined,
      certificate: certificate instanceof Uint8Array ? Buffer.from(certificate) : Buffer.alloc(0),
      initiator: number(details?.fields.get('InitiatorIndex')),
      responder: number(details?.fields.get('ResponderIndex')),
      time: typeof time === 'bigint' ? time : 0n,
    };
  });
}

/** Writes the payload of a handshake. */
export function introductionBytes({certificate, initiator, responder, time}: Introduction): Buffer {
  const details = aMessage('OverlayHandshakeDetails', {
    Cert: certificate,
    InitiatorIndex: initiator,
    ResponderIndex: responder,
    Time: time,
  });
  return Buffer.from(encodeBinary(codec, aMessage('OverlayHandshake', {Details: details})));
}

function read<Value>(type: MessageName, bytes: Buffer, make: (message: Message) => Value): Read<Value> {
  const decoded = decodeBinary(codec, type, bytes);
  if (decoded.kind === 'reject') return undefined;
  return {value: make(decoded.message), hasUnknown: countUnknown(decoded.message) > 0};
}

function part({fields}: Message, name: string): Message | undefined {
  const value = fields.get(name);
  return isMessage(value) ? value : undefined;
}

function number(value: FieldValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/** Writes an address as people do. */
export function addressText(ip: number): string {
  return [24, 16, 8, 0].map(shift => (ip >>> shift) & 255).join('.');
}

/** Reads `10.77.0.1`; undefined where the text is no such address. */
export function readAddress(text: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number) ?? [];
  if (parts.length !== 4 || parts.some(one => one > 255)) return undefined;
  return parts.reduce((sum, one) => sum * 256 + one, 0);
}

/** A place in the network as a datagram has it. */
export function placeOf({address, port}: {readonly address: string; readonly port: number}): Address {
  return {ip: readAddress(address.replace(/^::ffff:/, '')) ?? 0, port};
}
