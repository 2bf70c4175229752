// Draws inputs for a decoder under test: structured like the messages, well-formed or not, from one seed.
import {overlayMessages, type OverlayMessage} from '../../model/peer.ts';
import {copyOf} from '../../base/text/hex.ts';
import {drawCount, drawNearSize, drawSize, largeOneIn, octetAt} from './generate-size.ts';
import {mutate} from './mutate.ts';
import {randomAt, type Random} from '../../base/random/seeded-numbers.ts';
import {heldSchema, schema, wireTypeOf, type OverlayField, type OverlaySchema} from './message-schema.ts';

/** One drawn input: the message to read it as, and its bytes. What a decoder must answer, readStrictly says. */
export interface GeneratedInput {
  readonly message: OverlayMessage;
  readonly bytes: Uint8Array;
}

/** Draws the input with this number under this seed; each can be drawn again without the ones before it. `messages` must not be empty. */
export function generateInput(
  seed: number,
  index: number,
  messages: readonly OverlayMessage[] = overlayMessages,
): GeneratedInput {
  const random = randomAt(seed, index);
  const message = random.pick(messages);
  sink.position = 0;
  if (random.oneIn(largeOneIn) && writeExtreme(random, message) === 'whole')
    return {message, bytes: copyOf(sink.bytes, 0, sink.position)};
  sink.roomyUntil = sink.position + roomyBytes;
  writeMessage(random, schema[message], 0);
  const bytes = copyOf(sink.bytes, 0, sink.position);
  return {message, bytes: random.oneIn(3) ? mutate(random, bytes) : bytes};
}

/** Below the depth limits of most decoders, above them, and where a recursion without limit ends the process. */
const depths = [120, 1_200, 30_000] as const;

/** Writes what only large inputs show: groups nested deep, long lists, large bytes, large or many unknown records, at the top or inside a message. */
function writeExtreme(random: Random, message: OverlayMessage): 'whole' | 'part' {
  const of = schema[message];
  const held = of.fields.find(({kind}) => kind === 'message');
  const hasOwn = of.fields.some(({kind, isRepeated}) => kind === 'bytes' || isRepeated);
  if (held === undefined || held.isRepeated || random.oneIn(hasOwn ? 2 : 4)) {
    writeLarge(random, of);
    return 'part';
  }
  writePadded(held.number * 8 + 2, 0, 0);
  // Both at once: what is kept in one place for both shows in one of them, if nothing else is wrong with the input.
  if (hasOwn && random.oneIn(2)) {
    writePayload(random, () => writeLargeBytes(random, bytesNumber(heldSchema(held).fields, held.number)));
    writeLargeBytes(random, bytesNumber(of.fields, held.number), drawNearSize);
    return 'whole';
  }
  writePayload(random, () => {
    writeLarge(random, heldSchema(held));
    sink.roomyUntil = sink.position + roomyBytes;
    writeMessage(random, heldSchema(held), 1);
  });
  return 'part';
}

function writeLarge(random: Random, {fields}: OverlaySchema): void {
  const number = unknownNumber(random);
  switch (random.below(9)) {
    case 0:
    case 1:
    case 2: {
      const depth = 1 + random.below(random.pick(depths));
      const near = 6 + random.below(10);
      for (let count = 0; count < depth; count += 1) writeByte(near * 8 + 3);
      for (let count = 0; count < depth; count += 1) writeByte(near * 8 + 4);
      return;
    }
    case 3:
    case 4: {
      const list = fields.find(({isRepeated}) => isRepeated)?.number ?? number;
      for (let count = drawCount(random); count > 0; count -= 1) writeSmallRecord(list, random.below(0x80));
      return;
    }
    case 5: {
      const wireType = random.pick([0, 1, 2, 5]);
      const count = random.oneIn(6) ? 0xffff + random.below(4) : drawCount(random);
      for (let left = count; left > 0; left -= 1) writeWithWireType(random, number, wireType, 0);
      return;
    }
    default:
      writeLargeBytes(random, random.oneIn(3) ? number : bytesNumber(fields, number));
  }
}

function bytesNumber(fields: readonly OverlayField[], otherwise: number): number {
  return fields.find(({kind}) => kind === 'bytes')?.number ?? otherwise;
}

function writeLargeBytes(random: Random, number: number, sizeOf = drawSize): void {
  writePadded(number * 8 + 2, 0, 0);
  const length = sizeOf(random);
  writePadded(length, 0, 0);
  const first = random.below(0x100);
  for (let place = 0; place < length; place += 1) writeByte(octetAt(place, first));
}

/** Writes a length-delimited record that holds one small varint under number 1. */
function writeSmallRecord(number: number, value: number): void {
  writePadded(number * 8 + 2, 0, 0);
  writeByte(2);
  writeByte(0x08);
  writeByte(value);
}

/** Records stop being added behind this many bytes, so that most inputs are small. */
const roomyBytes = 2_000;

/** One buffer for all inputs; a message is copied out when it is whole. 4 MiB hold the largest one: 65,538 records of some twenty bytes. */
const sink = {bytes: new Uint8Array(4_194_304), position: 0, roomyUntil: roomyBytes};

function writeMessage(random: Random, of: OverlaySchema, depth: number): void {
  const records = random.oneIn(40) ? random.below(60) : random.below(5 - depth) + (depth === 0 ? 0 : random.below(2));
  for (let count = 0; count < records && sink.position < sink.roomyUntil; count += 1) writeRecord(random, of, depth);
}

function writeRecord(random: Random, of: OverlaySchema, depth: number): void {
  const draw = random.below(100);
  if (draw < 70) writeKnown(random, random.pick(of.fields), depth);
  else if (draw < 78) writeWithWireType(random, random.pick(of.fields).number, random.below(6), depth);
  else if (draw < 92) writeWithWireType(random, unknownNumber(random), random.below(6), depth);
  else writeWrong(random);
}

function writeKnown(random: Random, field: OverlayField, depth: number): void {
  writeTag(random, field.number, wireTypeOf(field));
  switch (field.kind) {
    case 'enum':
      writeVarint(random, random.oneIn(4) ? random.next() : random.below(12), random.oneIn(12) ? 0xffff_ffff : 0);
      return;
    case 'uint32':
    case 'uint64':
      writeNumber(random);
      return;
    case 'bytes':
      writePayload(random, () => writeOctets(random));
      return;
    case 'message':
      writePayload(random, () => writeMessage(random, heldSchema(field), depth + 1));
      return;
  }
}

const farNumbers = [15, 16, 2047, 2048, 19_000, 19_999, 0x1fff_ffff] as const;

function unknownNumber(random: Random): number {
  return random.oneIn(4) ? random.pick(farNumbers) : 6 + random.below(10);
}

function writeWithWireType(random: Random, number: number, wireType: number, depth: number): void {
  if (wireType === 3 && depth > 5) return;
  writeTag(random, number, wireType);
  switch (wireType) {
    case 0:
      writeNumber(random);
      return;
    case 1:
      for (let count = 0; count < 8; count += 1) writeByte(random.next() & 0xff);
      return;
    case 2:
      writePayload(random, () => writeOctets(random));
      return;
    case 3:
      writeGroupBody(random, number, depth);
      return;
    case 5:
      for (let count = 0; count < 4; count += 1) writeByte(random.next() & 0xff);
      return;
    default:
      // An end-group tag that nothing began.
      return;
  }
}

function writeGroupBody(random: Random, number: number, depth: number): void {
  const records = random.below(3);
  for (let count = 0; count < records; count += 1) {
    const inner = random.oneIn(2) ? 1 + random.below(5) : unknownNumber(random);
    const wireType = random.pick([0, 0, 1, 2, 3, 5]);
    writeWithWireType(random, inner, wireType, depth + 1);
  }
  const fate = random.below(20);
  if (fate > 1) writeTag(random, number, 4);
  else if (fate === 1) writeTag(random, number + 1, 4);
}

function writeWrong(random: Random): void {
  switch (random.below(5)) {
    case 0:
      writeByte(random.below(8));
      return;
    case 1:
      writeTag(random, 1 + random.below(20), 6 + random.below(2));
      return;
    case 2:
      for (let count = 10 + random.below(3); count > 0; count -= 1) writeByte(0x80 | random.next());
      writeByte(random.below(2));
      return;
    case 3:
      writeTag(random, 1 + random.below(9), 2);
      writeVarint(
        random,
        random.pick([0xffff_ffff, 0x7fff_ffff, 0x8000_0000, random.below(300)]),
        random.oneIn(2) ? random.below(3) : 0,
      );
      return;
    default:
      writeByte(random.next() & 0xff);
  }
}

function writeTag(random: Random, number: number, wireType: number): void {
  writePadded(number * 8 + wireType, 0, random.oneIn(80) ? random.below(10) : 0);
}

const highEdges = [0, 1, 0x001f_ffff, 0x0020_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] as const;
const lowEdges = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] as const;

function writeNumber(random: Random): void {
  switch (random.below(8)) {
    case 0:
      writeVarint(random, random.pick(lowEdges), random.pick(highEdges));
      return;
    case 1:
      writeVarint(random, random.next(), random.next());
      return;
    case 2:
      writeVarint(random, random.next(), 0);
      return;
    case 3:
      writeVarint(random, (1 << (7 * random.below(5))) - random.below(2), 0);
      return;
    default:
      writeVarint(random, random.below(300), 0);
  }
}

function writeVarint(random: Random, low: number, high: number): void {
  writePadded(low >>> 0, high >>> 0, random.oneIn(12) ? random.below(11) : 0);
}

/** Writes a varint of two halves, with bytes behind it that carry nothing. */
function writePadded(low: number, high: number, extraBytes: number): void {
  let restLow = low;
  let restHigh = high;
  while (restHigh !== 0 || restLow >= 0x80) {
    writeByte((restLow & 0x7f) | 0x80);
    restLow = ((restLow >>> 7) | (restHigh << 25)) >>> 0;
    restHigh >>>= 7;
  }
  writeByte(extraBytes === 0 ? restLow : restLow | 0x80);
  for (let left = extraBytes; left > 0; left -= 1) writeByte(left === 1 ? 0 : 0x80);
}

const lengths = [127, 128, 129, 255, 256] as const;

function writeOctets(random: Random): void {
  const length = random.oneIn(60) ? random.pick(lengths) : random.below(12);
  const isFieldLike = random.oneIn(3);
  for (let count = 0; count < length; count += 1) writeByte(isFieldLike ? random.below(32) : random.next() & 0xff);
}

/** Writes what `writeBody` writes behind its length; now and then the length is a little wrong. */
function writePayload(random: Random, writeBody: () => void): void {
  const start = sink.position;
  sink.position += 1;
  writeBody();
  const length = sink.position - start - 1;
  const announced = random.oneIn(25) ? Math.max(0, length + random.below(5) - 2) : length;
  const extraBytes = random.oneIn(40) ? random.below(10) : 0;
  if (announced < 0x80 && extraBytes === 0) {
    sink.bytes[start] = announced;
    return;
  }
  const body = sink.bytes.slice(start + 1, sink.position);
  sink.position = start;
  writePadded(announced, 0, extraBytes);
  sink.bytes.set(body, sink.position);
  sink.position += body.length;
}

function writeByte(byte: number): void {
  sink.bytes[sink.position] = byte;
  sink.position += 1;
}
