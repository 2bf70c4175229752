// The few shapes of proto3 that a certificate needs: numbers, bytes and packed numbers, written in the order of the fields.

/** A number as the shortest varint. */
function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

/** A field of bytes; nothing where there are none, as proto3 leaves defaults out. */
export function bytesField(number: number, bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return Buffer.alloc(0);
  return Buffer.concat([varint(BigInt(number * 8 + 2)), varint(BigInt(bytes.length)), bytes]);
}

/** A field of a number; nothing where it is 0. */
export function numberField(number: number, value: bigint): Buffer {
  return value === 0n ? Buffer.alloc(0) : Buffer.concat([varint(BigInt(number * 8)), varint(value)]);
}

/** A list of numbers, packed. */
export function numbersField(number: number, values: readonly number[]): Buffer {
  return bytesField(number, Buffer.concat(values.map(value => varint(BigInt(value)))));
}

/** One field as it was read. */
export interface ReadField {
  readonly number: number;
  readonly value: bigint | Buffer;
}

/** Reads the fields of a message; undefined where the bytes are none. */
export function readFields(bytes: Buffer): readonly ReadField[] | undefined {
  const fields: ReadField[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = varintAt(bytes, at);
    const value = tag === undefined ? undefined : varintAt(bytes, tag.end);
    if (tag === undefined || value === undefined) return undefined;
    const [number, wireType] = [Number(tag.value >> 3n), Number(tag.value & 7n)];
    if (wireType === 0) fields.push({number, value: value.value});
    else if (wireType !== 2) return undefined;
    const end = value.end + (wireType === 2 ? Number(value.value) : 0);
    if (end > bytes.length) return undefined;
    if (wireType === 2) fields.push({number, value: bytes.subarray(value.end, end)});
    at = end;
  }
  return fields;
}

/** Reads a list of numbers that is packed. */
export function readNumbers(packed: Buffer): readonly number[] {
  const values: number[] = [];
  for (let at = 0; at < packed.length;) {
    const one = varintAt(packed, at);
    if (one === undefined) return values;
    values.push(Number(one.value));
    at = one.end;
  }
  return values;
}

function varintAt(bytes: Buffer, from: number): {readonly value: bigint; readonly end: number} | undefined {
  let value = 0n;
  for (let at = from; at < from + 10; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return undefined;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from));
    if (byte < 0x80) return {value, end: at + 1};
  }
  return undefined;
}
