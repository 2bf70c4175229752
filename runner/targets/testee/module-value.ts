// Turns what a decoder written in JavaScript gives into the value-text convention of proto/testee.proto.

/** A bigint becomes a decimal string, bytes become hex. */
export function valueText(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex');
  if (Array.isArray(value)) return value.map(valueText);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueText(item)]));
}
