// Draws the sizes at which decoders and writers change their mind: where a length takes another byte or another integer, and limits that people choose.
import type {Random} from '../../base/random/seeded-numbers.ts';

const edges = [2 ** 8, 2 ** 14, 2 ** 15, 2 ** 16] as const;
const farthest = 2 ** 20;
/** A payload stands behind and before some bytes: what holds it ends so much later. */
const around = 16;

/** Draws a number of bytes around 2^8, 2^14, 2^15 or 2^16, now and then around 2^20. */
export function drawSize(random: Random): number {
  return random.oneIn(32) ? farthest + 3 - random.below(around) : drawNearSize(random);
}

/** The same without 2^20: two such in one message are too much for one question or answer. */
export function drawNearSize(random: Random): number {
  return random.pick(edges) + 3 - random.below(around);
}

/** Draws how often something comes; a known library needs time by the square of it. */
export function drawCount(random: Random): number {
  if (random.oneIn(2)) return 100 + random.below(400);
  return random.pick([254, 1_022, 4_094]) + random.below(4);
}

/** A byte of a large payload: what is lost, doubled or moved shows, and so does what comes from a payload that begins with another byte. */
export function octetAt(place: number, first = 0): number {
  return (first + Math.imul(place, 167) + (place >> 8)) & 0xff;
}

/** One input in so many is large; it takes as long as a hundred others. */
export const largeOneIn = 500;
