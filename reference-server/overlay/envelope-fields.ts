// Writes single fields of the messages around overlay messages: envelope and schema file.

/** Writes a field of bytes, text or a message; its number is below 16. */
export function bytesField(number: number, payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([number * 8 + 2, ...varint(payload.length)]), payload]);
}

/** Writes a field that holds a small whole number. */
export function numberField(number: number, value: number): Buffer {
  return Buffer.from([number * 8, ...varint(value)]);
}

function varint(value: number): number[] {
  return value > 0x7f ? [(value % 128) + 128, ...varint(Math.floor(value / 128))] : [value];
}
