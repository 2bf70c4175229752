// The six overlay messages as data: every field with name, number and type, as the record's tables show them.
import type {OverlayMessage} from '../../model/peer.ts';

/** What one field holds. Enums and uint32 are numbers, uint64 is 64 bit unsigned, bytes are octets, message is another message. */
type FieldKind = 'enum' | 'uint32' | 'uint64' | 'bytes' | 'message';

/** One field of one message. `slot` is its place in number order, from 0. */
export interface OverlayField {
  readonly name: string;
  readonly number: number;
  readonly slot: number;
  readonly kind: FieldKind;
  readonly isRepeated: boolean;
  /** The message it holds, when kind is `message`. */
  readonly message?: OverlayMessage;
  /** The named numbers of its enum, when kind is `enum`. Enums are open: any other int32 is legal too. */
  readonly names?: readonly string[];
}

/** One message. `byNumber[n]` is the field with number n. */
export interface OverlaySchema {
  readonly name: OverlayMessage;
  readonly fields: readonly OverlayField[];
  readonly byNumber: readonly (OverlayField | undefined)[];
}

const metaTypes = [
  'None',
  'HostQuery',
  'HostQueryReply',
  'HostUpdateNotification',
  'HostMovedNotification',
  'HostPunchNotification',
  'HostWhoami',
  'HostWhoamiReply',
  'PathCheck',
  'PathCheckReply',
] as const;

const pingTypes = ['Ping', 'Reply'] as const;

/** The messages by name. */
export const schema: {readonly [name in OverlayMessage]: OverlaySchema} = {
  OverlayMeta: message('OverlayMeta', [
    {name: 'Type', number: 1, kind: 'enum', names: metaTypes},
    {name: 'Details', number: 2, kind: 'message', message: 'OverlayMetaDetails'},
  ]),
  OverlayMetaDetails: message('OverlayMetaDetails', [
    {name: 'VpnIp', number: 1, kind: 'uint32'},
    {name: 'IpAndPorts', number: 2, kind: 'message', message: 'IpAndPort', isRepeated: true},
    {name: 'counter', number: 3, kind: 'uint32'},
  ]),
  IpAndPort: message('IpAndPort', [
    {name: 'Ip', number: 1, kind: 'uint32'},
    {name: 'Port', number: 2, kind: 'uint32'},
  ]),
  OverlayPing: message('OverlayPing', [
    {name: 'Type', number: 1, kind: 'enum', names: pingTypes},
    {name: 'Time', number: 2, kind: 'uint64'},
  ]),
  OverlayHandshake: message('OverlayHandshake', [
    {name: 'Details', number: 1, kind: 'message', message: 'OverlayHandshakeDetails'},
    {name: 'Hmac', number: 2, kind: 'bytes'},
  ]),
  OverlayHandshakeDetails: message('OverlayHandshakeDetails', [
    {name: 'Cert', number: 1, kind: 'bytes'},
    {name: 'InitiatorIndex', number: 2, kind: 'uint32'},
    {name: 'ResponderIndex', number: 3, kind: 'uint32'},
    {name: 'Cookie', number: 4, kind: 'uint64'},
    {name: 'Time', number: 5, kind: 'uint64'},
  ]),
};

type FieldRow = Omit<OverlayField, 'slot' | 'isRepeated'> & {readonly isRepeated?: boolean};

function message(name: OverlayMessage, rows: readonly FieldRow[]): OverlaySchema {
  const fields = rows.map((row, slot) => ({isRepeated: false, ...row, slot}));
  const byNumber: (OverlayField | undefined)[] = [];
  for (let number = 0; number <= fields.length; number += 1) {
    byNumber.push(fields.find(field => field.number === number));
  }
  return {name, fields, byNumber};
}

/** Finds the message that a field holds. Throws when the field holds none: that is our own bug. */
export function heldSchema(field: OverlayField): OverlaySchema {
  if (field.message === undefined) throw new Error(`field ${field.name} holds no message`);
  return schema[field.message];
}

/** Tells whether a name is one of the six messages, without the package. */
export function isOverlayMessage(name: string): name is OverlayMessage {
  return Object.hasOwn(schema, name);
}

/** The wire type that a field's records carry: 0 for numbers, 2 for bytes and messages. */
export function wireTypeOf(field: OverlayField): 0 | 2 {
  return field.kind === 'bytes' || field.kind === 'message' ? 2 : 0;
}
