// What a decoded overlay message is in memory, and what is thrown when bytes or text hold none.

/** One decoded message: its fields by name (absent ones are not in the map) and its unknown fields, byte for byte as they came. */
export interface Message {
  readonly type: MessageName;
  readonly fields: Map<string, FieldValue>;
  readonly unknown: Uint8Array[];
}

/** One of the six message names of the record, without the package. */
export type MessageName =
  | 'OverlayMeta'
  | 'OverlayMetaDetails'
  | 'IpAndPort'
  | 'OverlayPing'
  | 'OverlayHandshake'
  | 'OverlayHandshakeDetails';

/** A uint32 or an enum is a number, a uint64 a bigint, bytes are octets, a repeated field is a list. */
type Scalar = number | bigint | Uint8Array;
export type FieldValue = Scalar | Message | Message[];

/** Makes an empty message, optionally with fields. */
export function aMessage(type: MessageName, fields: Readonly<Record<string, FieldValue>> = {}): Message {
  return {type, fields: new Map(Object.entries(fields)), unknown: []};
}

/** Says that the input is no message of the type asked for; the text says why in one line. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

/** Counts the unknown fields of a message and of all messages inside it. */
export function countUnknown(message: Message): number {
  let count = message.unknown.length;
  for (const value of message.fields.values()) {
    if (Array.isArray(value)) for (const element of value) count += countUnknown(element);
    else if (isMessage(value)) count += countUnknown(value);
  }
  return count;
}

/** Tells a single submessage from every other field value. */
export function isMessage(value: FieldValue | undefined): value is Message {
  return typeof value === 'object' && 'fields' in value;
}
