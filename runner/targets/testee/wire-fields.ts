// Reads the fields of a protobuf message as they stand on the wire, without knowing what they mean.

/** One field as it stands on the wire. */
export type EnvelopeField =
  | {readonly number: number; readonly kind: 'varint'; readonly value: bigint}
  | {readonly number: number; readonly kind: 'fixed64'; readonly value: bigint}
  | {readonly number: number; readonly kind: 'fixed32'; readonly value: number}
  | {readonly number: number; readonly kind: 'bytes'; readonly value: Buffer};

/** Reads the fields of a message; undefined when it is malformed. */
export function readFields(frame: Uint8Array): readonly EnvelopeField[] | undefined {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  const fields: EnvelopeField[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = readVarint(bytes, at);
    if (tag === undefined) return undefined;
    const number = Number(tag.value >> 3n);
    at = tag.next;
    switch (Number(tag.value & 7n)) {
      case 0: {
        const read = readVarint(bytes, at);
        if (read === undefined) return undefined;
        fields.push({number, kind: 'varint', value: read.value});
        at = read.next;
        break;
      }
      case 1:
        if (at + 8 > bytes.length) return undefined;
        fields.push({number, kind: 'fixed64', value: bytes.readBigUInt64LE(at)});
        at += 8;
        break;
      case 2: {
        const length = readVarint(bytes, at);
        if (length === undefined || BigInt(length.next) + length.value > BigInt(bytes.length)) return undefined;
        const end = length.next + Number(length.value);
        fields.push({number, kind: 'bytes', value: bytes.subarray(length.next, end)});
        at = end;
        break;
      }
      case 5:
        if (at + 4 > bytes.length) return undefined;
        fields.push({number, kind: 'fixed32', value: bytes.readUInt32LE(at)});
        at += 4;
        break;
      default:
        return undefined;
    }
  }
  return fields;
}

/** Reads varints one behind the other, up to the first that is cut. */
export function packedVarints(payload: Buffer): readonly bigint[] {
  const values: bigint[] = [];
  for (let at = 0; at < payload.length;) {
    const read = readVarint(payload, at);
    if (read === undefined) return values;
    values.push(read.value);
    at = read.next;
  }
  return values;
}

function readVarint(bytes: Uint8Array, from: number): {readonly value: bigint; readonly next: number} | undefined {
  let value = 0n;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 0x7f) << BigInt(index * 7);
    if (byte < 0x80) return {value, next: from + index + 1};
  }
  return undefined;
}
