// Draws values to be encoded: the ends of every range, and what encoders write wrongly.
import {jsonText, type Json, type JsonObject} from '../model/json.ts';
import type {OverlayMessage} from '../model/peer.ts';
import type {Random} from './random.ts';
import {heldSchema, schema, type OverlayField, type OverlaySchema} from './schema.ts';

/** Draws the value text of a message; scalars at their default are written or left out, which means the same. */
export function generateValueText(random: Random, message: OverlayMessage): Uint8Array {
  return new TextEncoder().encode(jsonText(drawMessage(random, schema[message])));
}

function drawMessage(random: Random, of: OverlaySchema): JsonObject {
  const value: Record<string, Json> = {};
  for (const field of of.fields) if (!random.oneIn(4)) value[field.name] = drawHeld(random, field);
  return value;
}

function drawHeld(random: Random, field: OverlayField): Json {
  switch (field.kind) {
    case 'enum':
      return drawEnum(random);
    case 'uint32':
      return drawUint32(random);
    case 'uint64':
      return drawUint64(random).toString();
    case 'bytes':
      return drawHex(random);
    case 'message':
      if (!field.isRepeated) return drawMessage(random, heldSchema(field));
      return Array.from({length: random.oneIn(30) ? random.below(40) : random.below(4)}, () =>
        drawMessage(random, heldSchema(field)),
      );
  }
}

/** Draws a number of an open enum: mostly one that has a name, else any int32. */
export function drawEnum(random: Random): number {
  if (!random.oneIn(3)) return random.below(12);
  return random.pick([-1, -0x8000_0000, 0x7fff_ffff, 127, 128, random.next() | 0]);
}

/** Draws a uint32: small, at the border of a varint's length, or any. */
export function drawUint32(random: Random): number {
  switch (random.below(4)) {
    case 0:
      return random.pick([0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]);
    case 1:
      return 2 ** (7 * (1 + random.below(4))) - random.below(2);
    case 2:
      return random.next();
    default:
      return random.below(300);
  }
}

const uint64Edges = [
  0n,
  (1n << 53n) - 1n,
  1n << 53n,
  (1n << 53n) + 1n,
  (1n << 63n) - 1n,
  1n << 63n,
  (1n << 64n) - 1n,
] as const;

/** Draws a uint64 likewise. */
export function drawUint64(random: Random): bigint {
  switch (random.below(4)) {
    case 0:
      return random.pick(uint64Edges);
    case 1:
      return (1n << BigInt(7 * (1 + random.below(9)))) - BigInt(random.below(2));
    case 2:
      return (BigInt(random.next()) << 32n) | BigInt(random.next());
    default:
      return BigInt(drawUint32(random));
  }
}

const hexLengths = [1, 2, 3, 4, 5, 16, 127, 128] as const;

function drawHex(random: Random): string {
  const length = random.oneIn(5) ? 0 : random.pick(hexLengths);
  return Buffer.from(Array.from({length}, () => random.next() & 0xff)).toString('hex');
}
