// The tables of the record, area A, as this peer reads them: every message, field, number and enum value.
import type {MessageName} from './message.ts';
import type {OverlayRules} from './overlay-rules.ts';

/** One row of a field table of the record. */
export type Field =
  | {readonly name: string; readonly number: number; readonly kind: 'uint32' | 'uint64' | 'bytes'}
  | {readonly name: string; readonly number: number; readonly kind: 'enum'; readonly values: EnumName}
  | {readonly name: string; readonly number: number; readonly kind: 'message' | 'list'; readonly of: MessageName};

export type EnumName = 'OverlayMeta.MessageType' | 'OverlayPing.MessageType';
export type MessageTable = Readonly<Record<MessageName, readonly Field[]>>;
export type EnumTable = Readonly<Record<EnumName, readonly string[]>>;

/** The field tables, in number order. */
export const messages: MessageTable = {
  // "| Type | enum OverlayMeta.MessageType | 1 |"
  OverlayMeta: [
    {name: 'Type', number: 1, kind: 'enum', values: 'OverlayMeta.MessageType'},
    {name: 'Details', number: 2, kind: 'message', of: 'OverlayMetaDetails'},
  ],
  // "| counter | uint32 | 3 | field name is lower-case |"
  OverlayMetaDetails: [
    {name: 'VpnIp', number: 1, kind: 'uint32'},
    {name: 'IpAndPorts', number: 2, kind: 'list', of: 'IpAndPort'},
    {name: 'counter', number: 3, kind: 'uint32'},
  ],
  // "| Port | uint32 | 2 |"
  IpAndPort: [
    {name: 'Ip', number: 1, kind: 'uint32'},
    {name: 'Port', number: 2, kind: 'uint32'},
  ],
  // "| Time | uint64 | 2 |"
  OverlayPing: [
    {name: 'Type', number: 1, kind: 'enum', values: 'OverlayPing.MessageType'},
    {name: 'Time', number: 2, kind: 'uint64'},
  ],
  // "| Hmac | bytes | 2 |"
  OverlayHandshake: [
    {name: 'Details', number: 1, kind: 'message', of: 'OverlayHandshakeDetails'},
    {name: 'Hmac', number: 2, kind: 'bytes'},
  ],
  // "| Cookie | uint64 | 4 |"
  OverlayHandshakeDetails: [
    {name: 'Cert', number: 1, kind: 'bytes'},
    {name: 'InitiatorIndex', number: 2, kind: 'uint32'},
    {name: 'ResponderIndex', number: 3, kind: 'uint32'},
    {name: 'Cookie', number: 4, kind: 'uint64'},
    {name: 'Time', number: 5, kind: 'uint64'},
  ],
};

/** The enum tables: the place in the list is the number. */
export const enums: EnumTable = {
  // "**OverlayMeta.MessageType** values (number = name):"
  'OverlayMeta.MessageType': [
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
  ],
  // "OverlayPing.MessageType values: 0 = Ping, 1 = Reply."
  'OverlayPing.MessageType': ['Ping', 'Reply'],
};

// "Peers of a private overlay network exchange messages in Protocol Buffers (proto3) format."
export const schemaSyntax: string = 'proto3';

// "The package name is `overlay`."
export const schemaPackage: string = 'overlay';

// "The overlay proto3 schema has no version field."
export function publishedFields(rules: OverlayRules, message: MessageName): readonly Field[] {
  return rules.messages[message];
}

/** Tells whether a name is one of the six messages. */
export function isMessageName(name: string): name is MessageName {
  return Object.hasOwn(messages, name);
}
