// Reads JSON text exactly: no integer is rounded, no key is lost, no byte is repaired, and the depth is bounded.
import {newJsonObject, type Json} from '../../model/json.ts';
import {quoted} from '../../base/text/quoted.ts';

/** Something odd in a JSON text that does not make it unreadable. `pointer` is the JSON Pointer of the value it is about. */
interface JsonNote {
  readonly kind: 'duplicate-key' | 'lone-surrogate' | 'number-out-of-range' | 'byte-order-mark';
  readonly pointer: string;
  /** One sentence part, e.g. `the key "id" is there twice; the last one counts`. */
  readonly message: string;
}

/** What a text turned out to be. `offset` counts bytes from the start of the UTF-8 text. */
export type JsonReading =
  | {readonly kind: 'json'; readonly value: Json; readonly notes: readonly JsonNote[]}
  | {readonly kind: 'not-json'; readonly why: string; readonly offset: number}
  | {readonly kind: 'too-deep'; readonly depthMax: number};

/** Reads one JSON text (RFC 8259) from UTF-8 bytes or from a string. Nesting past `depthMax` (at most 1,000) is not read. */
export function readJson(input: Uint8Array | string, {depthMax}: {readonly depthMax: number}): JsonReading {
  const text = typeof input === 'string' ? input : decodeUtf8(input);
  if (text === undefined) {
    const offset = firstInvalidByte(input as Uint8Array);
    return {kind: 'not-json', why: `invalid utf-8 at byte ${offset}`, offset};
  }
  const reader = new Reader(text, Math.min(depthMax, recursionMax));
  try {
    return {kind: 'json', value: reader.read(), notes: reader.notes};
  } catch (stop) {
    if (stop instanceof TooDeep) return {kind: 'too-deep', depthMax: Math.min(depthMax, recursionMax)};
    if (!(stop instanceof Unreadable)) throw stop;
    const offset = Buffer.byteLength(text.slice(0, stop.index));
    return {kind: 'not-json', why: `${stop.why} at byte ${offset}`, offset};
  }
}

/** The reader and everything after it recurse; 1,000 levels are far from the end of any stack. */
const recursionMax = 1_000;

/** Longer runs of digits are no id of anything, and making a bigint of them costs more than linear time. */
const integerDigitsMax = 1_000;

const utf8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

/** Decodes UTF-8 bytes, keeping a byte order mark; undefined when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Finds the first byte that does not belong to well-formed UTF-8, by halving: a prefix is readable while it ends before that byte. */
function firstInvalidByte(bytes: Uint8Array): number {
  const prefix = new TextDecoder('utf-8', {fatal: true});
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      // With `stream` a character that is cut by the end of the prefix is no error.
      prefix.decode(bytes.subarray(0, middle), {stream: true});
      good = middle;
    } catch {
      bad = middle;
    }
    resetDecoder(prefix);
  }
  return characterStart(bytes, good);
}

/** Steps back from the byte that broke a character to the byte that began it. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at - 1;
  while (start > at - 3 && (bytes[start] ?? 0) >> 6 === 0b10) start -= 1;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return length > at - start ? start : at;
}

function resetDecoder(decoder: TextDecoder): void {
  try {
    decoder.decode();
  } catch {
    // A half character was pending; the decoder has forgotten it now.
  }
}

class TooDeep extends Error {}

class Unreadable extends Error {
  readonly why: string;
  readonly index: number;

  constructor(why: string, index: number) {
    super(why);
    this.why = why;
    this.index = index;
  }
}

/** One pass over one text. `path` holds the keys and indexes above the place where it reads. */
class Reader {
  readonly notes: JsonNote[] = [];
  readonly #text: string;
  readonly #depthMax: number;
  readonly #path: (string | number)[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string, depthMax: number) {
    this.#text = text;
    this.#depthMax = depthMax;
  }

  read(): Json {
    if (this.#text.charCodeAt(0) === 0xfeff) {
      this.#at = 1;
      this.#note('byte-order-mark', 'the text begins with a byte order mark, which JSON does not allow');
    }
    const value = this.#value(this.#skipSpace());
    if (!Number.isNaN(this.#skipSpace())) throw this.#unexpected('the end of the text');
    return value;
  }

  /** Skips white space and gives the code of the next character, NaN at the end. */
  #skipSpace(): number {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt((at += 1));
    this.#at = at;
    return code;
  }

  #value(code: number): Json {
    switch (code) {
      case 0x22:
        return this.#string();
      case 0x7b:
        return this.#object();
      case 0x5b:
        return this.#list();
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(): Json {
    const object = newJsonObject();
    this.#enter();
    let code = this.#skipSpace();
    while (code !== 0x7d) {
      if (code !== 0x22) throw this.#unexpected('a key in double quotes');
      const key = this.#string();
      this.#path[this.#depth - 1] = key;
      if (object[key] !== undefined) {
        this.#note('duplicate-key', `the key ${quoted(key)} is there more than once; the last one counts`);
      }
      if (this.#skipSpace() !== 0x3a) throw this.#unexpected('":"');
      this.#at += 1;
      object[key] = this.#value(this.#skipSpace());
      code = this.#skipSpace();
      if (code === 0x7d) break;
      if (code !== 0x2c) throw this.#unexpected('"," or "}"');
      this.#at += 1;
      code = this.#skipSpace();
      if (code === 0x7d) throw this.#unexpected('a key in double quotes');
    }
    this.#leave();
    return object;
  }

  #list(): Json {
    const list: Json[] = [];
    this.#enter();
    let code = this.#skipSpace();
    while (code !== 0x5d) {
      this.#path[this.#depth - 1] = list.length;
      list.push(this.#value(code));
      code = this.#skipSpace();
      if (code === 0x5d) break;
      if (code !== 0x2c) throw this.#unexpected('"," or "]"');
      this.#at += 1;
      code = this.#skipSpace();
      if (code === 0x5d) throw this.#unexpected('a value');
    }
    this.#leave();
    return list;
  }

  #enter(): void {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > this.#depthMax) throw new TooDeep();
  }

  #leave(): void {
    this.#at += 1;
    this.#depth -= 1;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let at = start;
    let code = text.charCodeAt(at);
    while (code !== 0x22 && code !== 0x5c && code >= 0x20) code = text.charCodeAt((at += 1));
    if (code !== 0x22) return this.#stringWithEscapes(start, at);
    this.#at = at + 1;
    return text.slice(start, at);
  }

  #stringWithEscapes(start: number, firstEscape: number): string {
    const text = this.#text;
    let at = firstEscape;
    let code = text.charCodeAt(at);
    while (code !== 0x22) {
      this.#at = at;
      if (Number.isNaN(code)) throw this.#unexpected('the closing quote of a text');
      if (code < 0x20) throw new Unreadable(`a control character (U+${hex4(code)}) is not escaped in a text`, at);
      at += code === 0x5c ? this.#escapeLength(at) : 1;
      code = text.charCodeAt(at);
    }
    this.#at = at + 1;
    // The text between the quotes is now known to be a JSON string, so JSON.parse only undoes its escapes.
    const value = JSON.parse(text.slice(start - 1, at + 1)) as string;
    if (loneSurrogate.test(value)) this.#note('lone-surrogate', 'a text holds half of a surrogate pair');
    return value;
  }

  #escapeLength(at: number): number {
    const letter = this.#text.charAt(at + 1);
    if (letter !== '' && '"\\/bfnrt'.includes(letter)) return 2;
    if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(this.#text.slice(at + 2, at + 6))) return 6;
    throw new Unreadable(`${quoted(this.#text.slice(at, at + 2))} is not a JSON escape`, at);
  }

  #word<Value extends Json>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected('a value');
    this.#at += word.length;
    return value;
  }

  #number(): Json {
    const text = this.#text;
    const start = this.#at;
    const isNegative = text.charCodeAt(start) === 0x2d;
    const firstDigit = isNegative ? start + 1 : start;
    let at = firstDigit;
    let code = text.charCodeAt(at);
    let value = 0;
    while (code >= 0x30 && code <= 0x39) {
      value = value * 10 + (code - 0x30);
      code = text.charCodeAt((at += 1));
    }
    if (at === firstDigit) throw this.#unexpected('a value');
    if (text.charCodeAt(firstDigit) === 0x30 && at - firstDigit > 1) {
      throw new Unreadable('a number begins with a superfluous 0', start);
    }
    if (code === 0x2e || code === 0x65 || code === 0x45) return this.#fraction(start);
    this.#at = at;
    if (at - firstDigit < 16) return isNegative ? -value : value;
    return this.#bigNumber(text.slice(start, at));
  }

  #fraction(start: number): Json {
    numberPattern.lastIndex = start;
    const digits = numberPattern.exec(this.#text)?.[0];
    if (digits === undefined) throw new Unreadable('a number stops in the middle', start);
    this.#at = start + digits.length;
    return this.#inRange(Number(digits), digits);
  }

  #bigNumber(digits: string): Json {
    if (digits.length > integerDigitsMax) return this.#inRange(Number(digits), digits);
    const value = Number(digits);
    return Number.isSafeInteger(value) ? value : BigInt(digits);
  }

  #inRange(value: number, digits: string): number {
    if (!Number.isFinite(value)) {
      const shown = digits.length > 20 ? `${digits.slice(0, 20)}…` : digits;
      this.#note('number-out-of-range', `the number ${shown} is too large for a double`);
    }
    return value;
  }

  #note(kind: JsonNote['kind'], message: string): void {
    if (this.notes.length >= notesMax) return;
    const above = this.#path.slice(0, this.#depth);
    const pointer = above.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    this.notes.push({kind, pointer, message});
  }

  #unexpected(expected: string): Unreadable {
    const found = this.#text.codePointAt(this.#at);
    const shown = found === undefined ? 'the text ends' : `found ${quoted(String.fromCodePoint(found))}`;
    return new Unreadable(`expected ${expected}, but ${shown}`, this.#at);
  }
}

/** A hostile text can be odd in a million places; nobody reads more than these. */
const notesMax = 50;

const loneSurrogate = /\p{Surrogate}/u;

const numberPattern = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE+-])/y;

function hex4(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
