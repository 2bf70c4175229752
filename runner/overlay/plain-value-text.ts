// Reads a value text in the spelling in which we write it, straight into a draft.
import {Draft, type Slot} from './draft.ts';
import {heldSchema, type OverlayField, type OverlaySchema} from './message-schema.ts';

/**
 * Gives the value of a text without white space: fields in number order, lower-case hex, shortest numbers. Undefined says nothing: another spelling,
 * or something that is wrong with the value, has to be looked at by valueFromText.
 */
export function readPlainValueText(of: OverlaySchema, text: Uint8Array): Draft | undefined {
  at = 0;
  bytes = text;
  const draft = readMessage(of);
  return at === text.length ? draft : undefined;
}

/** What is read, and where reading stands. One of each, because nothing here waits and a search reads millions. */
let bytes: Uint8Array = new Uint8Array();
let at = 0;

const [braceOpen, braceClose, listOpen, listClose, quote, comma, colon, minus, zero] = [
  0x7b, 0x7d, 0x5b, 0x5d, 0x22, 0x2c, 0x3a, 0x2d, 0x30,
] as const;

function take(byte: number): boolean {
  if (bytes[at] !== byte) return false;
  at += 1;
  return true;
}

function readMessage(of: OverlaySchema): Draft | undefined {
  if (!take(braceOpen)) return undefined;
  const draft = new Draft(of);
  let isFirst = true;
  for (let slot = 0; slot < of.fields.length && bytes[at] !== braceClose; slot += 1) {
    const field = of.fields[slot]!;
    const start = at;
    if ((isFirst || take(comma)) && takeKey(field)) {
      const held = readHeld(field);
      if (held === undefined) return undefined;
      draft.slots[slot] = held;
      isFirst = false;
    } else {
      at = start;
    }
  }
  return take(braceClose) ? draft : undefined;
}

function takeKey({name}: OverlayField): boolean {
  if (!take(quote)) return false;
  for (let index = 0; index < name.length; index += 1) if (bytes[at + index] !== name.charCodeAt(index)) return false;
  at += name.length;
  return take(quote) && take(colon);
}

function readHeld(field: OverlayField): Slot {
  switch (field.kind) {
    case 'enum':
      return take(minus) ? readNegative() : readNumber(0x7fff_ffff);
    case 'uint32':
      return readNumber(0xffff_ffff);
    case 'uint64': {
      const value = take(quote) ? readUint64() : undefined;
      return take(quote) ? value : undefined;
    }
    case 'bytes':
      return take(quote) ? readHex() : undefined;
    case 'message':
      return field.isRepeated ? readList(heldSchema(field)) : readMessage(heldSchema(field));
  }
}

function readNegative(): number | undefined {
  const value = readNumber(0x8000_0000);
  return value === undefined || value === 0 ? undefined : -value;
}

/** Reads up to fifteen digits. */
function readNumber(max: number): number | undefined {
  const start = at;
  let value = 0;
  for (let digit = bytes[at]! - zero; digit >= 0 && digit <= 9 && at - start < 16; digit = bytes[at]! - zero) {
    value = value * 10 + digit;
    at += 1;
  }
  const length = at - start;
  const isPlain = length > 0 && length < 16 && (length === 1 || bytes[start] !== zero);
  return isPlain && value <= max ? value : undefined;
}

function readUint64(): number | bigint | undefined {
  const start = at;
  const value = readNumber(Infinity);
  if (value !== undefined) return value;
  at = start;
  let digits = '';
  for (let digit = bytes[at]! - zero; digit >= 0 && digit <= 9 && digits.length < 21; digit = bytes[at]! - zero) {
    digits += String(digit);
    at += 1;
  }
  if (digits.length < 16 || digits.length > 20 || digits.startsWith('0')) return undefined;
  const large = BigInt(digits);
  if (large > 0xffff_ffff_ffff_ffffn) return undefined;
  return large <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(large) : large;
}

function readHex(): Uint8Array | undefined {
  const start = at;
  while (hexDigit(bytes[at]!) >= 0) at += 1;
  const length = at - start;
  if (length % 2 !== 0 || !take(quote)) return undefined;
  const octets = new Uint8Array(length / 2);
  for (let index = 0; index < octets.length; index += 1)
    octets[index] = hexDigit(bytes[start + 2 * index]!) * 16 + hexDigit(bytes[start + 2 * index + 1]!);
  return octets;
}

/** The value of a digit; −1 when it is none, or a capital. */
function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
}

function readList(of: OverlaySchema): Draft[] | undefined {
  if (!take(listOpen)) return undefined;
  const drafts: Draft[] = [];
  if (take(listClose)) return drafts;
  do {
    const draft = readMessage(of);
    if (draft === undefined) return undefined;
    drafts.push(draft);
  } while (take(comma));
  return take(listClose) ? drafts : undefined;
}
