// Reads one varint at a place of some bytes without judging it: for those who look at bytes instead of decoding them.

/** A varint's value, cut to 64 bits, and the place behind it. */
export interface VarintAt {
  readonly value: bigint;
  readonly next: number;
}

/** Reads a varint of at most ten bytes; undefined when it does not end before `end`. */
export function varintAt(bytes: Uint8Array, start: number, end: number): VarintAt | undefined {
  let value = 0n;
  for (let index = 0; index < 10 && start + index < end; index += 1) {
    const byte = bytes[start + index]!;
    value |= BigInt(byte & 0x7f) << BigInt(index * 7);
    if (byte < 0x80) return {value: BigInt.asUintN(64, value), next: start + index + 1};
  }
  return undefined;
}

/** Gives the place behind the value of a record (its tag read already); undefined when the value is cut or its wire type has none. */
export function behindValue(bytes: Uint8Array, wireType: number, start: number, end: number): number | undefined {
  switch (wireType) {
    case 0:
      return varintAt(bytes, start, end)?.next;
    case 1:
      return start + 8 <= end ? start + 8 : undefined;
    case 2: {
      const length = varintAt(bytes, start, end);
      return length === undefined || length.value > BigInt(end - length.next)
        ? undefined
        : length.next + Number(length.value);
    }
    case 3:
      return behindGroup(bytes, start, end);
    case 5:
      return start + 4 <= end ? start + 4 : undefined;
    default:
      return undefined;
  }
}

function behindGroup(bytes: Uint8Array, start: number, end: number): number | undefined {
  let open = 1;
  let at = start;
  while (open > 0) {
    const tag = varintAt(bytes, at, end);
    if (tag === undefined) return undefined;
    const wireType = Number(tag.value & 7n);
    const isBorder = wireType === 3 || wireType === 4;
    if (isBorder) open += wireType === 3 ? 1 : -1;
    const next = isBorder ? tag.next : behindValue(bytes, wireType, tag.next, end);
    if (next === undefined) return undefined;
    at = next;
  }
  return at;
}
