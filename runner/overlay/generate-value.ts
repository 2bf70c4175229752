// Draws values to be encoded: the ends of every range, and what encoders write wrongly.
import type {OverlayMessage} from '../../model/peer.ts';
import {bytesOfText, hexOf} from '../../base/text/hex.ts';
import {drawCount, drawNearSize, drawSize, largeOneIn, octetAt} from './generate-size.ts';
import type {Random} from '../../base/random/seeded-numbers.ts';
import {heldSchema, schema, type OverlayField, type OverlaySchema} from './message-schema.ts';

/** Draws the value text of a message; scalars at their default are written or left out, which means the same. */
export function generateValueText(random: Random, message: OverlayMessage): Uint8Array {
  return bytesOfText(
    random.oneIn(largeOneIn) ? drawLarge(random, schema[message]) : drawMessage(random, schema[message]),
  );
}

/** One field is large, now and then several: bytes or a list, here or in a message that is held. A message that can be neither is drawn as usual. */
function drawLarge(random: Random, of: OverlaySchema, sizeOf = drawSize): string {
  const large = random.pick(of.fields);
  const members = of.fields.flatMap(field => {
    if (field !== large && random.oneIn(4)) return [];
    if (field === large) return [`"${field.name}":${drawLargeHeld(random, field, sizeOf)}`];
    return [
      `"${field.name}":${random.oneIn(3) ? drawLargeHeld(random, field, drawNearSize) : drawHeld(random, field)}`,
    ];
  });
  return `{${members.join(',')}}`;
}

function drawLargeHeld(random: Random, field: OverlayField, sizeOf: typeof drawSize): string {
  if (field.kind === 'bytes') return `"${hexOf(largeOctets(random, sizeOf))}"`;
  if (field.kind !== 'message') return drawHeld(random, field);
  const held = heldSchema(field);
  if (!field.isRepeated) return drawLarge(random, held, sizeOf);
  return `[${Array.from({length: drawCount(random)}, () => drawMessage(random, held)).join(',')}]`;
}

/** Draws bytes of a size at which lengths change. */
export function largeOctets(random: Random, sizeOf = drawSize): Uint8Array {
  const octets = new Uint8Array(sizeOf(random));
  const first = random.below(0x100);
  for (let place = 0; place < octets.length; place += 1) octets[place] = octetAt(place, first);
  return octets;
}

function drawMessage(random: Random, of: OverlaySchema): string {
  let text = '{';
  for (const field of of.fields) {
    if (random.oneIn(4)) continue;
    if (text.length > 1) text += ',';
    text += `"${field.name}":`;
    text += drawHeld(random, field);
  }
  return `${text}}`;
}

function drawHeld(random: Random, field: OverlayField): string {
  switch (field.kind) {
    case 'enum':
      return String(drawEnum(random));
    case 'uint32':
      return String(drawUint32(random));
    case 'uint64':
      return `"${drawUint64(random)}"`;
    case 'bytes':
      return `"${drawHex(random)}"`;
    case 'message':
      if (!field.isRepeated) return drawMessage(random, heldSchema(field));
      return drawList(random, heldSchema(field));
  }
}

function drawList(random: Random, of: OverlaySchema): string {
  let text = '[';
  for (let count = random.oneIn(30) ? random.below(40) : random.below(4); count > 0; count -= 1)
    text += drawMessage(random, of) + (count > 1 ? ',' : '');
  return `${text}]`;
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
].map(String);

/** Where varints of one to nine bytes become longer, and the number before. */
const lengthEdges = Array.from({length: 9}, (_, index) => {
  const edge = 1n << BigInt(7 * (1 + index));
  return [String(edge), String(edge - 1n)] as const;
});

/** Draws a uint64 likewise, as decimal digits. */
export function drawUint64(random: Random): string {
  switch (random.below(4)) {
    case 0:
      return random.pick(uint64Edges);
    case 1:
      return random.pick(lengthEdges)[random.below(2)]!;
    case 2:
      return ((BigInt(random.next()) << 32n) | BigInt(random.next())).toString();
    default:
      return String(drawUint32(random));
  }
}

const hexLengths = [1, 2, 3, 4, 5, 16, 127, 128] as const;
const hexDigits = '0123456789abcdef';

function drawHex(random: Random): string {
  const length = random.oneIn(5) ? 0 : random.pick(hexLengths);
  let hex = '';
  for (let count = 0; count < length; count += 1) {
    const byte = random.next() & 0xff;
    hex += hexDigits.charAt(byte >> 4);
    hex += hexDigits.charAt(byte & 15);
  }
  return hex;
}
