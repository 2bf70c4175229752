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
