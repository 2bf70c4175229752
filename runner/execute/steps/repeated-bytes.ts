// Gives the bytes that pairs of hex and count stand for.
import type {Json} from '../../../model/json.ts';

/** Puts the bytes of `[hex, count]` pairs one after the other. */
export function repeatedBytes(pairs: Json): Uint8Array {
  return Buffer.concat(
    (pairs as readonly (readonly [string, number])[]).map(([hex, count]) => Buffer.from(hex.repeat(count), 'hex')),
  );
}
