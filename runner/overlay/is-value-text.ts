// Tells whether the bytes of a value text or of proto3 JSON are a certain value, without making a value of them.
import type {Draft} from './draft.ts';
import type {OverlayField} from './message-schema.ts';

/**
 * True when the text is the value of the draft in the usual spelling: fields in number order, each scalar at its default written or left out, at
 * most one space behind a colon or comma. False says nothing: another spelling of the same value has to be parsed.
 */
export function isValueText(text: Uint8Array, draft: Draft, from = 0, to = text.length): boolean {
  isJson = false;
  return isWhole(text, draft, from, to);
}

/** Tells the same of proto3 JSON: enums by name where they have one, bytes as padded standard base64. */
export function isProtoJson(text: Uint8Array, draft: Draft, from = 0, to = text.length): boolean {
  isJson = true;
  return isWhole(text, draft, from, to);
}

/** Where reading stands, where it has to end, and how the text is spelled. One of each, because nothing here waits and nothing is made per text. */
let at = 0;
let end = 0;
let isJson = false;

function isWhole(text: Uint8Array, draft: Draft, from: number, to: number): boolean {
  at = from;
  end = to;
  // What stands behind the end may look like more of the text; then reading ends behind it.
  return isMessage(text, draft) && at === end;
}

function isMessage(text: Uint8Array, draft: Draft): boolean {
  if (!isByte(text, braceOpen)) return false;
  const {fields} = draft.schema;
  let isFirst = true;
  for (let slot = 0; slot < fields.length; slot += 1) {
    const field = fields[slot]!;
    const start = at;
    if ((isFirst || isComma(text)) && isKey(text, field)) {
      if (!isHeld(text, field, draft.slots[slot])) return false;
      isFirst = false;
    } else {
      at = start;
      if (!isLeftOut(draft.slots[slot])) return false;
    }
  }
  return isByte(text, braceClose);
}

const [braceOpen, braceClose, listOpen, listClose, quote, comma, space, minus] = [
  0x7b, 0x7d, 0x5b, 0x5d, 0x22, 0x2c, 0x20, 0x2d,
] as const;

function isByte(text: Uint8Array, byte: number): boolean {
  if (text[at] !== byte) return false;
  at += 1;
  return true;
}

function isComma(text: Uint8Array): boolean {
  if (!isByte(text, comma)) return false;
  if (text[at] === space) at += 1;
  return true;
}

const keys = new WeakMap<OverlayField, Uint8Array>();

function keyOf(field: OverlayField): Uint8Array {
  const known = keys.get(field);
  if (known !== undefined) return known;
  const key = new TextEncoder().encode(`"${field.name}":`);
  keys.set(field, key);
  return key;
}

function isKey(text: Uint8Array, field: OverlayField): boolean {
  const key = keyOf(field);
  for (let index = 0; index < key.length; index += 1) if (text[at + index] !== key[index]) return false;
  at += key.length;
  if (text[at] === space) at += 1;
  return true;
}

function isLeftOut(held: Draft['slots'][number]): boolean {
  if (held === undefined || held === 0 || held === 0n) return true;
  return (held instanceof Uint8Array || Array.isArray(held)) && held.length === 0;
}

function isHeld(text: Uint8Array, field: OverlayField, held: Draft['slots'][number]): boolean {
  switch (field.kind) {
    case 'enum':
      return isJson
        ? isEnum(text, field, (held as number | undefined) ?? 0)
        : isNumber(text, (held as number | undefined) ?? 0);
    case 'uint32':
      return isNumber(text, (held as number | undefined) ?? 0);
    case 'uint64':
      return isByte(text, quote) && isUint64(text, held as number | bigint | undefined) && isByte(text, quote);
    case 'bytes': {
      const bytes = (held as Uint8Array | undefined) ?? noBytes;
      return isByte(text, quote) && (isJson ? isBase64(text, bytes) : isHex(text, bytes)) && isByte(text, quote);
    }
    case 'message':
      if (field.isRepeated) return isList(text, held as readonly Draft[] | undefined);
      return held !== undefined && isMessage(text, held as Draft);
  }
}

const noBytes = new Uint8Array();

function isEnum(text: Uint8Array, {names = []}: OverlayField, value: number): boolean {
  const name = names[value];
  if (name === undefined) return isNumber(text, value);
  if (!isByte(text, quote)) return false;
  for (let index = 0; index < name.length; index += 1) if (text[at + index] !== name.charCodeAt(index)) return false;
  at += name.length;
  return isByte(text, quote);
}

function isNumber(text: Uint8Array, value: number): boolean {
  return value < 0 ? isByte(text, minus) && isDigits(text, -value) : isDigits(text, value);
}

function isUint64(text: Uint8Array, value: number | bigint | undefined): boolean {
  if (typeof value !== 'bigint') return isDigits(text, value ?? 0);
  const digits = value.toString();
  for (let index = 0; index < digits.length; index += 1)
    if (text[at + index] !== digits.charCodeAt(index)) return false;
  at += digits.length;
  return true;
}

/** Compares from the last digit to the first, which is the order in which division gives them. */
function isDigits(text: Uint8Array, value: number): boolean {
  let count = 1;
  for (let power = 10; power <= value; power *= 10) count += 1;
  let rest = value;
  for (let place = at + count - 1; place >= at; place -= 1) {
    const next = Math.floor(rest / 10);
    if (text[place] !== 0x30 + (rest - next * 10)) return false;
    rest = next;
  }
  at += count;
  return true;
}

function isHex(text: Uint8Array, bytes: Uint8Array): boolean {
  if (at + 2 * bytes.length > end) return false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    if (text[at] !== hexDigit(byte >> 4) || text[at + 1] !== hexDigit(byte & 15)) return false;
    at += 2;
  }
  return true;
}

function hexDigit(value: number): number {
  return value < 10 ? 0x30 + value : 0x57 + value;
}

const base64 = Uint8Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', digit =>
  digit.charCodeAt(0),
);
const padding = 0x3d;

function isBase64(text: Uint8Array, bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const [second, third] = [left > 1 ? bytes[index + 1]! : 0, left > 2 ? bytes[index + 2]! : 0];
    const bits = (bytes[index]! << 16) | (second << 8) | third;
    if (text[at] !== base64[bits >> 18] || text[at + 1] !== base64[(bits >> 12) & 63]) return false;
    if (text[at + 2] !== (left > 1 ? base64[(bits >> 6) & 63] : padding)) return false;
    if (text[at + 3] !== (left > 2 ? base64[bits & 63] : padding)) return false;
    at += 4;
  }
  return true;
}

function isList(text: Uint8Array, drafts: readonly Draft[] = []): boolean {
  if (!isByte(text, listOpen)) return false;
  for (let index = 0; index < drafts.length; index += 1) {
    if (index > 0 && !isComma(text)) return false;
    if (!isMessage(text, drafts[index]!)) return false;
  }
  return isByte(text, listClose);
}
